import { isKnownOpening } from '../judge/openings.ts'
import { enter, leastValue, lose, type Offer } from './heap.ts'
import { contextOf } from './hits.ts'
import { afterLabel, hashOf, openingOf } from './line-facts.ts'
import {
  firstOf,
  hashAt,
  isKnown,
  LENGTH_AT,
  LITERAL_BYTES,
  nextOf,
  RECORD_BYTES,
  RECORDS_AT,
  standsAt,
  WEIGHTS_AT,
  WORD_AT,
} from './literal-set.ts'
import {
  LOCATION_ALONE,
  LOCATION_BONUS,
  MOST_ALIKE,
  MOST_OF_OTHERS,
  OPENING_SCORE,
  OTHERS_SHARE,
  PART_BYTES,
  SHAPES,
} from './selector.ts'
import { BEST, BEST_AT, BEST_ID, LINES, LOCATED, SCORED, type SelectState, SUM, UNIT_START } from './state.ts'
import { BEFORE, CLASSES, END, EVENTS, LOCATION, STEPS, stepBefore, WORD } from './words.ts'

// Scores units. assembly/select.ts implements the same.

const LF = 0x0a
const CR = 0x0d
/** Bytes before a literal from which the shape of its unit is made. */
const BEFORE_HIT = 16
/** Bytes that a shape is made from. */
const SHAPE_BYTES = 64

/** A stretch of the input, with what is before and behind it. */
export interface Stretch {
  readonly bytes: Uint8Array
  /** Where the bytes begin in the input: the offset of `bytes[0]`, which may be below 0. */
  readonly base: number
}

/** Scores the units from `from` to `to`, both places in `bytes`. The last one stays open. Reads LAG_BYTES behind `to`. */
export function readUnits(
  state: SelectState,
  set: Uint8Array,
  stretch: Stretch,
  from: number,
  to: number,
): void {
  const { bytes, base } = stretch
  let at = from
  let step = stepBefore(bytes, at)
  while (at < to) {
    const partEnd = state.floats[UNIT_START] - base + PART_BYTES
    if (at === partEnd) {
      addCrossing(state, set, stretch, at, step)
      endUnit(state, stretch, at)
      state.floats[UNIT_START] = base + at
      continue
    }
    const stop = Math.min(to, partEnd)
    for (; at < stop; at++) {
      step = STEPS[(step & BEFORE) | CLASSES[bytes[at]]]
      if ((step & EVENTS) === 0) continue
      if ((step & WORD) !== 0) addHits(state, set, stretch, at, Infinity)
      else if ((step & LOCATION) !== 0) state.numbers[LOCATED] = 1
      else break
    }
    if (at === stop) continue
    endUnit(state, stretch, at)
    if (bytes[at] === LF) state.floats[LINES]++
    at++
    state.floats[UNIT_START] = base + at
  }
}

/** Adds the literals that begin before `end`, which ends a part of a line, although their words begin behind it. */
function addCrossing(
  state: SelectState,
  set: Uint8Array,
  stretch: Stretch,
  end: number,
  stepAtEnd: number,
): void {
  const { bytes } = stretch
  let step = stepAtEnd
  for (let at = end; at < end + LITERAL_BYTES; at++) {
    step = STEPS[(step & BEFORE) | CLASSES[bytes[at]]]
    if ((step & END) !== 0) return
    if ((step & WORD) === 0) continue
    addHits(state, set, stretch, at, end)
    return
  }
}

/** Adds the literals whose first word begins at `word`, if they begin in the open unit and before `limit`. */
function addHits(state: SelectState, set: Uint8Array, stretch: Stretch, word: number, limit: number): void {
  const { bytes, base } = stretch
  const hash = hashAt(bytes, word)
  if (!isKnown(set, hash)) return
  const { floats, numbers } = state
  const unitStart = floats[UNIT_START] - base
  for (let next = firstOf(set, hash); next !== 0; ) {
    const id = next - 1
    const record = RECORDS_AT + RECORD_BYTES * id
    const start = word - set[record + WORD_AT]
    next = nextOf(set, record)
    if (start < unitStart || start >= limit || !standsAt(set, record, bytes, start)) continue
    const context = contextOf(bytes, start, start + set[record + LENGTH_AT], unitStart)
    const weight = set[record + WEIGHTS_AT + context]
    const isFirst = weight === numbers[BEST] && isBefore(base + start, id, floats[BEST_AT], numbers[BEST_ID])
    numbers[SUM] += weight
    if (weight < numbers[BEST] || (weight === numbers[BEST] && !isFirst)) continue
    numbers[BEST] = weight
    numbers[BEST_ID] = id
    floats[BEST_AT] = base + start
  }
}

/** Whether a hit comes before another one of the same weight. */
const isBefore = (start: number, id: number, otherStart: number, otherId: number): boolean =>
  start < otherStart || (start === otherStart && id < otherId)

/** Ends the open unit before `end`, and leaves nothing of it. */
export function endUnit(state: SelectState, stretch: Stretch, end: number): void {
  const { floats, numbers } = state
  const start = floats[UNIT_START] - stretch.base
  if (end > start) {
    const score = scoreOf(state, stretch.bytes, start, end)
    if (score > 0) offer(state, stretch, start, end, score)
  }
  numbers[BEST] = numbers[SUM] = numbers[LOCATED] = 0
}

function scoreOf({ numbers }: SelectState, bytes: Uint8Array, start: number, end: number): number {
  const strongest = numbers[BEST]
  const isOpened = strongest < OPENING_SCORE && isLineStart(bytes, start) && opens(bytes, start, end)
  const best = isOpened ? OPENING_SCORE : strongest
  const others = Math.min(MOST_OF_OTHERS, ((numbers[SUM] - strongest) * OTHERS_SHARE) >> 8)
  const location = numbers[LOCATED] === 0 ? 0 : best > 0 ? LOCATION_BONUS : LOCATION_ALONE
  return best + others + location
}

/** False for a later part of a line: its first bytes are no opening. */
const isLineStart = (bytes: Uint8Array, start: number): boolean =>
  bytes[start - 1] === LF || bytes[start - 1] === CR

const opens = (bytes: Uint8Array, start: number, end: number): boolean =>
  isKnownOpening(openingOf(bytes, start, end))

const offered: Offer = { score: 0, value: 0, shape: 0, repeat: 0, endByte: 0 }

/** Counts the open unit, and puts it into the heap if it is good enough. */
function offer(
  state: SelectState,
  { bytes, base }: Stretch,
  start: number,
  end: number,
  score: number,
): void {
  const { floats, numbers, counts } = state
  floats[SCORED]++
  if (numbers[BEST] === 0) {
    numbers[BEST_ID] = -1
    floats[BEST_AT] = base + afterLabel(bytes, start, end)
  }
  const shape = shapeOf(bytes, Math.max(start, floats[BEST_AT] - base - BEFORE_HIT), end, numbers[BEST_ID])
  const least = leastValue(state)
  const repeat = counts[shape]
  if (repeat > 0 || score > least) counts[shape]++
  if (repeat >= MOST_ALIKE) return
  const value = Math.floor((2 * score) / (2 + repeat))
  if (value <= least) {
    lose(state, score)
    return
  }
  offered.score = score
  offered.value = value
  offered.shape = shape
  offered.repeat = repeat
  offered.endByte = base + end
  enter(state, offered)
}

/** The shape of what is from `from` on and belongs to a literal. */
function shapeOf(bytes: Uint8Array, from: number, end: number, literal: number): number {
  const hash = hashOf(bytes, from, Math.min(end, from + SHAPE_BYTES))
  return ((hash ^ Math.imul(literal + 1, 0x9e3779b1)) >>> 0) % SHAPES
}
