import { BLANK, byteClass } from './bytes.ts'
import { createFormMatcher } from './forms.ts'
import type { Matcher } from './linear/matcher.ts'
import { compilePatterns, type PatternSource } from './linear/program.ts'
import { createNormaliser, type Normaliser } from './normalise.ts'
import { ASSESSED_BYTES } from './pieces.ts'
import { HAS_LOCATION, IS_FRAME, IS_WARNING, kindBit } from './rule.ts'
import { discounts, locationPattern } from './rules/discounts.ts'
import { rules } from './rules/index.ts'
import { recordedForms } from './rules/recorded.ts'
import { coarseOf, shapeOf } from './shape.ts'

// Finds in a line's own text the evidence that something failed. normalise.ts removes prefixes and masks harmless
// words. The rules of rules/ match what is left, all at once (linear/), and discounts lower the score. rank.ts then
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

/** A caller's own pattern. */
export interface ExtraPattern {
  pattern: string
  flags?: string
}

/** True if a pattern may distinguish digits that the rules treat as equal. */
export const distinguishesDigits = (extra: readonly ExtraPattern[]): boolean =>
  extra.some(({ pattern }) => /[0-9]/.test(pattern))

/** Rules besides the strongest add this share of their weights to the score, together at most `MOST_OF_OTHERS`. */
const OTHERS_SHARE = 0.12
const MOST_OF_OTHERS = 3
/** What a location adds to other evidence, and what it scores alone. */
const LOCATION_BONUS = 1.5
const LOCATION_ALONE = 0.8
/** The highest score of a stack frame. */
const FRAME_MOST = 2.2
/** Weight of a caller's own pattern. */
const EXTRA_WEIGHT = 10
/** Evidence begins at most this many bytes before the end of its match. */
const LONGEST_MATCH = 24
/** The longest range, in bytes, that evidence may cover. It limits ranges with many escapes. */
const LONGEST_RANGE = 256

interface Conditions {
  pattern: string
  flags?: string
  also?: string
  unless?: string
}

/** A rule or discount. Its patterns are replaced by their numbers in the matcher, called forms. */
interface Entry {
  form: number
  /** The form that must match too. The rule's own form if there is no other. */
  also: number
  /** The form that must not match; -1 for none. */
  unless: number
  bit: number
  /** 0 for a discount. */
  weight: number
  factors: readonly [number, number, number]
}

/** The rules, ready for matching. */
interface Table {
  readonly matcher: Matcher
  /** By form. */
  readonly entries: readonly (Entry | undefined)[]
  /** The form of a location. */
  readonly location: number
}

const NO_DISCOUNT = [1, 1, 1] as const

/** Numbers all patterns. The entry of a rule is stored under the number of the rule's own pattern. */
function prepare(extra: readonly ExtraPattern[]): Table {
  const forms: PatternSource[] = []
  const entries: (Entry | undefined)[] = []
  const add = (pattern: string, flags = ''): number => forms.push({ pattern, flags }) - 1
  const addRule = (rule: Conditions, rest: Pick<Entry, 'bit' | 'weight' | 'factors'>): void => {
    const form = add(rule.pattern, rule.flags)
    const also = rule.also === undefined ? form : add(rule.also, rule.flags)
    entries[form] = {
      form,
      also,
      unless: rule.unless === undefined ? -1 : add(rule.unless, rule.flags),
      ...rest,
    }
  }
  for (const rule of extra)
    addRule(rule, { bit: kindBit('level'), weight: EXTRA_WEIGHT, factors: NO_DISCOUNT })
  for (const rule of rules)
    addRule(rule, { bit: kindBit(rule.kind), weight: rule.weight, factors: NO_DISCOUNT })
  for (const rule of discounts) addRule(rule, { bit: rule.bit ?? 0, weight: 0, factors: rule.factors })
  const location = add(locationPattern)
  const compiled = recordedForms ? forms.slice(0, extra.length) : forms
  return { matcher: createFormMatcher(compiled, recordedForms), entries, location }
}

/**
 * Creates an assessor for any number of lines, one at a time. It prepares its table when the first line comes. `fast`
 * normalises lines of at most `ASSESSED_BYTES`, unless a pattern distinguishes digits.
 *
 * @throws PithError `PITH_INVALID_PATTERN` for a caller's pattern outside the linear subset.
 */
export const createAssessor = (extra: readonly ExtraPattern[] = [], fast?: Normaliser): Assessor =>
  new TableAssessor(extra, fast)

class TableAssessor implements Assessor {
  readonly #extra: readonly ExtraPattern[]
  #table: Table | undefined
  readonly #fast: Normaliser | undefined
  #normaliser: Normaliser | undefined
  readonly #discounts: Entry[] = []
  #best = 0
  #sum = 0
  #kinds = 0
  #strongest = -1
  #strongestBit = 0

  constructor(extra: readonly ExtraPattern[], fast: Normaliser | undefined) {
    // Compiled here only to refuse bad patterns before any line comes.
    if (extra.length > 0) compilePatterns(extra)
    this.#extra = extra
    this.#fast = distinguishesDigits(extra) ? undefined : fast
  }

  assess(bytes: Uint8Array, start: number, end: number): Evidence | undefined {
    const line = this.#normaliserFor(end - start)
    line.normalise(bytes, start, end)
    const { text, from, to } = line
    if (to <= from) return undefined
    this.#table ??= prepare(this.#extra)
    const { matcher } = this.#table
    const count = matcher.match(text, from, to)
    if (count === 0) return undefined
    const score = this.#score(this.#table, count)
    if (score === 0) return undefined
    const matchEnd = matcher.ends[this.#strongest]
    const matchStart = wordStart(text, from, matchEnd)
    const startByte = line.originOf(matchStart)
    const endByte = matchEnd > matchStart ? line.originOf(matchEnd - 1) + 1 : startByte
    const key = Math.imul(this.#strongestBit | (this.#kinds & IS_WARNING), 0x85ebca6b)
    return {
      score,
      kinds: this.#kinds,
      startByte,
      endByte: within(bytes, startByte, endByte),
      shape: (shapeOf(text, from, to) ^ key) >>> 0,
      coarse: (coarseOf(text, from, to) ^ key) >>> 0,
    }
  }

  #normaliserFor(length: number): Normaliser {
    if (this.#fast !== undefined && length <= ASSESSED_BYTES) return this.#fast
    this.#normaliser ??= createNormaliser(distinguishesDigits(this.#extra))
    return this.#normaliser
  }

  #score({ matcher, entries, location }: Table, count: number): number {
    this.#weigh(matcher, entries, count)
    let score = this.#best + Math.min(MOST_OF_OTHERS, (this.#sum - this.#best) * OTHERS_SHARE)
    if (matcher.has(location)) {
      this.#kinds |= HAS_LOCATION
      score += score > 0 ? LOCATION_BONUS : LOCATION_ALONE
      if (this.#strongest < 0) this.#strongest = location
    }
    return score === 0 ? 0 : this.#discounted(score)
  }

  /**
   * Adds up the weights of the forms found. If two rules weigh the same, the first one in the table is the strongest.
   */
  #weigh(matcher: Matcher, entries: Table['entries'], count: number): void {
    this.#best = this.#sum = this.#kinds = this.#strongestBit = this.#discounts.length = 0
    this.#strongest = -1
    for (let i = 0; i < count; i++) {
      const form = matcher.ids[i]
      const entry = entries[form]
      if (entry === undefined || !matcher.has(entry.also)) continue
      if (entry.unless >= 0 && matcher.has(entry.unless)) continue
      if (entry.weight === 0) this.#addDiscount(entry)
      else this.#add(form, entry)
    }
  }

  /** Keeps discounts in the table's order, so that the product of their factors is the same to the last bit. */
  #addDiscount(entry: Entry): void {
    let i = this.#discounts.push(entry) - 1
    for (; i > 0 && this.#discounts[i - 1].form > entry.form; i--) this.#discounts[i] = this.#discounts[i - 1]
    this.#discounts[i] = entry
  }

  #add(form: number, { weight, bit }: Entry): void {
    this.#sum += weight
    this.#kinds |= bit
    if (weight < this.#best || (weight === this.#best && form > this.#strongest)) return
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

/** Start of the last few words before an end. Approximates where the match that ends there began. */
function wordStart(text: Uint8Array, from: number, to: number): number {
  let at = Math.max(from, to - LONGEST_MATCH)
  while (at < to - 1 && at > from && byteClass[text[at - 1]] !== BLANK) at++
  while (at > from && at < to && (text[at] & 0xc0) === 0x80) at--
  return at
}

/** The end of a range, cut to `LONGEST_RANGE` bytes and back to the start of a character. */
function within(bytes: Uint8Array, start: number, end: number): number {
  if (end <= start + LONGEST_RANGE) return Math.max(start, end)
  let at = start + LONGEST_RANGE
  while (at > start + LONGEST_RANGE - 3 && (bytes[at] & 0xc0) === 0x80) at--
  return at
}
