import { FLAG_ESC, FLAG_NON_ASCII, RANGES } from './memory'
import { sumOfLanes } from './lines'

const TAB: i8 = 9
const LF: i8 = 10
const CR: i8 = 13
const ESC: i8 = 27
const SPACE: i8 = 32

/** End of the list in RANGES. `countBlock` sets it, `flagsOfRanges` shortens it. */
export let rangesEnd: usize = RANGES

/**
 * Lanes are -1 for bytes that are not ASCII and for control characters, except TAB and the LFs that `newlines` marks.
 */
// @ts-ignore: decorator
@inline
function otherLanes(bytes: v128, newlines: v128): v128 {
  const isTab = i8x16.eq(bytes, i8x16.splat(TAB))
  return v128.xor(i8x16.lt_s(bytes, i8x16.splat(SPACE)), v128.xor(newlines, isTab))
}

/**
 * Counts the LF bytes from `from` to `end`, a multiple of 64 and at most one block apart. Lists in RANGES the
 * 64-byte ranges with a byte that is neither printable ASCII, TAB nor LF.
 */
export function countBlock(from: usize, end: usize): i32 {
  assert((end - from) % 64 == 0 && end - from <= 2048, 'countBlock: expects 64-byte steps within a block')
  const lf = i8x16.splat(LF)
  let counts = i8x16.splat(0)
  let list = RANGES
  for (let at = from; at < end; at += 64) {
    const a = v128.load(at)
    const b = v128.load(at, 16)
    const c = v128.load(at, 32)
    const d = v128.load(at, 48)
    const aLf = i8x16.eq(a, lf)
    const bLf = i8x16.eq(b, lf)
    const cLf = i8x16.eq(c, lf)
    const dLf = i8x16.eq(d, lf)
    counts = i8x16.sub(counts, i8x16.add(i8x16.add(aLf, bLf), i8x16.add(cLf, dLf)))
    const other = v128.or(
      v128.or(otherLanes(a, aLf), otherLanes(b, bLf)),
      v128.or(otherLanes(c, cLf), otherLanes(d, dLf)),
    )
    // Always stored, but kept only if it counts: there is no branch to mispredict.
    store<u32>(list, <u32>at)
    list += (v128.any_true(other) ? 4 : 0)
  }
  rangesEnd = list
  return sumOfLanes(counts)
}

// @ts-ignore: decorator
@inline
function lanesWith(byte: i8, a: v128, b: v128, c: v128, d: v128): v128 {
  const front = v128.or(i8x16.eq(a, i8x16.splat(byte)), i8x16.eq(b, i8x16.splat(byte)))
  const back = v128.or(i8x16.eq(c, i8x16.splat(byte)), i8x16.eq(d, i8x16.splat(byte)))
  return v128.or(front, back)
}

/** Lanes of bytes that are not ASCII, and of control characters that are neither white space nor ESC. */
// @ts-ignore: decorator
@inline
function rareLanes(bytes: v128): v128 {
  const isSpace = i8x16.le_u(i8x16.sub(bytes, i8x16.splat(TAB)), i8x16.splat(CR - TAB))
  const isPlain = v128.or(isSpace, i8x16.eq(bytes, i8x16.splat(ESC)))
  return v128.andnot(i8x16.lt_s(bytes, i8x16.splat(SPACE)), isPlain)
}

/**
 * Returns the FLAG_ bits of the listed ranges. Keeps only ranges in the list that are not ASCII or have rare controls.
 */
export function flagsOfRanges(): i32 {
  let esc = i8x16.splat(0)
  let all = i8x16.splat(0)
  let list = RANGES
  for (let entry = RANGES; entry < rangesEnd; entry += 4) {
    const at = <usize>load<u32>(entry)
    const a = v128.load(at)
    const b = v128.load(at, 16)
    const c = v128.load(at, 32)
    const d = v128.load(at, 48)
    esc = v128.or(esc, lanesWith(ESC, a, b, c, d))
    all = v128.or(all, v128.or(v128.or(a, b), v128.or(c, d)))
    const isRare = v128.or(v128.or(rareLanes(a), rareLanes(b)), v128.or(rareLanes(c), rareLanes(d)))
    store<u32>(list, <u32>at)
    list += v128.any_true(isRare) ? 4 : 0
  }
  rangesEnd = list
  let flags = i8x16.bitmask(all) != 0 ? FLAG_NON_ASCII : 0
  if (v128.any_true(esc)) flags |= FLAG_ESC
  return flags
}
