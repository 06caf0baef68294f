import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { failureOf, isMissing, readFailure } from '../../failures.ts'
import { openArtifactFile } from '../../file-reading.ts'
import type { Limits } from '../../limits.ts'
import { sizeOf } from '../../manifest.ts'
import { Quota } from '../../quota.ts'
import { type OpenArtifact, readBytes, readLines } from '../../reading.ts'
import { isArtifactId, newestFirst, unknownArtifact } from '../../stat.ts'
import type {
  ArtifactMeta,
  ArtifactStat,
  ArtifactStore,
  ArtifactWriter,
  ByteRange,
  GcOptions,
  GcReport,
  LineRange,
} from '../../store.ts'
import { BatchingWriter, failedWriter } from '../../writer.ts'
import { checkDirectory, type Place, prepareDirectory } from './directory.ts'
import { findManifest, WAIT_MS, WAIT_TRIES } from './equal.ts'
import type { FileSystem } from './file-system.ts'
import { collectGarbage } from './gc.ts'
import { type Manifest, readManifest, readManifestNow } from './manifest.ts'
import { manifestName, manifestsAmong } from './names.ts'
import { isOwn } from './owner.ts'
import { PartFile } from './part-file.ts'
import { usageOf } from './quota.ts'
import { type OpenData, openData } from './reading.ts'
import { type Folder, isMarked, removeArtifacts } from './removal.ts'
import { inSlices, namesIn } from './scan.ts'
import { FileSink } from './sink.ts'

/** What is made room for at once, so that not every write has to. */
const ROOM_BYTES = 32 * 1024 * 1024
/** A run that nobody asked for does no more than this. */
const MOST_REMOVALS = 256
const TOUCH_MS = 3600 * 1000

export interface FileStoreParts {
  fileSystem: FileSystem
  place: Place
  limits: Limits
  session: string | undefined
  /** Once for each directory and process, after its first artifact was opened. */
  collectsBySelf: boolean
}

const collected = new Set<string>()

export class FileStore implements ArtifactStore {
  readonly #parts: FileStoreParts
  readonly #folder: Folder
  readonly #quota: Quota

  constructor(parts: FileStoreParts) {
    const { fileSystem, place, limits, session } = parts
    this.#parts = parts
    this.#folder = { fileSystem, directory: place.directory }
    const makeRoom = async (bytes: number) => {
      const roomBytes = Math.max(bytes, Math.min(ROOM_BYTES, limits.maxTotalBytes / 8))
      await this.#collect(false, MOST_REMOVALS, roomBytes).catch(() => {})
    }
    this.#quota = new Quota(limits, { ...usageOf(fileSystem, place.directory, session), makeRoom })
  }

  async open(meta: ArtifactMeta): Promise<ArtifactWriter> {
    const { fileSystem, place, session } = this.#parts
    try {
      await prepareDirectory(fileSystem, place)
      const part = await PartFile.create(fileSystem, place.directory)
      this.#collectOnce()
      const check = () => checkDirectory(fileSystem, place)
      const sink = new FileSink({ ...this.#folder, quota: this.#quota, session, check }, part)
      return new BatchingWriter(meta, createHash('sha256'), sink)
    } catch (error) {
      return failedWriter({ complete: false, ...failureOf(error) })
    }
  }

  read(id: string, range: ByteRange): AsyncGenerator<Uint8Array, void, undefined> {
    return this.#reading(id, (artifact) => readBytes(artifact, range))
  }

  lines(id: string, range: LineRange): AsyncGenerator<Uint8Array, void, undefined> {
    return this.#reading(id, (artifact) => readLines(artifact, range))
  }

  async stat(id: string): Promise<ArtifactStat> {
    const { manifest, close } = await this.#open(id)
    await close().catch(() => {})
    return manifest.stat
  }

  async list(): Promise<ArtifactStat[]> {
    const { fileSystem, directory } = this.#folder
    try {
      await checkDirectory(fileSystem, this.#parts.place)
      const names = await namesIn(fileSystem, directory)
      const stats: ArtifactStat[] = []
      await inSlices(manifestsAmong(names), (id) => {
        try {
          const manifest = readManifestNow(fileSystem, directory, id)
          const found = fileSystem.lstatNow(join(directory, manifest.data))
          if (found.isFile() && found.size === sizeOf(manifest)) stats.push(manifest.stat)
        } catch {
          // One damaged or just deleted artifact must not hide the others.
        }
      })
      return stats.sort(newestFirst)
    } catch (error) {
      if (isMissing(error)) return []
      throw readFailure(error)
    }
  }

  async delete(id: string): Promise<void> {
    if (!isArtifactId(id)) throw unknownArtifact(id)
    try {
      await checkDirectory(this.#folder.fileSystem, this.#parts.place)
      const found = await findManifest(this.#folder, id)
      await this.#remove(id)
      const { session } = this.#parts
      const isCounted = found && (isOwn(found.token) || (session !== undefined && found.session === session))
      if (isCounted) this.#quota.giveBack(sizeOf(found))
    } catch (error) {
      throw isMissing(error) ? unknownArtifact(id) : readFailure(error)
    }
  }

  async #remove(id: string): Promise<void> {
    for (let tries = 0; tries < WAIT_TRIES; tries++) {
      const removed = await removeArtifacts(this.#folder, [id], () => false)
      if (removed.length > 0) return
      // Another process may be looking at it, and find that it stays.
      if (!(await this.#isOnItsWay(id))) break
      await sleep(WAIT_MS)
    }
    throw unknownArtifact(id)
  }

  async gc(options: GcOptions = {}): Promise<GcReport> {
    try {
      return await this.#collect(options.dryRun ?? false, Infinity, 0)
    } catch (error) {
      if (isMissing(error)) return { removed: [], abandoned: [], bytes: 0, finished: true }
      throw readFailure(error)
    }
  }

  async #collect(dryRun: boolean, maxRemovals: number, roomBytes: number): Promise<GcReport> {
    await checkDirectory(this.#folder.fileSystem, this.#parts.place)
    return collectGarbage(this.#folder, { limits: this.#parts.limits, maxRemovals, roomBytes, dryRun })
  }

  /** Never in the way of a result: nobody waits for it, and what fails is left for the next process. */
  #collectOnce(): void {
    const { directory } = this.#folder
    if (!this.#parts.collectsBySelf || collected.has(directory)) return
    collected.add(directory)
    void this.#collect(false, MOST_REMOVALS, 0).catch(() => {})
  }

  async *#reading(
    id: string,
    read: (artifact: OpenArtifact) => AsyncGenerator<Uint8Array, void>,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    const artifact = await this.#open(id)
    try {
      await this.#touch(artifact.manifest)
      yield* read(openArtifactFile(artifact))
    } catch (error) {
      throw readFailure(error)
    } finally {
      await artifact.close().catch(() => {})
    }
  }

  /**
   * Opens an artifact's bytes. Between reading the manifest and opening what it names another process may put a fuller
   * form in its place; then it is done again.
   */
  async #open(id: string): Promise<OpenData> {
    if (!isArtifactId(id)) throw unknownArtifact(id)
    const { fileSystem, directory } = this.#folder
    try {
      await checkDirectory(fileSystem, this.#parts.place)
      for (let tries = 0; ; tries++) {
        try {
          return await openData(this.#folder, await readManifest(fileSystem, directory, id))
        } catch (error) {
          if (!isMissing(error) || tries >= WAIT_TRIES || !(await this.#isOnItsWay(id))) throw error
          await sleep(WAIT_MS)
        }
      }
    } catch (error) {
      throw isMissing(error) ? unknownArtifact(id) : readFailure(error)
    }
  }

  async #isOnItsWay(id: string): Promise<boolean> {
    const names = await namesIn(this.#folder.fileSystem, this.#folder.directory)
    if (isMarked(names, id)) return true
    const manifest = await findManifest(this.#folder, id)
    return manifest !== undefined && names.includes(manifest.data)
  }

  /** What is read is used, and stays for longer. */
  async #touch({ stat, usedAtMs = 0 }: Manifest): Promise<void> {
    const { fileSystem, directory } = this.#folder
    const now = Date.now()
    if (now - usedAtMs < TOUCH_MS) return
    await fileSystem.touch(join(directory, manifestName(stat.id)), now).catch(() => {})
  }
}
