import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Backend, NewestArtifacts } from '../../backend.ts'
import { BoundedSink } from '../../bounded-sink.ts'
import { isMissing, readFailure, storeFailure } from '../../failures.ts'
import { openArtifactFile } from '../../file-reading.ts'
import { bytesOfFiles, type GcBounds } from '../../gc.ts'
import { type StoreLimits, USE_STEP_MS } from '../../limits.ts'
import { sizeOf } from '../../manifest.ts'
import { Quota, type Usage } from '../../quota.ts'
import type { OpenArtifact } from '../../reading.ts'
import { newestFirst, unknownArtifact } from '../../stat.ts'
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
import { checkDirectory, isMine, prepareDirectory, type StateDirectory } from './directory.ts'
import { collectWhenDue } from './due.ts'
import type { FileSystem } from './file-system.ts'
import type { Folder } from './folder.ts'
import { collectFiles } from './gc.ts'
import { type FileManifest, readManifest, readManifestNow } from './manifest.ts'
import { manifestName, sessionKey } from './names.ts'
import { type OpenData, openData } from './open-data.ts'
import { isOwnToken } from './owner.ts'
import { PartFile } from './part-file.ts'
import { isMarked, removeArtifacts } from './removal.ts'
import { findRun, openRun, watchRun } from './runs.ts'
import { artifactsIn, inSlices, namesIn, partBytes } from './scan.ts'
import { FileTarget } from './target.ts'

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
    const { fileSystem, place, limits } = parts
    const { directory } = place
    this.#parts = parts
    this.#folder = { fileSystem, directory }
    this.#quota = new Quota(limits, this.#usage())
  }

  async write(meta: ArtifactMeta): Promise<ArtifactWriter> {
    const { fileSystem, place, session, collectsBySelf } = this.#parts
    await prepareDirectory(fileSystem, place)
    const part = await PartFile.create(fileSystem, place.directory)
    const collect = (bounds: GcBounds) => this.collect({}, bounds)
    if (collectsBySelf) await collectWhenDue(this.#folder, collect)
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
    const stats: ArtifactStat[] = []
    await inSlices([...artifactsIn(await this.#names()).keys()], (id) => {
      const stat = this.#statNow(id)
      if (stat) stats.push(stat)
    })
    return stats
  }

  async newest(most: number): Promise<NewestArtifacts> {
    await this.#check()
    const found = Array.from(artifactsIn(await this.#names()), ([id, facts]) => ({ ...facts, id }))
    const artifacts: ArtifactStat[] = []
    let damaged = 0
    for (const { id } of found.sort(newestFirst)) {
      if (artifacts.length === most) break
      const stat = this.#statNow(id)
      if (stat) artifacts.push(stat)
      else damaged++
    }
    return { artifacts, total: found.length - damaged, keptBytes: bytesOfFiles(found) }
  }

  async watch(id: string): Promise<RunningOutput | undefined> {
    await this.#check()
    return watchRun(this.#folder, id)
  }

  async remove(id: string): Promise<void> {
    await this.#check()
    const found = await findManifest(this.#folder, id)
    await this.#removeOrWait(id)
    const { session } = this.#parts
    const isCounted =
      found && (isOwnToken(found.token) || (session !== undefined && found.session === session))
    if (isCounted) this.#quota.giveBack(sizeOf(found))
  }

  async collect({ dryRun = false }: GcOptions, bounds: GcBounds): Promise<GcReport> {
    await this.#check()
    return collectFiles(this.#folder, this.#parts.limits, bounds, dryRun)
  }

  #names(): Promise<string[]> {
    return namesIn(this.#folder.fileSystem, this.#folder.directory)
  }

  /** What is known of an artifact. Undefined if it is damaged or was just deleted. */
  #statNow(id: string): ArtifactStat | undefined {
    const { fileSystem, directory } = this.#folder
    try {
      const manifest = readManifestNow(fileSystem, directory, id)
      const found = fileSystem.lstatNow(join(directory, manifest.data))
      return found.isFile() && isMine(found) && found.size === sizeOf(manifest) ? manifest.stat : undefined
    } catch {
      // A damaged artifact must not hide the others.
      return undefined
    }
  }

  /** The free space of the disk, and the bytes that the store and the session use. */
  #usage(): Usage {
    const { fileSystem, directory } = this.#folder
    const { session } = this.#parts
    return {
      of: 'the disk',
      space: () => fileSystem.space(directory),
      totalBytes: async () => {
        const names = await this.#names()
        return bytesOfFiles([...artifactsIn(names).values()]) + partBytes(this.#folder, names)
      },
      // A session without a name is this process. The quota counts its bytes as they are written.
      ...(session !== undefined && {
        sessionBytes: async () => {
          const kept = [...artifactsIn(await this.#names()).values()]
          return bytesOfFiles(kept.filter((facts) => facts.session === sessionKey(session)))
        },
      }),
      collect: (bounds) => this.collect({}, bounds),
    }
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
    const names = await this.#names()
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
