import { countBlock, flagsOfRanges, rangesEnd } from './kinds'
import { RANGES, RESULT, RESULT_FLAGS, RESULT_NEWLINES } from './memory'
import { tokensOfBlock } from './tokens'
import { decodeBlock } from './utf8'

// What is counted of all bytes: LFs, code points, kinds of bytes, token units.

const SPACE: u8 = 0x20

// @ts-ignore: decorator
@inline
function addFlags(flags: i32): void {
  store<i32>(RESULT + RESULT_FLAGS, load<i32>(RESULT + RESULT_FLAGS) | flags)
}

/** Pads the bytes from `from` to `end` to the next multiple of 64 bytes, with a byte that adds to no count. */
export function startCounts(from: usize, end: usize): void {
  memory.fill(end, SPACE, (64 - ((end - from) & 63)) & 63)
}

/** Adds to RESULT the counts of the `length` bytes at `from`, one block or less. */
export function countsOfBlock(from: usize, length: i32, hasTokens: i32): void {
  const newlines = countBlock(from, from + <usize>((length + 63) & ~63))
  if (rangesEnd > RANGES) addFlags(flagsOfRanges())
  decodeBlock(from, length, rangesEnd)
  if (hasTokens) tokensOfBlock(from, from + <usize>length, rangesEnd)
  store<i32>(RESULT + RESULT_NEWLINES, load<i32>(RESULT + RESULT_NEWLINES) + newlines)
}
