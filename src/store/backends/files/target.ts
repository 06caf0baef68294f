import { setTimeout as sleep } from 'node:timers/promises'
import type { ArtifactTarget, WrittenArtifact } from '../../bounded-sink.ts'
import { failureOf, StoreError } from '../../failures.ts'
import { encodeManifest } from '../../manifest.ts'
import type { ArtifactStat } from '../../store.ts'
import { adoptEqual, WAIT_MS, WAIT_TRIES } from './adopt-equal.ts'
import { READ_DIRECTORY } from './file-system.ts'
import { fileName, linesName, manifestName } from './names.ts'
import { PartFile } from './part-file.ts'
import { type Folder, remove, removeArtifacts } from './removal.ts'

/** How often an equal artifact may come and go while another is put in place. */
const MOST_TRIES = WAIT_TRIES

/** What a new artifact's file needs to know of its store. */
export interface TargetStore extends Folder {
  session: string | undefined
  /** Throws where the directory may not be used any more. */
  check(): Promise<void>
}

/** The file of an artifact that is being written. */
export class FileTarget implements ArtifactTarget {
  readonly failureOf = failureOf
  readonly file: PartFile
  readonly #store: TargetStore

  constructor(store: TargetStore, file: PartFile) {
    this.#store = store
    this.file = file
  }

  endWriting(): Promise<void> {
    return this.#store.check()
  }

  discard(): Promise<void> {
    return this.file.discard()
  }

  async place(artifact: WrittenArtifact): Promise<ArtifactStat> {
    const kept = (await adoptEqual(this.#store, artifact.stat)) ?? (await this.#name(artifact))
    await syncDirectory(this.#store)
    return kept
  }

  /**
   * First the bytes get their name, then the index, then the manifest. Readers want bytes and manifest, and each appears in
   * one step.
   */
  async #name({ stat, ring, index }: WrittenArtifact): Promise<ArtifactStat> {
    const { fileSystem, directory, session } = this.#store
    const data = fileName('bin', stat.id, this.file.token)
    const manifest = await PartFile.create(fileSystem, directory)
    try {
      if (index) await writeWhole(this.#store, linesName(data), index)
      await manifest.write(encodeManifest({ stat, data, ring, session }), 0)
      const [whole, named] = await Promise.allSettled([this.file.finish(), manifest.finish()])
      for (const end of [whole, named]) if (end.status === 'rejected') throw end.reason
      await this.file.rename(data)
      const kept = await this.#placeManifest(manifest, stat)
      if (kept !== stat) await this.#withdraw(data)
      this.file.release()
      return kept
    } catch (error) {
      await this.#withdraw(data)
      throw error
    } finally {
      await manifest.discard()
    }
  }

  async #placeManifest(manifest: PartFile, stat: ArtifactStat): Promise<ArtifactStat> {
    const name = manifestName(stat.id)
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      if (await manifest.place(name)) return stat
      const equal = await adoptEqual(this.#store, stat)
      if (equal) return equal
      // What is there is damaged, or a shorter form of the same output.
      const removed = await removeArtifacts(this.#store, [stat.id], () => false)
      if (removed.length === 0) await sleep(WAIT_MS)
    }
    throw new StoreError('EEXIST', 'something else has its name')
  }

  async #withdraw(data: string): Promise<void> {
    await this.discard()
    await remove(this.#store, linesName(data)).catch(() => {})
  }
}

/** Puts a small file in place in one step. Does nothing where that can't be done. */
export async function writeWhole(
  { fileSystem, directory }: Folder,
  name: string,
  bytes: Uint8Array,
): Promise<void> {
  const part = await PartFile.create(fileSystem, directory).catch(() => undefined)
  if (!part) return
  try {
    await part.write(bytes, 0)
    await part.rename(name)
    await part.close()
    part.release()
  } catch {
    await part.discard()
  }
}

/** Some file systems can't. All readers see the names anyway, as long as the machine runs. */
async function syncDirectory({ fileSystem, directory }: Folder): Promise<void> {
  const file = await fileSystem.open(directory, READ_DIRECTORY).catch(() => undefined)
  await file?.sync().catch(() => {})
  await file?.close().catch(() => {})
}
