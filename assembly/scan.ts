import { countBlock, flagsOfRanges, rangesEnd } from './kinds'
import { endLines, factsOfBlock, startLines } from './line-facts'
import {
  BLOCK_BYTES,
  CARRY_BYTES,
  FLAG_LONE_CR,
  PATTERN_LAG,
  RESULT,
  RESULT_BLOCK_ALIKE,
  RESULT_BLOCK_NEWLINES,
  RESULT_MATCHES,
  RESULT_CODE_POINTS,
  RESULT_EXTRA_BYTES,
  RESULT_FLAGS,
  RESULT_NEWLINES,
  RESULT_TOKEN_UNITS,
  STATE,
  STATE_BYTES,
  STATE_MATCHES,
  STATE_CODE_POINTS,
  STATE_FLAGS,
  STATE_NEWLINES,
  STATE_TEXT_BYTES,
  STATE_TOKEN_UNITS,
  RANGES,
  WINDOW,
  WINDOW_BYTES,
} from './memory'
import { endSearch, searchBlock, startSearch } from './patterns'
import { tokensOfBlock } from './tokens'
import { decodeBlock } from './utf8'

const SPACE: u8 = 0x20
const LF: u8 = 10
const CR: u8 = 13

/** Length of the window being scanned, in bytes. */
let windowLength: i32 = 0

/**
 * Scans the first `length` bytes of WINDOW, which continue STATE and CARRY. Writes facts to RESULT and MATCHES, and
 * updates STATE. Searches for PATTERNS if `hasPatterns`, fills LINE_ENDS, LINE_SHAPES and LINE_OPENINGS if `hasLines`, and
 * counts token units by TOKENS if `hasTokens`.
 */
export function scanWindow(length: i32, hasPatterns: i32, hasLines: i32, hasTokens: i32): void {
  assert(length >= 0 && length <= WINDOW_BYTES, 'scanWindow: length must lie between 0 and the window size')
  memory.fill(RESULT, 0, RESULT_BLOCK_NEWLINES)
  padTo64(length)
  windowLength = length
  if (length > 0 && load<u8>(WINDOW - 1) == CR && load<u8>(WINDOW) != LF) addFlags(FLAG_LONE_CR)
  if (hasPatterns) startSearch(length)
  if (hasLines) startLines()
  for (let offset = 0; offset < length; offset += BLOCK_BYTES) {
    scanBlock(offset, min<i32>(length - offset, BLOCK_BYTES), hasPatterns, hasLines, hasTokens)
  }
  if (hasPatterns) endSearch()
  if (hasLines) endLines(length)
  moveState(length)
}

// @ts-ignore: decorator
@inline
function addFlags(flags: i32): void {
  store<i32>(RESULT + RESULT_FLAGS, load<i32>(RESULT + RESULT_FLAGS) | flags)
}

/** Pads to the next multiple of 64 bytes with a byte that adds to no fact. */
function padTo64(length: i32): void {
  memory.fill(WINDOW + <usize>length, SPACE, (64 - (length & 63)) & 63)
}

function scanBlock(offset: i32, length: i32, hasPatterns: i32, hasLines: i32, hasTokens: i32): void {
  const from = WINDOW + <usize>offset
  const paddedEnd = from + <usize>((length + 63) & ~63)
  const newlines = countBlock(from, paddedEnd)
  if (rangesEnd > RANGES) {
    // Only the next window shows whether a CR at the end is lone. An LF after it keeps it from being counted here.
    const end = WINDOW + <usize>windowLength
    const behind = load<u8>(end)
    store<u8>(end, LF)
    addFlags(flagsOfRanges())
    store<u8>(end, behind)
  }
  decodeBlock(from, length, rangesEnd)
  if (hasTokens) tokensOfBlock(from, from + <usize>length, rangesEnd)
  addResult(RESULT_NEWLINES, newlines)
  store<u16>(RESULT + RESULT_BLOCK_NEWLINES + 2 * <usize>(offset / BLOCK_BYTES), <u16>newlines)
  if (hasPatterns) searchBlock(from - PATTERN_LAG, paddedEnd - PATTERN_LAG)
  if (hasLines) {
    const isAlike = factsOfBlock(from, paddedEnd, newlines)
    store<u8>(RESULT + RESULT_BLOCK_ALIKE + <usize>(offset / BLOCK_BYTES), <u8>isAlike)
  }
}

// @ts-ignore: decorator
@inline
function addResult(offset: usize, amount: i32): void {
  store<i32>(RESULT + offset, load<i32>(RESULT + offset) + amount)
}

// @ts-ignore: decorator
@inline
function addState(offset: usize, amount: i32): void {
  store<f64>(STATE + offset, load<f64>(STATE + offset) + <f64>amount)
}

function moveState(length: i32): void {
  addState(STATE_BYTES, length)
  addState(STATE_NEWLINES, load<i32>(RESULT + RESULT_NEWLINES))
  addState(STATE_CODE_POINTS, load<i32>(RESULT + RESULT_CODE_POINTS))
  addState(STATE_TEXT_BYTES, length + load<i32>(RESULT + RESULT_EXTRA_BYTES))
  addState(STATE_MATCHES, load<i32>(RESULT + RESULT_MATCHES))
  addState(STATE_TOKEN_UNITS, load<i32>(RESULT + RESULT_TOKEN_UNITS))
  store<i32>(STATE + STATE_FLAGS, load<i32>(STATE + STATE_FLAGS) | load<i32>(RESULT + RESULT_FLAGS))
  const carry = WINDOW - CARRY_BYTES
  memory.copy(carry, carry + <usize>length, CARRY_BYTES)
}
