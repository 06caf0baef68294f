import { SLOTS } from './selector.ts'
import {
  BEST_AT,
  BEST_ID,
  END_OF,
  ENTERED,
  ENTRY_FLOATS,
  ENTRY_NUMBERS,
  FILLED_BY,
  HEAP_SIZE,
  HIT_OF,
  LEFT_SCORE,
  LEFT_UNITS,
  LINE_OF,
  LINES,
  LITERAL_OF,
  REPEAT_OF,
  SCORE_OF,
  type SelectState,
  SHAPE_OF,
  START_OF,
  UNIT_START,
  VALUE_OF,
  WINDOW,
} from './state.ts'

// The best units. The one at the top has the least value, and of equal ones the latest start. Starts are unique, so the
// order is total.

/** What is offered to the heap besides what the state tells. */
export interface Offer {
  score: number
  value: number
  shape: number
  repeat: number
  endByte: number
}

/** The least value in a full heap. -1 while it has room. */
export function leastValue({ numbers, heap, entryNumbers }: SelectState): number {
  return numbers[HEAP_SIZE] < SLOTS ? -1 : entryNumbers[ENTRY_NUMBERS * heap[0] + VALUE_OF]
}

/** Notes that a unit lost to others. */
export function lose({ floats, numbers }: SelectState, score: number): void {
  floats[LEFT_UNITS]++
  if (score > numbers[LEFT_SCORE]) numbers[LEFT_SCORE] = score
}

/** Puts the open unit into the heap, in the place of the least one if it is full. */
export function enter(state: SelectState, offer: Offer): void {
  const { numbers, heap, entryNumbers } = state
  const size = numbers[HEAP_SIZE]
  const isFull = size === SLOTS
  const slot = isFull ? heap[0] : size
  if (isFull) lose(state, entryNumbers[ENTRY_NUMBERS * slot + SCORE_OF])
  else numbers[HEAP_SIZE] = size + 1
  fill(state, slot, offer)
  if (isFull) sink(state, slot)
  else rise(state, slot, size)
}

function fill(state: SelectState, slot: number, { score, value, shape, repeat, endByte }: Offer): void {
  const { floats, numbers, entryFloats, entryNumbers } = state
  const at = ENTRY_FLOATS * slot
  entryFloats[at + LINE_OF] = floats[LINES] + 1
  entryFloats[at + START_OF] = floats[UNIT_START]
  entryFloats[at + END_OF] = endByte
  entryFloats[at + HIT_OF] = floats[BEST_AT]
  const n = ENTRY_NUMBERS * slot
  entryNumbers[n + LITERAL_OF] = numbers[BEST_ID]
  entryNumbers[n + SCORE_OF] = score
  entryNumbers[n + VALUE_OF] = value
  entryNumbers[n + SHAPE_OF] = shape
  entryNumbers[n + REPEAT_OF] = repeat
  const window = numbers[WINDOW]
  if (entryNumbers[n + FILLED_BY] === window) return
  entryNumbers[n + FILLED_BY] = window
  state.entered[numbers[ENTERED]++] = slot
}

function isLess({ entryFloats, entryNumbers }: SelectState, one: number, other: number): boolean {
  const difference =
    entryNumbers[ENTRY_NUMBERS * one + VALUE_OF] - entryNumbers[ENTRY_NUMBERS * other + VALUE_OF]
  if (difference !== 0) return difference < 0
  return entryFloats[ENTRY_FLOATS * one + START_OF] > entryFloats[ENTRY_FLOATS * other + START_OF]
}

function rise(state: SelectState, slot: number, from: number): void {
  const { heap } = state
  let at = from
  while (at > 0) {
    const above = (at - 1) >> 1
    if (isLess(state, heap[above], slot)) break
    heap[at] = heap[above]
    at = above
  }
  heap[at] = slot
}

function sink(state: SelectState, slot: number): void {
  const { heap } = state
  let at = 0
  for (;;) {
    let below = 2 * at + 1
    if (below >= SLOTS) break
    if (below + 1 < SLOTS && isLess(state, heap[below + 1], heap[below])) below++
    if (isLess(state, slot, heap[below])) break
    heap[at] = heap[below]
    at = below
  }
  heap[at] = slot
}
