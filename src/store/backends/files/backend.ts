import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Backend, NewestArtifacts } from '../../backend.ts'
import { BoundedSink } from '../../bounded-sink.ts'
import { isMissing, readFailure, storeFailure } from '../../failures.ts'
import { openArtifactFile } from '../../file-reading.ts'
import type { GcBounds } from '../../gc.ts'
import { type StoreLimits, USE_STEP_MS } from '../../limits.ts'
import { sizeOf } from '../../manifest.ts'
import { Quota } from '../../quota.ts'
import type { OpenArtifact } from '../../reading.ts'
import { unknownArtifact } from '../../stat.ts'
import type {
  ArtifactMeta,
  ArtifactStat,
  ArtifactWriter,
  GcOptions,
  GcReport,
  RunningOutput,
} from '../../store.ts'
import { BatchingWriter } from '../../writer.ts'
import { findManifest, WAIT_MS, WAIT_TRIES } from './adopt-equal.ts'
import { changing, isQuiet, isTrue } from './changes.ts'
import { checkDirectory, prepareDirectory, type StateDirectory } from './directory.ts'
import { collectWhenDue } from './due.ts'
import type { FileSystem } from './file-system.ts'
import type { Folder } from './folder.ts'
import { collectFiles } from './gc.ts'
import { withLedger } from './ledger.ts'
import { type FileManifest, readManifest } from './manifest.ts'
import { manifestName } from './names.ts'
import { type OpenData, openData } from './open-data.ts'
import { isOwnToken } from './owner.ts'
import { PartFile } from './part-file.ts'
import { isMarked, removeArtifacts } from './removal.ts'
import { findRun, openRun, watchRun } from './runs.ts'
import { namesIn } from './scan.ts'
import { FileTarget } from './target.ts'
import { usageOf } from './usage.ts'
import { readArtifacts, readEntry, sizeNow, walkFolder, writeLedger } from './walk.ts'

export interface FileBackendParts {
  fileSystem: FileSystem
  place: StateDirectory
  limits: StoreLimits
  session: string | undefined
  /** Whether the first write to a directory starts a clean-up, once per process. */
  collectsBySelf: boolean
}

/** Artifacts in a directory that processes share. */
export class FileBackend implements Backend {
  readonly isMissing = isMissing
  readonly writeFailure = storeFailure
  readonly readFailure = readFailure
  readonly manageFailure = readFailure
  readonly #parts: FileBackendParts
  readonly #folder: Folder
  readonly #quota: Quota

  constructor(parts: FileBackendParts) {
    const { fileSystem, place, limits, session } = parts
    const { directory } = place
    this.#parts = parts
    this.#folder = { fileSystem, directory }
    const collect = (bounds: GcBounds) => this.collect({}, bounds)
    this.#quota = new Quota(limits, { ...usageOf(this.#folder, session), collect })
  }

  async write(meta: ArtifactMeta): Promise<ArtifactWriter> {
    const { fileSystem, place, limits, session, collectsBySelf } = this.#parts
    await prepareDirectory(fileSystem, place)
    const part = await changing(this.#folder, () => PartFile.create(fileSystem, place.directory))
    const collect = (bounds: GcBounds) => this.collect({}, bounds)
    if (collectsBySelf) await collectWhenDue(this.#folder, limits.ttlMs, collect)
    const check = () => this.#check()
    const target = new FileTarget({ ...this.#folder, session, check }, part)
    return new BatchingWriter(meta, createHash('sha256'), new BoundedSink(target, this.#quota))
  }

  async open(id: string): Promise<OpenArtifact> {
    const data = await this.#openAny(id)
    await this.#touch(data.manifest)
    return openArtifactFile(data)
  }

  async stat(id: string): Promise<ArtifactStat> {
    const { manifest, close } = await this.#openAny(id)
    await close().catch(() => {})
    return manifest.stat
  }

  async list(): Promise<ArtifactStat[]> {
    await this.#check()
    return changing(this.#folder, async () => {
      const found = await walkFolder(this.#folder)
      const { entries, stats } = await readArtifacts(this.#folder, found.files, new Map())
      await writeLedger(this.#folder, found, entries)
      return stats
    })
  }

  async newest(most: number): Promise<NewestArtifacts | undefined> {
    await this.#check()
    if (!(await isTrue(this.#folder))) return undefined
    return withLedger(this.#folder, async (ledger) => {
      const { artifacts: total, keptBytes } = ledger
      const artifacts: ArtifactStat[] = []
      for (const { id, createdAt } of await ledger.newest(most)) {
        if (artifacts.length === most) break
        const stat = readEntry(this.#folder, id, 0, (data) => sizeNow(this.#folder, data))?.stat
        // The ledger lies, so all files are looked at.
        if (stat?.createdAt !== createdAt) return undefined
        artifacts.push(stat)
      }
      return artifacts.length < Math.min(most, total) ? undefined : { artifacts, total, keptBytes }
    })
  }

  async watch(id: string): Promise<RunningOutput | undefined> {
    await this.#check()
    return watchRun(this.#folder, id)
  }

  async remove(id: string): Promise<void> {
    await this.#check()
    const found = await findManifest(this.#folder, id)
    await changing(this.#folder, () => this.#removeOrWait(id))
    const { session } = this.#parts
    const isCounted =
      found && (isOwnToken(found.token) || (session !== undefined && found.session === session))
    if (isCounted) this.#quota.giveBack(sizeOf(found))
  }

  async collect({ dryRun = false }: GcOptions, bounds: GcBounds): Promise<GcReport> {
    await this.#check()
    return collectFiles(this.#folder, this.#parts.limits, bounds, dryRun)
  }

  #check(): Promise<void> {
    return checkDirectory(this.#parts.fileSystem, this.#parts.place)
  }

  async #removeOrWait(id: string): Promise<void> {
    for (let tries = 0; tries < WAIT_TRIES; tries++) {
      const removed = await removeArtifacts(this.#folder, [id], () => false)
      if (removed.length > 0) return
      // Another process may have marked the artifact, and may decide to keep it.
      if (!(await this.#isBeingChanged(id))) break
      await sleep(WAIT_MS)
    }
    throw unknownArtifact(id)
  }

  /** Opens an artifact, by its id or that of the run which wrote it, or what a run has written so far. */
  async #openAny(id: string): Promise<OpenData> {
    try {
      return await this.#openData(id)
    } catch (error) {
      const run = isMissing(error) ? await findRun(this.#folder, id) : undefined
      if (!run) throw error
      return run.kind === 'ended' ? this.#openData(run.artifact) : openRun(this.#folder, id, run.token)
    }
  }

  /**
   * Opens an artifact's bytes. Tries again when another process replaces the artifact by a more complete one between
   * reading the manifest and opening the data file.
   */
  async #openData(id: string): Promise<OpenData> {
    const { fileSystem, directory } = this.#folder
    await this.#check()
    for (let tries = 0; ; tries++) {
      try {
        return await openData(this.#folder, await readManifest(fileSystem, directory, id))
      } catch (error) {
        if (!isMissing(error) || tries >= WAIT_TRIES || !(await this.#isBeingChanged(id))) throw error
        await sleep(WAIT_MS)
      }
    }
  }

  async #isBeingChanged(id: string): Promise<boolean> {
    if (await isQuiet(this.#folder, id)) return false
    const names = await namesIn(this.#folder.fileSystem, this.#folder.directory)
    if (isMarked(names, id)) return true
    const manifest = await findManifest(this.#folder, id)
    return manifest !== undefined && names.includes(manifest.data)
  }

  /** Records that an artifact was used. A failure does not matter. */
  async #touch({ stat, usedAtMs = 0 }: FileManifest): Promise<void> {
    const { fileSystem, directory } = this.#folder
    const now = Date.now()
    if (now - usedAtMs < USE_STEP_MS) return
    await fileSystem.touch(join(directory, manifestName(stat.id)), now).catch(() => {})
  }
}
