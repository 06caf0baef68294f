import { afterLabel, openingOfLine } from './openings'
import { fill, leastValue, lose, place, takeSlot } from './select-heap'
import {
  AT_BEST,
  AT_BEST_AT,
  AT_BEST_ID,
  AT_BYTES,
  AT_LINES,
  AT_LOCATED,
  AT_SCORED,
  AT_SUM,
  AT_UNIT_START,
  COUNTS,
  JOURNAL,
  JOURNAL_SIZE,
  LONGER,
  OPENINGS,
} from './select-memory'
import { hashOfLine } from './shapes'

// The open unit, and its score. Its twin is src/core/scan/units.ts. The open unit is in variables while a window is
// scanned, with addresses in the place of offsets in the input.

const LF: u8 = 10
const CR: u8 = 13
const LOCATION_BONUS: i32 = 15
const LOCATION_ALONE: i32 = 8
const OPENING_SCORE: i32 = 30
const OTHERS_SHARE: i32 = 31
const MOST_OF_OTHERS: i32 = 30
const MOST_ALIKE: u32 = 8
const SHAPES: u32 = 32768
/** Bytes before a literal from which the shape of its unit is made. */
const BEFORE_HIT: usize = 16

/** Offset in the input of address 0. */
let base: f64 = 0
export let unitStart: usize = 0
let best: i32 = 0
let bestId: i32 = 0
let bestAt: usize = 0
let sum: i32 = 0
let located: i32 = 0
let lines: f64 = 0

/** Reads the open unit from the state. `window` is the address of the byte behind those that were scanned before. */
export function loadUnit(window: usize): void {
  base = load<f64>(AT_BYTES) - <f64>window
  unitStart = <usize>(load<f64>(AT_UNIT_START) - base)
  best = load<i32>(AT_BEST)
  bestId = load<i32>(AT_BEST_ID)
  bestAt = best == 0 ? unitStart : <usize>(load<f64>(AT_BEST_AT) - base)
  sum = load<i32>(AT_SUM)
  located = load<i32>(AT_LOCATED)
  lines = load<f64>(AT_LINES)
}

/** Writes the open unit to the state. */
export function storeUnit(): void {
  store<f64>(AT_UNIT_START, base + <f64>unitStart)
  store<i32>(AT_BEST, best)
  store<i32>(AT_BEST_ID, bestId)
  store<f64>(AT_BEST_AT, base + <f64>bestAt)
  store<i32>(AT_SUM, sum)
  store<i32>(AT_LOCATED, located)
  store<f64>(AT_LINES, lines)
}

// @ts-ignore: decorator
@inline
export function locate(): void {
  located = 1
}

/** Adds a literal. Of hits with the same weight, the first is the strongest; of those, the one with the lowest number. */
export function addHit(start: usize, id: i32, weight: i32): void {
  sum += weight
  if (weight < best) return
  if (weight == best && (start > bestAt || (start == bestAt && id > bestId))) return
  best = weight
  bestId = id
  bestAt = start
}

/** Ends the open unit before `end`. */
// @ts-ignore: decorator
@inline
export function endUnit(end: usize, nextStart: usize): void {
  if (end > unitStart) scoreUnit(end)
  unitStart = nextStart
}

/** Ends the open unit before the CR or LF at `at`. */
// @ts-ignore: decorator
@inline
export function endAt(at: usize): void {
  endUnit(at, at + 1)
  lines += <f64>i32(load<u8>(at) == LF)
}

function scoreUnit(end: usize): void {
  const strongest = best < OPENING_SCORE && opens(end) ? OPENING_SCORE : best
  const others = min<i32>(MOST_OF_OTHERS, ((sum - best) * OTHERS_SHARE) >> 8)
  const location = located == 0 ? 0 : strongest > 0 ? LOCATION_BONUS : LOCATION_ALONE
  const score = strongest + others + location
  if (score > 0) {
    offer(end, score)
    best = 0
    sum = 0
    located = 0
  }
}

/** Whether the unit begins with a known opening. A later part of a line does not. */
function opens(end: usize): bool {
  const before = load<u8>(unitStart - 1)
  if (before != LF && before != CR) return false
  const opening = openingOfLine(unitStart, end)
  const known = load<u8>(OPENINGS + <usize>(opening & 0xffff))
  if (known != 2) return known == 1
  return isLonger(opening) || isLonger(opening & 0xffffff)
}

function isLonger(opening: u32): bool {
  let at = ((opening & 0xffffff) * 0x9e3779b1) >>> 22
  let known = load<u32>(LONGER + (<usize>at << 2))
  while (known != opening && known != 0) {
    at = (at + 1) & 1023
    known = load<u32>(LONGER + (<usize>at << 2))
  }
  return known != 0
}

/** Counts the open unit, and puts it into the heap if it is good enough. */
function offer(end: usize, score: i32): void {
  store<f64>(AT_SCORED, load<f64>(AT_SCORED) + 1)
  if (best == 0) {
    bestId = -1
    bestAt = afterLabel(unitStart, end)
  }
  const from = bestAt >= unitStart + BEFORE_HIT ? bestAt - BEFORE_HIT : unitStart
  const shape = (hashOfLine(from, end) ^ (<u32>(bestId + 1) * 0x9e3779b1)) & (SHAPES - 1)
  const least = leastValue()
  const at = COUNTS + (<usize>shape << 2)
  const repeat = load<u32>(at)
  if (repeat > 0 || score > least) raise(at, shape)
  if (repeat >= MOST_ALIKE) return
  const value = (2 * score) / (2 + <i32>repeat)
  if (value <= least) {
    lose(score)
    return
  }
  const slot = takeSlot()
  const start = base + <f64>unitStart
  fill(slot, lines + 1, start, base + <f64>end, base + <f64>bestAt, bestId, score, value, shape, repeat)
  place(slot)
}

/** Raises the count of a shape, which is at `at`. */
// @ts-ignore: decorator
@inline
function raise(at: usize, shape: u32): void {
  store<u32>(at, load<u32>(at) + 1)
  const size = load<u32>(JOURNAL_SIZE)
  store<u16>(JOURNAL + (<usize>size << 1), <u16>shape)
  store<u32>(JOURNAL_SIZE, size + 1)
}
