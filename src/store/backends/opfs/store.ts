import { Sha256 } from '../../../hash/sha256.ts'
import { type ArtifactFile, openArtifactFile } from '../../file-reading.ts'
import type { Limits } from '../../limits.ts'
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
import type { Browser } from './browser.ts'
import { giveUpClaim } from './claims.ts'
import { writeFile } from './data-file.ts'
import { failureOf, isMissing, readFailure } from './failures.ts'
import {
  artifactLock,
  changeLock,
  directoryOf,
  type Folder,
  findManifest,
  openData,
  parseFile,
  readManifest,
  removeArtifact,
  touch,
} from './folder.ts'
import { collectGarbage, spaceOf } from './gc.ts'
import { locksOf } from './locks.ts'
import { linesName, manifestName } from './names.ts'
import { filesIn, inBatches, manifestsIn, scan } from './scan.ts'
import { OpfsSink } from './sink.ts'

/** What is made room for at once, so that not every write has to. */
const ROOM_BYTES = 32 * 1024 * 1024
/** A run that nobody asked for does no more than this. */
const MOST_REMOVALS = 256
const TOUCH_MS = 3600 * 1000

export interface OpfsStoreParts {
  browser: Browser
  directory: string
  limits: Limits
  /** Once for each directory in a tab or worker, after its first artifact was opened. */
  collectsBySelf: boolean
}

const collected = new Set<string>()

export class OpfsStore implements ArtifactStore {
  readonly #parts: OpfsStoreParts
  readonly #quota: Quota
  /** When this store last wrote down that an artifact is used, by id. */
  readonly #touchedAt = new Map<string, number>()

  constructor(parts: OpfsStoreParts) {
    const { browser, limits } = parts
    this.#parts = parts
    this.#quota = new Quota(limits, {
      of: "the site's storage",
      space: () => spaceOf(browser),
      totalBytes: () => this.#totalBytes(),
      makeRoom: async (bytes) => {
        const roomBytes = Math.max(bytes, Math.min(ROOM_BYTES, limits.maxTotalBytes / 8))
        await this.#collect(false, MOST_REMOVALS, roomBytes).catch(() => {})
      },
    })
  }

  async open(meta: ArtifactMeta): Promise<ArtifactWriter> {
    try {
      const sink = await OpfsSink.create(this.#folder(), this.#quota)
      this.#collectOnce()
      return new BatchingWriter(meta, new Sha256(), sink)
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
    try {
      return (await this.#open(id)).manifest.stat
    } catch (error) {
      throw isMissing(error) ? unknownArtifact(id) : readFailure(error)
    }
  }

  async list(): Promise<ArtifactStat[]> {
    try {
      const directory = await directoryOf(this.#folder())
      const files = await filesIn(directory)
      const found = await inBatches(manifestsIn(files), ({ id, handle }) =>
        // One damaged or just deleted artifact must not hide the others.
        parseFile(handle, id).catch(() => undefined),
      )
      const whole = found.flatMap((manifest) => (manifest && files.has(manifest.data) ? [manifest.stat] : []))
      return whole.sort(newestFirst)
    } catch (error) {
      if (isMissing(error)) return []
      throw readFailure(error)
    }
  }

  async delete(id: string): Promise<void> {
    if (!isArtifactId(id)) throw unknownArtifact(id)
    const folder = this.#folder()
    try {
      await folder.locks.alone(changeLock(folder, id), async () => {
        const directory = await directoryOf(folder)
        await directory.getFileHandle(manifestName(id))
        await removeArtifact(directory, id, await findManifest(directory, id))
      })
      this.#touchedAt.delete(id)
      giveUpClaim(folder, id)
    } catch (error) {
      throw isMissing(error) ? unknownArtifact(id) : readFailure(error)
    }
  }

  async gc(options: GcOptions = {}): Promise<GcReport> {
    try {
      return await this.#collect(options.dryRun ?? false, Infinity, 0)
    } catch (error) {
      if (isMissing(error)) return { removed: [], abandoned: [], bytes: 0, finished: true }
      throw readFailure(error)
    }
  }

  #folder(): Folder {
    const { browser, directory } = this.#parts
    return { browser, locks: locksOf(browser.locks), name: directory }
  }

  #collect(dryRun: boolean, maxRemovals: number, roomBytes: number): Promise<GcReport> {
    return collectGarbage(this.#folder(), { limits: this.#parts.limits, maxRemovals, roomBytes, dryRun })
  }

  /** Never in the way of a result: nobody waits for it, and what fails is left for the next tab. */
  #collectOnce(): void {
    const { directory } = this.#parts
    if (!this.#parts.collectsBySelf || collected.has(directory)) return
    collected.add(directory)
    void this.#collect(false, MOST_REMOVALS, 0).catch(() => {})
  }

  async #totalBytes(): Promise<number> {
    const folder = this.#folder()
    const { artifacts, abandoned, busyBytes } = await scan(folder, await directoryOf(folder))
    return [...artifacts, ...abandoned].reduce((sum, { bytes }) => sum + bytes, busyBytes)
  }

  async *#reading(
    id: string,
    read: (artifact: OpenArtifact) => AsyncGenerator<Uint8Array, void>,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    if (!isArtifactId(id)) throw unknownArtifact(id)
    let release: (() => void) | undefined
    try {
      const folder = this.#folder()
      release = await folder.locks.hold(artifactLock(folder, id))
      const artifact = await this.#open(id)
      await this.#touch(id)
      yield* read(openArtifactFile(artifact))
    } catch (error) {
      throw isMissing(error) ? unknownArtifact(id) : readFailure(error)
    } finally {
      release?.()
    }
  }

  async #open(id: string): Promise<ArtifactFile> {
    if (!isArtifactId(id)) throw unknownArtifact(id)
    const folder = this.#folder()
    const directory = await directoryOf(folder)
    const open = async () => {
      const manifest = await readManifest(directory, id)
      return { manifest, file: await openData(directory, manifest) }
    }
    // A fuller form may just have taken the place of what the manifest named; then no other does so.
    const { manifest, file } = await open().catch(() => folder.locks.alone(changeLock(folder, id), open))
    return {
      manifest,
      async readInto(bytes, position) {
        const part = await file.slice(position, position + bytes.length).arrayBuffer()
        bytes.set(new Uint8Array(part))
        return part.byteLength
      },
      async readIndex() {
        const lines = await (await directory.getFileHandle(linesName(manifest.data))).getFile()
        return new Uint8Array(await lines.arrayBuffer())
      },
      writeIndex: (bytes) => writeFile(directory, linesName(manifest.data), bytes),
      close: async () => {},
    }
  }

  /** What is read is used, and stays for longer. */
  async #touch(id: string): Promise<void> {
    const now = Date.now()
    if (now - (this.#touchedAt.get(id) ?? 0) < TOUCH_MS) return
    this.#touchedAt.set(id, now)
    await touch(await directoryOf(this.#folder()), id)
  }
}
