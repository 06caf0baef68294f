import { BLANK, byteClass } from './bytes.ts'
import { createFormMatcher } from './forms.ts'
import type { Matcher } from './linear/matcher.ts'
import { compilePatterns, type PatternSource } from './linear/program.ts'
import { createNormaliser, type Normaliser } from './normalise.ts'
import { HAS_LOCATION, IS_FRAME, IS_WARNING, kindBit } from './row.ts'
import { dampers, locationPattern } from './rules/dampers.ts'
import { rows } from './rules/index.ts'
import { recordedForms } from './rules/recorded.ts'
import { coarseOf, shapeOf } from './shape.ts'

/** What one line tells by its own text. */
export interface Evidence {
  /** Above 0. */
  score: number
  /** A bit for each kind of evidence, and bits for what the line is besides. */
  kinds: number
  /** Where the strongest evidence begins, an offset into the bytes that were given. */
  startByte: number
  /** Where it ends, exclusive. */
  endByte: number
  /** Hash of the normalised line, digits and quoted strings blanked, keyed by the kind of the strongest evidence. */
  shape: number
  /** Hash of what similar lines share. */
  coarse: number
}

/** A line at or above is an error line: counted, told, the first and the last of them guaranteed. */
export const ERROR_SCORE = 7

export interface Assessor {
  /** What the line in `bytes[start, end)` tells; nothing for most lines. */
  assess(bytes: Uint8Array, start: number, end: number): Evidence | undefined
}

/** A further pattern to look for. */
export interface ExtraPattern {
  pattern: string
  flags?: string
}

/** True when a pattern may tell digits apart that are alike to the rules. */
export const tellsDigitsApart = (extra: readonly ExtraPattern[]): boolean =>
  extra.some(({ pattern }) => /[0-9]/.test(pattern))

const OTHERS_SHARE = 0.12
const MOST_OF_OTHERS = 3
const LOCATION_BONUS = 1.5
const LOCATION_ALONE = 0.8
const FRAME_MOST = 2.2
const EXTRA_WEIGHT = 10
const LONGEST_MATCH = 24
/** Bytes that the evidence is told to reach over: escapes in it may be many. */
const LONGEST_RANGE = 256

interface Conditions {
  pattern: string
  flags?: string
  also?: string
  unless?: string
}

/** A row as the matcher's numbers tell of it. */
interface Entry {
  form: number
  /** The form that must match too; the row's own where there is none. */
  also: number
  /** The form that rules the row out; -1 for none. */
  unless: number
  bit: number
  /** 0 for a damper. */
  weight: number
  factors: readonly [number, number, number]
}

/** The rows, ready to be looked for. */
interface Table {
  readonly matcher: Matcher
  /** By form. */
  readonly entries: readonly (Entry | undefined)[]
  /** The form of a place in a source file. */
  readonly location: number
}

const UNDAMPED = [1, 1, 1] as const

/** The table as forms, and the row of each form that is a row's pattern. */
function prepare(extra: readonly ExtraPattern[]): Table {
  const forms: PatternSource[] = []
  const entries: (Entry | undefined)[] = []
  const add = (pattern: string, flags = ''): number => forms.push({ pattern, flags }) - 1
  const addRow = (row: Conditions, rest: Pick<Entry, 'bit' | 'weight' | 'factors'>): void => {
    const form = add(row.pattern, row.flags)
    const also = row.also === undefined ? form : add(row.also, row.flags)
    entries[form] = {
      form,
      also,
      unless: row.unless === undefined ? -1 : add(row.unless, row.flags),
      ...rest,
    }
  }
  for (const row of extra) addRow(row, { bit: kindBit('level'), weight: EXTRA_WEIGHT, factors: UNDAMPED })
  for (const row of rows) addRow(row, { bit: kindBit(row.kind), weight: row.weight, factors: UNDAMPED })
  for (const row of dampers) addRow(row, { bit: row.bit ?? 0, weight: 0, factors: row.factors })
  const location = add(locationPattern)
  const compiled = recordedForms ? forms.slice(0, extra.length) : forms
  return { matcher: createFormMatcher(compiled, recordedForms), entries, location }
}

/**
 * One assessor serves any number of lines, one at a time. The table is prepared when the first line comes.
 *
 * @throws PithError `PITH_INVALID_PATTERN` for a further pattern outside the linear subset.
 */
export const createAssessor = (extra: readonly ExtraPattern[] = []): Assessor => new TableAssessor(extra)

class TableAssessor implements Assessor {
  readonly #extra: readonly ExtraPattern[]
  #table: Table | undefined
  #normaliser: Normaliser | undefined
  readonly #damping: Entry[] = []
  #best = 0
  #sum = 0
  #kinds = 0
  #strongest = -1
  #strongestBit = 0

  constructor(extra: readonly ExtraPattern[]) {
    // Refuses what it must before any line comes.
    if (extra.length > 0) compilePatterns(extra)
    this.#extra = extra
  }

  assess(bytes: Uint8Array, start: number, end: number): Evidence | undefined {
    this.#normaliser ??= createNormaliser(tellsDigitsApart(this.#extra))
    const line = this.#normaliser
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

  #score({ matcher, entries, location }: Table, count: number): number {
    this.#weigh(matcher, entries, count)
    let score = this.#best + Math.min(MOST_OF_OTHERS, (this.#sum - this.#best) * OTHERS_SHARE)
    if (matcher.has(location)) {
      this.#kinds |= HAS_LOCATION
      score += score > 0 ? LOCATION_BONUS : LOCATION_ALONE
      if (this.#strongest < 0) this.#strongest = location
    }
    return score === 0 ? 0 : this.#damped(score)
  }

  /** Adds up what the forms found stand for; a tie goes to the row that comes first. */
  #weigh(matcher: Matcher, entries: Table['entries'], count: number): void {
    this.#best = this.#sum = this.#kinds = this.#strongestBit = this.#damping.length = 0
    this.#strongest = -1
    for (let i = 0; i < count; i++) {
      const form = matcher.ids[i]
      const entry = entries[form]
      if (entry === undefined || !matcher.has(entry.also)) continue
      if (entry.unless >= 0 && matcher.has(entry.unless)) continue
      if (entry.weight === 0) this.#damp(entry)
      else this.#add(form, entry)
    }
  }

  /** In the table's order, so that the product of the factors is the same to the last bit. */
  #damp(entry: Entry): void {
    let i = this.#damping.push(entry) - 1
    for (; i > 0 && this.#damping[i - 1].form > entry.form; i--) this.#damping[i] = this.#damping[i - 1]
    this.#damping[i] = entry
  }

  #add(form: number, { weight, bit }: Entry): void {
    this.#sum += weight
    this.#kinds |= bit
    if (weight < this.#best || (weight === this.#best && form > this.#strongest)) return
    this.#best = weight
    this.#strongest = form
    this.#strongestBit = bit
  }

  #damped(undamped: number): number {
    const grade = this.#best >= 9 ? 2 : this.#best >= 6 ? 1 : 0
    let score = undamped
    let factor = 1
    for (let i = 0; i < this.#damping.length; i++) {
      const { bit, factors } = this.#damping[i]
      this.#kinds |= bit
      if (bit === IS_FRAME) score = Math.min(score, FRAME_MOST)
      factor *= factors[grade]
    }
    return score * factor
  }
}

/** The beginning of the words before an end, no more than a few: about where what ends there began. */
function wordStart(text: Uint8Array, from: number, to: number): number {
  let at = Math.max(from, to - LONGEST_MATCH)
  while (at < to - 1 && at > from && byteClass[text[at - 1]] !== BLANK) at++
  while (at > from && at < to && (text[at] & 0xc0) === 0x80) at--
  return at
}

/** The end of a range that isn't too long, cut back to the beginning of a character. */
function within(bytes: Uint8Array, start: number, end: number): number {
  if (end <= start + LONGEST_RANGE) return Math.max(start, end)
  let at = start + LONGEST_RANGE
  while (at > start + LONGEST_RANGE - 3 && (bytes[at] & 0xc0) === 0x80) at--
  return at
}
