import { ALWAYS, CHOSEN, ENDS, ENTRIES, FOUND, IDS, MAX_ATOMS, MAX_FORMS, RECORDS } from './memory'
import {
  atoms,
  firstAtoms,
  FOLD,
  forms,
  HIT,
  makeTable,
  mark,
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
// row. Only automata with such bytes in the line, and those that have none, read it.

/**
 * Searches a line without LF, at most 8 KiB, for all forms. If no form of evidence and no location is found, the others
 * are not searched for. Reads at most three bytes past the end.
 *
 * @returns The number of forms found. Their numbers are in IDS, in order.
 */
export function matchText(from: usize, end: usize): i32 {
  memory.fill(FOUND, 0, MAX_FORMS >> 3)
  memory.copy(CHOSEN, ALWAYS, MAX_ATOMS >> 3)
  choose(from, end)
  if (!readAll(from, end, 0, firstAtoms)) return 0
  readAll(from, end, firstAtoms, atoms)
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
    const four = load<u16>(slotOf(bytes))
    if (four != 0) chooseFrom(<u32>four, bytes)
    const three = load<u16>(slotOf(bytes & THREE))
    if (three != 0) chooseFrom(<u32>three, bytes & THREE)
    const two = load<u16>(slotOf(bytes & TWO))
    if (two != 0) chooseFrom(<u32>two, bytes & TWO)
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
  let found = false
  for (let base = first & ~63; base < last; base += 64) {
    let marks = load<u64>(CHOSEN + (<usize>base >> 3))
    if (base < first) marks &= <u64>-1 << <u64>(first - base)
    if (last - base < 64) marks &= ~(<u64>-1 << <u64>(last - base))
    for (; marks != 0; marks &= marks - 1) {
      if (readOne(from, end, base + <u32>ctz(marks))) found = true
    }
  }
  return found
}

/** Only a match that ends before the form's other ones counts, so the text is read up to there. */
function readOne(from: usize, end: usize, atom: u32): bool {
  const record = RECORDS + <usize>atom * RECORD_BYTES
  if (load<u32>(record, RECORD_TABLE) == 0 && !makeTable(record)) return false
  const form = <i32>load<u32>(record, RECORD_FORM)
  const table = <usize>load<u32>(record, RECORD_TABLE)
  const classOf = <usize>load<u32>(record, RECORD_CLASSES)
  const isKnown = hasForm(form)
  const stop = isKnown ? from + <usize>endOf(form) : end
  let row: usize = 0
  let at = from
  for (; at < stop; at++) {
    const cell = <u32>load<u16>(table + (row << 4) + (<usize>load<u8>(classOf + <usize>load<u8>(at)) << 1))
    if (cell >= HIT) {
      if (cell == HIT) add(form, <i32>(at - from))
      return cell == HIT
    }
    row = <usize>cell
  }
  if (isKnown) return false
  const cell = <u32>load<u16>(table + (row << 4) + (<usize>load<u32>(record, RECORD_END) << 1))
  if (cell == HIT) add(form, <i32>(end - from))
  return cell == HIT
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
