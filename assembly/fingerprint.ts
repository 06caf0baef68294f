import { withDigitGroups } from './digit-groups'
import { wordsOfLine } from './openings'
import { KEYS, RESULT, RESULT_FINGERPRINT, WINDOW, WINDOW_BYTES } from './memory'

const FACTOR: u64 = 0x9e3779b97f4a7c15
const OTHER_FACTOR: u64 = 0xd6e8feb86659fd93

/** A mask of 16 set bytes, then 16 clear ones. Loaded from `MASKS + 16 - n`, it keeps the first n of 16 bytes. */
const MASKS: usize = memory.data<u64>([-1, -1, 0, 0])

/**
 * The state after a word. Every bit of the product of halves depends on the key. So without the key, nobody can craft
 * lines whose hashes collide.
 */
// @ts-ignore: decorator
@inline
function mixed(state: u64, word: u64, key: u64): u64 {
  const sum = (state ^ word) + key
  const product = (sum & 0xffffffff) * (sum >>> 32) + sum * FACTOR
  return product ^ (product >>> 32)
}

/**
 * A 64-bit hash of the words from `start` to `end`. Digits of one group count as equal. Words of eight bytes go
 * alternately into two states, so that neither waits for the other. Reads at most 16 bytes past `end`.
 */
export function hashOf(start: usize, end: usize): u64 {
  const key = load<u64>(KEYS)
  const otherKey = load<u64>(KEYS, 8)
  let at = start
  let even: u64 = <u64>(end - start) * OTHER_FACTOR
  let odd: u64 = OTHER_FACTOR
  for (; at + 16 <= end; at += 16) {
    const bytes = withDigitGroups(v128.load(at))
    even = mixed(even, i64x2.extract_lane(bytes, 0), key)
    odd = mixed(odd, i64x2.extract_lane(bytes, 1), otherKey)
  }
  if (at < end) {
    const bytes = v128.and(withDigitGroups(v128.load(at)), v128.load(MASKS + 16 - (end - at)))
    even = mixed(even, i64x2.extract_lane(bytes, 0), key)
    odd = mixed(odd, i64x2.extract_lane(bytes, 1), otherKey)
  }
  return mixed(mixed(even * OTHER_FACTOR, odd, key), odd >>> 32, otherKey)
}

/**
 * Writes to RESULT the hash of the window's line from `from` to `to`, without its time stamp. Reads at most 64 bytes
 * past `to`.
 *
 * @returns The offset after the time stamp.
 */
export function fingerprint(from: i32, to: i32): i32 {
  assert(0 <= from && from <= to && to <= WINDOW_BYTES, 'fingerprint: the line must lie in the window')
  const end = WINDOW + <usize>to
  const start = wordsOfLine(WINDOW + <usize>from, end)
  store<u64>(RESULT, hashOf(start, end), RESULT_FINGERPRINT)
  return <i32>(start - WINDOW)
}
