import { Refusal } from './failures.ts'
import type { FileSystem } from './file-system.ts'
import { readManifestNow, sizeOf } from './manifest.ts'
import { type Limits, usualFreeBytes } from './options.ts'
import { inSlices, scanDirectory } from './scan.ts'

/** Between two questions to the disk what one process writes is only added up; others may write as much meanwhile. */
const ASK_DISK_BYTES = 8 * 1024 * 1024
const COUNT_FILES_BYTES = 256 * 1024 * 1024

/** Why no more may be written. */
export interface FullBecause {
  limit: 'maxArtifactBytes' | 'maxSessionBytes' | 'maxTotalBytes' | 'keepFreeBytes'
  bytes: number
}

/** Limits that older artifacts can make room for. */
const CAN_BE_MADE: readonly FullBecause['limit'][] = ['maxTotalBytes', 'keepFreeBytes']

export interface Grant {
  bytes: number
  /** Set when it is less than was asked for. */
  because?: FullBecause
}

/** What all writers of one store may still write. */
export class Quota {
  readonly #fileSystem: FileSystem
  readonly #directory: string
  readonly #limits: Limits
  readonly #session: string | undefined
  readonly #makeRoom: (bytes: number) => Promise<void>
  #totalBytes = 0
  #sessionBytes = 0
  #freeBytes = Infinity
  #keepFreeBytes = 0
  #sinceAsked = Infinity
  #sinceCounted = Infinity
  #refreshing: Promise<void> | undefined

  constructor(
    fileSystem: FileSystem,
    directory: string,
    limits: Limits,
    session: string | undefined,
    /** Removes what may go, where there is too much. */
    makeRoom: (bytes: number) => Promise<void>,
  ) {
    this.#fileSystem = fileSystem
    this.#directory = directory
    this.#limits = limits
    this.#session = session
    this.#makeRoom = makeRoom
  }

  /** Takes the room for more bytes of an artifact that has `haveBytes`: all, or as many as there is room for. */
  async take(bytes: number, haveBytes: number): Promise<Grant> {
    await this.#refresh(bytes)
    const least = this.#least(haveBytes)
    if (least.room < bytes && CAN_BE_MADE.includes(least.because.limit)) {
      await this.#makeRoom(bytes)
      this.#sinceCounted = this.#sinceAsked = Infinity
      await this.#refresh(bytes)
    }
    const { room, because } = this.#least(haveBytes)
    const granted = Math.min(bytes, Math.max(0, room))
    this.#add(granted)
    return granted < bytes ? { bytes: granted, because } : { bytes }
  }

  /** What was taken and is not used: equal bytes were there, or the writing failed. */
  giveBack(bytes: number): void {
    this.#add(-bytes)
  }

  #add(bytes: number): void {
    this.#totalBytes += bytes
    this.#sessionBytes += bytes
    this.#freeBytes -= bytes
    this.#sinceAsked += Math.max(0, bytes)
    this.#sinceCounted += Math.max(0, bytes)
  }

  #least(haveBytes: number): { room: number; because: FullBecause } {
    const { maxArtifactBytes, maxSessionBytes, maxTotalBytes } = this.#limits
    const rooms: [FullBecause['limit'], number, number][] = [
      ['maxArtifactBytes', maxArtifactBytes, maxArtifactBytes - haveBytes],
      ['maxSessionBytes', maxSessionBytes, maxSessionBytes - this.#sessionBytes],
      ['maxTotalBytes', maxTotalBytes, maxTotalBytes - this.#totalBytes],
      ['keepFreeBytes', this.#keepFreeBytes, this.#freeBytes - this.#keepFreeBytes],
    ]
    const [limit, bytes, room] = rooms.reduce((least, next) => (next[2] < least[2] ? next : least))
    return { room: Math.floor(room), because: { limit, bytes } }
  }

  async #refresh(bytes: number): Promise<void> {
    const due = this.#sinceAsked + bytes > ASK_DISK_BYTES || this.#sinceCounted + bytes > COUNT_FILES_BYTES
    if (!due && !this.#refreshing) return
    this.#refreshing ??= this.#ask().finally(() => {
      this.#refreshing = undefined
    })
    await this.#refreshing
  }

  /** A disk that does not tell is not a full one: its own error will come. */
  async #ask(): Promise<void> {
    if (this.#sinceCounted >= COUNT_FILES_BYTES) await this.#count().catch(() => {})
    this.#sinceAsked = 0
    const space = await this.#fileSystem.space(this.#directory).catch(() => undefined)
    this.#keepFreeBytes = this.#limits.keepFreeBytes ?? usualFreeBytes(space?.sizeBytes ?? 0)
    this.#freeBytes = space && this.#keepFreeBytes > 0 ? space.freeBytes : Infinity
  }

  async #count(): Promise<void> {
    const first = this.#sinceCounted === Infinity
    this.#sinceCounted = 0
    const files = await scanDirectory(this.#fileSystem, this.#directory)
    this.#totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0)
    if (first && this.#session !== undefined) await this.#countSession(files.map(({ form }) => form))
  }

  async #countSession(forms: readonly { kind: string; id?: string }[]): Promise<void> {
    const ids = forms.flatMap(({ kind, id }) => (kind === 'manifest' && id !== undefined ? [id] : []))
    let bytes = 0
    await inSlices(ids, (id) => {
      try {
        const manifest = readManifestNow(this.#fileSystem, this.#directory, id)
        if (manifest.session === this.#session) bytes += sizeOf(manifest)
      } catch {
        // Damaged, or gone meanwhile: it is no session's.
      }
    })
    this.#sessionBytes = bytes
  }
}

const WORDS: Record<FullBecause['limit'], (bytes: number) => string> = {
  maxArtifactBytes: (bytes) => `an artifact may have ${bytes} bytes`,
  maxSessionBytes: (bytes) => `the artifacts of a session may have ${bytes} bytes`,
  maxTotalBytes: (bytes) => `all artifacts together may have ${bytes} bytes`,
  keepFreeBytes: (bytes) => `${bytes} bytes of the disk have to stay free`,
}

export const reasonFor = ({ limit, bytes }: FullBecause): string => WORDS[limit](bytes)

export const storeFull = (because: FullBecause): Refusal => new Refusal('PITH_STORE_FULL', reasonFor(because))
