import { refuseDetached } from '../../../check/bytes.ts'
import { decode } from '../../../core/words/parts.ts'
import { invalidInput, shown, wrongOption } from '../../../errors.ts'
import { isLow, unitBytes, wellFormed } from '../text.ts'

/**
 * Checks a path that a notice may name: a non-empty string, or undefined.
 *
 * @throws {PithError} `PITH_INVALID_OPTION` for any other value.
 */
export function pathOf(name: string, value: unknown): string | undefined {
  if (value === undefined || (typeof value === 'string' && value !== '')) return value
  throw wrongOption(`Expected \`${name}\` to be a path, got ${shown(value)}.`)
}

/**
 * The input as well-formed text. Malformed bytes and lone surrogates become U+FFFD. A BOM is kept.
 *
 * @throws {PithError} `PITH_INVALID_INPUT` for another type, or bytes that no string can hold.
 */
export function inputText(input: unknown): string {
  if (typeof input === 'string') return wellFormed(input)
  if (!(input instanceof Uint8Array)) {
    throw invalidInput(`Expected a string or a Uint8Array, got ${shown(input)}.`)
  }
  refuseDetached(input)
  try {
    return decode(input)
  } catch (cause) {
    throw invalidInput(`${input.length} bytes are more than a string can hold.`, {
      cause,
    })
  }
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
