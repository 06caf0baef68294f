import { decode } from '../../core/words/parts.ts'

// What all profiles ask of well-formed text. `end` is exclusive, and neither end splits a surrogate pair.

/** The text with each lone surrogate replaced by U+FFFD. The same string when there is none. */
export const wellFormed = (text: string): string =>
  /\p{Surrogate}/u.test(text) ? decode(new TextEncoder().encode(text)) : text

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
