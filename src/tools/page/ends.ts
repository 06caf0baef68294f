import { graphemeCeil, graphemeContextBytes, graphemeFloor } from '../../core/bytes/graphemes.ts'

const LF = 0x0a

/** Bytes around a cut that decide whether it splits a grapheme. */
export const CONTEXT_BYTES = graphemeContextBytes

/**
 * Where the whole lines within the first `most` bytes end. If none is whole, the last grapheme boundary.
 *
 * @param bytes must reach `CONTEXT_BYTES` past `most`, or to the input's end.
 */
export function frontEnd(bytes: Uint8Array, most: number): number {
  const lineEnd = most > 0 ? bytes.lastIndexOf(LF, most - 1) + 1 : 0
  return lineEnd > 0 ? lineEnd : graphemeFloor(bytes, most)
}

/**
 * Where the whole lines at or after `least` begin. If none is whole, the first grapheme boundary.
 *
 * @param bytes must reach to the input's end, and begin `CONTEXT_BYTES` before `least` or at the input's beginning.
 */
export function backStart(bytes: Uint8Array, least: number): number {
  if (least === 0 || bytes[least - 1] === LF) return least
  const lineStart = bytes.indexOf(LF, least) + 1
  return lineStart > 0 && lineStart < bytes.length ? lineStart : graphemeCeil(bytes, least)
}
