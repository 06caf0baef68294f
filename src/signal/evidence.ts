import { BLANK, byteClass } from './bytes.ts'
import { createFormMatcher, type Form } from './forms.ts'
import { createNormaliser } from './normalise.ts'
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
export const ERROR_SCORE = 6

export interface Assessor {
  /** What the line in `bytes[start, end)` tells; nothing for most lines. */
  assess(bytes: Uint8Array, start: number, end: number): Evidence | undefined
}

/** A further pattern to look for. */
export interface ExtraPattern {
  pattern: string
  flags?: string
}

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
export function createAssessor(extra: readonly ExtraPattern[] = []): Assessor {
  const { matcher, entries, location } = prepare(extra)
  const line = createNormaliser()
  const damping: Entry[] = []
  let best = 0
  let sum = 0
  let kinds = 0
  let strongest = -1
  let strongestBit = 0

  /** Adds up what the forms found stand for; a tie goes to the row that comes first. */
  const weigh = (count: number): void => {
    best = sum = kinds = strongestBit = damping.length = 0
    strongest = -1
    for (let i = 0; i < count; i++) {
      const form = matcher.ids[i]
      const entry = entries[form]
      if (entry === undefined || !matcher.has(entry.also)) continue
      if (entry.unless >= 0 && matcher.has(entry.unless)) continue
      if (entry.weight === 0) damping.push(entry)
      else {
        sum += entry.weight
        kinds |= entry.bit
        if (entry.weight > best || (entry.weight === best && form < strongest)) {
          best = entry.weight
          strongest = form
          strongestBit = entry.bit
        }
      }
    }
  }

  const damped = (undamped: number): number => {
    const grade = best >= 9 ? 2 : best >= 6 ? 1 : 0
    let score = undamped
    let factor = 1
    for (let i = 0; i < damping.length; i++) {
      kinds |= damping[i].bit
      if (damping[i].bit === IS_FRAME) score = Math.min(score, FRAME_MOST)
      factor *= damping[i].factors[grade]
    }
    return score * factor
  }

  const scoreOf = (count: number): number => {
    weigh(count)
    let score = best + Math.min(MOST_OF_OTHERS, (sum - best) * OTHERS_SHARE)
    if (matcher.has(location)) {
      kinds |= HAS_LOCATION
      score += score > 0 ? LOCATION_BONUS : LOCATION_ALONE
      if (strongest < 0) strongest = location
    }
    return score === 0 ? 0 : damped(score)
  }

  return {
    assess(bytes, start, end) {
      line.normalise(bytes, start, end)
      const { text, from, to } = line
      if (to <= from) return undefined
      const count = matcher.match(text, from, to)
      if (count === 0) return undefined
      const score = scoreOf(count)
      if (score === 0) return undefined
      const matchEnd = matcher.endOf(strongest)
      const matchStart = wordStart(text, from, matchEnd)
      const startByte = line.originOf(matchStart)
      const key = Math.imul(strongestBit | (kinds & IS_WARNING), 0x85ebca6b)
      return {
        score,
        kinds,
        startByte,
        endByte: matchEnd > matchStart ? Math.max(startByte, line.originOf(matchEnd - 1) + 1) : startByte,
        shape: (shapeOf(text, from, to) ^ key) >>> 0,
        coarse: (coarseOf(text, from, to) ^ key) >>> 0,
      }
    },
  }
}

/** The beginning of the words before an end, no more than a few: about where what ends there began. */
function wordStart(text: Uint8Array, from: number, to: number): number {
  let at = Math.max(from, to - LONGEST_MATCH)
  while (at < to - 1 && at > from && byteClass[text[at - 1]] !== BLANK) at++
  while (at > from && at < to && (text[at] & 0xc0) === 0x80) at--
  return at
}
