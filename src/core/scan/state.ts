import { HELD_BYTES, SHAPES, SLOTS } from './selector.ts'

// What a session knows between two windows, little-endian, the same in both backends. assembly/select-memory.ts has the
// same offsets.
//
//      0  f64 bytes scanned          8 f64 LFs before the open unit   16 f64 where the open unit begins
//     24  f64 where its strongest literal begins                      32 f64 units with a score
//     40  f64 units that left or never entered the heap
//     48  i32 weight and 52 i32 number of its strongest literal       56 i32 sum of all weights
//     60  i32 1 if it has a location   64 i32 bytes scanned that wait for those behind them
//     68  i32 entries in the heap      72 i32 slots that this window filled
//     76  i32 number of the window     80 i32 highest score that left or never entered the heap
//    128  i32[512] the heap: slots; each is less than those at twice its place, plus 1 and 2
//   2176  i32[512] the slots that this window filled
//   4224  512 entries of 64 bytes
//  36992  u8[8192] the last bytes scanned; before the start of the input, zeros and an LF
//  45184  u32[32768] counts of shapes
const NUMBERS = 16
const HEAP_AT = 128
const ENTERED_AT = HEAP_AT + 4 * SLOTS
const ENTRIES_AT = ENTERED_AT + 4 * SLOTS
const ENTRY_BYTES = 64
const HELD_AT = ENTRIES_AT + ENTRY_BYTES * SLOTS
export const COUNTS_AT = HELD_AT + HELD_BYTES
const STATE_BYTES = COUNTS_AT + 4 * SHAPES

// Places in `floats`.
export const BYTES = 0
export const LINES = 1
export const UNIT_START = 2
export const BEST_AT = 3
export const SCORED = 4
export const LEFT_UNITS = 5
// Places in `numbers`, from its 12th on.
export const BEST = 12
export const BEST_ID = 13
export const SUM = 14
export const LOCATED = 15
export const WAITING = 16
export const HEAP_SIZE = 17
export const ENTERED = 18
export const WINDOW = 19
export const LEFT_SCORE = 20

// An entry: f64 line, start, end, hit; then i32 literal, score, value, shape, repeat, and the window that filled the slot.
/** Floats, and numbers, of an entry. */
export const ENTRY_FLOATS = ENTRY_BYTES / 8
export const ENTRY_NUMBERS = ENTRY_BYTES / 4
export const LINE_OF = 0
export const START_OF = 1
export const END_OF = 2
export const HIT_OF = 3
export const LITERAL_OF = 8
export const SCORE_OF = 9
export const VALUE_OF = 10
export const SHAPE_OF = 11
export const REPEAT_OF = 12
export const FILLED_BY = 13

/** Views of a session's state. */
export interface SelectState {
  readonly bytes: Uint8Array
  /** The first numbers, as f64 and as i32. */
  readonly floats: Float64Array
  readonly numbers: Int32Array
  readonly heap: Int32Array
  readonly entered: Int32Array
  /** The entries, as f64 and as i32. */
  readonly entryFloats: Float64Array
  readonly entryNumbers: Int32Array
  readonly held: Uint8Array
  readonly counts: Uint32Array
}

/** Views of the state that lies at `at`, a multiple of eight. */
export function stateAt(buffer: ArrayBufferLike, at: number): SelectState {
  return {
    bytes: new Uint8Array(buffer, at, STATE_BYTES),
    floats: new Float64Array(buffer, at, NUMBERS),
    numbers: new Int32Array(buffer, at, 2 * NUMBERS),
    heap: new Int32Array(buffer, at + HEAP_AT, SLOTS),
    entered: new Int32Array(buffer, at + ENTERED_AT, SLOTS),
    entryFloats: new Float64Array(buffer, at + ENTRIES_AT, ENTRY_FLOATS * SLOTS),
    entryNumbers: new Int32Array(buffer, at + ENTRIES_AT, ENTRY_NUMBERS * SLOTS),
    held: new Uint8Array(buffer, at + HELD_AT, HELD_BYTES),
    counts: new Uint32Array(buffer, at + COUNTS_AT, SHAPES),
  }
}

const LF = 0x0a

let fresh: SelectState | undefined

/** The state before the first byte, which all sessions share until they read one. Never written. */
export function freshState(): SelectState {
  fresh ??= refresh(stateAt(new ArrayBuffer(STATE_BYTES), 0))
  return fresh
}

/** Makes a state what it is before the first byte. */
function refresh(state: SelectState): SelectState {
  state.bytes.fill(0, ENTRIES_AT, ENTRIES_AT + ENTRY_BYTES * state.numbers[HEAP_SIZE])
  state.numbers.fill(0)
  state.held.fill(0)
  state.held[HELD_BYTES - 1] = LF
  state.bytes.fill(0, COUNTS_AT)
  return state
}

/** Copies what a state knows to another one. */
export function copyTo(to: SelectState, state: SelectState): void {
  if (state === fresh) refresh(to)
  else to.bytes.set(state.bytes)
}

/** Copies all but the counts. Of the entries, those that the heap has. */
export function copyWithoutCounts(to: Uint8Array, { bytes, numbers }: SelectState): void {
  to.set(bytes.subarray(0, ENTRIES_AT + ENTRY_BYTES * numbers[HEAP_SIZE]))
  to.set(bytes.subarray(HELD_AT, COUNTS_AT), HELD_AT)
}

/** Makes all but the counts what `copyWithoutCounts` copied. */
export function restoreWithoutCounts({ bytes, numbers }: SelectState, from: Uint8Array): void {
  bytes.set(from.subarray(0, COUNTS_AT))
  bytes.fill(0, ENTRIES_AT + ENTRY_BYTES * numbers[HEAP_SIZE], HELD_AT)
}

/** A state that was given back, for the next session. */
let spare: SelectState | undefined

/** Gives back a state that nobody reads any more. */
export function giveBack(state: SelectState): void {
  if (state !== fresh) spare = state
}

/** A copy of a state, in memory of its own. */
export function copyOfState(state: SelectState): SelectState {
  const copy = spare ?? stateAt(new ArrayBuffer(STATE_BYTES), 0)
  spare = undefined
  copyTo(copy, state)
  return copy
}
