import { refuseDetached } from '../../../check/bytes.ts'
import { decode } from '../../../core/words/parts.ts'
import { PithError, shown } from '../../../errors.ts'

/**
 * Checks a path that a notice may name: a non-empty string, or undefined.
 *
 * @throws {PithError} `PITH_INVALID_OPTION` for any other value.
 */
export function pathOf(name: string, value: unknown): string | undefined {
  if (value === undefined || (typeof value === 'string' && value !== '')) return value
  throw new PithError('PITH_INVALID_OPTION', `Expected \`${name}\` to be a path, got ${shown(value)}.`)
}

/** The text with each lone surrogate replaced by U+FFFD. */
const wellFormed = (text: string): string =>
  // Without the flag `u` the search is many times faster, and few texts have any surrogates at all.
  /[\ud800-\udfff]/.test(text) ? decode(new TextEncoder().encode(text)) : text

/**
 * The input as well-formed text. Malformed bytes and lone surrogates become U+FFFD. A BOM is kept.
 *
 * @throws {PithError} `PITH_INVALID_INPUT` for another type, or bytes that no string can hold.
 */
export function inputText(input: unknown): string {
  if (typeof input === 'string') return wellFormed(input)
  if (!(input instanceof Uint8Array)) {
    throw new PithError('PITH_INVALID_INPUT', `Expected a string or a Uint8Array, got ${shown(input)}.`)
  }
  refuseDetached(input)
  try {
    return decode(input)
  } catch (cause) {
    throw new PithError('PITH_INVALID_INPUT', `${input.length} bytes are more than a string can hold.`, {
      cause,
    })
  }
}

/** UTF-8 bytes of one UTF-16 unit of well-formed text: each half of a pair counts two. */
function unitBytes(unit: number): number {
  if (unit < 0x80) return 1
  if (unit < 0x800) return 2
  return unit >= 0xd800 && unit < 0xe000 ? 2 : 3
}

/** UTF-8 bytes of `text[start, end)`, whose ends split no pair. */
export function utf8Length(text: string, start: number, end: number): number {
  let bytes = 0
  for (let i = start; i < end; i++) bytes += unitBytes(text.charCodeAt(i))
  return bytes
}

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000

/** The first index `i` from `start` on, at a code point, for which `text[i, end)` has at most `maxBytes` of UTF-8. */
export function fitBackward(text: string, start: number, end: number, maxBytes: number): number {
  let at = end
  for (let left = maxBytes; at > start; ) {
    const unit = text.charCodeAt(at - 1)
    const cost = isLowSurrogate(unit) ? 4 : unitBytes(unit)
    if (cost > left) break
    left -= cost
    at -= isLowSurrogate(unit) ? 2 : 1
  }
  return at
}

/** The largest index up to `index` that splits no surrogate pair. */
export function pairFloor(text: string, index: number): number {
  return index > 0 && index < text.length && isLowSurrogate(text.charCodeAt(index)) ? index - 1 : index
}

/** Lines of `text[start, end)`; a line feed at the end adds none. */
export function linesBetween(text: string, start: number, end: number): number {
  if (start >= end) return 0
  let lines = text[end - 1] === '\n' ? 0 : 1
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

/** Where the line that begins at `at` ends: at its line feed, or at the end of the text. */
export function lineEndAt(text: string, at: number): number {
  const lf = text.indexOf('\n', at)
  return lf < 0 ? text.length : lf
}
