import { countBlock, flagsOfRanges, rangesEnd } from './kinds'
import { FLAG_LONE_CR, RANGES, RESULT, RESULT_FLAGS, RESULT_NEWLINES } from './memory'
import { tokensOfBlock } from './tokens'
import { decodeBlock } from './utf8'

// What is counted of all bytes: LFs, code points, kinds of bytes, token units.

const SPACE: u8 = 0x20
const LF: u8 = 10
const CR: u8 = 13

// @ts-ignore: decorator
@inline
function addFlags(flags: i32): void {
  store<i32>(RESULT + RESULT_FLAGS, load<i32>(RESULT + RESULT_FLAGS) | flags)
}

/**
 * Prepares the bytes from `from` to `end`: pads them to the next multiple of 64 bytes with a byte that adds to no fact,
 * and sees whether they show that a CR before them is lone.
 */
export function startCounts(from: usize, end: usize): void {
  memory.fill(end, SPACE, (64 - ((end - from) & 63)) & 63)
  if (end > from && load<u8>(from - 1) == CR && load<u8>(from) != LF) addFlags(FLAG_LONE_CR)
}

/**
 * Adds to RESULT the counts of the `length` bytes at `from`, one block or less of those that end at `end`. Returns the
 * number of LFs.
 */
export function countsOfBlock(from: usize, length: i32, end: usize, hasTokens: i32): i32 {
  const newlines = countBlock(from, from + <usize>((length + 63) & ~63))
  if (rangesEnd > RANGES) {
    // Only the next window shows whether a CR at the end is lone. An LF after it keeps it from being counted here.
    const behind = load<u8>(end)
    store<u8>(end, LF)
    addFlags(flagsOfRanges())
    store<u8>(end, behind)
  }
  decodeBlock(from, length, rangesEnd)
  if (hasTokens) tokensOfBlock(from, from + <usize>length, rangesEnd)
  store<i32>(RESULT + RESULT_NEWLINES, load<i32>(RESULT + RESULT_NEWLINES) + newlines)
  return newlines
}
