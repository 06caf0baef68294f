import { FLAG_CR, FLAG_ESC, FLAG_NON_ASCII, FLAG_NUL } from './memory'
import { sumOfLanes } from './lines'

const TAB: i8 = 9
const LF: i8 = 10
const CR: i8 = 13
const ESC: i8 = 27
const SPACE: i8 = 32

/** Set by `countBlock`: the block holds a byte that is neither printable ASCII, TAB nor LF. */
export let hasOther: bool = false

/** A lane is -1 where a byte is a control character or not ASCII, and neither of the two given. */
// @ts-ignore: decorator
@inline
function otherLanes(bytes: v128, newlines: v128): v128 {
  const isTab = i8x16.eq(bytes, i8x16.splat(TAB))
  return v128.xor(i8x16.lt_s(bytes, i8x16.splat(SPACE)), v128.xor(newlines, isTab))
}

/** LF bytes from `from` to `end`, a multiple of 64 and at most one block further. Sets `hasOther`. */
export function countBlock(from: usize, end: usize): i32 {
  assert((end - from) % 64 == 0 && end - from <= 2048, 'countBlock: expects 64-byte steps within a block')
  const lf = i8x16.splat(LF)
  let counts = i8x16.splat(0)
  let other = i8x16.splat(0)
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
    other = v128.or(
      other,
      v128.or(
        v128.or(otherLanes(a, aLf), otherLanes(b, bLf)),
        v128.or(otherLanes(c, cLf), otherLanes(d, dLf)),
      ),
    )
  }
  hasOther = v128.any_true(other)
  return sumOfLanes(counts)
}

/** The FLAG_ bits of the bytes from `from` to `end`, a multiple of 16 further. */
export function flagsOfBlock(from: usize, end: usize): i32 {
  let all = i8x16.splat(0)
  let cr = i8x16.splat(0)
  let esc = i8x16.splat(0)
  let nul = i8x16.splat(0)
  for (let at = from; at < end; at += 16) {
    const bytes = v128.load(at)
    all = v128.or(all, bytes)
    cr = v128.or(cr, i8x16.eq(bytes, i8x16.splat(CR)))
    esc = v128.or(esc, i8x16.eq(bytes, i8x16.splat(ESC)))
    nul = v128.or(nul, i8x16.eq(bytes, i8x16.splat(0)))
  }
  let flags = 0
  if (i8x16.bitmask(all) != 0) flags |= FLAG_NON_ASCII
  if (v128.any_true(cr)) flags |= FLAG_CR
  if (v128.any_true(esc)) flags |= FLAG_ESC
  if (v128.any_true(nul)) flags |= FLAG_NUL
  return flags
}
