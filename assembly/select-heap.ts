import {
  AT_ENTERED,
  AT_HEAP_SIZE,
  AT_LEFT_SCORE,
  AT_LEFT_UNITS,
  AT_WINDOW,
  ENTERED,
  ENTRIES,
  HEAP,
} from './select-memory'

// The heap of the best units. Its twin is src/core/scan/heap.ts.

const SLOTS: i32 = 512

// Offsets in an entry.
const LINE: usize = 0
const START: usize = 8
const END: usize = 16
const HIT: usize = 24
const LITERAL: usize = 32
const SCORE: usize = 36
const VALUE: usize = 40
const SHAPE: usize = 44
const REPEAT: usize = 48
const FILLED_BY: usize = 52

// @ts-ignore: decorator
@inline
function entryOf(slot: i32): usize {
  return ENTRIES + (<usize>slot << 6)
}

// @ts-ignore: decorator
@inline
function slotAt(place: i32): i32 {
  return load<i32>(HEAP + (<usize>place << 2))
}

// @ts-ignore: decorator
@inline
function put(place: i32, slot: i32): void {
  store<i32>(HEAP + (<usize>place << 2), slot)
}

/** The least value in a full heap. -1 while it has room. */
export function leastValue(): i32 {
  return load<i32>(AT_HEAP_SIZE) < SLOTS ? -1 : load<i32>(entryOf(slotAt(0)), VALUE)
}

/** Notes that a unit lost to others. */
export function lose(score: i32): void {
  store<f64>(AT_LEFT_UNITS, load<f64>(AT_LEFT_UNITS) + 1)
  if (score > load<i32>(AT_LEFT_SCORE)) store<i32>(AT_LEFT_SCORE, score)
}

/** The slot for a new entry: the next free one, or that of the least entry, which leaves. */
export function takeSlot(): i32 {
  const size = load<i32>(AT_HEAP_SIZE)
  if (size < SLOTS) return size
  const slot = slotAt(0)
  lose(load<i32>(entryOf(slot), SCORE))
  return slot
}

/** Writes the entry of a slot. */
export function fill(
  slot: i32,
  line: f64,
  start: f64,
  end: f64,
  hit: f64,
  literal: i32,
  score: i32,
  value: i32,
  shape: u32,
  repeat: u32,
): void {
  const entry = entryOf(slot)
  store<f64>(entry, line, LINE)
  store<f64>(entry, start, START)
  store<f64>(entry, end, END)
  store<f64>(entry, hit, HIT)
  store<i32>(entry, literal, LITERAL)
  store<i32>(entry, score, SCORE)
  store<i32>(entry, value, VALUE)
  store<u32>(entry, shape, SHAPE)
  store<u32>(entry, repeat, REPEAT)
  const window = load<i32>(AT_WINDOW)
  if (load<i32>(entry, FILLED_BY) == window) return
  store<i32>(entry, window, FILLED_BY)
  const count = load<i32>(AT_ENTERED)
  store<i32>(ENTERED + (<usize>count << 2), slot)
  store<i32>(AT_ENTERED, count + 1)
}

/** Brings a slot that was just filled to its place in the heap. */
export function place(slot: i32): void {
  const size = load<i32>(AT_HEAP_SIZE)
  if (size == SLOTS) sink(slot)
  else {
    store<i32>(AT_HEAP_SIZE, size + 1)
    rise(slot, size)
  }
}

function isLess(one: i32, other: i32): bool {
  const a = entryOf(one)
  const b = entryOf(other)
  const difference = load<i32>(a, VALUE) - load<i32>(b, VALUE)
  return difference != 0 ? difference < 0 : load<f64>(a, START) > load<f64>(b, START)
}

function rise(slot: i32, from: i32): void {
  let at = from
  while (at > 0) {
    const above = (at - 1) >> 1
    if (isLess(slotAt(above), slot)) break
    put(at, slotAt(above))
    at = above
  }
  put(at, slot)
}

function sink(slot: i32): void {
  let at = 0
  for (;;) {
    let below = 2 * at + 1
    if (below >= SLOTS) break
    if (below + 1 < SLOTS && isLess(slotAt(below + 1), slotAt(below))) below++
    if (isLess(slot, slotAt(below))) break
    put(at, slotAt(below))
    at = below
  }
  put(at, slot)
}
