import { Sha256 } from '../../../core/bytes/sha256.ts'
import type { Backend } from '../../backend.ts'
import { BoundedSink } from '../../bounded-sink.ts'
import { openArtifactFile } from '../../file-reading.ts'
import { collectOnce, type GcBounds } from '../../gc.ts'
import { inParallel } from '../../in-parallel.ts'
import { type StoreLimits, USE_STEP_MS } from '../../limits.ts'
import type { Manifest } from '../../manifest.ts'
import { Quota } from '../../quota.ts'
import type { OpenArtifact } from '../../reading.ts'
import type { ArtifactMeta, ArtifactStat, ArtifactWriter, GcOptions, GcReport } from '../../store.ts'
import { BatchingWriter } from '../../writer.ts'
import type { Browser } from './browser.ts'
import { giveUpClaim } from './claims.ts'
import { readInto } from './data-file.ts'
import { browserFailure, browserReadFailure, isMissingInBrowser } from './failures.ts'
import {
  artifactLock,
  type BrowserFolder,
  changeLock,
  directoryOf,
  findBrowserManifest,
  openBrowserData,
  parseFile,
  readBrowserManifest,
  removeArtifact,
  touch,
} from './folder.ts'
import { collectBrowserFiles, spaceOf, totalBytes } from './gc.ts'
import { Locks } from './locks.ts'
import { browserManifestName } from './names.ts'
import { FILES_AT_ONCE, filesIn, manifestsIn } from './scan.ts'
import { OpfsTarget } from './target.ts'

export interface OpfsBackendParts {
  browser: Browser
  directory: string
  limits: StoreLimits
  /** Whether the first write to a directory starts a clean-up, once per tab or worker. */
  collectsBySelf: boolean
}

/** Artifacts in a directory of a site's private files. Tabs and workers of the site share it. */
export class OpfsBackend implements Backend {
  readonly isMissing = isMissingInBrowser
  readonly writeFailure = browserFailure
  readonly readFailure = browserReadFailure
  readonly manageFailure = browserReadFailure
  readonly #parts: OpfsBackendParts
  readonly #quota: Quota
  /** When this backend last recorded the use of an artifact, by id. */
  readonly #touchedAt = new Map<string, number>()

  constructor(parts: OpfsBackendParts) {
    const { browser, limits } = parts
    this.#parts = parts
    this.#quota = new Quota(limits, {
      of: "the site's storage",
      space: () => spaceOf(browser),
      totalBytes: () => totalBytes(this.#folder()),
      collect: (bounds) => this.collect({}, bounds),
    })
  }

  async write(meta: ArtifactMeta): Promise<ArtifactWriter> {
    const { directory, collectsBySelf } = this.#parts
    const target = await OpfsTarget.create(this.#folder())
    if (collectsBySelf) collectOnce(directory, (bounds) => this.collect({}, bounds))
    return new BatchingWriter(meta, new Sha256(), new BoundedSink(target, this.#quota))
  }

  async open(id: string): Promise<OpenArtifact> {
    const folder = this.#folder()
    const release = await folder.locks.hold(artifactLock(folder, id))
    try {
      const { manifest, file } = await this.#openData(id)
      await this.#touch(id)
      return openArtifactFile({
        manifest,
        readInto: (bytes, position) => readInto(file, bytes, position),
        close: async () => release(),
      })
    } catch (error) {
      release()
      throw error
    }
  }

  async stat(id: string): Promise<ArtifactStat> {
    return (await this.#openData(id)).manifest.stat
  }

  async list(): Promise<ArtifactStat[]> {
    const files = await filesIn(await directoryOf(this.#folder()))
    const found = await inParallel(manifestsIn(files), FILES_AT_ONCE, ({ id, handle }) =>
      // A damaged or just deleted artifact must not hide the others.
      parseFile(handle, id).catch(() => undefined),
    )
    return found.flatMap((manifest) => (manifest && files.has(manifest.data) ? [manifest.stat] : []))
  }

  async remove(id: string): Promise<void> {
    const folder = this.#folder()
    await folder.locks.alone(changeLock(folder, id), async () => {
      const directory = await directoryOf(folder)
      await directory.getFileHandle(browserManifestName(id))
      await removeArtifact(directory, id, await findBrowserManifest(directory, id))
    })
    this.#touchedAt.delete(id)
    giveUpClaim(folder, id)
  }

  collect({ dryRun = false }: GcOptions, bounds: GcBounds): Promise<GcReport> {
    return collectBrowserFiles(this.#folder(), this.#parts.limits, bounds, dryRun)
  }

  #folder(): BrowserFolder {
    const { browser, directory } = this.#parts
    return { browser, locks: new Locks(browser.locks), name: directory }
  }

  async #openData(id: string): Promise<{ manifest: Manifest; file: File }> {
    const folder = this.#folder()
    const directory = await directoryOf(folder)
    const open = async () => {
      const manifest = await readBrowserManifest(directory, id)
      return { manifest, file: await openBrowserData(directory, manifest) }
    }
    // A more complete artifact may just have replaced this one. So try again while the lock prevents that.
    return open().catch(() => folder.locks.alone(changeLock(folder, id), open))
  }

  async #touch(id: string): Promise<void> {
    const now = Date.now()
    if (now - (this.#touchedAt.get(id) ?? 0) < USE_STEP_MS) return
    this.#touchedAt.set(id, now)
    await touch(await directoryOf(this.#folder()), id)
  }
}
