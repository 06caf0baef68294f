import { readClass, readEscape } from './classes.ts'
import { PatternCursor } from './cursor.ts'
import { nameOfGroup } from './refusals.ts'
import { notLineFeed, withBothCases } from './sets.ts'
import type { Assertion, Syntax } from './syntax.ts'

/** The most groups inside each other. */
const MAX_DEPTH = 100

const BOUNDS = /\{(\d+)(,?)(\d*)\}/y

const BAR = 0x7c
const OPEN = 0x28
const CLOSE = 0x29
const STAR = 0x2a
const PLUS = 0x2b
const QUESTION = 0x3f
const BRACE = 0x7b

const assertions: Readonly<Record<string, Assertion>> = { b: 'word-boundary', B: 'no-word-boundary' }

const anyCharacter: Syntax = { kind: 'set', set: notLineFeed }

/**
 * Parses a pattern of the linear subset, in JavaScript's syntax: literals, `.`, classes, `\d \w \s`, groups,
 * alternation, greedy repeats, `^ $ \b \B`, flags `i` and `u`. `.` is any code point but LF. `^` and `$` are the
 * beginning and end of a line. `\w`, `\d` and `\b` know only ASCII.
 *
 * @throws PithError `PITH_INVALID_PATTERN` that names the first construct outside the subset.
 */
export function parsePattern(source: string, flags = ''): Syntax {
  return new Parser(source, flags).whole()
}

class Parser extends PatternCursor {
  #depth = 0

  whole(): Syntax {
    const syntax = this.#either()
    if (this.at < this.source.length) this.refuse('")" without its group')
    return syntax
  }

  #either(): Syntax {
    const first = this.#sequence()
    if (this.code() !== BAR) return first
    const choices = [first]
    while (this.code() === BAR) {
      this.at++
      choices.push(this.#sequence())
    }
    return { kind: 'either', choices }
  }

  #sequence(): Syntax {
    const parts: Syntax[] = []
    for (
      let code = this.code();
      this.at < this.source.length && code !== BAR && code !== CLOSE;
      code = this.code()
    )
      parts.push(this.#repeated())
    return parts.length === 1 ? parts[0] : { kind: 'sequence', parts }
  }

  #repeated(): Syntax {
    const from = this.at
    const body = this.#atom()
    const behind = this.at
    const bounds = this.#bounds()
    if (bounds === undefined) return body
    if (body.kind === 'assertion' && this.source.charCodeAt(from) !== OPEN) {
      this.refuse('a quantifier without an operand', behind)
    }
    const next = this.code()
    if (next === QUESTION) this.refuse('a lazy quantifier')
    if (next === PLUS) this.refuse('a possessive quantifier')
    const [min, max] = bounds
    if (min > max) this.refuse('a repeat whose bounds are reversed', behind)
    return { kind: 'repeat', body, min, max }
  }

  /** Reads the bounds of a quantifier; undefined if there is none. */
  #bounds(): readonly [number, number] | undefined {
    const code = this.code()
    if (code === BRACE) {
      const found = this.match(BOUNDS)
      return found && boundsOf(found)
    }
    const bounds =
      code === STAR ? anyTimes : code === PLUS ? onceOrMore : code === QUESTION ? atMostOnce : undefined
    if (bounds !== undefined) this.at++
    return bounds
  }

  #atom(): Syntax {
    const from = this.at
    if (this.#bounds() !== undefined) this.refuse('a quantifier without an operand', from)
    const character = this.character()
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
        return { kind: 'set', set: readClass(this, from) }
      case '\\':
        return this.#escapedAtom(from)
      default:
        if (this.strict && ']{}'.includes(character)) this.refuse(`a lone "${character}" under flag u`, from)
        return this.#literal(character.codePointAt(0) ?? 0)
    }
  }

  #literal(codePoint: number): Syntax {
    const range = [codePoint, codePoint]
    return { kind: 'set', set: this.fold ? withBothCases(range) : range }
  }

  #group(from: number): Syntax {
    if (!this.take('?:')) {
      const name = nameOfGroup(this.source.slice(this.at, this.at + 20))
      if (name !== undefined) this.refuse(name, from)
    }
    if (++this.#depth > MAX_DEPTH) this.refuse(`more than ${MAX_DEPTH} groups inside each other`, from)
    const body = this.#either()
    if (!this.take(')')) this.refuse('an unterminated group', from)
    this.#depth--
    return body
  }

  #escapedAtom(from: number): Syntax {
    const letter = this.source[this.at]
    if (letter in assertions) {
      this.at++
      return { kind: 'assertion', assertion: assertions[letter] }
    }
    const escaped = readEscape(this, from)
    return typeof escaped === 'number' ? this.#literal(escaped) : { kind: 'set', set: escaped }
  }
}

const anyTimes = [0, Infinity] as const
const onceOrMore = [1, Infinity] as const
const atMostOnce = [0, 1] as const

function boundsOf([, min, comma, max]: RegExpExecArray): [number, number] {
  if (max !== '' && comma !== '') return [Number(min), Number(max)]
  return [Number(min + max), comma === '' ? Number(min + max) : Infinity]
}
