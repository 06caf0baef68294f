import { countsOfBlock, startCounts } from './counts'
import {
  BLOCK_BYTES,
  CARRY_BYTES,
  RESULT,
  RESULT_BYTES,
  RESULT_CODE_POINTS,
  RESULT_EXTRA_BYTES,
  RESULT_FLAGS,
  RESULT_NEWLINES,
  RESULT_TOKEN_UNITS,
  STATE,
  STATE_BYTES,
  STATE_CODE_POINTS,
  STATE_FLAGS,
  STATE_NEWLINES,
  STATE_TEXT_BYTES,
  STATE_TOKEN_UNITS,
  WINDOW,
  WINDOW_BYTES,
} from './memory'

/**
 * Scans the first `length` bytes of WINDOW, which continue STATE and CARRY. Writes facts to RESULT, and updates STATE.
 * Counts token units by TOKENS if `hasTokens`.
 */
export function scanWindow(length: i32, hasTokens: i32): void {
  assert(length >= 0 && length <= WINDOW_BYTES, 'scanWindow: length must lie between 0 and the window size')
  memory.fill(RESULT, 0, RESULT_BYTES)
  const end = WINDOW + <usize>length
  startCounts(WINDOW, end)
  for (let from = WINDOW; from < end; from += BLOCK_BYTES)
    countsOfBlock(from, min<i32>(<i32>(end - from), BLOCK_BYTES), hasTokens)
  moveState(length)
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
  addState(STATE_TOKEN_UNITS, load<i32>(RESULT + RESULT_TOKEN_UNITS))
  store<i32>(STATE + STATE_FLAGS, load<i32>(STATE + STATE_FLAGS) | load<i32>(RESULT + RESULT_FLAGS))
  const carry = WINDOW - CARRY_BYTES
  memory.copy(carry, carry + <usize>length, CARRY_BYTES)
}
