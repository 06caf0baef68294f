import { BoundedFile } from '../../bounded-file.ts'
import { Refusal } from '../../failures.ts'
import { LEAST_INDEXED_BYTES } from '../../file-reading.ts'
import type { StrideEntry } from '../../line-index.ts'
import { encodeManifest, type Manifest } from '../../manifest.ts'
import type { Quota } from '../../quota.ts'
import type { ArtifactEnd, ArtifactStat } from '../../store.ts'
import type { ArtifactSink } from '../../writer.ts'
import type { DirectoryHandle } from './browser.ts'
import { claim, giveUpClaim, isClaimed } from './claims.ts'
import { DataFile, placeFile, removeFile, writeFile } from './data-file.ts'
import { failureOf } from './failures.ts'
import {
  changeLock,
  directoryOf,
  type Folder,
  findManifest,
  openData,
  removeData,
  touch,
  writerLock,
} from './folder.ts'
import { dataName, linesName, manifestName, newToken, partName } from './names.ts'

/** A writer's own files. */
interface Writing {
  directory: DirectoryHandle
  token: string
  file: DataFile
  /** Tells others that nobody writes them any more. */
  release(): void
}

/** An artifact's file while it is written. */
export class OpfsSink implements ArtifactSink {
  readonly failureOf = failureOf
  readonly #folder: Folder
  readonly #writing: Writing
  readonly #bounded: BoundedFile

  static async create(folder: Folder, quota: Quota): Promise<OpfsSink> {
    const directory = await directoryOf(folder, true)
    const token = newToken()
    // Before there is a file: who finds one whose writer holds nothing may remove it.
    const release = await folder.locks.hold(writerLock(folder, token))
    try {
      const file = await DataFile.create(directory, dataName(token))
      return new OpfsSink(folder, quota, { directory, token, file, release })
    } catch (error) {
      release()
      throw error
    }
  }

  constructor(folder: Folder, quota: Quota, writing: Writing) {
    this.#folder = folder
    this.#writing = writing
    this.#bounded = new BoundedFile(writing.file, quota)
  }

  append(bytes: Uint8Array): Promise<void> {
    return this.#bounded.append(bytes)
  }

  counted(entry: StrideEntry): void {
    this.#bounded.counted(entry)
  }

  async discard(): Promise<void> {
    const { directory, token, file, release } = this.#writing
    this.#bounded.stop()
    await file.discard()
    await removeFile(directory, linesName(dataName(token))).catch(() => {})
    this.#bounded.giveBack()
    release()
  }

  async publish(stat: ArtifactStat): Promise<ArtifactEnd> {
    await this.#writing.file.close()
    const whole = await this.#bounded.whole(stat)
    await this.#writeIndex(whole)
    const manifest = { stat: whole, data: dataName(this.#writing.token), ring: this.#bounded.ring }
    const { locks } = this.#folder
    const kept = await locks.alone(changeLock(this.#folder, stat.id), () => this.#place(manifest))
    if (kept === whole) this.#writing.release()
    else await this.discard()
    return this.#bounded.endOf(kept)
  }

  /** Returns what is there in the end: this artifact, or an equal one that came first. */
  async #place(manifest: Manifest): Promise<ArtifactStat> {
    const { stat } = manifest
    const wasClaimed = isClaimed(this.#folder, stat.id)
    await claim(this.#folder, stat.id)
    try {
      return await this.#adoptOrPlace(manifest)
    } catch (error) {
      if (!wasClaimed) giveUpClaim(this.#folder, stat.id)
      throw error
    }
  }

  async #adoptOrPlace(manifest: Manifest): Promise<ArtifactStat> {
    const { stat } = manifest
    const { directory, token } = this.#writing
    const found = await findManifest(directory, stat.id)
    if (found && found.stat.sha256 !== stat.sha256)
      throw new Refusal('EEXIST', 'its id is taken by another artifact')
    const isEnough = found && (!found.stat.missing || stat.missing !== undefined)
    if (isEnough && (await hasData(directory, found))) {
      await touch(directory, stat.id)
      return found.stat
    }
    await placeFile(directory, manifestName(stat.id), encodeManifest(manifest), partName(token))
    // What was there is damaged, or a shorter form of the same output.
    if (found) await removeData(directory, found.data).catch(() => {})
    return stat
  }

  /** Where it can't be written, the artifact is only slower to read. */
  async #writeIndex(stat: ArtifactStat): Promise<void> {
    if (stat.bytes < LEAST_INDEXED_BYTES) return
    const { directory, token } = this.#writing
    await writeFile(directory, linesName(dataName(token)), this.#bounded.indexOf(stat)).catch(() => {})
  }
}

const hasData = (directory: DirectoryHandle, manifest: Manifest): Promise<boolean> =>
  openData(directory, manifest).then(
    () => true,
    () => false,
  )
