import { BLANK, byteClass } from './bytes.ts'
import { createFormMatcher, type Form, type FormMatcher } from './forms.ts'
import { createNormaliser, type Normaliser } from './normalise.ts'
import { HAS_LOCATION, IS_FRAME, IS_WARNING, kindBit } from './row.ts'
import { dampers, locationPattern } from './rules/dampers.ts'
import { rows } from './rules/index.ts'
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

interface Conditions {
  pattern: string
  flags?: string
  also?: string
  unless?: string
}

/** A row as the matcher's numbers tell of it. */
interface Entry {
  /** The form that must match too; the row's own where there is none. */
  also: number
  /** The form that rules the row out; -1 for none. */
  unless: number
  bit: number
  /** 0 for a damper. */
  weight: number
  factors: readonly [number, number, number]
}

const UNDAMPED = [1, 1, 1] as const

/** The table as forms, and the row of each form that is a row's pattern. */
function prepare(extra: readonly ExtraPattern[]) {
  const forms: Form[] = []
  const entries: (Entry | undefined)[] = []
  const add = (pattern: string, flags = ''): number => forms.push({ pattern, flags }) - 1
  const addRow = (row: Conditions, rest: Pick<Entry, 'bit' | 'weight' | 'factors'>): void => {
    const form = add(row.pattern, row.flags)
    const also = row.also === undefined ? form : add(row.also, row.flags)
    entries[form] = { also, unless: row.unless === undefined ? -1 : add(row.unless, row.flags), ...rest }
  }
  for (const row of extra) addRow(row, { bit: kindBit('level'), weight: EXTRA_WEIGHT, factors: UNDAMPED })
  for (const row of rows) addRow(row, { bit: kindBit(row.kind), weight: row.weight, factors: UNDAMPED })
  for (const row of dampers) addRow(row, { bit: row.bit ?? 0, weight: 0, factors: row.factors })
  const location = add(locationPattern)
  return { matcher: createFormMatcher(forms), entries, location }
}

/** Prepares the table; one assessor serves any number of lines, one at a time. */
export const createAssessor = (extra: readonly ExtraPattern[] = []): Assessor => new TableAssessor(extra)

class TableAssessor implements Assessor {
  readonly #matcher: FormMatcher
  readonly #entries: readonly (Entry | undefined)[]
  readonly #location: number
  readonly #line: Normaliser
  readonly #damping: Entry[] = []
  #best = 0
  #sum = 0
  #kinds = 0
  #strongest = -1
  #strongestBit = 0

  constructor(extra: readonly ExtraPattern[]) {
    const { matcher, entries, location } = prepare(extra)
    this.#line = createNormaliser(tellsDigitsApart(extra))
    this.#matcher = matcher
    this.#entries = entries
    this.#location = location
  }

  assess(bytes: Uint8Array, start: number, end: number): Evidence | undefined {
    const line = this.#line
    line.normalise(bytes, start, end)
    const { text, from, to } = line
    if (to <= from) return undefined
    const count = this.#matcher.match(text, from, to)
    if (count === 0) return undefined
    const score = this.#score(count)
    if (score === 0) return undefined
    const matchEnd = this.#matcher.endOf(this.#strongest)
    const matchStart = wordStart(text, from, matchEnd)
    const startByte = line.originOf(matchStart)
    const key = Math.imul(this.#strongestBit | (this.#kinds & IS_WARNING), 0x85ebca6b)
    return {
      score,
      kinds: this.#kinds,
      startByte,
      endByte: matchEnd > matchStart ? Math.max(startByte, line.originOf(matchEnd - 1) + 1) : startByte,
      shape: (shapeOf(text, from, to) ^ key) >>> 0,
      coarse: (coarseOf(text, from, to) ^ key) >>> 0,
    }
  }

  #score(count: number): number {
    this.#weigh(count)
    let score = this.#best + Math.min(MOST_OF_OTHERS, (this.#sum - this.#best) * OTHERS_SHARE)
    if (this.#matcher.has(this.#location)) {
      this.#kinds |= HAS_LOCATION
      score += score > 0 ? LOCATION_BONUS : LOCATION_ALONE
      if (this.#strongest < 0) this.#strongest = this.#location
    }
    return score === 0 ? 0 : this.#damped(score)
  }

  /** Adds up what the forms found stand for; a tie goes to the row that comes first. */
  #weigh(count: number): void {
    const matcher = this.#matcher
    this.#best = this.#sum = this.#kinds = this.#strongestBit = this.#damping.length = 0
    this.#strongest = -1
    for (let i = 0; i < count; i++) {
      const form = matcher.ids[i]
      const entry = this.#entries[form]
      if (entry === undefined || !matcher.has(entry.also)) continue
      if (entry.unless >= 0 && matcher.has(entry.unless)) continue
      if (entry.weight === 0) this.#damping.push(entry)
      else this.#add(form, entry)
    }
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
