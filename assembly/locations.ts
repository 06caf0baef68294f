import { BLOCK_LIST, LOCATIONS } from './memory'

// A location is `[A-Za-z][:(][0-9]`, as in `main.c:12` and `Main.java(34`. The digit marks its place.

// @ts-ignore: decorator
@inline
function signLanes(at: usize): v128 {
  const bytes = v128.load(at)
  return v128.or(i8x16.eq(bytes, i8x16.splat(0x3a)), i8x16.eq(bytes, i8x16.splat(0x28)))
}

/** Bit 6 of a lane is set where a location may end. What passes for its letter may be another character. */
// @ts-ignore: decorator
@inline
function maybeDigit(at: usize): v128 {
  const isDigit = i8x16.eq(v128.and(v128.load(at), i8x16.splat(-0x10)), i8x16.splat(0x30))
  return v128.and(v128.and(signLanes(at - 1), isDigit), v128.load(at - 2))
}

/** Lists in LOCATIONS the digits of the locations that end in `from` to `end`, then an address beyond all others. */
export function listLocations(from: usize, end: usize): void {
  const listEnd = filterBlock(from, end)
  let list = LOCATIONS
  for (let entry = BLOCK_LIST; entry < listEnd; entry += 4) {
    const range = <usize>load<u32>(entry)
    for (let at = range; at < range + 64; at += 16) {
      for (let bits = digitBits(at); bits != 0; bits &= bits - 1) {
        store<u32>(list, <u32>at + ctz<u32>(bits))
        list += 4
      }
    }
  }
  store<u32>(list, 0xffffffff)
}

/** Lists in BLOCK_LIST the 64-byte ranges in which a location may end. Returns the end of the list. */
function filterBlock(from: usize, end: usize): usize {
  let list = BLOCK_LIST
  for (let at = from; at < end; at += 64) {
    const front = v128.or(maybeDigit(at), maybeDigit(at + 16))
    const back = v128.or(maybeDigit(at + 32), maybeDigit(at + 48))
    // Writes every entry, but counts only those that fit. So there is no branch to mispredict.
    store<u32>(list, <u32>at)
    list += <usize>v128.any_true(v128.and(v128.or(front, back), i8x16.splat(0x40))) << 2
  }
  return list
}

/** One bit for each of the 16 bytes at `at` that is the digit of a location. */
function digitBits(at: usize): u32 {
  const lower = v128.or(v128.load(at - 2), i8x16.splat(0x20))
  const isLetter = i8x16.le_u(i8x16.sub(lower, i8x16.splat(0x61)), i8x16.splat(25))
  const isDigit = i8x16.le_u(i8x16.sub(v128.load(at), i8x16.splat(0x30)), i8x16.splat(9))
  return i8x16.bitmask(v128.and(v128.and(isLetter, isDigit), signLanes(at - 1)))
}
