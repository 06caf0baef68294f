import { setTimeout as sleep } from 'node:timers/promises'
import { BoundedFile } from '../../bounded-file.ts'
import { failureOf, Refusal } from '../../failures.ts'
import { LEAST_INDEXED_BYTES } from '../../file-reading.ts'
import type { StrideEntry } from '../../line-index.ts'
import { encodeManifest } from '../../manifest.ts'
import type { Quota } from '../../quota.ts'
import type { ArtifactEnd, ArtifactStat } from '../../store.ts'
import type { ArtifactSink } from '../../writer.ts'
import { adoptEqual, WAIT_MS, WAIT_TRIES } from './equal.ts'
import { READ_DIRECTORY } from './file-system.ts'
import { fileName, linesName, manifestName } from './names.ts'
import { PartFile } from './part-file.ts'
import { type Folder, remove, removeArtifacts } from './removal.ts'

/** How often an equal artifact may come and go between two looks. */
const MOST_TRIES = WAIT_TRIES

/** Of a store, what its writers need. */
export interface SinkStore extends Folder {
  quota: Quota
  session: string | undefined
  /** Throws where the directory is none any more that may be used. */
  check(): Promise<void>
}

/** An artifact's file while it is written. */
export class FileSink implements ArtifactSink {
  readonly failureOf = failureOf
  readonly #store: SinkStore
  readonly #part: PartFile
  readonly #bounded: BoundedFile

  constructor(store: SinkStore, part: PartFile) {
    this.#store = store
    this.#part = part
    this.#bounded = new BoundedFile(part, store.quota)
  }

  append(bytes: Uint8Array): Promise<void> {
    return this.#bounded.append(bytes)
  }

  counted(entry: StrideEntry): void {
    this.#bounded.counted(entry)
  }

  async discard(): Promise<void> {
    this.#bounded.stop()
    await this.#part.discard()
    this.#bounded.giveBack()
  }

  async publish(stat: ArtifactStat): Promise<ArtifactEnd> {
    await this.#store.check()
    const whole = await this.#bounded.whole(stat)
    const equal = await adoptEqual(this.#store, whole)
    if (equal) await this.discard()
    const kept = equal ?? (await this.#name(whole))
    await syncDirectory(this.#store)
    return this.#bounded.endOf(kept)
  }

  /**
   * First the bytes get their name, then the index, then the manifest: readers want bytes and manifest, and each comes
   * in one step. Returns what is there in the end: this artifact, or an equal one that came first.
   */
  async #name(stat: ArtifactStat): Promise<ArtifactStat> {
    const { fileSystem, directory, session } = this.#store
    const data = fileName('bin', stat.id, this.#part.token)
    const manifest = await PartFile.create(fileSystem, directory)
    try {
      await this.#writeIndex(stat, data)
      await manifest.write(encodeManifest({ stat, data, ring: this.#bounded.ring, session }), 0)
      const [whole, named] = await Promise.allSettled([this.#part.finish(), manifest.finish()])
      for (const end of [whole, named]) if (end.status === 'rejected') throw end.reason
      await this.#part.rename(data)
      const kept = await this.#place(manifest, stat)
      if (kept !== stat) await this.#withdraw(data)
      this.#part.release()
      return kept
    } catch (error) {
      await this.#withdraw(data)
      throw error
    } finally {
      await manifest.discard()
    }
  }

  async #place(manifest: PartFile, stat: ArtifactStat): Promise<ArtifactStat> {
    const name = manifestName(stat.id)
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      if (await manifest.place(name)) return stat
      const equal = await adoptEqual(this.#store, stat)
      if (equal) return equal
      // What is there is damaged, or a shorter form of the same output.
      const removed = await removeArtifacts(this.#store, [stat.id], () => false)
      if (removed.length === 0) await sleep(WAIT_MS)
    }
    throw new Refusal('EEXIST', 'something else has its name')
  }

  async #withdraw(data: string): Promise<void> {
    await this.discard()
    await remove(this.#store, linesName(data)).catch(() => {})
  }

  /** Where it can't be written, the artifact is only slower to read. */
  async #writeIndex(stat: ArtifactStat, data: string): Promise<void> {
    if (stat.bytes < LEAST_INDEXED_BYTES) return
    await writeWhole(this.#store, linesName(data), this.#bounded.indexOf(stat))
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

/** Some file systems can't; the names are there for all readers as long as the machine runs. */
async function syncDirectory({ fileSystem, directory }: Folder): Promise<void> {
  const file = await fileSystem.open(directory, READ_DIRECTORY).catch(() => undefined)
  await file?.sync().catch(() => {})
  await file?.close().catch(() => {})
}
