import { byteAt, isDigit } from './byte-classes'

const ESC: u32 = 0x1b
const BRACKET: u32 = 0x5b
const CARET: u32 = 0x5e
const BELL: u32 = 7
const BACKSLASH: u32 = 0x5c
/** An operating system command ends within this many bytes, or is left out without its text. */
const MAX_COMMAND_BYTES: usize = 2048
/** The most bytes of a colour without ESC. */
const MAX_ORPHAN_BYTES: usize = 12

/** Bytes of an escape sequence that begins at `at`, or of one that lost its ESC; 0 for none. */
export function escapeLength(at: usize, end: usize): usize {
  const byte = byteAt(at)
  if (byte == BRACKET) return orphanLength(at, end)
  if (byte == CARET) return caretLength(at, end)
  const kind: u32 = at + 1 < end ? byteAt(at + 1) : 0
  if (kind == BRACKET) {
    let to = at + 2
    while (to < end && byteAt(to) - 0x20 < 0x20) to++
    return (to < end ? to + 1 : end) - at
  }
  if (kind == 0x5d) return commandLength(at, end)
  if (kind - 0x20 < 0x10) return min<usize>(3, end - at)
  return min<usize>(kind - 0x40 < 0x3f ? 2 : 1, end - at)
}

/** Bytes of an operating system command up to its end, or of its introducer alone. */
function commandLength(at: usize, end: usize): usize {
  const limit = min<usize>(end, at + MAX_COMMAND_BYTES)
  for (let to = at + 2; to < limit; to++) {
    if (byteAt(to) == BELL) return to + 1 - at
    if (byteAt(to) == ESC) return (to + 1 < end && byteAt(to + 1) == BACKSLASH ? to + 2 : to) - at
  }
  return 2
}

/** Bytes of `^[[31m`: colours in caret notation; 0 for none. */
function caretLength(at: usize, end: usize): usize {
  if (at + 3 >= end || byteAt(at + 1) != BRACKET || byteAt(at + 2) != BRACKET) return 0
  const rest = orphanLength(at + 2, end)
  return rest == 0 ? 0 : rest + 2
}

/** Bytes of `[31m` or `[0K`; 0 for none. */
function orphanLength(at: usize, end: usize): usize {
  const limit = min<usize>(end, at + MAX_ORPHAN_BYTES)
  let to = at + 1
  while (to < limit && (isDigit(byteAt(to)) || byteAt(to) == 0x3b)) to++
  if (to >= end || to == at + 1) return 0
  return byteAt(to) == 0x6d || byteAt(to) == 0x4b ? to + 1 - at : 0
}
