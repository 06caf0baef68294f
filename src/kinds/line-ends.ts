import { LF } from './line.ts'

/** What is looked at at once. */
const WINDOW_BYTES = 4096

const LF_WORD = 0x0a0a0a0a

/** The line ends of a chunk, window by window. */
export class LineEnds {
  /** Where lines end in the window: behind each LF. */
  readonly ends = new Int32Array(WINDOW_BYTES)
  count = 0
  /** True for a window that is all ASCII. */
  isAscii = true
  /** Where the window ends. */
  to = 0

  /** Goes to the window that begins at an offset. Four bytes are looked at at once. */
  find(bytes: Uint8Array, from: number): void {
    const { ends } = this
    const { buffer, byteOffset } = bytes
    const to = Math.min(bytes.length, from + WINDOW_BYTES)
    let at = Math.min(to, from + (-(byteOffset + from) & 3))
    let count = 0
    let all = 0
    for (let first = from; first < at; first++) {
      all |= bytes[first]
      if (bytes[first] === LF) ends[count++] = first + 1
    }
    const words = (to - at) >> 2
    // Without a whole word, the offset may not be one of a word.
    if (words > 0) {
      const view = new Int32Array(buffer, byteOffset + at, words)
      for (let word = 0; word < words; word++, at += 4) {
        all |= view[word]
        const other = view[word] ^ LF_WORD
        // True also for some words without an LF behind one.
        if (((other - 0x01010101) & ~other & 0x80808080) === 0) continue
        for (let next = at; next < at + 4; next++) if (bytes[next] === LF) ends[count++] = next + 1
      }
    }
    for (; at < to; at++) {
      all |= bytes[at]
      if (bytes[at] === LF) ends[count++] = at + 1
    }
    this.count = count
    this.isAscii = (all & 0x80808080) === 0
    this.to = to
  }
}
