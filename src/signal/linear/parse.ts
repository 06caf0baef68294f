import { nameOfEscape, nameOfGroup, notInSubset } from './refusals.ts'
import {
  type CodePoints,
  complement,
  digits,
  notLineFeed,
  spaces,
  union,
  withBothCases,
  wordCharacters,
} from './sets.ts'
import { type Assertion, type Syntax, sequence } from './syntax.ts'

/** UTF-16 units of a pattern. */
const MAX_SOURCE = 16_384
/** Groups inside groups. */
const MAX_DEPTH = 100

const QUANTIFIER = /[*+?]|\{(\d+)(,?)(\d*)\}/y
const HEX_ESCAPE = /x([0-9A-Fa-f]{2})/y
const CODE_POINT_ESCAPE = /u(?:\{([0-9A-Fa-f]{1,6})\}|([0-9A-Fa-f]{4}))/y
const LOW_SURROGATE_ESCAPE = /\\u([Dd][C-Fc-f][0-9A-Fa-f]{2})/y
const PUNCTUATION = /[!-/:-@[-^`{-~ ]/

const assertions: Readonly<Record<string, Assertion>> = { b: 'word-boundary', B: 'no-word-boundary' }
const controls: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13 }
const classes: Readonly<Record<string, CodePoints>> = {
  d: digits,
  D: complement(digits),
  s: spaces,
  S: complement(spaces),
  w: wordCharacters,
  W: complement(wordCharacters),
}
const anyCharacter: Syntax = { kind: 'set', set: notLineFeed }
const nothing: Syntax = { kind: 'sequence', parts: [] }

/**
 * Parses a pattern of the linear subset, written as in JavaScript: literals, `.`, classes, `\d \w \s`, groups,
 * alternation, greedy repeats, `^ $ \b \B`, flags `i` and `u`. `.` is any code point but LF, `^` and `$` are the
 * beginning and end of a line; `\w`, `\d` and `\b` know ASCII only.
 *
 * @throws PithError `PITH_INVALID_PATTERN` that names the first construct outside the subset.
 */
export function parsePattern(source: string, flags = ''): Syntax {
  return new Parser(source, flags).whole()
}

class Parser {
  readonly #source: string
  readonly #fold: boolean
  /** Under flag u a lone bracket or brace is refused, as in JavaScript. */
  readonly #strict: boolean
  #at = 0
  #depth = 0

  constructor(source: string, flags: string) {
    this.#source = source
    if (source.length > MAX_SOURCE) this.#refuse(`more than ${MAX_SOURCE} characters`)
    for (const [index, flag] of [...flags].entries()) {
      if (flag !== 'i' && flag !== 'u') this.#refuse(`flag ${flag}`)
      if (flags.indexOf(flag) < index) this.#refuse(`flag ${flag} twice`)
    }
    this.#fold = flags.includes('i')
    this.#strict = flags.includes('u')
  }

  whole(): Syntax {
    const syntax = this.#either()
    if (this.#at < this.#source.length) this.#refuse('")" without its group')
    return syntax
  }

  #either(): Syntax {
    const choices = [this.#sequence()]
    while (this.#take('|')) choices.push(this.#sequence())
    return choices.length === 1 ? choices[0] : { kind: 'either', choices }
  }

  #sequence(): Syntax {
    const parts: Syntax[] = []
    while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at]))
      parts.push(this.#repeated())
    return parts.length === 0 ? nothing : sequence(parts)
  }

  #repeated(): Syntax {
    const from = this.#at
    const body = this.#atom()
    const quantifier = this.#quantifier()
    if (quantifier === undefined) return body
    if (body.kind === 'assertion' && this.#source[from] !== '(') {
      this.#refuse('a quantifier without an operand', this.#at - quantifier[0].length)
    }
    const next = this.#source[this.#at]
    if (next === '?') this.#refuse('a lazy quantifier')
    if (next === '+') this.#refuse('a possessive quantifier')
    const [min, max] = boundsOf(quantifier)
    if (min > max) this.#refuse('a repeat whose bounds are reversed', this.#at - quantifier[0].length)
    return { kind: 'repeat', body, min, max }
  }

  #quantifier(): RegExpExecArray | undefined {
    return '*+?{'.includes(this.#source[this.#at] ?? ' ') ? this.#match(QUANTIFIER) : undefined
  }

  #atom(): Syntax {
    const from = this.#at
    if (this.#quantifier() !== undefined) this.#refuse('a quantifier without an operand', from)
    const character = this.#character()
    switch (character) {
      case '.':
        return anyCharacter
      case '^':
        return { kind: 'assertion', assertion: 'line-start' }
      case '$':
        return { kind: 'assertion', assertion: 'line-end' }
      case '(':
        return this.#group(from)
      case '[':
        return { kind: 'set', set: this.#class(from) }
      case '\\':
        return this.#escapedAtom(from)
      default:
        if (this.#strict && ']{}'.includes(character))
          this.#refuse(`a lone "${character}" under flag u`, from)
        return this.#literal(character.codePointAt(0) ?? 0)
    }
  }

  #literal(codePoint: number): Syntax {
    if (!this.#fold) return { kind: 'set', set: [codePoint, codePoint] }
    const letter = codePoint | 0x20
    if (codePoint < 0x80 && (letter < 0x61 || letter > 0x7a))
      return { kind: 'set', set: [codePoint, codePoint] }
    if (codePoint < 0x80) return { kind: 'set', set: [letter - 0x20, letter - 0x20, letter, letter] }
    return { kind: 'set', set: withBothCases([codePoint, codePoint]) }
  }

  #group(from: number): Syntax {
    if (!this.#take('?:')) {
      const name = nameOfGroup(this.#source.slice(this.#at, this.#at + 20))
      if (name !== undefined) this.#refuse(name, from)
    }
    if (++this.#depth > MAX_DEPTH) this.#refuse(`more than ${MAX_DEPTH} groups inside each other`, from)
    const body = this.#either()
    if (!this.#take(')')) this.#refuse('an unterminated group', from)
    this.#depth--
    return body
  }

  #escapedAtom(from: number): Syntax {
    const letter = this.#source[this.#at]
    if (letter in assertions) {
      this.#at++
      return { kind: 'assertion', assertion: assertions[letter] }
    }
    const escaped = this.#escape(from)
    return typeof escaped === 'number' ? this.#literal(escaped) : { kind: 'set', set: escaped }
  }

  /** A class, from behind its bracket. */
  #class(from: number): CodePoints {
    const negated = this.#take('^')
    const ranges: number[] = []
    // Escapes such as \W hold both cases of what they hold.
    const escapes: number[] = []
    while (!this.#take(']')) {
      if (this.#at >= this.#source.length) this.#refuse('an unterminated class', from)
      const at = this.#at
      const low = this.#classMember(from)
      const high = this.#rangeEnd(from)
      if (typeof low === 'number' && typeof high === 'number') {
        if (low > high) this.#refuse('a range whose bounds are reversed', at)
        ranges.push(low, high)
        continue
      }
      if (high !== undefined && this.#strict) this.#refuse('a range that ends in a class', at)
      if (high !== undefined) ranges.push(0x2d, 0x2d)
      for (const member of [low, high]) {
        if (typeof member === 'number') ranges.push(member, member)
        else if (member !== undefined) escapes.push(...member)
      }
    }
    const set = union([...(this.#fold ? withBothCases(ranges) : ranges), ...escapes])
    return negated ? complement(set) : set
  }

  #classMember(from: number): number | CodePoints {
    const at = this.#at
    const character = this.#character()
    if (character !== '\\') return character.codePointAt(0) ?? 0
    if (this.#take('b')) return 8
    if (this.#at >= this.#source.length) this.#refuse('an unterminated class', from)
    return this.#escape(at)
  }

  #rangeEnd(from: number): number | CodePoints | undefined {
    if (this.#source[this.#at] !== '-' || this.#source[this.#at + 1] === ']') return undefined
    this.#at++
    if (this.#at >= this.#source.length) this.#refuse('an unterminated class', from)
    return this.#classMember(from)
  }

  /** What an escape stands for, from behind its backslash. */
  #escape(from: number): number | CodePoints {
    if (this.#at >= this.#source.length) this.#refuse('an unterminated escape', from)
    const letter = this.#source[this.#at]
    if (letter in classes || letter in controls || PUNCTUATION.test(letter)) {
      this.#at++
      return classes[letter] ?? controls[letter] ?? letter.charCodeAt(0)
    }
    if (letter === '0' && !/\d/.test(this.#source[this.#at + 1] ?? '')) {
      this.#at++
      return 0
    }
    const hex = this.#match(HEX_ESCAPE)
    if (hex !== undefined) return Number.parseInt(hex[1], 16)
    const codePoint = this.#match(CODE_POINT_ESCAPE)
    if (codePoint !== undefined) return this.#paired(Number.parseInt(codePoint[1] ?? codePoint[2], 16), from)
    return this.#refuse(nameOfEscape(letter), from)
  }

  /** An escaped code point, made of two escapes where they are the halves of one. */
  #paired(unit: number, from: number): number {
    if (unit > 0x10ffff) this.#refuse('an escape beyond U+10FFFF', from)
    if (unit >= 0xd800 && unit <= 0xdbff) {
      const low = this.#match(LOW_SURROGATE_ESCAPE)
      if (low !== undefined) return ((unit - 0xd800) << 10) + Number.parseInt(low[1], 16) - 0xdc00 + 0x10000
    }
    if (isSurrogate(unit)) this.#refuse('half of a surrogate pair', from)
    return unit
  }

  #character(): string {
    const codePoint = this.#source.codePointAt(this.#at) ?? 0
    if (isSurrogate(codePoint)) this.#refuse('half of a surrogate pair')
    const character = String.fromCodePoint(codePoint)
    this.#at += character.length
    return character
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false
    this.#at += text.length
    return true
  }

  #match(form: RegExp): RegExpExecArray | undefined {
    form.lastIndex = this.#at
    const found = form.exec(this.#source) ?? undefined
    if (found !== undefined) this.#at += found[0].length
    return found
  }

  #refuse(what: string, at = this.#at): never {
    throw notInSubset(`${what} at ${at}`, this.#source)
  }
}

function boundsOf([text, min, comma, max]: RegExpExecArray): [number, number] {
  if (text === '*') return [0, Infinity]
  if (text === '+') return [1, Infinity]
  if (text === '?') return [0, 1]
  if (max !== '' && comma !== '') return [Number(min), Number(max)]
  return [Number(min + max), comma === '' ? Number(min + max) : Infinity]
}

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff
