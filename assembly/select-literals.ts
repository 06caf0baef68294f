import {
  FIRSTS,
  LITERALS,
  RECORD_BYTES,
  RECORD_LENGTH,
  RECORD_NEXT,
  RECORD_WEIGHTS,
  RECORD_WORD,
  RECORDS,
} from './select-memory'
import { addHit, unitStart } from './select-units'

// Literals at word starts. The twin is in src/core/scan/literal-set.ts and hits.ts.

const NEAR_BYTES: usize = 40
const WORD_TAIL: usize = 10
const NEAR_START: usize = 1
const BEFORE_MARK: usize = 2
const BEHIND_ZERO: usize = 4
const IN_NAME: usize = 8

// @ts-ignore: decorator
@inline
function hashAt(at: usize): u32 {
  return (load<u32>(at) | 0x20202020) * 0x9e3779b1
}

/** 1 if some literal may have the hash of the bytes at `at`, else 0. */
// @ts-ignore: decorator
@inline
export function mayBegin(at: usize): usize {
  const hash = hashAt(at)
  return (<usize>load<u8>(LITERALS + <usize>(hash >>> 20)) >> ((hash >>> 17) & 7)) & 1
}

/** Adds the literals whose first word begins at `word`, if they begin in the open unit and before `limit`. */
export function addHits(word: usize, limit: usize): void {
  let next = <usize>load<u16>(FIRSTS + (<usize>(hashAt(word) >>> 21) << 1))
  while (next != 0) {
    const id = next - 1
    const record = RECORDS + id * RECORD_BYTES
    const start = word - <usize>load<u8>(record, RECORD_WORD)
    next = <usize>load<u16>(record, RECORD_NEXT)
    if (!standsAt(record, start) || start < unitStart || start >= limit) continue
    const context = contextOf(start, start + <usize>load<u8>(record, RECORD_LENGTH))
    addHit(start, <i32>id, <i32>load<u8>(record + context, RECORD_WEIGHTS))
  }
}

// @ts-ignore: decorator
@inline
function standsAt(record: usize, start: usize): bool {
  const front = v128.xor(v128.or(v128.load(start), v128.load(record, 24)), v128.load(record))
  const back = v128.xor(v128.or(v128.load(start, 8), v128.load(record, 32)), v128.load(record, 8))
  return !v128.any_true(v128.or(front, back))
}

function contextOf(start: usize, end: usize): usize {
  let stop = end
  while (stop < end + WORD_TAIL && isWord(load<u8>(stop))) stop++
  const behind = load<u8>(stop)
  const before = load<u8>(start - 1)
  let context: usize = start - unitStart < NEAR_BYTES ? NEAR_START : 0
  if (behind == 0x3a || behind == 0x21 || behind == 0x5d) context |= BEFORE_MARK
  if (before == 0x20 && isZero(start - 2)) context |= BEHIND_ZERO
  const isNamed = before == 0x2f || before == 0x2d || before == 0x2e
  if (isNamed || behind == 0x2f || behind == 0x2e || behind == 0x3d || behind == 0x28) context |= IN_NAME
  return context
}

function isZero(at: usize): bool {
  const byte = <u32>load<u8>(at)
  const before = <u32>load<u8>(at - 1)
  if (byte == 0x30) return before - 0x30 > 9
  return (byte | 0x20) == 0x6f && (before | 0x20) == 0x6e
}

// @ts-ignore: decorator
@inline
function isWord(byte: u32): bool {
  return (byte | 0x20) - 0x61 < 26 || byte - 0x30 < 10 || byte == 0x5f
}
