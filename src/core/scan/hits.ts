import { isDigit } from '../judge/bytes.ts'

// The context of a literal: four bits, made from a few bytes around it.

/** Bytes behind a literal that are looked at for the end of its word. */
const WORD_TAIL = 10
/** A literal is near the start of its unit if it begins less than this many bytes behind it. */
const NEAR_BYTES = 40

/** Near the unit's start. */
const NEAR_START = 1
/** `:`, `!` or `]` is behind its word. */
const BEFORE_MARK = 2
/** `no ` is before it, or `0 ` that ends no other number. */
const BEHIND_ZERO = 4
/** Part of a path, a flag or a name: `/`, `-` or `.` is before it, or `/`, `.`, `=` or `(` behind its word. */
const IN_NAME = 8

/** The context of the literal from `start` to `end` in the unit that begins at `unitStart`. */
export function contextOf(bytes: Uint8Array, start: number, end: number, unitStart: number): number {
  let stop = end
  while (stop < end + WORD_TAIL && isWord(bytes[stop])) stop++
  const behind = bytes[stop]
  const before = bytes[start - 1]
  let context = start - unitStart < NEAR_BYTES ? NEAR_START : 0
  if (behind === 0x3a || behind === 0x21 || behind === 0x5d) context |= BEFORE_MARK
  if (before === 0x20 && isZero(bytes, start - 2)) context |= BEHIND_ZERO
  const isNamed = before === 0x2f || before === 0x2d || before === 0x2e
  if (isNamed || behind === 0x2f || behind === 0x2e || behind === 0x3d || behind === 0x28) context |= IN_NAME
  return context
}

/** Whether a 0 that is a number of its own, or `no`, ends at `at`. */
function isZero(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] === 0x30) return !isDigit(bytes[at - 1])
  return (bytes[at] | 0x20) === 0x6f && (bytes[at - 1] | 0x20) === 0x6e
}

const isWord = (byte: number): boolean =>
  ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) || isDigit(byte) || byte === 0x5f
