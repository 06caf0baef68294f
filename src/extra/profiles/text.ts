import { refuseDetached } from '../../check/bytes.ts'
import { decode } from '../../core/words/parts.ts'
import { invalidInput, shown } from '../../errors.ts'
import type { Input } from '../../options.ts'

// What all profiles ask of their input, and of well-formed text. `end` is exclusive, and neither end splits a surrogate pair.

/** The text with each lone surrogate replaced by U+FFFD. The same string when there is none. */
export const wellFormed = (text: string): string =>
  /\p{Surrogate}/u.test(text) ? decode(new TextEncoder().encode(text)) : text

/**
 * The string, well formed.
 *
 * @throws {PithError} `PITH_INVALID_INPUT` for anything but a string.
 */
export function checkedText(text: unknown): string {
  if (typeof text === 'string') return wellFormed(text)
  throw invalidInput(`Expected the text to be a string, got ${shown(text)}.`)
}

/**
 * The input as well-formed text. Malformed bytes and lone surrogates become U+FFFD. A BOM is kept.
 *
 * @throws {PithError} `PITH_INVALID_INPUT` for another type, or bytes that no string can hold.
 */
export function inputText(input: unknown): string {
  if (typeof input === 'string') return wellFormed(input)
  if (!(input instanceof Uint8Array)) throw notInput(input, 'the input')
  refuseDetached(input)
  try {
    return decode(input)
  } catch (cause) {
    throw invalidInput(`${input.length} bytes are more than a string can hold.`, { cause })
  }
}

/** The bytes of an input. A lone surrogate in a string becomes U+FFFD. */
export function inputBytes(input: Input, name = 'the input'): Uint8Array {
  if (typeof input === 'string') return new TextEncoder().encode(input)
  if (!(input instanceof Uint8Array)) throw notInput(input, name)
  refuseDetached(input)
  return input
}

const notInput = (input: unknown, name: string) =>
  invalidInput(`Expected ${name} to be a string or a Uint8Array, got ${shown(input)}.`)

/** Whether a UTF-16 unit is the second half of a code point. */
export const isLow = (unit: number): boolean => (unit & 0xfc00) === 0xdc00

/** UTF-8 bytes of one UTF-16 unit: each half of a pair counts two. */
export function unitBytes(unit: number): number {
  if (unit < 0x80) return 1
  if (unit < 0x800) return 2
  return unit >= 0xd800 && unit < 0xe000 ? 2 : 3
}

export function utf8Bytes(text: string, start = 0, end = text.length): number {
  let bytes = 0
  for (let at = start; at < end; at++) bytes += unitBytes(text.charCodeAt(at))
  return bytes
}

export function codePoints(text: string, start = 0, end = text.length): number {
  let count = end - start
  for (let at = start; at < end; at++) if (isLow(text.charCodeAt(at))) count--
  return count
}

export function lineFeeds(text: string, start = 0, end = text.length): number {
  let count = 0
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count++
  return count
}

/** Each LF ends a line, and the text behind the last LF is a line too. */
export const lines = (text: string, start = 0, end = text.length): number =>
  lineFeeds(text, start, end) + (end > start && text[end - 1] !== '\n' ? 1 : 0)
