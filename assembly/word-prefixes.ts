import { BLANK, byteAt, classAt, DIGIT, isDigitAt, isLetterAt, LETTER, LOWER } from './byte-classes'
import { clockEnd, digitsEnd, NO_TIME, skipBlank } from './prefix-times'

// Prefixes that begin with a word.

const SPACE: u32 = 0x20
const DASH: u32 = 0x2d
const COLON: u32 = 0x3a
const BAR: u32 = 0x7c
/** A first word is looked at if it is shorter. */
const MAX_WORD_BYTES: usize = 64
/** Most bytes of a host and a program in a system log. */
const MAX_SENDER_BYTES: usize = 96

// Words as they lie in memory, compared byte by byte, because a load of several bytes must be aligned in some engines.
const POD: usize = memory.data<u8>([0x70, 0x6f, 0x64, 0x2f])
const TRAVIS: usize = memory.data<u8>([0x74, 0x72, 0x61, 0x76, 0x69, 0x73, 0x5f])
const SECTION: usize = memory.data<u8>([0x73, 0x65, 0x63, 0x74, 0x69, 0x6f, 0x6e, 0x5f])
const ERROR: usize = memory.data<u8>([0x65, 0x72, 0x72, 0x6f, 0x72])
const FATAL: usize = memory.data<u8>([0x66, 0x61, 0x74, 0x61, 0x6c])

function startsWith(at: usize, word: usize, length: usize): bool {
  for (let i: usize = 0; i < length; i++) if (byteAt(at + i) != byteAt(word + i)) return false
  return true
}

/** True before `pod/`. */
export function beginsPod(at: usize): bool {
  return startsWith(at, POD, 4)
}

/** Skips `travis_fold:start:x `, `web_1  | `, `app-7f9c6d8b5f-x2x4z app `, `app:test: `, `Nov  2 10:00:00 `. */
export function skipWord(start: usize, to: usize): usize {
  const limit = min<usize>(to, start + MAX_WORD_BYTES)
  let at = start
  let colons = 0
  while (at < limit && (classAt(at) & BLANK) == 0 && byteAt(at) != BAR) {
    if (byteAt(at) == COLON) colons++
    at++
  }
  if (at >= limit) return start
  if (colons >= 2 && (startsWith(start, TRAVIS, 7) || startsWith(start, SECTION, 8))) return skipBlank(at, to)
  if (colons == 0) {
    if (at - start == 3) return skipMonth(start, at, to)
    return isPod(start, at) ? skipContainer(start, at, to) : skipService(start, at, to)
  }
  return colons == 2 && byteAt(at - 1) == COLON && isPlainTask(start, at) ? skipBlank(at, to) : start
}

/** `pod/app-0`, or the name of a deployment's pod: `app-7f9c6d8b5f-x2x4z`. */
function isPod(start: usize, end: usize): bool {
  if (beginsPod(start)) return true
  if (end <= start + 6) return false
  const id = end - 6
  if (byteAt(id) != DASH) return false
  let at = id
  let digits = 0
  while (at > start && byteAt(at - 1) != DASH) {
    at--
    if ((classAt(at) & (DIGIT | LOWER)) == 0) return false
    if (isDigitAt(at)) digits++
  }
  return at > start + 1 && id - at >= 8 && id - at <= 10 && digits > 0
}

/** Skips a pod and its container: `app-7f9c6d8b5f-x2x4z app `. */
function skipContainer(start: usize, end: usize, to: usize): usize {
  if (byteAt(end) != SPACE) return start
  const limit = min<usize>(to, end + 64)
  let at = end + 1
  while (at < limit && ((classAt(at) & (LOWER | DIGIT)) != 0 || byteAt(at) == DASH)) at++
  return at > end + 1 && byteAt(at) == SPACE && at + 1 < to ? at + 1 : start
}

/** Skips `web_1  | ` and `web-shop  | `: the name of a service, blanks, a bar. */
function skipService(start: usize, end: usize, to: usize): usize {
  if (byteAt(end) != SPACE) return start
  if (!isNumbered(start, end) && !isNameOfParts(start, end)) return start
  let at = end
  while (at < to && byteAt(at) == SPACE) at++
  if (byteAt(at) != BAR || at == end) return start
  return skipBlank(at + 1, to)
}

/** True for a name that ends with `_1` or `-1`. */
function isNumbered(start: usize, end: usize): bool {
  let digits = end
  while (digits > start && isDigitAt(digits - 1)) digits--
  return digits < end && digits > start && (byteAt(digits - 1) == 0x5f || byteAt(digits - 1) == DASH)
}

/** True for lower-case words and numbers joined by `-` or `_`. */
function isNameOfParts(start: usize, end: usize): bool {
  let joints = 0
  for (let at = start; at < end; at++) {
    if (byteAt(at) == DASH || byteAt(at) == 0x5f) joints++
    else if ((classAt(at) & (LOWER | DIGIT)) == 0) return false
  }
  return joints > 0
}

/** Skips `Nov  2 10:00:00 host program[12]: `, the start of a line of a system log. */
function skipMonth(start: usize, end: usize, to: usize): usize {
  let at = end
  while (at < to && byteAt(at) == SPACE) at++
  if (at == end || !isDigitAt(at)) return start
  at = digitsEnd(at)
  if (byteAt(at) != SPACE) return start
  const clock = clockEnd(at + 1)
  return clock == NO_TIME ? start : skipSender(skipBlank(clock, to), to)
}

/** Skips `host program[12]: `, which follows the time stamp of a system log. */
function skipSender(start: usize, to: usize): usize {
  const limit = min<usize>(to, start + MAX_SENDER_BYTES)
  let at = start
  while (at < limit && (classAt(at) & BLANK) == 0) at++
  if (at == start || byteAt(at - 1) == COLON || at + 1 >= limit) return start
  const program = ++at
  while (at < limit && (classAt(at) & BLANK) == 0) at++
  if (at >= limit || at - program < 2 || byteAt(at - 1) != COLON) return start
  return isLetterAt(program) ? skipBlank(at, to) : start
}

/** True for a package and its task: `app:test:` has only lower-case letters, no digit, and begins with no level. */
function isPlainTask(start: usize, end: usize): bool {
  for (let at = start; at < end; at++) {
    const bits = classAt(at)
    if ((bits & DIGIT) != 0 || byteAt(at) == 0x2e || byteAt(at) == 0x28) return false
    if ((bits & (LETTER | LOWER)) == LETTER) return false
  }
  return !startsWith(start, ERROR, 5) && !startsWith(start, FATAL, 5)
}
