import { type Ring, STRIDE_BYTES } from '../../ring.ts'

/** LFs of each stride that is wholly kept: from the start on, and behind a ring's gap from `tailStride` on. */
export interface LineIndex {
  head: Uint32Array
  tailStride: number
  /** LFs in all bytes before `tailStride`. */
  tailLineFeeds: number
  tail: Uint32Array
}

const NONE = new Uint32Array(0)

/** Collects a stream's LFs by stride, in memory that grows with what is kept of the stream, not with the stream. */
export class LineCounts {
  #head = new Uint32Array(64)
  #headLength = 0
  #tail: Uint32Array | undefined
  #strides = 0
  #lineFeeds = 0

  /** The next stride's LFs. */
  add(lineFeeds: number): void {
    if (this.#tail) this.#tail[this.#strides % this.#tail.length] = lineFeeds
    else this.#push(lineFeeds)
    this.#strides++
    this.#lineFeeds += lineFeeds
  }

  /** From here on only a ring's strides are remembered. */
  keepRing({ headBytes, ringBytes }: Ring): void {
    const all = this.#head.subarray(0, this.#headLength)
    this.#tail = new Uint32Array(Math.ceil(ringBytes / STRIDE_BYTES) + 1)
    for (let stride = Math.max(0, all.length - this.#tail.length); stride < all.length; stride++)
      this.#tail[stride % this.#tail.length] = all[stride]
    this.#headLength = Math.min(all.length, Math.floor(headBytes / STRIDE_BYTES))
  }

  /** The index of a stream that came to `bytes` bytes. */
  index(bytes: number, ring: Ring | undefined): LineIndex {
    const head = this.#head.slice(0, this.#headLength)
    if (!ring || !this.#tail) return { head, tailStride: 0, tailLineFeeds: 0, tail: NONE }
    const tailStride = Math.min(Math.ceil((bytes - ring.ringBytes) / STRIDE_BYTES), this.#strides)
    const tail = new Uint32Array(this.#strides - tailStride)
    for (let at = 0; at < tail.length; at++) tail[at] = this.#tail[(tailStride + at) % this.#tail.length]
    const inTail = tail.reduce((sum, count) => sum + count, 0)
    return { head, tailStride, tailLineFeeds: this.#lineFeeds - inTail, tail }
  }

  #push(lineFeeds: number): void {
    if (this.#headLength === this.#head.length) {
      const larger = new Uint32Array(2 * this.#head.length)
      larger.set(this.#head)
      this.#head = larger
    }
    this.#head[this.#headLength++] = lineFeeds
  }
}

/** Where to begin reading for a line, and the LFs before that place. */
export interface LinePlace {
  startByte: number
  lineFeeds: number
}

/**
 * The last stride's start that is known to lie before a line's first byte.
 *
 * @param line 1-indexed; of those behind the gap where the index has a tail and the line is in it.
 */
export function findLine(index: LineIndex, line: number, inTail: boolean): LinePlace {
  const { head, tailStride, tailLineFeeds, tail } = index
  const counts = inTail ? tail : head
  let lineFeeds = inTail ? tailLineFeeds : 0
  let stride = 0
  while (stride < counts.length && lineFeeds + counts[stride] < line - 1) lineFeeds += counts[stride++]
  return { startByte: ((inTail ? tailStride : 0) + stride) * STRIDE_BYTES, lineFeeds }
}
