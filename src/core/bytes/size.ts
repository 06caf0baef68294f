import type { UnitMeter } from '../scan/token-units.ts'

// Measures text in every unit that a limit can have. This folder works on UTF-8 bytes: sizes here, grapheme clusters in
// graphemes.ts, code points in code-points.ts. Malformed bytes count as the text that they decode to.

/**
 * What a text costs in each unit of the limits. Sizes add up when texts are joined, so a plan that adds them fits by
 * construction. Token units, however, add up only when texts are joined at line ends.
 */
export interface Size {
  lines: number
  /** UTF-8 bytes. */
  bytes: number
  /** UTF-8 bytes inside `JSON.stringify(text)`, without the two quotes. */
  serializedBytes: number
  /** Units of the token estimator; 0 when no limit is in tokens. */
  tokenUnits: number
}

// Sizes are made of literals with the same fields in the same order, and not by spreading: V8 gives a spread copy another
// shape, and then reading any size takes several times as long.

export const emptySize = (): Size => ({ lines: 0, bytes: 0, serializedBytes: 0, tokenUnits: 0 })

export function addSize(to: Size, size: Size, times = 1): Size {
  to.lines += size.lines * times
  to.bytes += size.bytes * times
  to.serializedBytes += size.serializedBytes * times
  to.tokenUnits += size.tokenUnits * times
  return to
}

export const plusSize = (a: Size, b: Size): Size => ({
  lines: a.lines + b.lines,
  bytes: a.bytes + b.bytes,
  serializedBytes: a.serializedBytes + b.serializedBytes,
  tokenUnits: a.tokenUnits + b.tokenUnits,
})

/** A copy, with other numbers where some are given. */
export const copyOf = (size: Size, other?: Partial<Size>): Size =>
  Object.assign(plusSize(size, emptySize()), other)

export const minusSize = (a: Size, b: Size): Size => ({
  lines: a.lines - b.lines,
  bytes: a.bytes - b.bytes,
  serializedBytes: a.serializedBytes - b.serializedBytes,
  tokenUnits: a.tokenUnits - b.tokenUnits,
})

export function fits(size: Size, limit: Size): boolean {
  return (
    size.lines <= limit.lines &&
    size.bytes <= limit.bytes &&
    size.serializedBytes <= limit.serializedBytes &&
    size.tokenUnits <= limit.tokenUnits
  )
}

/** The larger of two sizes in each unit. */
export const largerSize = (a: Size, b: Size): Size => ({
  lines: Math.max(a.lines, b.lines),
  bytes: Math.max(a.bytes, b.bytes),
  serializedBytes: Math.max(a.serializedBytes, b.serializedBytes),
  tokenUnits: Math.max(a.tokenUnits, b.tokenUnits),
})

/** A share of a limit, rounded down. Infinity stays Infinity. */
export function shareOf(limit: Size, ratio: number): Size {
  const share = (value: number) => (value === Infinity ? Infinity : Math.floor(value * ratio))
  return {
    lines: share(limit.lines),
    bytes: share(limit.bytes),
    serializedBytes: share(limit.serializedBytes),
    tokenUnits: share(limit.tokenUnits),
  }
}

/** A room of this size inside another one. Units that are unlimited there are unlimited here too. */
export function roomOf(size: Size, within: Size): Size {
  const cap = (value: number, most: number) => (most === Infinity ? Infinity : value)
  return {
    lines: cap(size.lines, within.lines),
    bytes: cap(size.bytes, within.bytes),
    serializedBytes: cap(size.serializedBytes, within.serializedBytes),
    tokenUnits: cap(size.tokenUnits, within.tokenUnits),
  }
}

/**
 * Extra bytes that JSON.stringify needs for a byte: one for `\n`, `"` and the like, five for other control characters
 * (ECMA-262 25.5.2.3).
 */
const escapeCost: Uint8Array = buildEscapeCost()

function buildEscapeCost(): Uint8Array {
  const cost = new Uint8Array(256)
  cost.fill(5, 0, 0x20)
  for (const short of [0x08, 0x09, 0x0a, 0x0c, 0x0d, 0x22, 0x5c]) cost[short] = 1
  return cost
}

const REPLACEMENT_BYTES = 3

/**
 * Length of the UTF-8 unit at `at`: 1 to 4 for a well-formed sequence; otherwise the negative length of the maximal
 * subpart that decodes to one U+FFFD (WHATWG Encoding, UTF-8 decoder).
 */
export function unitLength(bytes: Uint8Array, at: number, end: number): number {
  const lead = bytes[at]
  if (lead < 0x80) return 1
  if (lead < 0xc2 || lead > 0xf4) return -1
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
  let low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80
  let high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf
  for (let i = 1; i < length; i++) {
    if (at + i >= end || bytes[at + i] < low || bytes[at + i] > high) return -i
    low = 0x80
    high = 0xbf
  }
  return length
}

const LF = 0x0a

/** Measures text as it will be shown. Malformed bytes count as the U+FFFD that they decode to. */
export class Sizer {
  /** True when a line's size is its length. */
  readonly isByLength: boolean
  readonly #meter: UnitMeter | undefined

  /**
   * Without a meter, tokens are not counted. With `isByLength`, a whole line counts as many bytes as it has, in JSON
   * too: right for valid UTF-8 when JSON is not limited.
   */
  constructor(meter?: UnitMeter, isByLength = false) {
    this.#meter = meter
    this.isByLength = isByLength
  }

  /** Size of a whole line, its LF included. */
  measureLine(bytes: Uint8Array, start: number, end: number): Size {
    const length = end - start
    if (this.isByLength) return { lines: 1, bytes: length, serializedBytes: length, tokenUnits: 0 }
    const size = this.measure(bytes, start, end)
    size.lines = 1
    return size
  }

  /**
   * Size of `bytes[start, end)` at the start of a line. Both ends must be decode boundaries. `lines` counts LF bytes.
   */
  measure(bytes: Uint8Array, start: number, end: number): Size {
    let lines = 0
    let escapes = 0
    let extra = 0
    for (let i = start; i < end; ) {
      const byte = bytes[i]
      if (byte < 0x80) {
        escapes += escapeCost[byte]
        if (byte === LF) lines++
        i++
        continue
      }
      const length = unitLength(bytes, i, end)
      if (length < 0) extra += REPLACEMENT_BYTES + length
      i += Math.abs(length)
    }
    const size = end - start + extra
    return {
      lines,
      bytes: size,
      serializedBytes: size + escapes,
      tokenUnits: this.#unitsOf(bytes, start, end),
    }
  }

  #unitsOf(bytes: Uint8Array, start: number, end: number): number {
    this.#meter?.restart()
    return this.#meter?.add(bytes, start, end) ?? 0
  }

  /** Size of a well-formed string. */
  measureText(text: string): Size {
    const bytes = new TextEncoder().encode(text)
    return this.measure(bytes, 0, bytes.length)
  }

  /** The most that a string can add inside a line. The string must begin with white space or punctuation. */
  measureInLine(text: string): Size {
    const bytes = new TextEncoder().encode(text)
    const size = this.measure(bytes, 0, bytes.length)
    size.tokenUnits += this.#meter?.surcharge(bytes) ?? 0
    return size
  }

  /** The last decode boundary `b` up to `end` for which `bytes[start, b)` stays within the room and `maxCodePoints`. */
  fitForward(bytes: Uint8Array, start: number, end: number, room: Size, maxCodePoints: number): number {
    const left = new Room(room)
    this.#meter?.restart()
    let at = start
    for (let points = 0; at < end && points < maxCodePoints; points++) {
      const length = unitLength(bytes, at, end)
      const next = at + Math.abs(length)
      if (!left.spend(bytes[at], length, this.#meter?.add(bytes, at, next) ?? 0)) break
      at = next
    }
    return at
  }

  /**
   * The first decode boundary `b` from `start` on for which `bytes[b, end)` stays within the room and `maxCodePoints`.
   * The token units of a character depend on the characters before it, so the first one is counted again whenever one
   * more is taken.
   */
  fitBackward(bytes: Uint8Array, start: number, end: number, room: Size, maxCodePoints: number): number {
    const left = new Room(room)
    let at = end
    for (let points = 0; at > start && points < maxCodePoints; points++) {
      const length = unitLengthBefore(bytes, at, start)
      const before = at - Math.abs(length)
      if (!left.hasUnits(this.#unitsOf(bytes, before, at))) break
      this.#meter?.resume(bytes, before)
      if (!left.spend(bytes[before], length, this.#meter?.add(bytes, before, at) ?? 0)) break
      at = before
    }
    return at
  }
}

/** Length of the UTF-8 unit that ends at `at`, as `unitLength` returns it. */
function unitLengthBefore(bytes: Uint8Array, at: number, start: number): number {
  if (bytes[at - 1] < 0x80) return 1
  for (let k = 1; k <= 4 && at - k >= start; k++) {
    if ((bytes[at - k] & 0xc0) === 0x80) continue
    const length = unitLength(bytes, at - k, at)
    return Math.abs(length) === k ? length : -1
  }
  return -1
}

/** What is left of a limit while characters are taken one by one. */
class Room {
  #bytes: number
  #serializedBytes: number
  #tokenUnits: number

  constructor(room: Size) {
    this.#bytes = room.bytes
    this.#serializedBytes = room.serializedBytes
    this.#tokenUnits = room.tokenUnits
  }

  /** True when this many more token units fit. */
  hasUnits(tokenUnits: number): boolean {
    return tokenUnits <= this.#tokenUnits
  }

  /** Takes one character, whose `length` comes from `unitLength`. False when it doesn't fit. */
  spend(firstByte: number, length: number, tokenUnits: number): boolean {
    const bytes = length < 0 ? REPLACEMENT_BYTES : length
    this.#bytes -= bytes
    this.#serializedBytes -= bytes + (length === 1 ? escapeCost[firstByte] : 0)
    this.#tokenUnits -= tokenUnits
    return this.#bytes >= 0 && this.#serializedBytes >= 0 && this.#tokenUnits >= 0
  }
}
