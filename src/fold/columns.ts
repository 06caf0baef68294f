import { codePointAt } from '../text/graphemes.ts'
import { unitLength } from '../text/size.ts'
import { cellWidth } from './cell-width.ts'

// How many columns a text takes.

const TAB = 0x09
const SPACE = 0x20
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

/** The column behind a unit of text, whose length `unitLength` gives. */
export function columnAfter(x: number, bytes: Uint8Array, at: number, length: number, width: number): number {
  const byte = bytes[at]
  if (byte >= 0x80) return x + (length > 0 ? cellWidth(codePointAt(bytes, at)) : -length)
  return byte === TAB ? nextTab(x, width) : byte < SPACE ? x : x + 1
}

/** The next tab stop; in the last column there is none. */
export const nextTab = (column: number, width: number): number =>
  Math.max(column, Math.min(width - 1, column - (column % TAB_COLUMNS) + TAB_COLUMNS))
