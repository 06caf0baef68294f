import {
  ALWAYS,
  CHOSEN,
  ENDS,
  ENTRIES,
  FOUND,
  IDS,
  LANES,
  MAX_ATOMS,
  MAX_FORMS,
  PAIRS,
  READERS,
  RECORDS,
  ZEROS,
} from './memory'
import {
  atoms,
  DEAD,
  firstAtoms,
  FOLD,
  forms,
  freeAtoms,
  HIT,
  makeTable,
  mark,
  RECORD_AFTER,
  RECORD_BYTES,
  RECORD_CLASSES,
  RECORD_END,
  RECORD_FORM,
  RECORD_TABLE,
  slotOf,
  THREE,
  TWO,
} from './tables'

// Finds the forms of the signal's rules in a line. A first pass looks for bytes that matches hold, two to four in a
// row. Only automata with such bytes in the line, and those that have none, read it, four at a time.

// A lane is an automaton that reads the text. Offsets in LANES:
const LANE_BYTES: usize = 32
const LANES_END: usize = LANES + 4 * LANE_BYTES
const LANE_TABLE: usize = 0
const LANE_CLASSES: usize = 4
/** The row of the automaton's state, or a cell that ended it. */
const LANE_ROW: usize = 8
/** Address of the next byte. */
const LANE_AT: usize = 12
/** Address of the automaton's record; 0 if the lane has none. */
const LANE_RECORD: usize = 16

/**
 * Searches a line without LF, at most 8 KiB, for all forms. If no form of evidence and no location is found, the others
 * are not searched for. Nor is what a rule or a discount also needs, if its own form is not found. Reads at most three bytes past the end.
 *
 * @returns The number of forms found. Their numbers are in IDS, in order.
 */
export function matchText(from: usize, end: usize): i32 {
  memory.fill(FOUND, 0, MAX_FORMS >> 3)
  memory.copy(CHOSEN, ALWAYS, MAX_ATOMS >> 3)
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

/** Marks the automata whose bytes the text holds. */
function choose(from: usize, end: usize): void {
  for (let at = from; at + 2 <= end; at++) {
    const bytes = load<u32>(at) | FOLD
    const pair = bytes & TWO
    if (((load<u8>(PAIRS + <usize>(pair >> 3)) >> <u8>(pair & 7)) & 1) == 0) continue
    const four = load<u16>(slotOf(bytes))
    if (four != 0) chooseFrom(<u32>four, bytes)
    const three = load<u16>(slotOf(bytes & THREE))
    if (three != 0) chooseFrom(<u32>three, bytes & THREE)
    const two = load<u16>(slotOf(pair))
    if (two != 0) chooseFrom(<u32>two, pair)
  }
}

function chooseFrom(first: u32, bytes: u32): void {
  for (let entry = first; entry != 0; ) {
    const place = ENTRIES + (<usize>entry << 3)
    if (load<u32>(place) == bytes) mark(CHOSEN, <u32>load<u16>(place, 6))
    entry = <u32>load<u16>(place, 4)
  }
}

/** Lets the marked automata from `first` to `last`, exclusive, read the text. True if they found something. */
function readAll(from: usize, end: usize, first: u32, last: u32): bool {
  const readersEnd = listReaders(from, end, first, last)
  let next = READERS
  let active = 0
  for (let lane = LANES; lane < LANES_END; lane += LANE_BYTES) {
    if (start(lane, next, readersEnd, from)) active++
    next += 4
  }
  let found = false
  while (active > 0) {
    advance(end)
    for (let lane = LANES; lane < LANES_END; lane += LANE_BYTES) {
      if (load<u32>(lane, LANE_ROW) < HIT && <usize>load<u32>(lane, LANE_AT) < end) continue
      if (load<u32>(lane, LANE_RECORD) == 0) {
        store<u32>(lane, <u32>from, LANE_AT)
        continue
      }
      if (finish(lane, from, end)) found = true
      if (!start(lane, next, readersEnd, from)) active--
      next += 4
    }
  }
  return found
}

/**
 * Lists the records of the marked automata, and makes their tables. Leaves out those that depend on
 * what was not found, and those that end at the first byte in vain. Returns the end of the list.
 */
function listReaders(from: usize, end: usize, first: u32, last: u32): usize {
  let listed = READERS
  for (let base = first & ~63; base < last; base += 64) {
    let marks = load<u64>(CHOSEN + (<usize>base >> 3))
    if (base < first) marks &= <u64>-1 << <u64>(first - base)
    if (last - base < 64) marks &= ~(<u64>-1 << <u64>(last - base))
    for (; marks != 0; marks &= marks - 1) {
      const record = RECORDS + <usize>(base + <u32>ctz(marks)) * RECORD_BYTES
      if (first >= freeAtoms && !hasForm(<i32>load<u32>(record, RECORD_AFTER))) continue
      if (load<u32>(record, RECORD_TABLE) == 0 && !makeTable(record)) continue
      const table = <usize>load<u32>(record, RECORD_TABLE)
      if (from < end && cellOf(table, 0, <usize>load<u32>(record, RECORD_CLASSES), from) == DEAD) continue
      store<u32>(listed, <u32>record)
      listed += 4
    }
  }
  return listed
}

/** Lets a lane read the text with the next automaton of the list. False if none is left: the lane then finds nothing. */
function start(lane: usize, next: usize, readersEnd: usize, from: usize): bool {
  const record = next < readersEnd ? <usize>load<u32>(next) : 0
  store<u32>(lane, <u32>record, LANE_RECORD)
  store<u32>(lane, record == 0 ? <u32>ZEROS : load<u32>(record, RECORD_TABLE), LANE_TABLE)
  store<u32>(lane, record == 0 ? <u32>ZEROS : load<u32>(record, RECORD_CLASSES), LANE_CLASSES)
  store<u32>(lane, 0, LANE_ROW)
  store<u32>(lane, <u32>from, LANE_AT)
  return record != 0
}

/**
 * Reads on in all lanes until one of them has ended. One lane alone would mostly wait: where a cell is depends on the
 * cell before.
 */
function advance(end: usize): void {
  const at0 = <usize>load<u32>(LANES, LANE_AT)
  const at1 = <usize>load<u32>(LANES + LANE_BYTES, LANE_AT)
  const at2 = <usize>load<u32>(LANES + 2 * LANE_BYTES, LANE_AT)
  const at3 = <usize>load<u32>(LANES + 3 * LANE_BYTES, LANE_AT)
  const classes0 = <usize>load<u32>(LANES, LANE_CLASSES)
  const classes1 = <usize>load<u32>(LANES + LANE_BYTES, LANE_CLASSES)
  const classes2 = <usize>load<u32>(LANES + 2 * LANE_BYTES, LANE_CLASSES)
  const classes3 = <usize>load<u32>(LANES + 3 * LANE_BYTES, LANE_CLASSES)
  const table0 = <usize>load<u32>(LANES, LANE_TABLE)
  const table1 = <usize>load<u32>(LANES + LANE_BYTES, LANE_TABLE)
  const table2 = <usize>load<u32>(LANES + 2 * LANE_BYTES, LANE_TABLE)
  const table3 = <usize>load<u32>(LANES + 3 * LANE_BYTES, LANE_TABLE)
  let row0 = load<u32>(LANES, LANE_ROW)
  let row1 = load<u32>(LANES + LANE_BYTES, LANE_ROW)
  let row2 = load<u32>(LANES + 2 * LANE_BYTES, LANE_ROW)
  let row3 = load<u32>(LANES + 3 * LANE_BYTES, LANE_ROW)
  const count = end - max<usize>(max<usize>(at0, at1), max<usize>(at2, at3))
  let read: usize = 0
  while (read < count) {
    row0 = cellOf(table0, row0, classes0, at0 + read)
    row1 = cellOf(table1, row1, classes1, at1 + read)
    row2 = cellOf(table2, row2, classes2, at2 + read)
    row3 = cellOf(table3, row3, classes3, at3 + read)
    read++
    if (((row0 | row1 | row2 | row3) & HIT) != 0) break
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

// @ts-ignore: decorator
@inline
function cellOf(table: usize, row: u32, classes: usize, at: usize): u32 {
  return <u32>load<u16>(table + (<usize>row << 4) + (<usize>load<u8>(classes + <usize>load<u8>(at)) << 1))
}

/** Notes what the automaton of a lane has found. Of the matches of a form, the one that ends first counts. */
function finish(lane: usize, from: usize, end: usize): bool {
  const record = <usize>load<u32>(lane, LANE_RECORD)
  const form = <i32>load<u32>(record, RECORD_FORM)
  const row = load<u32>(lane, LANE_ROW)
  let matchEnd = <i32>(<usize>load<u32>(lane, LANE_AT) - 1 - from)
  let cell = row
  if (row < HIT) {
    const table = <usize>load<u32>(lane, LANE_TABLE)
    cell = <u32>load<u16>(table + (<usize>row << 4) + (<usize>load<u32>(record, RECORD_END) << 1))
    matchEnd = <i32>(end - from)
  }
  if (cell != HIT) return false
  if (!hasForm(form) || matchEnd < endOf(form)) add(form, matchEnd)
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
