import {
  newlinesOf,
  STRIDE_BYTES,
  type StoredLineIndex,
  type StrideEntry,
  sumOfNewlines,
} from './line-index.ts'
import type { Ring } from './ring.ts'

/** Collects the line-index entries of a stream. Its memory grows only with the bytes that are kept. */
export class StrideCounts {
  #head = new Uint32Array(64)
  #headLength = 0
  #tail: Uint32Array | undefined
  #strides = 0
  #lineFeeds = 0

  /** Adds the next stride. */
  add(entry: StrideEntry): void {
    if (this.#tail) this.#tail[this.#strides % this.#tail.length] = entry
    else this.#push(entry)
    this.#strides++
    this.#lineFeeds += newlinesOf(entry)
  }

  /** Remembers only the strides of the head and the ring from now on. */
  keepRing({ headBytes, ringBytes }: Ring): void {
    const all = this.#head.subarray(0, this.#headLength)
    this.#tail = new Uint32Array(Math.ceil(ringBytes / STRIDE_BYTES) + 1)
    for (let stride = Math.max(0, all.length - this.#tail.length); stride < all.length; stride++)
      this.#tail[stride % this.#tail.length] = all[stride]
    this.#headLength = Math.min(all.length, Math.floor(headBytes / STRIDE_BYTES))
  }

  /** The index of a stream of `bytes` bytes. */
  index(bytes: number, ring: Ring | undefined): StoredLineIndex {
    const head = [...this.#head.subarray(0, this.#headLength)]
    const whole = { strideBytes: STRIDE_BYTES, head, tail: [], tailStart: 0, tailLineFeeds: 0 }
    const ringed = this.#tail
    if (!ring || !ringed) return whole
    const tailStride = Math.min(Math.ceil((bytes - ring.ringBytes) / STRIDE_BYTES), this.#strides)
    const count = this.#strides - tailStride
    const tail = Array.from({ length: count }, (_, at) => ringed[(tailStride + at) % ringed.length])
    const tailLineFeeds = this.#lineFeeds - sumOfNewlines(tail)
    return { ...whole, tail, tailStart: tailStride * STRIDE_BYTES, tailLineFeeds }
  }

  #push(entry: StrideEntry): void {
    if (this.#headLength === this.#head.length) {
      const larger = new Uint32Array(2 * this.#head.length)
      larger.set(this.#head)
      this.#head = larger
    }
    this.#head[this.#headLength++] = entry
  }
}
