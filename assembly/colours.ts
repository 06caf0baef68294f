import { isReadable, RESULT } from './memory'
import { isOdd, oddLanes } from './controls'

const VECTOR: usize = 16
const ESC: u8 = 0x1b
const BRACKET: u8 = 0x5b
const CARET: u8 = 0x5e
const QUESTION: u8 = 0x3f
const C1_LEAD: u8 = 0xc2
const SGR: u8 = 0x6d
const ERASE_LINE: u8 = 0x4b
const ZERO: u8 = 0x30
const NINE: u8 = 0x39
const SEMICOLON: u8 = 0x3b

/** The same as in src/core/clean/controls.ts. */
const MAX_COLOUR_BYTES: usize = 32
/** The same as in src/core/clean/caret.ts. */
const MAX_CARET_BYTES: usize = 32

// @ts-ignore: decorator
@inline
function isParameter(byte: u8): bool {
  return byte >= ZERO && byte <= SEMICOLON
}

/** All ones where a byte is not a parameter. */
// @ts-ignore: decorator
@inline
function otherLanes(at: usize): v128 {
  const fromZero = i8x16.sub(v128.load(at), i8x16.splat(ZERO))
  return i8x16.gt_u(fromZero, i8x16.splat(SEMICOLON - ZERO))
}

/**
 * The place behind the colour at `at`, or behind an erasure to the end of the row; 0 for anything else. May read a vector
 * behind `end`.
 */
function colourEnd(begin: usize, at: usize, end: usize): usize {
  const most = min<usize>(end, at + MAX_COLOUR_BYTES)
  if (at + 2 >= most || load<u8>(at) != ESC || load<u8>(at, 1) != BRACKET) return 0
  const others = i8x16.bitmask(otherLanes(at + 2))
  let stop = at + 2 + (others != 0 ? <usize>ctz(others) : VECTOR)
  if (others == 0) while (stop < most && isParameter(load<u8>(stop))) stop++
  if (stop >= most) return 0
  const final = load<u8>(stop)
  const length = stop - at
  const isErase = final == ERASE_LINE && (length == 2 || (length == 3 && load<u8>(at, 2) == ZERO))
  if (final != SGR && !isErase) return 0
  return mayComeTogether(begin, at) ? 0 : stop + 1
}

// @ts-ignore: decorator
@inline
function isInCaret(byte: u8): bool {
  return (byte >= ZERO && byte <= NINE) || byte == SEMICOLON || byte == QUESTION
}

/** True when what stands before `at` may become a control with what stands behind a colour there. */
function mayComeTogether(begin: usize, at: usize): bool {
  if (at == begin) return false
  const last = load<u8>(at - 1)
  if (last == C1_LEAD) return true
  if (last != CARET && last != BRACKET && !isInCaret(last)) return false
  const least = at - begin > MAX_CARET_BYTES ? at - MAX_CARET_BYTES : begin
  let before = at
  while (before > least && isInCaret(load<u8>(before - 1))) before--
  const hasParameters = before < at
  let brackets = 0
  while (before > least && brackets < 2 && load<u8>(before - 1) == BRACKET) {
    before--
    brackets++
  }
  return before > begin && load<u8>(before - 1) == CARET && (!hasParameters || brackets == 2)
}

/**
 * Offset behind the last colour of [ptr, ptr + len) before anything else that is not text; `from` for none. The bytes
 * before offset `from` are known to be text, and are there to be looked back at.
 */
export function coloursEnd(ptr: usize, len: i32, from: i32): i32 {
  assert(from >= 0 && from <= len && isReadable(ptr, len), 'coloursEnd: ptr and len must lie inside the memory')
  const end = ptr + <usize>len
  let at = ptr + <usize>from
  let last = at
  // Nothing inside a colour may begin a control.
  for (; at + VECTOR < end; at += VECTOR) {
    for (let mask = i8x16.bitmask(oddLanes(at)); mask != 0; mask &= mask - 1) {
      const stop = colourEnd(ptr, at + <usize>ctz(mask), end)
      if (stop == 0) return <i32>(last - ptr)
      last = stop
    }
  }
  for (; at < end; at++) {
    if (!isOdd(at, at + 1 == end)) continue
    const stop = colourEnd(ptr, at, end)
    if (stop == 0) break
    last = stop
  }
  return <i32>(last - ptr)
}

/** Offset of the first ESC of [at, end); `end` for none. */
// @ts-ignore: decorator
@inline
function escapeAt(at: usize, end: usize): usize {
  let next = at
  for (; next < end; next += VECTOR) {
    const mask = i8x16.bitmask(i8x16.eq(v128.load(next), i8x16.splat(ESC)))
    if (mask != 0) return min<usize>(end, next + ctz(mask))
  }
  return end
}

/** The place behind the sequence at `at`, whose last byte is the first letter; 0 when it is cut. */
function sequenceEnd(at: usize, end: usize): usize {
  let stop = at + 2
  while (stop < end && load<u8>(stop) < 0x40) stop++
  return stop < end ? stop + 1 : 0
}

/**
 * Copies [ptr, ptr + len) to `target` without its sequences, which are all colours. Lists at `list` the bytes copied and
 * the bytes left out, in turns. Both need room for more than is written. Stops before a sequence that is cut.
 *
 * @returns The number of pairs. RESULT has the number of bytes read, and of those written.
 */
export function stripColours(ptr: usize, len: i32, target: usize, list: usize): i32 {
  assert(isReadable(ptr, len), 'stripColours: ptr and len must lie inside the memory')
  const end = ptr + <usize>len
  let at = ptr
  let to = target
  let pair = list
  while (at < end) {
    const stop = escapeAt(at, end)
    const count = stop - at
    for (let i: usize = 0; i < count; i += VECTOR) v128.store(to + i, v128.load(at + i))
    to += count
    at = stop
    while (at < end && load<u8>(at) == ESC) {
      const behind = sequenceEnd(at, end)
      if (behind == 0) break
      at = behind
    }
    store<i32>(pair, <i32>count)
    store<i32>(pair, <i32>(at - stop), 4)
    pair += 8
    if (at == stop) break
  }
  store<i32>(RESULT, <i32>(at - ptr))
  store<i32>(RESULT, <i32>(to - target), 4)
  return <i32>((pair - list) >> 3)
}
