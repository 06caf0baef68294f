import { skipBracket } from './bracket-prefixes'
import { byteAt, classAt, DIGIT, isDigitAt, LETTER, LOWER } from './byte-classes'
import { digitsEnd, isDate, NO_TIME, secondsEnd, skipBlank, skipTime } from './prefix-times'
import { LEVEL_TAG_COUNT, LEVEL_TAGS } from './word-tables'
import { isInList } from './word-lists'
import { skipWord } from './word-prefixes'

// The prefixes before a line's words, as src/signal/prefixes.ts finds them.

const MAX_PREFIXES: i32 = 5
/** Most bytes of a column, with its tab. */
const MAX_COLUMN_BYTES: usize = 128
const SPACE: u32 = 0x20
const TAB: u32 = 0x09
const DASH: u32 = 0x2d

/** Address of the words of the text from `start` to `to`, after up to five prefixes. */
export function skipPrefixes(start: usize, to: usize): usize {
  const hasMark = byteAt(start) == 0xef && byteAt(start + 1) == 0xbb && byteAt(start + 2) == 0xbf
  let at = skipColumns(hasMark ? start + 3 : start, to)
  for (let round = 0; round < MAX_PREFIXES; round++) {
    const next = skipOne(at, to)
    if (next == at || next >= to) break
    at = next
  }
  return at
}

function skipOne(at: usize, to: usize): usize {
  const byte = byteAt(at)
  if (isDigitAt(at)) return skipTime(at, to)
  if (byte == 0x5b) return skipBracket(at, to)
  if (byte == 0x3c) return skipPriority(at, to)
  if (byte == 0x23) return skipStep(at, to)
  if (byte == 0x3d) return byteAt(at + 2) == 0x3e ? skipMachine(at, to) : skipPid(at, to)
  if (byte == 0xe2) return isBar(at) ? skipBlank(at + 3, to) : at
  if (byte == SPACE) return skipIndentedTag(at, to)
  return (classAt(at) & LETTER) != 0 ? skipWord(at, to) : at
}

/** Skips the job and the step before a time: `build<TAB>Run tests<TAB>2024-01-01T…`. */
function skipColumns(start: usize, to: usize): usize {
  const step = afterTab(start, to)
  const time = step == start ? start : afterTab(step, to)
  if (time == step) return start
  const date = byteAt(time) == 0xef ? time + 3 : time
  return isDate(date) && byteAt(date + 10) == 0x54 ? date : start
}

/** Address after the first tab; `start` if it is not near. */
function afterTab(start: usize, to: usize): usize {
  const limit = min<usize>(to, start + MAX_COLUMN_BYTES)
  for (let at = start; at < limit; at++) if (byteAt(at) == TAB) return at + 1
  return start
}

/** The side of a box, or the triangle before forwarded lines. */
function isBar(at: usize): bool {
  return (
    (byteAt(at + 1) == 0x94 && (byteAt(at + 2) & 0xfc) == 0x80) ||
    (byteAt(at + 1) == 0x96 && byteAt(at + 2) == 0xb8)
  )
}

/** Skips `<6>` before the kernel's `[   12.345678] `. */
function skipPriority(start: usize, to: usize): usize {
  const at = digitsEnd(start + 1)
  if (at == start + 1 || byteAt(at) != 0x3e || byteAt(at + 1) != 0x5b) return start
  const next = skipBracket(at + 1, to)
  return next == at + 1 ? start : next
}

/** Skips `#12 3.456 `, a step of a container build. */
function skipStep(start: usize, to: usize): usize {
  const at = digitsEnd(start + 1)
  if (at == start + 1 || byteAt(at) != SPACE) return start
  const seconds = secondsEnd(at + 1)
  if (seconds == NO_TIME || seconds >= to || byteAt(seconds) != SPACE) return start
  return seconds + 1
}

/** Skips `==12345== `, a process id. */
function skipPid(start: usize, to: usize): usize {
  if (byteAt(start + 1) != 0x3d) return start
  const at = digitsEnd(start + 2)
  if (at == start + 2 || byteAt(at) != 0x3d || byteAt(at + 1) != 0x3d) return start
  return skipBlank(at + 2, to)
}

/** Skips `==> default: `, the machine that a line comes from. */
function skipMachine(start: usize, to: usize): usize {
  let at = start + 4
  if (byteAt(start + 1) != 0x3d || byteAt(start + 3) != SPACE) return start
  while (at < to && ((classAt(at) & (LOWER | DIGIT)) != 0 || byteAt(at) == DASH)) at++
  return at > start + 4 && byteAt(at) == 0x3a && byteAt(at + 1) == SPACE && at + 2 < to ? at + 2 : start
}

/** Skips `    [junit] `, the name of a task before each line of its output. Keeps tags that are levels. */
function skipIndentedTag(start: usize, to: usize): usize {
  let at = start
  while (at < to && byteAt(at) == SPACE) at++
  if (at - start < 2 || byteAt(at) != 0x5b) return start
  const first = at + 1
  const limit = min<usize>(to, first + 14)
  at = first
  while (at < limit && (classAt(at) & LOWER) != 0) at++
  if (at == first || byteAt(at) != 0x5d || byteAt(at + 1) != SPACE) return start
  return isInList(LEVEL_TAGS, LEVEL_TAG_COUNT, first, at) ? start : at + 2
}
