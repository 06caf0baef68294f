import { forgetStates, mark, RECORD_AFTER, RECORD_BEFORE, RECORD_BEHIND, RECORD_BYTES, RECORD_CODE, RECORD_CODE_END, RECORD_FLAGS, RECORD_FORM, RECORD_ROW } from './automata'
import { place, read, readNumber, seek } from './cursor'
import {
  ALWAYS,
  ENTRIES,
  ENTRIES_END,
  MAX_ATOMS,
  MAX_FORMS,
  MAX_SETS,
  PACK,
  PACK_BYTES,
  PAIRS,
  PAIRS_BYTES,
  RECORDS,
  SETS,
  SLOTS,
  SLOTS_BYTES,
} from './memory'

// Reads the pack that build/automata/pack.mjs writes: the code of each automaton's pattern, and what starts it.

const VERSION: u32 = 5
const SUM_CHARACTERS: usize = 8
/** Of the forms: the caller compares it. */
const DIGEST_CHARACTERS: usize = 16
/** A trigger's first number is how many bytes it shares with the one before it, times this, plus its length. */
const SHARED: u32 = 5
/** Before what stands for a byte that is not ASCII. */
const NOT_ASCII: u32 = 0x7f

/** Of the pack: 0 before it is read. */
export let forms: u32 = 0
export let atoms: u32 = 0
/** Automata of evidence and locations. The others are read only when one of these has found something. */
export let firstAtoms: u32 = 0
/** These and the automata of discounts. The others are read only when the form that they depend on was found. */
export let freeAtoms: u32 = 0

/**
 * Reads the pack of `length` bytes that the caller put at PACK. The pack of another version, or one that changed, is
 * refused.
 *
 * @returns The number of forms, or 0.
 */
export function loadTables(length: i32): i32 {
  forms = 0
  if (length < <i32>(SUM_CHARACTERS + DIGEST_CHARACTERS) || length > PACK_BYTES) return 0
  const end = PACK + <usize>length
  if (writtenSum() != sumOf(PACK + SUM_CHARACTERS, end)) return 0
  seek(PACK + SUM_CHARACTERS + DIGEST_CHARACTERS)
  if (readNumber() != VERSION) return 0
  const count = readNumber()
  atoms = readNumber()
  firstAtoms = readNumber()
  freeAtoms = readNumber()
  const sets = readNumber()
  if (count > MAX_FORMS || atoms > MAX_ATOMS || sets > MAX_SETS) return 0
  readLengths(sets)
  if (!readTriggers()) return 0
  forgetAutomata()
  forms = count
  return <i32>forms
}

/** Forgets all automata, when their memory is full. */
export function forgetAutomata(): void {
  forgetStates()
  for (let atom: usize = 0; atom < atoms; atom++) store<u32>(RECORDS + atom * RECORD_BYTES, 0, RECORD_ROW)
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

/** Reads the records and the lengths of what follows them: the sets, the codes and the triggers. */
function readLengths(sets: u32): void {
  for (let atom: usize = 0; atom < atoms; atom++) {
    const record = RECORDS + atom * RECORD_BYTES
    const form = readNumber()
    store<u32>(record, form, RECORD_FORM)
    store<u32>(record, form - readNumber(), RECORD_AFTER)
    store<u32>(record, readNumber(), RECORD_FLAGS)
    store<u16>(record, <u16>(readNumber() - 1), RECORD_BEFORE)
    store<u16>(record, <u16>(readNumber() - 1), RECORD_BEHIND)
    store<u32>(record, readNumber(), RECORD_CODE)
  }
  for (let set: usize = 0; set < sets; set++) store<u32>(SETS + (set << 2), readNumber())
  let part = <u32>place()
  for (let set: usize = 0; set < sets; set++) {
    const length = load<u32>(SETS + (set << 2))
    store<u32>(SETS + (set << 2), part)
    part += length
  }
  for (let atom: usize = 0; atom < atoms; atom++) {
    const record = RECORDS + atom * RECORD_BYTES
    const length = load<u32>(record, RECORD_CODE)
    store<u32>(record, part, RECORD_CODE)
    part += length
    store<u32>(record, part, RECORD_CODE_END)
  }
  seek(part)
}

/** The slot of four bytes in which bit 5 is set: letters in either case are equal. */
// @ts-ignore: decorator
@inline
export function slotOf(bytes: u32): usize {
  return SLOTS + (<usize>((bytes * 0x9e3779b1) >>> 19) << 1)
}

export const FOLD: u32 = 0x20202020
/** Fewer bytes than four leave the others 0. */
export const TWO: u32 = 0x0000ffff
export const THREE: u32 = 0x00ffffff

/** The bytes of a trigger: the first ones are those of the one before it. Those that are not ASCII follow a mark, without their highest bit. */
function trigger(before: u32, shared: u32, length: u32): u32 {
  let bytes = before & ((1 << (shared << 3)) - 1)
  for (let i = shared; i < length; i++) {
    let byte = read()
    if (byte == NOT_ASCII) byte = read() | 0x80
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
    let left = readNumber()
    if (left == 0) mark(ALWAYS, <u32>atom)
    let written: u32 = 0
    for (; left > 0; left--) {
      const coded = readNumber()
      const length = coded % SHARED
      written = trigger(written, coded / SHARED, length)
      const bytes = written | FOLD
      entry += 8
      if (entry + 8 > ENTRIES_END) return false
      const key = length == 2 ? bytes & TWO : length == 3 ? bytes & THREE : bytes
      const slot = slotOf(key)
      const pair = PAIRS + <usize>(bytes & TWO)
      store<u8>(pair, load<u8>(pair) | (<u8>1 << <u8>(length - 2)))
      store<u32>(entry, key)
      store<u16>(entry, load<u16>(slot), 4)
      store<u16>(entry, <u16>atom, 6)
      store<u16>(slot, <u16>((entry - ENTRIES) >> 3))
    }
  }
  return true
}
