// Colours of terminals, which stand in a text without being part of it: `ESC [ … m`, and `ESC [ K`, which grep writes.

const ESC = 0x1b
const BRACKET = 0x5b
const ERASE_LINE = 0x4b
const SGR = 0x6d

/** A longer sequence is no colour. */
export const MOST_COLOUR_BYTES = 32

/** The place behind the colour that begins at `at`. -1 for anything else, 0 when the bytes behind `to` decide. */
function endOfColour(bytes: Uint8Array, at: number, to: number): number {
  const most = Math.min(to, at + MOST_COLOUR_BYTES)
  if (at + 1 < most && bytes[at + 1] !== BRACKET) return -1
  let last = at + 2
  while (last < most && bytes[last] >= 0x30 && bytes[last] <= 0x3b) last++
  if (last >= most) return most === to ? 0 : -1
  const isErase =
    bytes[last] === ERASE_LINE && (last === at + 2 || (last === at + 3 && bytes[at + 2] === 0x30))
  return bytes[last] === SGR || isErase ? last + 1 : -1
}

/** The bytes without their colours. The same object if they have none. */
export function withoutColours(bytes: Uint8Array): Uint8Array {
  let next = bytes.indexOf(ESC)
  if (next < 0) return bytes
  const plain = new Uint8Array(bytes.length)
  let length = 0
  let at = 0
  while (next >= 0) {
    const end = endOfColour(bytes, next, bytes.length)
    const to = end > 0 ? next : next + 1
    plain.set(bytes.subarray(at, to), length)
    length += to - at
    at = end > 0 ? end : to
    next = bytes.indexOf(ESC, at)
  }
  plain.set(bytes.subarray(at), length)
  return plain.subarray(0, length + bytes.length - at)
}

/** Where a text may be cut at or before `at`, so that no colour is cut. */
export function colourFloor(bytes: Uint8Array, at: number): number {
  const from = bytes.subarray(0, at).lastIndexOf(ESC)
  return from >= 0 && at - from < MOST_COLOUR_BYTES && endOfColour(bytes, from, at) === 0 ? from : at
}

/** Tells which escape sequences a text has, as it comes. */
export class EscapeFinder {
  /** Bytes of colours. */
  colourBytes = 0
  hasOthers = false
  /** A sequence that the last chunk cut. */
  #rest: Uint8Array = new Uint8Array(0)

  /** True when a sequence is not complete. */
  get isOpen(): boolean {
    return this.#rest.length > 0
  }

  write(chunk: Uint8Array): void {
    if (this.hasOthers) return
    const rest = this.#rest
    let bytes = chunk
    if (rest.length > 0) {
      bytes = new Uint8Array(rest.length + chunk.length)
      bytes.set(rest)
      bytes.set(chunk, rest.length)
      this.#rest = new Uint8Array(0)
    }
    for (let at = bytes.indexOf(ESC); at >= 0; at = bytes.indexOf(ESC, at)) {
      const end = endOfColour(bytes, at, bytes.length)
      if (end < 0) this.hasOthers = true
      else if (end === 0) this.#rest = bytes.slice(at)
      if (end <= 0) return
      this.colourBytes += end - at
      at = end
    }
  }
}
