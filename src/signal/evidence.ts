import { type Entry, type ExtraPattern, type NumberedForms, numberForms } from './entries.ts'
import type { FormMatcher } from './forms.ts'
import { compilePatterns } from './linear/program.ts'
import { createNormaliser, type Normaliser } from './normalise.ts'
import { ASSESSED_BYTES } from './pieces.ts'
import { within, wordStart } from './range.ts'
import { HAS_LOCATION, IS_FRAME, IS_WARNING } from './rule.ts'
import { createRuleMatcher } from './rule-matcher.ts'

// Finds in a line's own text the evidence that something failed. normalise.ts removes prefixes and masks harmless
// words. The rules of rules/ match what is left (table-matcher.ts), and discounts lower the score. rank.ts then
// compares the lines of a log with each other.

/** What one line's text shows about a failure. */
export interface Evidence {
  /** Above 0. */
  score: number
  /** A bit for each kind of evidence, and bits for what else the line is. */
  kinds: number
  /** Where the strongest evidence begins: an offset in the given bytes. */
  startByte: number
  /** Where it ends, exclusive. */
  endByte: number
  /** Hash of the normalised line without digits and quoted strings, and of the kind of the strongest evidence. */
  shape: number
  /** Hash of what similar lines have in common. */
  coarse: number
}

/**
 * A line with this score or more is an error line. Error lines are counted and reported; the first and last are kept.
 */
export const ERROR_SCORE = 7

export interface Assessor {
  /** The evidence in the line `bytes[start, end)`; undefined for most lines. */
  assess(bytes: Uint8Array, start: number, end: number): Evidence | undefined
}

/** True if a pattern may distinguish digits that the rules treat as equal. */
export const distinguishesDigits = (extra: readonly ExtraPattern[]): boolean =>
  extra.some(({ pattern }) => /[0-9]/.test(pattern))

/**
 * Rules besides the strongest add this share of ten times their weights to the score, together at most
 * `MOST_OF_OTHERS`.
 */
const OTHERS_SHARE = 0.012
const MOST_OF_OTHERS = 3
/** What a location adds to other evidence, and what it scores alone. */
const LOCATION_BONUS = 1.5
const LOCATION_ALONE = 0.8
/** The highest score of a stack frame. */
const FRAME_MOST = 2.2
export interface AssessorParts {
  /** A faster normaliser of lines of at most `ASSESSED_BYTES`. */
  normaliser?: Normaliser | undefined
  /** A matcher of the rules' forms. Default: that of the tables of the build. */
  matcher?: FormMatcher
}

/**
 * Creates an assessor for any number of lines, one at a time. It prepares its table when the first line comes. It uses
 * no faster normaliser if a caller's pattern distinguishes digits.
 *
 * @throws PithError `PITH_INVALID_PATTERN` for a caller's pattern outside the linear subset.
 */
export const createAssessor = (extra: readonly ExtraPattern[] = [], parts: AssessorParts = {}): Assessor =>
  new TableAssessor(extra, parts)

class TableAssessor implements Assessor {
  readonly #extra: readonly ExtraPattern[]
  #table: NumberedForms | undefined
  readonly #fastNormaliser: Normaliser | undefined
  /** Made when a line needs them. */
  #normaliser: Normaliser | undefined
  #matcher: FormMatcher | undefined
  readonly #discounts: Entry[] = []
  #best = 0
  /** Ten times the sum of the weights. */
  #tenths = 0
  #kinds = 0
  #strongest = -1
  #strongestBit = 0

  constructor(extra: readonly ExtraPattern[], { normaliser, matcher }: AssessorParts) {
    // Compiled here only to refuse bad patterns before any line comes.
    if (extra.length > 0) compilePatterns(extra)
    this.#extra = extra
    this.#fastNormaliser = normaliser
    this.#matcher = matcher
  }

  assess(bytes: Uint8Array, start: number, end: number): Evidence | undefined {
    const line = this.#normaliserFor(end - start)
    line.normalise(bytes, start, end)
    const { text, from, to } = line
    if (to <= from) return undefined
    this.#table ??= numberForms(this.#extra)
    this.#matcher ??= createRuleMatcher(this.#table, this.#extra.length)
    const matcher = this.#matcher
    const count = matcher.match(text, from, to)
    if (count === 0) return undefined
    const score = this.#score(this.#table, matcher, count)
    if (score === 0) return undefined
    const matchEnd = matcher.endOf(this.#strongest)
    const matchStart = wordStart(text, from, matchEnd)
    const startByte = line.originOf(matchStart)
    const endByte = matchEnd > matchStart ? line.originOf(matchEnd - 1) + 1 : startByte
    const key = Math.imul(this.#strongestBit | (this.#kinds & IS_WARNING), 0x85ebca6b)
    return {
      score,
      kinds: this.#kinds,
      startByte,
      endByte: within(bytes, startByte, endByte),
      shape: (line.shape() ^ key) >>> 0,
      coarse: (line.coarse() ^ key) >>> 0,
    }
  }

  #normaliserFor(length: number): Normaliser {
    const fast = this.#fastNormaliser
    if (fast !== undefined && length <= ASSESSED_BYTES && !distinguishesDigits(this.#extra)) return fast
    this.#normaliser ??= createNormaliser(distinguishesDigits(this.#extra))
    return this.#normaliser
  }

  #score({ entries, location }: NumberedForms, matcher: FormMatcher, count: number): number {
    this.#weigh(matcher, entries, count)
    let score =
      this.#best + Math.min(MOST_OF_OTHERS, (this.#tenths - Math.round(10 * this.#best)) * OTHERS_SHARE)
    if (matcher.has(location)) {
      this.#kinds |= HAS_LOCATION
      score += score > 0 ? LOCATION_BONUS : LOCATION_ALONE
      if (this.#strongest < 0) this.#strongest = location
    }
    return score === 0 ? 0 : this.#discounted(score)
  }

  /**
   * Adds up the weights of the forms found, in the table's order, so that the sums are the same to the last bit. If two
   * rules weigh the same, the first one is the strongest.
   */
  #weigh(matcher: FormMatcher, entries: NumberedForms['entries'], count: number): void {
    this.#best = this.#tenths = this.#kinds = this.#strongestBit = this.#discounts.length = 0
    this.#strongest = -1
    for (let i = 0; i < count; i++) {
      const form = matcher.ids[i]
      const entry = entries[form]
      if (entry === undefined || !matcher.has(entry.also)) continue
      if (entry.unless >= 0 && matcher.has(entry.unless)) continue
      if (entry.weight === 0) this.#discounts.push(entry)
      else this.#add(form, entry)
    }
  }

  #add(form: number, { weight, bit }: Entry): void {
    this.#tenths += Math.round(10 * weight)
    this.#kinds |= bit
    if (weight <= this.#best) return
    this.#best = weight
    this.#strongest = form
    this.#strongestBit = bit
  }

  #discounted(full: number): number {
    const grade = this.#best >= 9 ? 2 : this.#best >= 6 ? 1 : 0
    let score = full
    let factor = 1
    for (let i = 0; i < this.#discounts.length; i++) {
      const { bit, factors } = this.#discounts[i]
      this.#kinds |= bit
      if (bit === IS_FRAME) score = Math.min(score, FRAME_MOST)
      factor *= factors[grade]
    }
    return score * factor
  }
}
