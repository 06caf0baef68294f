import { codePointAt } from '../bytes/graphemes.ts'
import { unitLength } from '../bytes/size.ts'
import { cellWidth } from './cell-width.ts'

// How many columns a text takes.

const TAB = 0x09
const CR = 0x0d
const SPACE = 0x20
const ZERO = 0x30
const CARET = 0x5e
const C1_LEAD = 0xc2
/** Columns from one tab stop to the next. */
export const TAB_COLUMNS = 8

const isPrintable = new Uint8Array(256)
isPrintable.fill(1, SPACE, 0x7f)
isPrintable[CARET] = 0

/**
 * The end of the text from `from` on that fits between a column and `most`. An empty row takes any character. `width` is
 * that of the terminal.
 */
export function columnsEnd(
  bytes: Uint8Array,
  from: number,
  to: number,
  { column, most, width }: { column: number; most: number; width: number },
): number {
  let x = column
  for (let at = from; at < to; ) {
    const byte = bytes[at]
    const length = byte < 0x80 ? 1 : unitLength(bytes, at, to)
    x = columnAfter(x, bytes, at, length, width)
    if (x > most && byte !== TAB && (at > from || column > 0)) return at
    at += Math.abs(length)
  }
  return to
}

/** Characters of one column each that stand next to each other. */
export interface Span {
  end: number
  columns: number
}

/** Finds those from `from` on, without carets and what may be C1. */
export function measure(bytes: Uint8Array, from: number, to: number, span: Span): void {
  let at = from
  let more = 0
  for (; at < to; at++) {
    const byte = bytes[at]
    if (isPrintable[byte] === 1) continue
    if (byte <= C1_LEAD) break
    const length = unitLength(bytes, at, to)
    if (length < 0 || cellWidth(codePointAt(bytes, at)) !== 1) break
    at += length - 1
    more += length - 1
  }
  span.end = at
  span.columns = at - from - more
}

const isLetter = (byte: number): boolean => (byte & 0xdf) >= 0x41 && (byte & 0xdf) <= 0x5a

/** What `isLike` tells apart: digits, and signs of ASCII. All else is 0 and must be equal. */
const likeness = Uint8Array.from(isPrintable, (printable, byte) =>
  printable === 1 && !isLetter(byte) ? 2 : 0,
)
likeness.fill(1, ZERO, ZERO + 10)

/**
 * True when `bytes[from, end)`, which `measure` found, and the text of the same length behind a CR there, up to the
 * next CR, have the same columns and the same shape.
 */
export function isLikeNext(bytes: Uint8Array, from: number, end: number, to: number): boolean {
  const stop = 2 * end + 1 - from
  return stop < to && bytes[stop] === CR && isLike(bytes, from, end, bytes, end + 1)
}

/**
 * True when `bytes[from, end)` and what stands in `others` from an offset on differ in digits and signs of ASCII alone.
 * They have the same shape then.
 */
function isLike(bytes: Uint8Array, from: number, end: number, others: Uint8Array, offset: number): boolean {
  const shift = offset - from
  for (let at = from; at < end; at++) {
    const byte = bytes[at]
    const other = others[at + shift]
    if (byte === other) continue
    const like = likeness[byte]
    if (like === 0 || like !== likeness[other]) return false
    // A zero is the same as other digits only inside a number.
    if ((byte === ZERO || other === ZERO) && !isInNumber(bytes, at, from, end)) return false
  }
  return true
}

/** True for a digit that has another one next to it. */
const isInNumber = (bytes: Uint8Array, at: number, from: number, end: number): boolean =>
  (at > from && likeness[bytes[at - 1]] === 1) || (at + 1 < end && likeness[bytes[at + 1]] === 1)

/** The column behind a unit of text, whose length `unitLength` gives. */
export function columnAfter(x: number, bytes: Uint8Array, at: number, length: number, width: number): number {
  const byte = bytes[at]
  if (byte >= 0x80) return x + (length > 0 ? cellWidth(codePointAt(bytes, at)) : -length)
  return byte === TAB ? nextTab(x, width) : byte < SPACE ? x : x + 1
}

/** The next tab stop; in the last column there is none. */
export const nextTab = (column: number, width: number): number =>
  Math.max(column, Math.min(width - 1, column - (column % TAB_COLUMNS) + TAB_COLUMNS))
