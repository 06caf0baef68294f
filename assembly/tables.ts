import {
  ALWAYS,
  CLASSES,
  ENTRIES,
  ENTRIES_END,
  IS_DONE,
  MAX_ATOMS,
  MAX_FORMS,
  MAX_STATES,
  PACK,
  PACK_BYTES,
  RECORDS,
  PAIRS,
  PAIRS_BYTES,
  BASE_ROWS,
  DONE,
  OPEN,
  RECENT,
  COLUMNS,
  SLOTS,
  SLOTS_BYTES,
  TABLES,
  TABLES_END,
} from './memory'

// Reads the pack that build/automata/pack.mjs writes. Each automaton's table is made when a line first needs it.
//
// A row of a table is a state, a column a class of symbols: the 256 bytes and the end of the line. Rows are padded to a
// multiple of eight cells. A cell is a u16: the offset of the next state's row in steps of eight cells, or one of:

/** The pattern matches before the symbol. */
export const HIT: u32 = 0x8000
/** The pattern can no longer match, or it has not matched before the end of the line. */
export const DEAD: u32 = 0x8001

const VERSION: u32 = 3
const SUM_CHARACTERS: usize = 8
/** Of the forms: the caller compares it. */
const DIGEST_CHARACTERS: usize = 16
const SYMBOLS: u32 = 257
const BASE: u32 = 45
/** A trigger's first number is how many bytes it shares with the one before it, times this, plus its length. */
const SHARED: u32 = 5
const ZERO: u32 = 0x23
/** Before what stands for a byte that is not ASCII. */
const NOT_ASCII: u32 = 0x7f
/** Stands for the end of the line in the list of signs. */
const END_SIGN: u32 = 0x0a

// Offsets in a record, one for each automaton.
export const RECORD_BYTES: usize = 64
/** Address of the table; 0 before it is made. */
export const RECORD_TABLE: usize = 0
/** Address of the 256 columns by byte. */
export const RECORD_CLASSES: usize = 4
/** Column of the end of the line. */
export const RECORD_END: usize = 8
export const RECORD_FORM: usize = 12
const RECORD_STATES: usize = 16
const RECORD_COLUMNS: usize = 20
/** Addresses of the parts in the streams. */
const RECORD_PARTS: usize = 24
const STREAMS: i32 = 7
/** The form without which the automaton's form changes nothing; its own form if there is none. */
export const RECORD_AFTER: usize = 52

const PART_COLUMNS: usize = RECORD_PARTS
const PART_STEPS: usize = RECORD_PARTS + 4
const PART_BASES: usize = RECORD_PARTS + 8
const PART_LENGTHS: usize = RECORD_PARTS + 12
const PART_TARGETS: usize = RECORD_PARTS + 16
const PART_SIGNS: usize = RECORD_PARTS + 20
const PART_TRIGGERS: usize = RECORD_PARTS + 24

// Words of build/automata/rows.mjs.
const IS_LAST: u32 = 1
const IS_RUN: u32 = 2
const TO_MASK: u32 = 12
const TO_NEXT: u32 = 0
const TO_HIT: u32 = 4
const TO_DEAD: u32 = 8
const FROM_MASK: u32 = 48
const FROM_SUGGESTED: u32 = 0
const FROM_NONE: u32 = 16

/** Of the pack: 0 before it is read. */
export let forms: u32 = 0
export let atoms: u32 = 0
/** Automata of evidence and locations. The others are read only when one of these has found something. */
export let firstAtoms: u32 = 0
/** These and the automata of discounts. The others are read only when the form that they depend on was found. */
export let freeAtoms: u32 = 0
let classes: u32 = 0
let tablesEnd: usize = TABLES
let packEnd: usize = PACK
let at: usize = 0

/** A number at `at`, which moves behind it. */
function number(): u32 {
  let value: u32 = 0
  for (let place: u32 = 1; ; place *= BASE) {
    const digit = <u32>load<u8>(at++) - ZERO
    if (digit < BASE) {
      value += digit * place
      break
    }
    value += (digit - BASE) * place
  }
  return value
}

/**
 * Reads the pack of `length` bytes that the caller put at PACK. The pack of another version, or one that changed, is
 * refused.
 *
 * @returns The number of forms, or 0.
 */
export function loadTables(length: i32): i32 {
  forms = 0
  if (length < <i32>(SUM_CHARACTERS + DIGEST_CHARACTERS) || length > PACK_BYTES) return 0
  packEnd = PACK + <usize>length
  if (writtenSum() != sumOf(PACK + SUM_CHARACTERS, packEnd)) return 0
  at = PACK + SUM_CHARACTERS + DIGEST_CHARACTERS
  if (number() != VERSION) return 0
  const count = number()
  atoms = number()
  firstAtoms = number()
  freeAtoms = number()
  classes = number()
  if (count > MAX_FORMS || atoms > MAX_ATOMS || classes > 256) return 0
  for (let symbol: u32 = 0; symbol < SYMBOLS; symbol++) store<u8>(CLASSES + symbol, <u8>number())
  readRecords()
  tablesEnd = TABLES
  if (!readTriggers()) return 0
  forms = count
  return <i32>forms
}

function writtenSum(): u32 {
  let sum: u32 = 0
  for (let i: usize = 0; i < SUM_CHARACTERS; i++) {
    const digit = <u32>load<u8>(PACK + i)
    sum = (sum << 4) | (digit <= 0x39 ? digit - 0x30 : digit - 0x57)
  }
  return sum
}

function sumOf(from: usize, end: usize): u32 {
  let hash: u32 = 0x811c9dc5
  for (let i = from; i < end; i++) hash = (hash ^ <u32>load<u8>(i)) * 0x01000193
  return hash
}

/**
 * Parts of the same kind follow each other. Their lengths are written less what is known of them. They are turned into
 * addresses when all are known.
 */
function readRecords(): void {
  for (let atom: usize = 0; atom < atoms; atom++) {
    const record = RECORDS + atom * RECORD_BYTES
    store<u32>(record, 0, RECORD_TABLE)
    const form = number()
    store<u32>(record, form, RECORD_FORM)
    store<u32>(record, form - number(), RECORD_AFTER)
    const states = number()
    store<u32>(record, states, RECORD_STATES)
    store<u32>(record, number(), RECORD_COLUMNS)
    store<u32>(record, classes + number(), PART_COLUMNS)
    const steps = states + number()
    store<u32>(record, steps, PART_STEPS)
    store<u32>(record, number(), PART_BASES)
    store<u32>(record, number(), PART_LENGTHS)
    store<u32>(record, number(), PART_TARGETS)
    store<u32>(record, steps + number(), PART_SIGNS)
    store<u32>(record, number(), PART_TRIGGERS)
  }
  let part = at
  for (let i = 0; i < STREAMS; i++) {
    for (let atom: usize = 0; atom < atoms; atom++) {
      const place = RECORDS + atom * RECORD_BYTES + (<usize>i << 2)
      const length = load<u32>(place, RECORD_PARTS)
      store<u32>(place, <u32>part, RECORD_PARTS)
      part += length
    }
  }
}

/** The slot of four bytes in which bit 5 is set: letters in either case are equal. */
// @ts-ignore: decorator
@inline
export function slotOf(bytes: u32): usize {
  return SLOTS + (<usize>((bytes * 0x9e3779b1) >>> 19) << 1)
}

/** Sets a bit of a list. */
// @ts-ignore: decorator
@inline
export function mark(list: usize, bit: u32): void {
  const place = list + <usize>(bit >> 3)
  store<u8>(place, load<u8>(place) | (<u8>1 << <u8>(bit & 7)))
}

export const FOLD: u32 = 0x20202020
/** Fewer bytes than four leave the others 0. */
export const TWO: u32 = 0x0000ffff
export const THREE: u32 = 0x00ffffff

/** The bytes of a trigger: the first ones are those of the one before it. Those that are not ASCII follow a mark, without their highest bit. */
function trigger(before: u32, shared: u32, length: u32): u32 {
  let bytes = before & ((1 << (shared << 3)) - 1)
  for (let i = shared; i < length; i++) {
    let byte = <u32>load<u8>(at++)
    if (byte == NOT_ASCII) byte = <u32>load<u8>(at++) | 0x80
    bytes |= byte << (i << 3)
  }
  return bytes
}

/** Entries of a slot form a list: the bytes, then the next entry's number and the automaton, u16 each. */
function readTriggers(): bool {
  memory.fill(SLOTS, 0, SLOTS_BYTES)
  memory.fill(ALWAYS, 0, MAX_ATOMS >> 3)
  memory.fill(PAIRS, 0, PAIRS_BYTES)
  let entry = ENTRIES
  for (let atom: usize = 0; atom < atoms; atom++) {
    const record = RECORDS + atom * RECORD_BYTES
    const end = atom + 1 < atoms ? <usize>load<u32>(record, PART_TRIGGERS + RECORD_BYTES) : packEnd
    at = <usize>load<u32>(record, PART_TRIGGERS)
    if (at == end) mark(ALWAYS, <u32>atom)
    let written: u32 = 0
    while (at < end) {
      const coded = number()
      const length = coded % SHARED
      written = trigger(written, coded / SHARED, length)
      const bytes = written | FOLD
      entry += 8
      if (entry + 8 > ENTRIES_END) return false
      const key = length == 2 ? bytes & TWO : length == 3 ? bytes & THREE : bytes
      const slot = slotOf(key)
      mark(PAIRS, bytes & TWO)
      store<u32>(entry, key)
      store<u16>(entry, load<u16>(slot), 4)
      store<u16>(entry, <u16>atom, 6)
      store<u16>(slot, <u16>((entry - ENTRIES) >> 3))
    }
  }
  return true
}

/** Makes the table of an automaton. False if there is no room, which the build rules out. */
export function makeTable(record: usize): bool {
  const columns = load<u32>(record, RECORD_COLUMNS)
  const states = load<u32>(record, RECORD_STATES)
  const width = (columns + 7) & ~7
  const table = (tablesEnd + 256 + 15) & ~15
  const end = table + (<usize>states * width << 1)
  if (end > TABLES_END || states > MAX_STATES) return false
  readColumns(record, tablesEnd)
  readRows(record, table, width, columns)
  store<u32>(record, <u32>tablesEnd, RECORD_CLASSES)
  store<u32>(record, <u32>table, RECORD_TABLE)
  tablesEnd = end
  return true
}

/** The column of each class, written as how recently it came before. */
function readColumns(record: usize, target: usize): void {
  at = <usize>load<u32>(record, PART_COLUMNS)
  let recent: u32 = 0
  for (let group: u32 = 0; group < classes; group++) {
    const rank = number()
    let place = rank == 0 ? recent++ : rank - 1
    const column = rank == 0 ? <u8>place : load<u8>(OPEN + place)
    for (; place > 0; place--) store<u8>(OPEN + place, load<u8>(OPEN + place - 1))
    store<u8>(OPEN, column)
    store<u8>(COLUMNS + group, column)
  }
  for (let byte: u32 = 0; byte < SYMBOLS - 1; byte++) {
    store<u8>(target + byte, load<u8>(COLUMNS + load<u8>(CLASSES + byte)))
  }
  store<u32>(record, <u32>load<u8>(COLUMNS + load<u8>(CLASSES + SYMBOLS - 1)), RECORD_END)
}

/**
 * Reads rows in the order in which they were written. DONE lists their states; OPEN those that still come, the next one
 * last; BASE_ROWS has by state the one that its parent's row suggests, plus 1.
 */
function readRows(record: usize, table: usize, width: u32, columns: u32): void {
  const classOf = tablesEnd
  const endColumn = load<u32>(record, RECORD_END)
  let steps = <usize>load<u32>(record, PART_STEPS)
  let bases = <usize>load<u32>(record, PART_BASES)
  let signs = <usize>load<u32>(record, PART_SIGNS)
  let lengths = <usize>load<u32>(record, PART_LENGTHS)
  let targets = <usize>load<u32>(record, PART_TARGETS)
  const step = width >> 3
  let open: u32 = 1
  let done: u32 = 0
  let known: u32 = 1
  recents = 0
  memory.fill(IS_DONE, 0, <usize>load<u32>(record, RECORD_STATES))
  store<u16>(OPEN, 0)
  store<u16>(BASE_ROWS, 0)
  while (open > 0) {
    open--
    const state = <u32>load<u16>(OPEN + (<usize>open << 1))
    const row = table + (<usize>(state * width) << 1)
    let word = <u32>load<u8>(steps++) - ZERO
    const from = word & FROM_MASK
    let base: i32 = -1
    if (from == FROM_SUGGESTED) base = <i32>load<u16>(BASE_ROWS + (<usize>state << 1)) - 1
    else if (from != FROM_NONE) {
      at = bases
      base = <i32>load<u16>(DONE + (<usize>(done - 1 - number()) << 1))
      bases = at
    }
    const baseRow = base < 0 ? <usize>0 : table + (<usize>(<u32>base * width) << 1)
    if (base >= 0) memory.copy(row, baseRow, width << 1)
    const firstFresh = open
    for (;;) {
      const sign = <u32>load<u8>(signs++)
      let column = sign == END_SIGN ? endColumn : <u32>load<u8>(classOf + sign)
      if (sign == NOT_ASCII) {
        at = signs
        column = number()
        signs = at
      }
      let last = column
      if (word & IS_RUN) {
        at = lengths
        last += 1 + number()
        lengths = at
      }
      const to = word & TO_MASK
      let cell: u32 = to == TO_HIT ? HIT : DEAD
      if (to == TO_NEXT) {
        store<u16>(OPEN + (<usize>open << 1), <u16>known)
        const similar = base < 0 ? -1 : suggestion(baseRow + (<usize>column << 1), step)
        store<u16>(BASE_ROWS + (<usize>known << 1), <u16>(similar + 1))
        open++
        cell = known++ * step
      } else if (to > TO_DEAD) {
        at = targets
        cell = recentState(number(), known) * step
        targets = at
      }
      for (let i = column; i <= last; i++) store<u16>(row + (<usize>i << 1), <u16>cell)
      if (word & IS_LAST) break
      word = <u32>load<u8>(steps++) - ZERO
    }
    reverse(firstFresh, open)
    store<u16>(DONE + (<usize>done << 1), <u16>state)
    done++
    store<u8>(IS_DONE + state, 1)
  }
}

/** How many states RECENT has: those that a change led back to, the most recent one first. */
let recents: u32 = 0

/** The state that a number stands for: one of RECENT, or another one, the newest first. */
function recentState(code: u32, known: u32): u32 {
  const isKnown = code < recents
  const state = isKnown ? <u32>load<u16>(RECENT + (<usize>code << 1)) : recents + known - 1 - code
  const before = isKnown ? code : recents++
  memory.copy(RECENT + 2, RECENT, <usize>before << 1)
  store<u16>(RECENT, <u16>state)
  return state
}

/** The state that the base's cell leads to, if its row is done; else the first one. */
function suggestion(place: usize, step: u32): i32 {
  const cell = <u32>load<u16>(place)
  if (cell >= HIT) return 0
  const state = cell / step
  return load<u8>(IS_DONE + state) != 0 ? <i32>state : 0
}

/** The first one added is the next one read. */
function reverse(from: u32, end: u32): void {
  let low = OPEN + (<usize>from << 1)
  let high = OPEN + (<usize>end << 1) - 2
  for (; low < high; low += 2, high -= 2) {
    const other = load<u16>(low)
    store<u16>(low, load<u16>(high))
    store<u16>(high, other)
  }
}
