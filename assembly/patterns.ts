import {
  ANCHORS,
  BLOCK_LIST,
  MATCHES,
  MATCHES_END,
  PATTERN_LAG,
  PATTERNS,
  RESTING_BYTES,
  RESULT,
  RESULT_MATCHES,
  STATE,
  STATE_RESTING,
  WINDOW,
} from './memory'

// src/scan/patterns.ts draws the layout of a pattern set.
const TABLES: usize = PATTERNS + 16
const HEADS: usize = PATTERNS + 128
const KNOWN: usize = HEADS + 2 * 2048
const RECORDS: usize = KNOWN + 4096
const RECORD_BYTES: usize = 64
const RECORD_FOLD: usize = 24
const RECORD_LENGTH: usize = 48
const RECORD_ANCHOR_END: usize = 49
const RECORD_FLAGS: usize = 50
const RECORD_NEXT: usize = 52
const WHOLE_WORD: i32 = 1
const WORD_START: i32 = 2

const LF: i8 = 10
const ESC: i32 = 27
/** Parameter bytes that a colour escape may have before its final `m`. */
const MAX_SGR_BYTES: usize = 16

/** Anchors that end before this address are skipped, because they follow a match. */
let resumeAt: usize = 0
/** Anchors that end at or after this address wait for the next window. */
let limit: usize = 0
/** Where the next pair goes. */
let nextPair: usize = 0

/** Each lane moved up by one place. The first is the last lane of `before`. */
// @ts-ignore: decorator
@inline
function moveUp(before: v128, lanes: v128): v128 {
  return v128.shuffle<i8>(before, lanes, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30)
}

/**
 * Class of each byte: 0 to 15 for letters of either case, two letters to a class. Most other bytes get 16 or more, for
 * which a swizzle returns 0.
 */
// @ts-ignore: decorator
@inline
function classesOf(bytes: v128): v128 {
  return v128.xor(v128.and(bytes, i8x16.splat(-0x31)), i8x16.splat(0x40))
}

/** Continues where the last window's search stopped. */
export function startSearch(length: i32): void {
  limit = WINDOW + <usize>length - PATTERN_LAG
  nextPair = MATCHES
  resumeAt = WINDOW - PATTERN_LAG
  const resting = load<u32>(STATE + STATE_RESTING)
  if (resting != 0) rest(resumeAt, resting)
}

/** Writes the number of pairs that `searchBlock` found to RESULT. */
export function endSearch(): void {
  store<i32>(RESULT + RESULT_MATCHES, <i32>((nextPair - MATCHES) >> 3))
}

/** Skips `bytes` bytes from `from`, or up to the next LF. The next window skips those that are not yet scanned. */
function rest(from: usize, bytes: usize): void {
  const end = min<usize>(from + bytes, limit)
  let at = from
  for (; at + 16 <= end; at += 16) {
    const bits = i8x16.bitmask(i8x16.eq(v128.load(at), i8x16.splat(LF)))
    if (bits != 0) return resume(at + <usize>ctz<i32>(bits) + 1, 0)
  }
  for (; at < end; at++) {
    if (load<i8>(at) == LF) return resume(at + 1, 0)
  }
  resume(end, from + bytes - end)
}

function resume(at: usize, resting: usize): void {
  resumeAt = at
  store<u32>(STATE + STATE_RESTING, <u32>resting)
}

/** Looks for anchors that end in `from` to `end`, a multiple of 64 and at most one block apart. */
export function searchBlock(from: usize, end: usize): void {
  assert((end - from) % 64 == 0 && end - from <= 2048, 'searchBlock: expects 64-byte steps within a block')
  if (end <= resumeAt) return
  const anchorsEnd = listAnchors(filterBlock(from, end))
  for (let entry = ANCHORS; entry < anchorsEnd; entry += 4) {
    const anchorLast = <usize>load<u32>(entry)
    if (anchorLast >= limit) return
    if (anchorLast >= resumeAt) verifyAt(anchorLast)
  }
}

/** Entry of BLOCK_LIST: one bit for each byte of a 64-byte range where an anchor may end, then the range's address. */
const ENTRY_BYTES: usize = 16
const ENTRY_AT: usize = 8

/**
 * Lists the 64-byte ranges in which an anchor may end. A lane of `a`, `b`, `c` or `d` holds the buckets whose first
 * one, two, three or four places fit the bytes up to that lane.
 *
 * @returns The end of the list.
 */
function filterBlock(from: usize, end: usize): usize {
  const table0 = v128.load(TABLES)
  const table1 = v128.load(TABLES, 16)
  const table2 = v128.load(TABLES, 32)
  const table3 = v128.load(TABLES, 48)
  let list = BLOCK_LIST
  // The previous vector. Only its last three bytes can be in an anchor that ends here.
  const x = classesOf(v128.load(from - 16))
  const zero = i8x16.splat(0)
  let aBefore = i8x16.swizzle(table0, x)
  let bBefore = v128.and(i8x16.swizzle(table1, x), moveUp(zero, aBefore))
  let cBefore = v128.and(i8x16.swizzle(table2, x), moveUp(zero, bBefore))
  for (let at = from; at < end; at += 64) {
    const x0 = classesOf(v128.load(at))
    const x1 = classesOf(v128.load(at, 16))
    const x2 = classesOf(v128.load(at, 32))
    const x3 = classesOf(v128.load(at, 48))
    const a0 = i8x16.swizzle(table0, x0)
    const b0 = v128.and(i8x16.swizzle(table1, x0), moveUp(aBefore, a0))
    const c0 = v128.and(i8x16.swizzle(table2, x0), moveUp(bBefore, b0))
    const d0 = v128.and(i8x16.swizzle(table3, x0), moveUp(cBefore, c0))
    const a1 = i8x16.swizzle(table0, x1)
    const b1 = v128.and(i8x16.swizzle(table1, x1), moveUp(a0, a1))
    const c1 = v128.and(i8x16.swizzle(table2, x1), moveUp(b0, b1))
    const d1 = v128.and(i8x16.swizzle(table3, x1), moveUp(c0, c1))
    const a2 = i8x16.swizzle(table0, x2)
    const b2 = v128.and(i8x16.swizzle(table1, x2), moveUp(a1, a2))
    const c2 = v128.and(i8x16.swizzle(table2, x2), moveUp(b1, b2))
    const d2 = v128.and(i8x16.swizzle(table3, x2), moveUp(c1, c2))
    const a3 = i8x16.swizzle(table0, x3)
    const b3 = v128.and(i8x16.swizzle(table1, x3), moveUp(a2, a3))
    const c3 = v128.and(i8x16.swizzle(table2, x3), moveUp(b2, b3))
    const d3 = v128.and(i8x16.swizzle(table3, x3), moveUp(c2, c3))
    const bits = fittingLanes(d0) | (fittingLanes(d1) << 16) | (fittingLanes(d2) << 32) | (fittingLanes(d3) << 48)
    // Writes every entry, but counts only those that fit. So there is no branch to mispredict.
    store<u64>(list, bits)
    store<u32>(list, <u32>at, ENTRY_AT)
    list += bits == 0 ? 0 : ENTRY_BYTES
    aBefore = a3
    bBefore = b3
    cBefore = c3
  }
  return list
}

/** One bit for each lane that is not zero. */
// @ts-ignore: decorator
@inline
function fittingLanes(lanes: v128): u64 {
  return <u64>(i8x16.bitmask(i8x16.eq(lanes, i8x16.splat(0))) ^ 0xffff)
}

/** Lists in ANCHORS the last bytes of likely anchors: four letters whose hash is that of an anchor. Few are false. */
function listAnchors(listEnd: usize): usize {
  let list = ANCHORS
  for (let entry = BLOCK_LIST; entry < listEnd; entry += ENTRY_BYTES) {
    const at = <usize>load<u32>(entry, ENTRY_AT)
    for (let bits = load<u64>(entry); bits != 0; bits &= bits - 1) {
      const anchorLast = at + <usize>ctz<u64>(bits)
      const hash = hashOf(anchorLast)
      store<u32>(list, <u32>anchorLast)
      list += ((<usize>load<u8>(KNOWN + <usize>(hash >>> 20)) >> ((hash >>> 17) & 7)) & 1) << 2
    }
  }
  return list
}

/** Hash of the four bytes up to `anchorLast`, whatever their case. */
// @ts-ignore: decorator
@inline
function hashOf(anchorLast: usize): u32 {
  return (load<u32>(anchorLast - 3) | 0x20202020) * 0x9e3779b1
}

/** Records the lowest id that matches with the last byte of its anchor at `anchorLast`. */
function verifyAt(anchorLast: usize): void {
  let next = load<u16>(HEADS + (<usize>(hashOf(anchorLast) >>> 21) << 1))
  while (next != 0) {
    const record = RECORDS + <usize>(next - 1) * RECORD_BYTES
    const start = anchorLast - <usize>load<u8>(record, RECORD_ANCHOR_END)
    if (isMatch(record, start)) {
      assert(nextPair + 8 <= MATCHES_END, 'verifyAt: the table of matches is full')
      store<i32>(nextPair, <i32>start - <i32>WINDOW)
      store<i32>(nextPair, <i32>next - 1, 4)
      nextPair += 8
      return rest(anchorLast + 1, RESTING_BYTES)
    }
    next = load<u16>(record, RECORD_NEXT)
  }
}

/** True if the record's literal is at `start`. The lag makes sure that its bytes and the one after it are in memory. */
function isMatch(record: usize, start: usize): bool {
  const front = v128.xor(v128.or(v128.load(start), v128.load(record, RECORD_FOLD)), v128.load(record))
  if (v128.any_true(front)) return false
  const back = v128.xor(
    v128.or(v128.load(start, 8), v128.load(record, RECORD_FOLD + 8)),
    v128.load(record, 8),
  )
  if (v128.any_true(back)) return false
  const flags = <i32>load<u8>(record, RECORD_FLAGS)
  if ((flags & WHOLE_WORD) != 0 && isWordByte(start + <usize>load<u8>(record, RECORD_LENGTH))) return false
  return (flags & WORD_START) == 0 || isWordStart(start)
}

function isWordByte(at: usize): bool {
  const byte = <u32>load<u8>(at)
  return (byte | 0x20) - 0x61 < 26 || byte - 0x30 < 10 || byte == 0x5f
}

/** True at a word's start: after a non-word byte, at a capital after a small letter, or right after a colour escape. */
function isWordStart(start: usize): bool {
  if (!isWordByte(start - 1)) return true
  const isAfterSmall = <u32>load<u8>(start - 1) - 0x61 < 26
  const isCapital = <u32>load<u8>(start) - 0x41 < 26
  return (isAfterSmall && isCapital) || endsSgr(start)
}

/** True if `ESC [ … m` with at most `MAX_SGR_BYTES` parameter bytes ends right before `at`. */
function endsSgr(at: usize): bool {
  if (load<u8>(at - 1) != 0x6d) return false
  let first = at - 1
  while (at - 1 - first < MAX_SGR_BYTES && <u32>load<u8>(first - 1) - 0x30 < 12) first--
  return load<u8>(first - 1) == 0x5b && load<u8>(first - 2) == ESC
}
