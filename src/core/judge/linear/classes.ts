import type { PatternCursor } from './cursor.ts'
import { nameOfEscape } from './refusals.ts'
import {
  type CodePoints,
  complement,
  digits,
  isSurrogate,
  spaces,
  union,
  withBothCases,
  wordCharacters,
} from './sets.ts'

const HEX_ESCAPE = /x([0-9A-Fa-f]{2})/y
const CODE_POINT_ESCAPE = /u(?:\{([0-9A-Fa-f]{1,6})\}|([0-9A-Fa-f]{4}))/y
const LOW_SURROGATE_ESCAPE = /\\u([Dd][C-Fc-f][0-9A-Fa-f]{2})/y

const controls: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13 }
let classes: Readonly<Record<string, CodePoints>> | undefined

/** The sets of `\d`, `\w` and the like, by letter. Made when the first pattern is read. */
function escapedClasses(): Readonly<Record<string, CodePoints>> {
  classes ??= {
    d: digits,
    D: complement(digits),
    s: spaces,
    S: complement(spaces),
    w: wordCharacters,
    W: complement(wordCharacters),
  }
  return classes
}

/** Whether a character stands for itself after a backslash: ASCII punctuation except `_`, and the space. */
const isSign = (code: number): boolean =>
  (code >= 0x20 && code <= 0x2f) ||
  (code >= 0x3a && code <= 0x40) ||
  (code >= 0x5b && code <= 0x5e) ||
  code === 0x60 ||
  (code >= 0x7b && code <= 0x7e)

/** Reads a class. The cursor is after its bracket, which is at `from`. */
export function readClass(cursor: PatternCursor, from: number): CodePoints {
  const negated = cursor.take('^')
  const ranges: number[] = []
  // Escapes such as \W already have both cases of their members.
  const escapes: number[] = []
  while (!cursor.take(']')) {
    if (cursor.at >= cursor.source.length) cursor.refuse('an unterminated class', from)
    const at = cursor.at
    const low = readMember(cursor, from)
    const high = readRangeEnd(cursor, from)
    if (typeof low === 'number' && typeof high === 'number') {
      if (low > high) cursor.refuse('a range whose bounds are reversed', at)
      ranges.push(low, high)
      continue
    }
    if (high !== undefined && cursor.strict) cursor.refuse('a range that ends in a class', at)
    if (high !== undefined) ranges.push(0x2d, 0x2d)
    for (const member of [low, high]) {
      if (typeof member === 'number') ranges.push(member, member)
      else if (member !== undefined) escapes.push(...member)
    }
  }
  const set = union([...(cursor.fold ? withBothCases(ranges) : ranges), ...escapes])
  return negated ? complement(set) : set
}

function readMember(cursor: PatternCursor, from: number): number | CodePoints {
  const at = cursor.at
  const character = cursor.character()
  if (character !== '\\') return character.codePointAt(0) ?? 0
  if (cursor.take('b')) return 8
  if (cursor.at >= cursor.source.length) cursor.refuse('an unterminated class', from)
  return readEscape(cursor, at)
}

function readRangeEnd(cursor: PatternCursor, from: number): number | CodePoints | undefined {
  if (cursor.source[cursor.at] !== '-' || cursor.source[cursor.at + 1] === ']') return undefined
  cursor.at++
  if (cursor.at >= cursor.source.length) cursor.refuse('an unterminated class', from)
  return readMember(cursor, from)
}

/** Reads an escape. The cursor is after its backslash, which is at `from`. */
export function readEscape(cursor: PatternCursor, from: number): number | CodePoints {
  if (cursor.at >= cursor.source.length) cursor.refuse('an unterminated escape', from)
  const letter = cursor.source[cursor.at]
  const known = escapedClasses()[letter] ?? controls[letter]
  if (known !== undefined || isSign(cursor.code())) {
    cursor.at++
    return known ?? letter.charCodeAt(0)
  }
  if (letter === '0' && !/\d/.test(cursor.source[cursor.at + 1] ?? '')) {
    cursor.at++
    return 0
  }
  const hex = cursor.match(HEX_ESCAPE)
  if (hex !== undefined) return Number.parseInt(hex[1], 16)
  const codePoint = cursor.match(CODE_POINT_ESCAPE)
  if (codePoint !== undefined) return paired(cursor, Number.parseInt(codePoint[1] ?? codePoint[2], 16), from)
  return cursor.refuse(nameOfEscape(letter), from)
}

/** The code point of an escape. Reads a second escape if the two are halves of one code point. */
function paired(cursor: PatternCursor, unit: number, from: number): number {
  if (unit > 0x10ffff) cursor.refuse('an escape beyond U+10FFFF', from)
  if (unit >= 0xd800 && unit <= 0xdbff) {
    const low = cursor.match(LOW_SURROGATE_ESCAPE)
    if (low !== undefined) return ((unit - 0xd800) << 10) + Number.parseInt(low[1], 16) - 0xdc00 + 0x10000
  }
  if (isSurrogate(unit)) cursor.refuse('half of a surrogate pair', from)
  return unit
}
