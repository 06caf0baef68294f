import type { ScanSession } from '../scan/scanner.ts'
import type { Tail } from './head-tail.ts'

/** The bytes of a stream that are in memory: the chunk being scanned, and the tail of the chunks before it. */
export class HeldBytes {
  /** The chunk being scanned, and its offset in the stream. */
  chunk: Uint8Array = new Uint8Array(0)
  chunkStart = 0
  /** True when the chunk never changes, so that views of it may be kept. */
  isOwned = false
  /** Offsets in the stream of the window being scanned. */
  windowStart = 0
  windowEnd = 0
  readonly #tail: Tail
  readonly #session: ScanSession

  constructor(tail: Tail, session: ScanSession) {
    this.#tail = tail
    this.#session = session
  }

  /** Offset of the first byte in memory. */
  get startByte(): number {
    return Math.min(this.#tail.startByte, this.chunkStart)
  }

  /** A byte in memory. */
  byteAt(offset: number): number {
    const from = this.chunkStart
    return offset >= from ? this.chunk[offset - from] : this.#tail.bytes[offset - this.#tail.startByte]
  }

  /** True if callers may keep what `held` returns for a range that begins here: a view of bytes that do not change. */
  isLasting(startByte: number): boolean {
    return this.isOwned && startByte >= this.chunkStart
  }

  /** The bytes of a range that begins in memory, as a view or a copy; fewer when its end has not arrived yet. */
  held(startByte: number, endByte: number): Uint8Array {
    const from = this.chunkStart
    if (startByte >= from) return this.chunk.subarray(startByte - from, endByte - from)
    const tailStart = this.#tail.startByte
    const old = this.#tail.bytes.subarray(startByte - tailStart, Math.min(endByte, from) - tailStart)
    if (endByte <= from) return old
    const joined = new Uint8Array(Math.min(endByte, from + this.chunk.length) - startByte)
    joined.set(old)
    joined.set(this.chunk.subarray(0, joined.length - old.length), old.length)
    return joined
  }

  /**
   * Writes the fingerprint of a line, without its time stamp, into `out`. Returns the offset after the time stamp, or
   * -1 when not all of the line is in the window.
   */
  fingerprint(startByte: number, endByte: number, out: Uint32Array): number {
    const from = this.windowStart
    const words = this.#session.fingerprint(startByte - from, endByte - from, out)
    return words < 0 ? -1 : words + from
  }

  /** Where in `memory` a line is; -1 when not all of it is in the window, or the window is elsewhere. */
  addressOf(memory: ArrayBuffer, startByte: number, endByte: number): number {
    return this.#session.addressOf(memory, startByte - this.windowStart, endByte - this.windowStart)
  }
}
