import { graphemeCeil, graphemeContextBytes, graphemeFloor } from '../../../core/bytes/graphemes.ts'
import { isLow, utf8Bytes } from '../text.ts'

const encoder = new TextEncoder()
// The default decoder would drop a BOM at the start of every slice.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Offset of the first code unit of each line. The last entry is the text's length. A line feed ends a line. */
export function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  if (starts[starts.length - 1] !== text.length) starts.push(text.length)
  return starts
}

/** Largest grapheme boundary at or before the code unit `index`. */
export function cutAtOrBefore(text: string, index: number): number {
  return snap(text, index, graphemeFloor)
}

/** Smallest grapheme boundary at or after the code unit `index`. */
export function cutAtOrAfter(text: string, index: number): number {
  return snap(text, index, graphemeCeil)
}

// One more, because `snap` moves its slice down by one when that would split a pair.
const reach = graphemeContextBytes + 1

function snap(text: string, index: number, boundary: (bytes: Uint8Array, offset: number) => number): number {
  if (index <= 0) return 0
  if (index >= text.length) return text.length
  let from = pairStart(text, Math.max(0, index - reach))
  // Flags pair from the start of their run, however far back that is.
  while (from >= 2 && isRegional(text, from - 2)) from -= 2
  const to = pairStart(text, Math.min(text.length, index + reach))
  const at = pairStart(text, index)
  const bytes = encoder.encode(text.slice(from, to))
  const found = boundary(bytes, utf8Bytes(text, from, at) + (at < index ? 1 : 0))
  return from + decoder.decode(bytes.subarray(0, found)).length
}

function pairStart(text: string, index: number): number {
  return isLow(text.charCodeAt(index)) ? index - 1 : index
}

function isRegional(text: string, index: number): boolean {
  const low = text.charCodeAt(index + 1)
  return text.charCodeAt(index) === 0xd83c && low >= 0xdde6 && low <= 0xddff
}
