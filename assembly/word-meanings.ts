import { byteAt, classAt, isDigit, isDigitAt, OF_WORD } from './byte-classes'
import { WORD_HASHES, WORD_LENGTHS, WORD_MEANINGS, WORD_PLACES } from './word-tables'

// Masks counts of zero and talk about errors, as src/signal/word-meanings.ts does. Takes the words of a text in order,
// and remembers the last two.

/** What a word means for the words next to it, as bits, the same as in src/signal/false-alarm-words.ts. */
const COUNTED: u32 = 1
const NOTHING: u32 = 2
const EMPTY_VALUE: u32 = 4
const BEFORE_ALARM: u32 = 8
const AFTER_ALARM: u32 = 16

const FNV_START: u32 = 0x811c9dc5
const FNV_PRIME: u32 = 0x01000193
/** The byte that replaces a masked one. */
const MASK: u8 = 0x7e
const SPACE: u32 = 0x20
const ZERO: u32 = 0x30
const POINT: u32 = 0x2e
const COMMA: u32 = 0x2c
const COLON: u32 = 0x3a

/** Ends of the text. */
let textFrom: usize = 0
let textTo: usize = 0
/** The last word: its meaning and its ends. An address of 0 stands for none. */
let before: u32 = 0
let beforeStart: usize = 0
let beforeEnd: usize = 0
/** The word before that, if they are next to each other. */
let earlier: u32 = 0
let earlierStart: usize = 0

export function beginWords(from: usize, to: usize): void {
  textFrom = from
  textTo = to
  before = earlier = 0
  beforeStart = beforeEnd = earlierStart = 0
}

/** Adds all words from `start` to `end`, where other bytes separate them. */
export function addWords(start: usize, end: usize): void {
  for (let at = start; at < end; ) {
    const first = at
    while (at < end && (classAt(at) & OF_WORD) != 0) at++
    if (at > first) addWord(first, at)
    else at++
  }
}

/** The meaning bits of the word [start, end); 0 for most words. */
function meaningOf(start: usize, end: usize): u32 {
  const lengths = <u32>load<u16>(WORD_LENGTHS + (<usize>(byteAt(start) & 31) << 1))
  if (((lengths >> (<u32>(end - start) & 15)) & 1) == 0) return 0
  let hash = FNV_START
  for (let at = start; at < end; at++) hash = (hash ^ (byteAt(at) | 0x20)) * FNV_PRIME
  let place = <usize>(hash & (WORD_PLACES - 1))
  for (;;) {
    const known = load<u32>(WORD_HASHES + (place << 2))
    if (known == hash || known == 0) break
    place = (place + 1) & (WORD_PLACES - 1)
  }
  // A free place has no meaning.
  return load<u8>(WORD_MEANINGS + place)
}

export function addWord(start: usize, end: usize): void {
  const meaning = meaningOf(start, end)
  const near = beforeEnd != 0 && start - beforeEnd == 1 && isJoint(byteAt(beforeEnd))
  if ((meaning & COUNTED) != 0) maskCount(start, end, near)
  else if (near && (meaning & AFTER_ALARM) != 0 && (before & COUNTED) != 0) mask(beforeStart, end)
  earlier = before
  earlierStart = near ? beforeStart : 0
  before = meaning
  beforeStart = start
  beforeEnd = end
}

function maskCount(start: usize, end: usize, near: bool): void {
  const isSilent = near && (before & (NOTHING | BEFORE_ALARM)) != 0
  const isSilentEarlier = near && earlierStart != 0 && (earlier & NOTHING) != 0
  if (isSilent && !isPoint(beforeStart)) mask(beforeStart, end)
  else if (isSilentEarlier && !isPoint(earlierStart) && byteAt(earlierStart - 1) != 0x2d) mask(earlierStart, end)
  else {
    // A counted word and a value that means none: `errors: 0`, `failed=none`.
    const after = zeroAfter(end, textTo)
    if (after > 0) mask(start, after)
  }
}

function isJoint(byte: u32): bool {
  return byte == SPACE || byte == 0x2d || byte == 0x5f
}

/** True if the 0 belongs to a number: `1.0 errors` and `10:0 errors` do not count zero. */
function isPoint(start: usize): bool {
  if (start <= textFrom) return false
  const byte = byteAt(start - 1)
  return byte == POINT || byte == COMMA || byte == COLON
}

function mask(start: usize, end: usize): void {
  memory.fill(start, MASK, end - start)
}

/** The end of `: 0`, `=0` or `: none` after a counted word; 0 if something else follows. */
function zeroAfter(start: usize, to: usize): usize {
  let at = start
  if (byteAt(at) == 0x22 || byteAt(at) == 0x27) at++
  if (byteAt(at) == 0x28 && byteAt(at + 1) == 0x73 && byteAt(at + 2) == 0x29) at += 3
  while (at < to && at < start + 8 && byteAt(at) == SPACE) at++
  // `# fail  0`: the last column of a table.
  if (byteAt(at) == ZERO && at + 1 == to && at > start) return to
  if (byteAt(at) != COLON && byteAt(at) != 0x3d) return 0
  at++
  if (byteAt(at) == 0x3e) at++
  const limit = min<usize>(to, at + 32)
  while (at < limit && byteAt(at) == SPACE) at++
  return emptyEnd(at, to)
}

/** The end of a value that means none; 0 for another. */
function emptyEnd(value: usize, to: usize): usize {
  const limit = min<usize>(to, value + 10)
  let at = value
  while (at < limit && (classAt(at) & OF_WORD) != 0) at++
  if (at == value) return 0
  if (byteAt(value) == ZERO && at == value + 1 && !goesOn(at, to)) return at
  const measured = measureEnd(value, to)
  if (measured > 0) return measured
  if (byteAt(value) == ZERO) return 0
  return (meaningOf(value, at) & EMPTY_VALUE) != 0 && endsThere(at, to) ? at : 0
}

/** The end of a number with a fraction and nothing more to say: `error: 0.01`, `error = 1.2e-9, 3 steps`; else 0. */
function measureEnd(start: usize, to: usize): usize {
  let at = digitsTo(start, to)
  if (at == start || byteAt(at) != POINT) return 0
  const fraction = at + 1
  at = digitsTo(fraction, to)
  if (at == fraction) return 0
  if ((byteAt(at) | 0x20) == 0x65) {
    at += byteAt(at + 1) == 0x2d || byteAt(at + 1) == 0x2b ? 2 : 1
    at = digitsTo(at, to)
  }
  if (byteAt(at) == 0x25) at++
  if (at >= to || byteAt(at) == COMMA || byteAt(at) == 0x29) return at
  return byteAt(at) == SPACE && (byteAt(at + 1) == 0x28 || byteAt(at + 1) == 0x5b) ? at : 0
}

function digitsTo(start: usize, to: usize): usize {
  let at = start
  while (at < to && isDigitAt(at)) at++
  return at
}

function goesOn(at: usize, to: usize): bool {
  return at + 1 < to && (byteAt(at) == POINT || byteAt(at) == COLON) && isDigit(byteAt(at + 1))
}

function endsThere(start: usize, to: usize): bool {
  let at = start
  while (at < to && byteAt(at) == SPACE) at++
  if (at >= to) return true
  const byte = byteAt(at)
  return byte == COMMA || byte == 0x3b || byte == 0x29 || byte == 0x7d || byte == 0x5d || byte == 0x7c
}
