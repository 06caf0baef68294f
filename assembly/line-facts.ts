import { openingOfLine } from './openings'
import { listLocations } from './locations'
import {
  LINE_BYTES_SEEN,
  LINE_ENDS,
  LINE_OPENINGS,
  LINE_SHAPES,
  LOCATIONS,
  STATE,
  STATE_LINE_BYTES,
  STATE_LINE_OPENING,
  STATE_LINE_SHAPE,
  WINDOW,
} from './memory'
import { hashOfLine, isSameShortLine } from './shapes'

const LF: i8 = 10
/** Distance from the entry of an LF in LINE_ENDS to the facts of its line. */
const SHAPES_AWAY: usize = LINE_SHAPES - LINE_ENDS
const OPENINGS_AWAY: usize = LINE_OPENINGS - LINE_ENDS
/** A length that no line has. Turns off the check for an equal line. */
const LONGER: usize = usize.MAX_VALUE
/** Bit of a shape: the line has a location. */
const LOCATED: u32 = 0x80000000

/** Start of the open line. Once its first LINE_BYTES_SEEN bytes are scanned, any address inside it. */
let lineStart: usize = 0
/** LOCATED if the open line has a location so far, else 0. */
let located: u32 = 0
/**
 * True if STATE already holds the open line's final facts, because earlier windows had all the bytes they depend on.
 */
let isKnown: bool = false
/** True while each line that ends in the block has the same facts as the line before it. */
let areAlike: bool = false
/** Where the next LF's offset goes. The line's facts go to the same place in their tables. */
let nextEnd: usize = 0

/** Continues the line that the last window left open. */
export function startLines(): void {
  const seen = <usize>load<u32>(STATE + STATE_LINE_BYTES)
  isKnown = seen > LINE_BYTES_SEEN
  lineStart = WINDOW - seen
  located = load<u32>(STATE + STATE_LINE_SHAPE) & LOCATED
  nextEnd = LINE_ENDS
}

/** Saves the open line for the next window, with the facts that it would have if it ended here. */
export function endLines(length: i32): void {
  const end = WINDOW + <usize>length
  const seen = min<usize>(end - lineStart, LINE_BYTES_SEEN + 1)
  store<u32>(STATE + STATE_LINE_BYTES, <u32>seen)
  if (isKnown) return
  store<u32>(STATE + STATE_LINE_SHAPE, seen == 0 ? 0 : hashOfLine(lineStart, end) | located)
  store<u32>(STATE + STATE_LINE_OPENING, seen == 0 ? 0 : openingOfLine(lineStart, end))
}

/**
 * Finds the facts of the lines that end in `from` to `end`, a multiple of 64 and at most one block apart. Returns true
 * if there are such lines, and each has the shape and opening of the line that ended before it in the window.
 */
export function factsOfBlock(from: usize, end: usize, newlines: i32): bool {
  assert((end - from) % 64 == 0 && end - from <= 2048, 'factsOfBlock: expects 64-byte steps within a block')
  if (newlines == 0 && from >= lineStart + LINE_BYTES_SEEN) return false
  listLocations(from, end)
  areAlike = newlines > 0 && nextEnd > LINE_ENDS
  let location = finishLines(newlines == 0 ? nextEnd : listLineEnds(from, end), end)
  for (; <usize>load<u32>(location) < end; location += 4) {
    located |= locatedBy(location, lineStart)
  }
  return areAlike
}

/** LOCATED if the listed location is in the first bytes of the line at `start`, else 0. */
// @ts-ignore: decorator
@inline
function locatedBy(location: usize, start: usize): u32 {
  return <usize>load<u32>(location) - start < LINE_BYTES_SEEN ? LOCATED : 0
}

/** Writes the facts of the lines whose LFs are listed, up to `limit`. Returns the first location after them. */
function finishLines(lastEnd: usize, limit: usize): usize {
  // Locals, because a global costs a load and a store at each access.
  let entry = nextEnd
  let start = lineStart
  let bit = located
  let known = isKnown
  let alike = areAlike
  let location = LOCATIONS
  // Start and length of the previous line if it is short and has no location. An equal line has the same facts.
  let before: usize = 0
  let length: usize = LONGER
  for (; entry < lastEnd; entry += 4) {
    const end = WINDOW + <usize>load<u32>(entry)
    for (; <usize>load<u32>(location) < end; location += 4) bit |= locatedBy(location, start)
    if (end - start == length && bit == 0 && isSameShortLine(start, before, length)) {
      const again = linesAgain(end + 1, length + 1, limit)
      repeatFacts(entry, 1 + again)
      entry += again << 2
      start = end + 1 + again * (length + 1)
      before = start - length - 1
      continue
    }
    before = start
    length = bit == 0 && !known && end - start <= 16 ? end - start : LONGER
    if (known) {
      store<u32>(entry, load<u32>(STATE + STATE_LINE_SHAPE), SHAPES_AWAY)
      store<u32>(entry, load<u32>(STATE + STATE_LINE_OPENING), OPENINGS_AWAY)
      known = false
    } else if (end == start) {
      store<u32>(entry, 0, SHAPES_AWAY)
      store<u32>(entry, 0, OPENINGS_AWAY)
    } else {
      // Stored one after the other, so that no vector has to be kept while the opening is looked for.
      store<u32>(entry, hashOfLine(start, end) | bit, SHAPES_AWAY)
      store<u32>(entry, openingOfLine(start, end), OPENINGS_AWAY)
    }
    if (load<u32>(entry, SHAPES_AWAY) != load<u32>(entry - 4, SHAPES_AWAY)) alike = false
    if (load<u32>(entry, OPENINGS_AWAY) != load<u32>(entry - 4, OPENINGS_AWAY)) alike = false
    start = end + 1
    bit = 0
  }
  areAlike = alike
  nextEnd = entry
  lineStart = start
  located = bit
  isKnown = known
  return location
}

/**
 * Counts the lines from `from` to `limit` that repeat the line before them. `period` is that line's length with its LF.
 */
// @ts-ignore: decorator
@inline
function linesAgain(from: usize, period: usize, limit: usize): usize {
  let at = from
  while (at < limit) {
    const same = i8x16.bitmask(i8x16.eq(v128.load(at), v128.load(at - period)))
    if (same != 0xffff) {
      at += <usize>ctz<i32>(~same)
      break
    }
    at += 16
  }
  const bytes = min<usize>(at, max<usize>(limit, from)) - from
  return bytes < period ? 0 : <usize>(<u32>bytes / <u32>period)
}

/** Copies the facts of the entry before `entry` to the next `lines` entries. */
// @ts-ignore: decorator
@inline
function repeatFacts(entry: usize, lines: usize): void {
  const shape = load<u32>(entry - 4, SHAPES_AWAY)
  const opening = load<u32>(entry - 4, OPENINGS_AWAY)
  const end = entry + (lines << 2)
  let at = entry
  for (; at + 16 <= end; at += 16) {
    v128.store(at, i32x4.splat(shape), SHAPES_AWAY)
    v128.store(at, i32x4.splat(opening), OPENINGS_AWAY)
  }
  for (; at < end; at += 4) {
    store<u32>(at, shape, SHAPES_AWAY)
    store<u32>(at, opening, OPENINGS_AWAY)
  }
}

// @ts-ignore: decorator
@inline
function newlineBits(bytes: v128): u64 {
  return <u64>i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(LF)))
}

/** Lists a block's LFs. Returns the end of the list. */
function listLineEnds(from: usize, end: usize): usize {
  let list = nextEnd
  for (let at = from; at < end; at += 64) {
    const front = newlineBits(v128.load(at)) | (newlineBits(v128.load(at, 16)) << 16)
    const back = newlineBits(v128.load(at, 32)) | (newlineBits(v128.load(at, 48)) << 16)
    list = listBits(list, <u32>(at - WINDOW), front | (back << 32))
  }
  return list
}

/** Appends `first` plus the index of each bit. Always writes two entries, because few ranges hold more lines. */
// @ts-ignore: decorator
@inline
function listBits(list: usize, first: u32, bits: u64): usize {
  const listEnd = list + <usize>(popcnt<u64>(bits) << 2)
  let left = bits & (bits - 1)
  store<u32>(list, first + <u32>ctz<u64>(bits))
  store<u32>(list, first + <u32>ctz<u64>(left), 4)
  for (let entry = list + 8; entry < listEnd; entry += 4) {
    left &= left - 1
    store<u32>(entry, first + <u32>ctz<u64>(left))
  }
  return listEnd
}
