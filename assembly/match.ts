import { DEAD, FULL, HIT, IS_ANCHORED, makeAutomaton, makeCell, mark, NO_LIMIT, RECORD_AFTER, RECORD_BEFORE, RECORD_BEHIND, RECORD_BYTES, RECORD_CLASSES, RECORD_END, RECORD_FLAGS, RECORD_FORM, RECORD_ROW, rowAfter, UNKNOWN } from './automata'
import { END } from './contexts'
import { ALWAYS, CHOSEN, ENDS, ENTRIES, FOUND, IDLE, IDS, LANES, MAX_ATOMS, MAX_FORMS, MAX_LINE_BYTES, PAIRS, PLACES, READERS, RECORDS, ZEROS } from './memory'
import { atoms, firstAtoms, FOLD, forgetAutomata, forms, freeAtoms, slotOf, THREE, TWO } from './tables'

// Finds the forms of the signal's rules in a line. A first pass looks for bytes that matches hold, two to four in a
// row: the triggers. Only automata with triggers in the line, and those that have none, read it, four at a time. They read
// no more than what a match with these triggers may take.

// A lane is an automaton that reads the text. Offsets in LANES:
const LANE_BYTES: usize = 32
const LANES_END: usize = LANES + 4 * LANE_BYTES
/** Address of the row of the automaton's state. */
const LANE_ROW: usize = 0
const LANE_CLASSES: usize = 4
/** Address of the next byte. */
const LANE_AT: usize = 8
/** Address of the automaton's record; 0 if the lane has none. */
const LANE_RECORD: usize = 12
/** Address of the last byte that matters, or the end of the text. */
const LANE_STOP: usize = 16

/**
 * Searches a line without LF, at most 8 KiB, for all forms. If no form of evidence and no location is found, the others
 * are not searched for. Nor is what a rule or a discount also needs, if its own form is not found. Reads at most three bytes past the end.
 *
 * @returns The number of forms found. Their numbers are in IDS, in order.
 */
export function matchText(from: usize, end: usize): i32 {
  for (let at: usize = 0; at < MAX_FORMS >> 3; at += 16) v128.store(FOUND + at, i8x16.splat(0))
  for (let at: usize = 0; at < MAX_ATOMS >> 3; at += 16) v128.store(CHOSEN + at, v128.load(ALWAYS + at))
  choose(from, end)
  if (!readAll(from, end, 0, firstAtoms)) return 0
  readAll(from, end, firstAtoms, freeAtoms)
  readAll(from, end, freeAtoms, atoms)
  return listFound()
}

/** True if the last text matched the form. */
export function hasForm(form: i32): bool {
  return ((load<u8>(FOUND + (<usize>form >> 3)) >> (<u8>form & 7)) & 1) != 0
}

/** The end of the form's match that ends first, less the start of the text. Only valid for a form that was found. */
function endOf(form: i32): i32 {
  return load<i32>(ENDS + (<usize>form << 2))
}

/** Marks the automata with triggers in the text, and notes where these are. */
function choose(from: usize, end: usize): void {
  for (let at = from; at + 2 <= end; at++) {
    const bytes = load<u32>(at) | FOLD
    const lengths = load<u8>(PAIRS + <usize>(bytes & TWO))
    if (lengths == 0) continue
    const place = <u16>(at - from)
    if ((lengths & 4) != 0) chooseFrom(bytes, place)
    if ((lengths & 2) != 0) chooseFrom(bytes & THREE, place)
    if ((lengths & 1) != 0) chooseFrom(bytes & TWO, place)
  }
}

function chooseFrom(bytes: u32, place: u16): void {
  for (let entry = <u32>load<u16>(slotOf(bytes)); entry != 0; ) {
    const at = ENTRIES + (<usize>entry << 3)
    if (load<u32>(at) == bytes) {
      const automaton = <u32>load<u16>(at, 6)
      const places = PLACES + (<usize>automaton << 2)
      if (mark(CHOSEN, automaton)) store<u16>(places, place)
      store<u16>(places, place, 2)
    }
    entry = <u32>load<u16>(at, 4)
  }
}

/** Lets the marked automata from `first` to `last`, exclusive, read the text. True if they found something. */
function readAll(from: usize, end: usize, first: u32, last: u32): bool {
  const readersEnd = listReaders(from, end, first, last)
  let next = READERS
  let active = 0
  let found = false
  store<u32>(IDLE, <u32>IDLE)
  for (let lane = LANES; lane < LANES_END; lane += LANE_BYTES) store<u32>(lane, 0, LANE_RECORD)
  do {
    if (active > 0) advance()
    for (let lane = LANES; lane < LANES_END; lane += LANE_BYTES) {
      const record = <usize>load<u32>(lane, LANE_RECORD)
      if (record != 0) {
        const at = <usize>load<u32>(lane, LANE_AT)
        const cell = nextCell(record, <usize>load<u32>(lane, LANE_ROW), at, end)
        if (cell < HIT && at < <usize>load<u32>(lane, LANE_STOP)) {
          store<u32>(lane, cell, LANE_ROW)
          store<u32>(lane, <u32>(at + 1), LANE_AT)
          continue
        }
        if (cell == FULL) {
          beginAnew(from, end)
          break
        }
        if (cell == HIT && note(record, <i32>(at - from))) found = true
        active--
      }
      if (next < readersEnd) {
        start(lane, next, from, end)
        next += 4
        active++
      } else rest(lane, from)
    }
  } while (active > 0)
  return found
}

/** The cell of a row for the byte at an address, or for the end of the text. */
function nextCell(record: usize, row: usize, at: usize, end: usize): u32 {
  const symbol = at < end ? <u32>load<u8>(at) : END
  const column = at < end
    ? <usize>load<u8>(<usize>load<u32>(record, RECORD_CLASSES) + symbol)
    : <usize>load<u32>(record, RECORD_END)
  const cell = load<u32>(row + (column << 2))
  return cell == UNKNOWN ? makeCell(record, row, column, symbol) : cell
}

/**
 * Lists the records of the marked automata. Leaves out those that depend on what was not found, those whose first trigger
 * is too far behind the start of the line, and those of which it is known that they end at the first byte in vain. Returns
 * the end of the list.
 */
function listReaders(from: usize, end: usize, first: u32, last: u32): usize {
  let listed = READERS
  for (let base = first & ~63; base < last; base += 64) {
    let marks = load<u64>(CHOSEN + (<usize>base >> 3))
    if (base < first) marks &= <u64>-1 << <u64>(first - base)
    if (last - base < 64) marks &= ~(<u64>-1 << <u64>(last - base))
    for (; marks != 0; marks &= marks - 1) {
      const automaton = <usize>(base + <u32>ctz(marks))
      const record = RECORDS + automaton * RECORD_BYTES
      if (isAnchored(record) && load<u16>(PLACES + (automaton << 2)) > load<u16>(record, RECORD_BEFORE)) continue
      if (first >= freeAtoms && !hasForm(<i32>load<u32>(record, RECORD_AFTER))) continue
      const row = load<u32>(record, RECORD_ROW)
      if (row != 0 && from < end && cellOf(row, <usize>load<u32>(record, RECORD_CLASSES), from) == DEAD) continue
      store<u32>(listed, <u32>record)
      listed += 4
    }
  }
  return listed
}

// @ts-ignore: decorator
@inline
function isAnchored(record: usize): bool {
  return (load<u32>(record, RECORD_FLAGS) & IS_ANCHORED) != 0
}

/** A lane without an automaton finds nothing. */
function rest(lane: usize, from: usize): void {
  store<u32>(lane, 0, LANE_RECORD)
  store<u32>(lane, <u32>IDLE, LANE_ROW)
  store<u32>(lane, <u32>ZEROS, LANE_CLASSES)
  store<u32>(lane, <u32>from, LANE_AT)
  store<u32>(lane, <u32>from + MAX_LINE_BYTES, LANE_STOP)
}

/** Lets a lane read the text with the automaton at a place of the list. */
function start(lane: usize, place: usize, from: usize, end: usize): void {
  store<u32>(lane, load<u32>(place), LANE_RECORD)
  if (!begin(lane, from, end)) beginAnew(from, end)
}

/**
 * Makes the automaton of a lane read what its matches may take of the text. It begins at the start of the text or behind
 * a byte of ASCII, so its state does not depend on what is before. False if the memory is full.
 */
function begin(lane: usize, from: usize, end: usize): bool {
  const record = <usize>load<u32>(lane, LANE_RECORD)
  if (load<u32>(record, RECORD_ROW) == 0 && !makeAutomaton(record)) return false
  const places = PLACES + (((record - RECORDS) / RECORD_BYTES) << 2)
  const before = <usize>load<u16>(record, RECORD_BEFORE)
  const behind = <usize>load<u16>(record, RECORD_BEHIND)
  let at = from
  const first = <usize>load<u16>(places)
  if (first > before && !isAnchored(record)) at += first - before
  while (at > from && load<u8>(at - 1) >= 0x80) at--
  const row = at == from ? load<u32>(record, RECORD_ROW) : rowAfter(record, <u32>load<u8>(at - 1))
  store<u32>(lane, row, LANE_ROW)
  store<u32>(lane, load<u32>(record, RECORD_CLASSES), LANE_CLASSES)
  store<u32>(lane, <u32>at, LANE_AT)
  const stop = behind == NO_LIMIT ? end : min<usize>(end, from + <usize>load<u16>(places, 2) + behind)
  store<u32>(lane, <u32>stop, LANE_STOP)
  return row != 0
}

/** Forgets all automata, and lets those of the lanes read the text again. The build sees to it that four have room. */
function beginAnew(from: usize, end: usize): void {
  forgetAutomata()
  for (let lane = LANES; lane < LANES_END; lane += LANE_BYTES) {
    if (load<u32>(lane, LANE_RECORD) != 0) begin(lane, from, end)
  }
}

/**
 * Reads on in all lanes while the next states of all are known. One lane alone would mostly wait: where a cell is depends
 * on the cell before.
 */
function advance(): void {
  const at0 = <usize>load<u32>(LANES, LANE_AT)
  const at1 = <usize>load<u32>(LANES + LANE_BYTES, LANE_AT)
  const at2 = <usize>load<u32>(LANES + 2 * LANE_BYTES, LANE_AT)
  const at3 = <usize>load<u32>(LANES + 3 * LANE_BYTES, LANE_AT)
  const classes0 = <usize>load<u32>(LANES, LANE_CLASSES)
  const classes1 = <usize>load<u32>(LANES + LANE_BYTES, LANE_CLASSES)
  const classes2 = <usize>load<u32>(LANES + 2 * LANE_BYTES, LANE_CLASSES)
  const classes3 = <usize>load<u32>(LANES + 3 * LANE_BYTES, LANE_CLASSES)
  let row0 = load<u32>(LANES, LANE_ROW)
  let row1 = load<u32>(LANES + LANE_BYTES, LANE_ROW)
  let row2 = load<u32>(LANES + 2 * LANE_BYTES, LANE_ROW)
  let row3 = load<u32>(LANES + 3 * LANE_BYTES, LANE_ROW)
  const left01 = min<usize>(leftOf(LANES, at0), leftOf(LANES + LANE_BYTES, at1))
  const left23 = min<usize>(leftOf(LANES + 2 * LANE_BYTES, at2), leftOf(LANES + 3 * LANE_BYTES, at3))
  const count = min<usize>(left01, left23)
  let read: usize = 0
  for (; read < count; read++) {
    const next0 = cellOf(row0, classes0, at0 + read)
    const next1 = cellOf(row1, classes1, at1 + read)
    const next2 = cellOf(row2, classes2, at2 + read)
    const next3 = cellOf(row3, classes3, at3 + read)
    if (((next0 | next1 | next2 | next3) & HIT) != 0) break
    row0 = next0
    row1 = next1
    row2 = next2
    row3 = next3
  }
  store<u32>(LANES, <u32>(at0 + read), LANE_AT)
  store<u32>(LANES + LANE_BYTES, <u32>(at1 + read), LANE_AT)
  store<u32>(LANES + 2 * LANE_BYTES, <u32>(at2 + read), LANE_AT)
  store<u32>(LANES + 3 * LANE_BYTES, <u32>(at3 + read), LANE_AT)
  store<u32>(LANES, row0, LANE_ROW)
  store<u32>(LANES + LANE_BYTES, row1, LANE_ROW)
  store<u32>(LANES + 2 * LANE_BYTES, row2, LANE_ROW)
  store<u32>(LANES + 3 * LANE_BYTES, row3, LANE_ROW)
}

/** How many bytes a lane may read before its last one. */
// @ts-ignore: decorator
@inline
function leftOf(lane: usize, at: usize): usize {
  return <usize>load<u32>(lane, LANE_STOP) - at
}

// @ts-ignore: decorator
@inline
function cellOf(row: u32, classes: usize, at: usize): u32 {
  return load<u32>(<usize>row + (<usize>load<u8>(classes + <usize>load<u8>(at)) << 2))
}

/** Notes a match of an automaton. Of the matches of a form, the one that ends first counts. */
function note(record: usize, end: i32): bool {
  const form = <i32>load<u32>(record, RECORD_FORM)
  if (!hasForm(form) || end < endOf(form)) add(form, end)
  return true
}

function add(form: i32, end: i32): void {
  mark(FOUND, <u32>form)
  store<i32>(ENDS + (<usize>form << 2), end)
}

function listFound(): i32 {
  let count = 0
  for (let base: u32 = 0; base < forms; base += 64) {
    for (let marks = load<u64>(FOUND + (<usize>base >> 3)); marks != 0; marks &= marks - 1) {
      store<u16>(IDS + (<usize>count << 1), <u16>(base + <u32>ctz(marks)))
      count++
    }
  }
  return count
}
