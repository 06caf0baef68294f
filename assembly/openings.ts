/** Bytes at the start of a line that may be skipped before its opening. */
const MAX_SKIPPED: usize = 64
const STAMP_BYTES: usize = 16
/** Bytes after `dddd-dd-ddTdd:dd` that are searched for the space after the time stamp. */
const STAMP_TAIL: usize = 24
/** One bit for each digit of `dddd-dd-ddTdd:dd`. */
const STAMP_DIGITS: i32 = 0xdb6f

const SPACE: i8 = 0x20
const TAB: i8 = 9
const ESC: u8 = 27

/**
 * The line opening: the first four bytes of the line from `start` to `end` after a time stamp, blanks and colours.
 * Zeros follow the end of the line. Reads at most 64 bytes past `end`.
 */
// @ts-ignore: decorator
@inline
export function openingOfLine(start: usize, end: usize): u32 {
  // A skipped prefix begins with a blank or ESC. In a line long enough for a time stamp, it may begin with a digit too.
  const first = load<u8>(start)
  const least = end - start < STAMP_BYTES ? <u8>0x2f : <u8>0x39
  const at = first > least ? start : afterPrefix(start, end)
  const word = load<u32>(at)
  const left = end - at
  return left >= 4 ? word : word & ((1 << (<u32>left << 3)) - 1)
}

function afterPrefix(start: usize, end: usize): usize {
  const limit = min<usize>(end, start + MAX_SKIPPED)
  let at = afterStamp(start, limit)
  while (at < limit) {
    const byte = load<u8>(at)
    if (byte == SPACE || byte == TAB) {
      at = afterBlanks(at, limit)
      continue
    }
    const next = byte == ESC ? afterColour(at, limit) : at
    if (next == at) break
    at = next
  }
  return at
}

/** Address after an ISO time stamp and the first space after it; `start` if there is none. */
function afterStamp(start: usize, limit: usize): usize {
  if (limit < start + STAMP_BYTES) return start
  const bytes = v128.load(start)
  const digits = i8x16.bitmask(i8x16.le_u(i8x16.sub(bytes, i8x16.splat(0x30)), i8x16.splat(9)))
  if (digits != STAMP_DIGITS) return start
  const between = load<u8>(start, 10)
  const isStamp =
    load<u8>(start, 4) == 0x2d &&
    load<u8>(start, 7) == 0x2d &&
    (between == 0x54 || between == <u8>SPACE) &&
    load<u8>(start, 13) == 0x3a
  if (!isStamp) return start
  const tailEnd = min<usize>(limit, start + STAMP_BYTES + STAMP_TAIL)
  const space = i8x16.splat(SPACE)
  const front = i8x16.bitmask(i8x16.eq(v128.load(start, 16), space))
  const bits = front | (i8x16.bitmask(i8x16.eq(v128.load(start, 32), space)) << 16)
  const after = start + STAMP_BYTES + <usize>ctz<i32>(bits) + 1
  return after <= tailEnd ? after : start
}

function afterBlanks(from: usize, limit: usize): usize {
  for (let at = from; at < limit; at += 16) {
    const bytes = v128.load(at)
    const blanks = v128.or(i8x16.eq(bytes, i8x16.splat(SPACE)), i8x16.eq(bytes, i8x16.splat(TAB)))
    const others = i8x16.bitmask(blanks) ^ 0xffff
    if (others != 0) return min<usize>(at + <usize>ctz<i32>(others), limit)
  }
  return limit
}

/** Address after `ESC [ … m` at `start`; `start` if no such escape ends before `limit`. */
function afterColour(start: usize, limit: usize): usize {
  let at = start + 2
  if (at >= limit || load<u8>(start, 1) != 0x5b) return start
  while (at < limit && <u32>load<u8>(at) - 0x30 < 12) at++
  return at < limit && load<u8>(at) == 0x6d ? at + 1 : start
}
