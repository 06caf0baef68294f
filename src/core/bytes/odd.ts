import { unitLength } from './size.ts'

/** True for control characters that texts do not have: all but BEL, BS, TAB, LF, VT, FF, CR and ESC. NUL is one. */
export const isOddControl = (unit: number): boolean =>
  unit < 0x20 ? unit !== 0x1b && (unit < 0x07 || unit > 0x0d) : unit === 0x7f

/** True for bytes without odd control characters and without malformed UTF-8. */
export function isPlain(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; ) {
    if (isOddControl(bytes[at])) return false
    const length = unitLength(bytes, at, end)
    if (length < 0) return false
    at += length
  }
  return true
}
