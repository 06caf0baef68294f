import { StoreError } from './failures.ts'
import { boundsForRoom, type GcBounds } from './gc.ts'
import { type Space, type StoreLimits, usualFreeBytes } from './limits.ts'

/** Bytes written between two free-space checks. Between them, writes of other processes are not seen. */
const ASK_DISK_BYTES = 8 * 1024 * 1024
/** Bytes written between two counts of the bytes in all files. */
const COUNT_FILES_BYTES = 256 * 1024 * 1024

/** The limit that allows no more bytes. */
export interface ReachedLimit {
  limit: 'maxArtifactBytes' | 'maxSessionBytes' | 'maxTotalBytes' | 'keepFreeBytes'
  bytes: number
  /** Names the place in messages: `the disk`. */
  of: string
}

/** The limits for which removing older artifacts makes room. */
const RELIEVED_BY_GC: readonly ReachedLimit['limit'][] = ['maxTotalBytes', 'keepFreeBytes']

export interface Grant {
  bytes: number
  /** Set when fewer bytes were granted than asked for. */
  reached?: ReachedLimit
}

/**
 * What a quota asks its store. When an answer rejects, the quota counts only the bytes that are written from then on.
 */
export interface Usage {
  /** Names the place of `space` in messages: `the disk`. */
  readonly of: string
  space(): Promise<Space>
  /** The bytes of all artifacts, and of those that are being written. */
  totalBytes(): Promise<number>
  /** Bytes that the session has written before. Called once. */
  sessionBytes?(): Promise<number>
  /** Removes artifacts to make room. */
  collect(bounds: GcBounds): Promise<unknown>
}

/** Counts how many bytes all writers of one store may still write. */
export class Quota {
  readonly #usage: Usage
  readonly #limits: StoreLimits
  #totalBytes = 0
  #sessionBytes = 0
  #freeBytes = Infinity
  #keepFreeBytes = 0
  #sinceAsked = Infinity
  #sinceCounted = Infinity
  #refreshing: Promise<void> | undefined

  constructor(limits: StoreLimits, usage: Usage) {
    this.#limits = limits
    this.#usage = usage
  }

  /** Reserves room for more bytes of an artifact that has `haveBytes`. Grants all of them, or as many as fit. */
  async take(bytes: number, haveBytes: number): Promise<Grant> {
    await this.#refresh(bytes)
    const least = this.#least(haveBytes)
    if (least.room < bytes && RELIEVED_BY_GC.includes(least.reached.limit)) {
      await this.#usage.collect(boundsForRoom(bytes, this.#limits)).catch(() => {})
      this.#sinceCounted = this.#sinceAsked = Infinity
      await this.#refresh(bytes)
    }
    const { room, reached } = this.#least(haveBytes)
    const granted = Math.min(bytes, Math.max(0, room))
    this.#add(granted)
    return granted < bytes ? { bytes: granted, reached } : { bytes }
  }

  /** Releases reserved bytes that are not used, because an equal artifact exists or the writing failed. */
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

  #least(haveBytes: number): { room: number; reached: ReachedLimit } {
    const { maxArtifactBytes, maxSessionBytes, maxTotalBytes } = this.#limits
    const rooms: [ReachedLimit['limit'], number, number][] = [
      ['maxArtifactBytes', maxArtifactBytes, maxArtifactBytes - haveBytes],
      ['maxSessionBytes', maxSessionBytes, maxSessionBytes - this.#sessionBytes],
      ['maxTotalBytes', maxTotalBytes, maxTotalBytes - this.#totalBytes],
      ['keepFreeBytes', this.#keepFreeBytes, this.#freeBytes - this.#keepFreeBytes],
    ]
    const [limit, bytes, room] = rooms.reduce((least, next) => (next[2] < least[2] ? next : least))
    return { room: Math.floor(room), reached: { limit, bytes, of: this.#usage.of } }
  }

  async #refresh(bytes: number): Promise<void> {
    const due = this.#sinceAsked + bytes > ASK_DISK_BYTES || this.#sinceCounted + bytes > COUNT_FILES_BYTES
    if (!due && !this.#refreshing) return
    this.#refreshing ??= this.#ask().finally(() => {
      this.#refreshing = undefined
    })
    await this.#refreshing
  }

  /** A disk that does not report its space counts as not full. If it is full, writing fails with the system's error. */
  async #ask(): Promise<void> {
    if (this.#sinceCounted >= COUNT_FILES_BYTES) await this.#count().catch(() => {})
    this.#sinceAsked = 0
    const space = await this.#usage.space().catch(() => undefined)
    this.#keepFreeBytes = this.#limits.keepFreeBytes ?? usualFreeBytes(space?.sizeBytes ?? 0)
    this.#freeBytes = space && this.#keepFreeBytes > 0 ? space.freeBytes : Infinity
  }

  async #count(): Promise<void> {
    const first = this.#sinceCounted === Infinity
    this.#sinceCounted = 0
    this.#totalBytes = await this.#usage.totalBytes()
    if (first && this.#usage.sessionBytes) this.#sessionBytes = await this.#usage.sessionBytes()
  }
}

const WORDS: Record<ReachedLimit['limit'], (bytes: number, of: string) => string> = {
  maxArtifactBytes: (bytes) => `an artifact may have ${bytes} bytes`,
  maxSessionBytes: (bytes) => `the artifacts of a session may have ${bytes} bytes`,
  maxTotalBytes: (bytes) => `all artifacts together may have ${bytes} bytes`,
  keepFreeBytes: (bytes, of) => `${bytes} bytes of ${of} have to stay free`,
}

export const reasonFor = ({ limit, bytes, of }: ReachedLimit): string => WORDS[limit](bytes, of)

export const storeFullError = (reached: ReachedLimit): StoreError =>
  new StoreError('PITH_STORE_FULL', reasonFor(reached))
