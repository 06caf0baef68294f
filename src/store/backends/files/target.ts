import { setTimeout as sleep } from 'node:timers/promises'
import type { ArtifactTarget, WrittenArtifact } from '../../bounded-sink.ts'
import { StoreError, storeFailure } from '../../failures.ts'
import { encodeManifest } from '../../manifest.ts'
import type { ArtifactStat } from '../../store.ts'
import { adoptEqual, WAIT_MS, WAIT_TRIES } from './adopt-equal.ts'
import { READ_DIRECTORY } from './file-system.ts'
import type { Folder } from './folder.ts'
import { dataName, manifestName } from './names.ts'
import { PartFile } from './part-file.ts'
import { removeArtifacts } from './removal.ts'
import { runIdOf, writeRunEnd } from './runs.ts'

/** How often `#placeManifest` tries again while other processes store and remove equal artifacts. */
const MOST_TRIES = WAIT_TRIES

/** The directory of the store, and what a new artifact needs to know about it. */
export interface TargetStore extends Folder {
  session: string | undefined
  /** Throws when the directory must not be used any more. */
  check(): Promise<void>
}

/** The file of an artifact that is being written. */
export class FileTarget implements ArtifactTarget {
  readonly failureOf = storeFailure
  readonly file: PartFile
  readonly #store: TargetStore
  /** Set when its room was taken before the end. */
  #manifest: PartFile | undefined
  #isDiscarded = false
  #isRevealed = false

  constructor(store: TargetStore, file: PartFile) {
    this.#store = store
    this.file = file
  }

  endWriting(): Promise<void> {
    return this.#store.check()
  }

  async holdRoom(bytes: number): Promise<void> {
    const { fileSystem, directory } = this.#store
    const manifest = await PartFile.create(fileSystem, directory)
    this.#manifest = manifest
    if (this.#isDiscarded) return manifest.discard()
    await manifest.write(new Uint8Array(bytes), 0)
  }

  reveal(): string {
    this.#isRevealed = true
    return runIdOf(this.file.token)
  }

  async conceal(): Promise<void> {
    if (this.#isRevealed) await this.file.conceal()
  }

  async discard(): Promise<void> {
    this.#isDiscarded = true
    await Promise.all([this.file.discard(), this.#manifest?.discard()])
  }

  async place(artifact: WrittenArtifact): Promise<ArtifactStat> {
    const kept = (await adoptEqual(this.#store, artifact.stat)) ?? (await this.#name(artifact))
    if (this.#isRevealed) await writeRunEnd(this.#store, kept.id, this.file.token, artifact.ended)
    await syncDirectory(this.#store)
    return kept
  }

  /**
   * Writes the manifest, gives the bytes their name, and then puts the manifest in place. Each file appears in one
   * step. The manifest comes last, because it makes the bytes an artifact. When it cannot be written, the bytes stay.
   */
  async #name({ stat, ring, ends, index }: WrittenArtifact): Promise<ArtifactStat> {
    const { session } = this.#store
    const data = dataName(stat, this.file.token, session)
    const manifest = await this.#write(encodeManifest({ stat, data, ring, ends, session, index }))
    try {
      const [whole, named] = await Promise.allSettled([this.file.finish(), manifest.finish()])
      for (const end of [whole, named]) if (end.status === 'rejected') throw end.reason
      await this.file.rename(data)
      const kept = await this.#placeManifest(manifest, stat)
      if (kept !== stat) await this.discard()
      this.file.release()
      return kept
    } catch (error) {
      await this.discard()
      throw error
    } finally {
      await manifest.discard()
    }
  }

  async #write(manifest: Uint8Array): Promise<PartFile> {
    const { fileSystem, directory } = this.#store
    const part = this.#manifest ?? (await PartFile.create(fileSystem, directory))
    try {
      await part.write(manifest, 0)
      if (part === this.#manifest) await part.truncate(manifest.length)
      return part
    } catch (error) {
      await part.discard()
      throw error
    }
  }

  async #placeManifest(manifest: PartFile, stat: ArtifactStat): Promise<ArtifactStat> {
    const name = manifestName(stat.id)
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      if (await manifest.place(name)) return stat
      const equal = await adoptEqual(this.#store, stat)
      if (equal) return equal
      // The stored artifact is damaged, or lacks bytes that this one has.
      const removed = await removeArtifacts(this.#store, [stat.id], () => false)
      if (removed.length === 0) await sleep(WAIT_MS)
    }
    throw new StoreError('EEXIST', 'something else has its name')
  }
}

/** Makes the names survive a power failure. Ignores failures, because some file systems cannot do this. */
async function syncDirectory({ fileSystem, directory }: Folder): Promise<void> {
  const file = await fileSystem.open(directory, READ_DIRECTORY).catch(() => undefined)
  await file?.sync().catch(() => {})
  await file?.close().catch(() => {})
}
