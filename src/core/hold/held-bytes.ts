import type { Tail } from './head-tail.ts'

/** The bytes of a stream that are in memory: the chunk being scanned, and the tail of the chunks before it. */
export class HeldBytes {
  /** The chunk being scanned, and its offset in the stream. */
  chunk: Uint8Array = new Uint8Array(0)
  chunkStart = 0
  readonly #tail: Tail

  constructor(tail: Tail) {
    this.#tail = tail
  }

  /** Offset of the first byte in memory. */
  get startByte(): number {
    return Math.min(this.#tail.startByte, this.chunkStart)
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
}
