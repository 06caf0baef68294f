/** Bytes at the start of a line, or behind its label, that may be skipped before its opening. */
const MAX_SKIPPED: usize = 64
/** Bytes at the start of a line that may hold its label. */
const LABEL_BYTES: usize = 64
const STAMP_BYTES: usize = 16
/** Bytes after `dddd-dd-ddTdd:dd` that are searched for the space after the time stamp. */
const STAMP_TAIL: usize = 24
/** One bit for each digit of `dddd-dd-ddTdd:dd`. */
const STAMP_DIGITS: i32 = 0xdb6f

const SPACE: i8 = 0x20
const TAB: i8 = 9
const BAR: i8 = 0x7c
const ESC: u8 = 27

/**
 * The line opening: the first four bytes of the line from `start` to `end` after a label, a time stamp, blanks and
 * colours. Zeros follow the end of the line. Reads at most 64 bytes past `end`.
 */
// @ts-ignore: decorator
@inline
export function openingOfLine(start: usize, end: usize): u32 {
  const own = afterLabel(start, end)
  // A skipped prefix begins with a blank or ESC. In a line long enough for a time stamp, it may begin with a digit too.
  const first = load<u8>(own)
  const least = end - own < STAMP_BYTES ? <u8>0x2f : <u8>0x39
  const at = first > least ? own : afterPrefix(own, end)
  const word = load<u32>(at)
  const left = end - at
  return left >= 4 ? word : word & ((1 << (<u32>left << 3)) - 1)
}

/**
 * Address after the label that a tool puts before each line of another: `#12 3.456 `, `[test] `, `@acme/web:test: `,
 * `web-1  |`, and the job and the step, with tabs, before a time. `start` if there is none.
 */
export function afterLabel(start: usize, end: usize): usize {
  const first = load<u8>(start)
  if (isLetter(first)) return afterColumns(start, end)
  if (first == 0x23) return afterStep(start, end)
  if (first == 0x5b) return afterTag(start, end)
  return first == 0x40 ? afterPackage(start, end) : start
}

/** Address after `web-1  |`, or after two tabs before a digit. */
function afterColumns(start: usize, end: usize): usize {
  let marks: u64 = 0
  for (let i: usize = 0; i < LABEL_BYTES; i += 16) {
    const bytes = v128.load(start + i)
    const found = v128.or(i8x16.eq(bytes, i8x16.splat(TAB)), i8x16.eq(bytes, i8x16.splat(BAR)))
    marks |= (<u64>(<u32>i8x16.bitmask(found))) << <u64>i
  }
  if (marks == 0) return start
  const at = start + <usize>ctz(marks)
  if (at + 1 >= end) return start
  if (load<i8>(at) == BAR) return endsName(start, at) ? at + 1 : start
  marks &= marks - 1
  let time = start + <usize>ctz(marks) + 1
  if (marks == 0 || time >= end || load<i8>(time - 1) != TAB) return start
  if (load<u8>(time) == 0xef) time += 3
  return time < end && isDigit(load<u8>(time)) ? time : start
}

/** Whether one word and blanks are between `start` and `end`. */
function endsName(start: usize, end: usize): bool {
  let at = start
  while (at < end && load<i8>(at) != SPACE) at++
  if (at == end) return false
  while (at < end && load<i8>(at) == SPACE) at++
  return at == end
}

/** Address after `#12 3.456 `, a step of a container build. */
function afterStep(start: usize, end: usize): usize {
  const limit = min<usize>(end, start + LABEL_BYTES)
  const seconds = afterDigits(start + 1, limit)
  if (seconds == start + 1 || load<i8>(seconds) != SPACE) return start
  const point = afterDigits(seconds + 1, limit)
  const at = afterDigits(point + 1, limit)
  return load<u8>(point) == 0x2e && at < limit && load<i8>(at) == SPACE ? at + 1 : start
}

function afterDigits(from: usize, limit: usize): usize {
  let at = from
  while (at < limit && isDigit(load<u8>(at))) at++
  return at
}

/** Address after a tag such as `[test] `, which holds small letters, digits and `-./:_`. */
function afterTag(start: usize, end: usize): usize {
  const limit = min<usize>(end, start + LABEL_BYTES) - 1
  let at = start + 1
  while (at < limit && isOfTag(load<u8>(at))) at++
  return at > start + 1 && at < limit && load<u16>(at) == 0x205d ? at + 2 : start
}

// @ts-ignore: decorator
@inline
function isOfTag(byte: u8): bool {
  return <u32>byte - 0x61 < 26 || <u32>byte - 0x2d < 14 || byte == 0x5f
}

/** Address after `@acme/web:test: `. */
function afterPackage(start: usize, end: usize): usize {
  const limit = min<usize>(end, start + LABEL_BYTES)
  let at = start + 1
  while (at < limit && load<i8>(at) != SPACE) at++
  return at < limit && load<u8>(at - 1) == 0x3a ? at + 1 : start
}

// @ts-ignore: decorator
@inline
function isLetter(byte: u8): bool {
  return (<u32>byte | 0x20) - 0x61 < 26
}

// @ts-ignore: decorator
@inline
function isDigit(byte: u8): bool {
  return <u32>byte - 0x30 < 10
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
