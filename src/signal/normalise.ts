import { maskLine } from './masks.ts'
import { skipPrefixes } from './prefixes.ts'

/** Bytes of a line that are looked at: so many from its beginning and so many from its end. */
const FRONT_BYTES = 5000
const BACK_BYTES = 3000
const MAP_ENTRIES = 512

/** A scratch buffer that holds one line at a time without escapes and prefixes, its harmless words masked. */
export interface Normaliser {
  readonly text: Uint8Array
  /** Where the text begins: after the prefixes. */
  readonly from: number
  readonly to: number
  /** The offset in the given bytes of an offset in the text. */
  originOf(at: number): number
  normalise(bytes: Uint8Array, start: number, end: number): void
}

export function createNormaliser(): Normaliser {
  const text = new Uint8Array(FRONT_BYTES + BACK_BYTES + 64)
  const mapAt = new Int32Array(MAP_ENTRIES)
  const mapShift = new Int32Array(MAP_ENTRIES)
  let mapped = 0
  let to = 0
  let from = 0

  const note = (at: number, shift: number): void => {
    if (mapped === MAP_ENTRIES) return
    mapAt[mapped] = at
    mapShift[mapped++] = shift
  }

  /** Copies without escapes; a CR inside becomes a space. */
  const copy = (bytes: Uint8Array, start: number, end: number): void => {
    note(to, start - to)
    for (let at = start; at < end; ) {
      const byte = bytes[at]
      const skipped = byte === 0x1b || byte === 0x5b ? escapeLength(bytes, at, end) : 0
      if (skipped > 0) {
        at += skipped
        note(to, at - to)
      } else {
        text[to++] = byte === 0x0d || byte === 0 ? 0x20 : byte
        at++
      }
    }
  }

  return {
    text,
    get from() {
      return from
    },
    get to() {
      return to
    },
    originOf(at) {
      let low = 0
      let high = mapped - 1
      while (low < high) {
        const middle = (low + high + 1) >> 1
        if (mapAt[middle] <= at) low = middle
        else high = middle - 1
      }
      return at + mapShift[low]
    },
    normalise(bytes, start, end) {
      mapped = 0
      to = 0
      while (end > start && (bytes[end - 1] === 0x0d || bytes[end - 1] === 0x0a)) end--
      if (end - start > FRONT_BYTES + BACK_BYTES) {
        copy(bytes, start, start + FRONT_BYTES)
        text[to++] = 0x20
        copy(bytes, end - BACK_BYTES, end)
      } else copy(bytes, start, end)
      while (to > 0 && text[to - 1] === 0x20) to--
      from = skipPrefixes(text, to)
      maskLine(text, from, to)
    },
  }
}

/** Bytes of an escape sequence that begins here, or of the rest of one that lost its ESC; 0 for none. */
function escapeLength(bytes: Uint8Array, at: number, end: number): number {
  if (bytes[at] === 0x5b) return orphanLength(bytes, at, end)
  const kind = at + 1 < end ? bytes[at + 1] : 0
  if (kind === 0x5b) {
    let to = at + 2
    while (to < end && bytes[to] >= 0x20 && bytes[to] <= 0x3f) to++
    return (to < end ? to + 1 : end) - at
  }
  if (kind === 0x5d) {
    for (let to = at + 2; to < end && to < at + 2048; to++) {
      if (bytes[to] === 7) return to + 1 - at
      if (bytes[to] === 0x1b) return (bytes[to + 1] === 0x5c ? to + 2 : to) - at
    }
    return 2
  }
  if (kind >= 0x20 && kind <= 0x2f) return Math.min(3, end - at)
  return Math.min(kind >= 0x40 && kind <= 0x7e ? 2 : 1, end - at)
}

/** `[31m`, `[0K`: colours of logs whose ESC was dropped on the way. */
function orphanLength(bytes: Uint8Array, at: number, end: number): number {
  let to = at + 1
  while (to < end && to < at + 12 && ((bytes[to] >= 0x30 && bytes[to] <= 0x39) || bytes[to] === 0x3b)) to++
  if (to >= end || to === at + 1) return 0
  return bytes[to] === 0x6d || bytes[to] === 0x4b ? to + 1 - at : 0
}
