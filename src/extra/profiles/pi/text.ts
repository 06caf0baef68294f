import { invalidOption } from '../../../errors.ts'
import { isLow, unitBytes } from '../text.ts'

/**
 * Checks a path that a notice may name: a non-empty string, or undefined.
 *
 * @throws {PithError} `PITH_INVALID_OPTION` for any other value.
 */
export function pathOf(name: string, value: unknown): string | undefined {
  if (value === undefined || (typeof value === 'string' && value !== '')) return value
  throw invalidOption(name, 'a path', value)
}

/** The first index `i` from `start` on, at a code point, for which `text[i, end)` has at most `maxBytes` of UTF-8. */
export function fitBackward(text: string, start: number, end: number, maxBytes: number): number {
  let at = end
  for (let left = maxBytes; at > start; ) {
    const unit = text.charCodeAt(at - 1)
    const cost = isLow(unit) ? 4 : unitBytes(unit)
    if (cost > left) break
    left -= cost
    at -= isLow(unit) ? 2 : 1
  }
  return at
}

/** The largest index up to `index` that splits no surrogate pair. */
export function pairFloor(text: string, index: number): number {
  return index > 0 && index < text.length && isLow(text.charCodeAt(index)) ? index - 1 : index
}

/** Where the line that begins at `at` ends: at its line feed, or at the end of the text. */
export function lineEndAt(text: string, at: number): number {
  const lf = text.indexOf('\n', at)
  return lf < 0 ? text.length : lf
}
