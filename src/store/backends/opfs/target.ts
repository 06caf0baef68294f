import type { ArtifactTarget, WrittenArtifact } from '../../bounded-sink.ts'
import { StoreError } from '../../failures.ts'
import { isIntact } from '../../file-reading.ts'
import { encodeManifest, type Manifest } from '../../manifest.ts'
import { hasMore } from '../../stat.ts'
import type { ArtifactStat } from '../../store.ts'
import type { DirectoryHandle } from './browser.ts'
import { claim, giveUpClaim, isClaimed } from './claims.ts'
import { BrowserDataFile, placeFile, readInto, removeBrowserFile } from './data-file.ts'
import { browserFailure } from './failures.ts'
import {
  type BrowserFolder,
  changeLock,
  directoryOf,
  findBrowserManifest,
  openBrowserData,
  touch,
  writerLock,
} from './folder.ts'
import { browserManifestName, browserPartName, dataName, newBrowserToken } from './names.ts'

interface Writing {
  directory: DirectoryHandle
  token: string
  file: BrowserDataFile
  /** Releases the writer's lock, which shows others that nobody writes the files any more. */
  release(): void
}

/** The file of an artifact that is being written. */
export class OpfsTarget implements ArtifactTarget {
  readonly failureOf = browserFailure
  readonly file: BrowserDataFile
  readonly #folder: BrowserFolder
  readonly #writing: Writing

  static async create(folder: BrowserFolder): Promise<OpfsTarget> {
    const directory = await directoryOf(folder, true)
    const token = newBrowserToken()
    // Take the lock before there is a file, because a clean-up removes files whose writer holds no lock.
    const release = await folder.locks.hold(writerLock(folder, token))
    try {
      const file = await BrowserDataFile.create(directory, dataName(token))
      return new OpfsTarget(folder, { directory, token, file, release })
    } catch (error) {
      release()
      throw error
    }
  }

  constructor(folder: BrowserFolder, writing: Writing) {
    this.#folder = folder
    this.#writing = writing
    this.file = writing.file
  }

  endWriting(): Promise<void> {
    return this.file.close()
  }

  async discard(): Promise<void> {
    const { file, release } = this.#writing
    await file.discard()
    release()
  }

  async place({ stat, ring, ends, index }: WrittenArtifact): Promise<ArtifactStat> {
    const { token, release } = this.#writing
    const data = dataName(token)
    const { locks } = this.#folder
    const kept = await locks.alone(changeLock(this.#folder, stat.id), () =>
      this.#claimAndPlace({ stat, data, ring, ends, index }),
    )
    if (kept === stat) release()
    return kept
  }

  async #claimAndPlace(manifest: Manifest): Promise<ArtifactStat> {
    const { id } = manifest.stat
    const wasClaimed = isClaimed(this.#folder, id)
    await claim(this.#folder, id)
    try {
      return await this.#adoptOrPlace(manifest)
    } catch (error) {
      if (!wasClaimed) giveUpClaim(this.#folder, id)
      throw error
    }
  }

  async #adoptOrPlace(manifest: Manifest): Promise<ArtifactStat> {
    const { stat } = manifest
    const { directory, token } = this.#writing
    const found = await findBrowserManifest(directory, stat.id)
    const isSame = found?.stat.sha256 === stat.sha256
    const isLess = isSame && (found.stat.lines !== stat.lines || hasMore(stat, found.stat))
    if (found && !isLess && (await hasBytes(directory, found))) {
      if (!isSame) throw new StoreError('EEXIST', 'its id is taken by another artifact')
      await touch(directory, stat.id)
      return found.stat
    }
    await placeFile(directory, browserManifestName(stat.id), encodeManifest(manifest), browserPartName(token))
    // The old artifact was damaged, or lacked bytes that this one has.
    if (found) await removeBrowserFile(directory, found.data).catch(() => {})
    return stat
  }
}

/** Whether the data file exists with the bytes that the manifest says. */
async function hasBytes(directory: DirectoryHandle, manifest: Manifest): Promise<boolean> {
  try {
    const file = await openBrowserData(directory, manifest)
    return await isIntact({ manifest, readInto: (bytes, position) => readInto(file, bytes, position) })
  } catch {
    return false
  }
}
