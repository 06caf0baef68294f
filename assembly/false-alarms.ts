import {
  byteAt,
  classAt,
  DIGIT,
  DOT,
  isDigit,
  isDigitAt,
  isLetterAt,
  LOWER,
  OF_PATH,
  OF_RUN,
  OF_WORD,
  SLASH,
} from './byte-classes'
import { lengthOfWordAt } from './word-lists'
import { addWord, addWords, beginWords } from './word-meanings'
import { STEM_COUNT, STEM_SECONDS, STEMS } from './word-tables'

// Masks what would raise a false alarm, as src/signal/false-alarms.ts does.

const SPACE: u32 = 0x20
const DASH: u32 = 0x2d
const AT_SIGN: u32 = 0x40
const OPEN: u32 = 0x28
/** The byte that replaces a letter of a stem. */
const MASK: u8 = 0x78

/** Masks counts of zero, flags, names of files and folders, and talk about errors in the text [from, to). */
export function hideFalseAlarms(from: usize, to: usize): void {
  beginWords(from, to)
  for (let at = from; at < to; ) {
    const start = at
    let seen: u32 = 0
    for (; at < to; at++) {
      const bits = classAt(at) & OF_RUN
      if (bits == 0) break
      seen |= bits
    }
    if (seen == 0) {
      at++
      continue
    }
    if (isPath(start, at, to, seen)) maskRun(start, at, to, start == from)
    if ((seen & ~OF_WORD & OF_RUN) == 0) addWord(start, at)
    else addWords(start, at)
  }
}

// @ts-ignore: decorator
@inline
function isPath(start: usize, end: usize, to: usize, seen: u32): bool {
  return (
    (seen & (SLASH | DOT)) != 0 ||
    byteAt(start) == DASH ||
    byteAt(end) == AT_SIGN ||
    isBeforeVersion(end, to, (seen & OF_PATH) != 0)
  )
}

/** Masks the stems in a run that is a flag or a package with its version, or that has a slash or an extension. */
function maskRun(start: usize, end: usize, to: usize, isFirst: bool): void {
  if ((byteAt(start) == DASH && isFlag(start, end, isFirst)) || isVersioned(start, end, to)) {
    maskStems(start, end)
    return
  }
  // One before the start when there is no slash.
  let slash = end - 1
  while (slash >= start && (classAt(slash) & SLASH) == 0) slash--
  let dot = end - 1
  while (dot > slash && (classAt(dot) & DOT) == 0) dot--
  if (dot > slash && dot > start && isExtension(dot + 1, end, to)) maskStems(start, end)
  else if (slash > start) maskStems(start, slash)
}

function isFlag(start: usize, end: usize, isFirst: bool): bool {
  const second: u32 = start + 1 < end ? byteAt(start + 1) : 0
  if (second == DASH) return start + 2 < end && isLetterAt(start + 2)
  return !isFirst && start + 1 < end && isLetterAt(start + 1) && byteAt(start - 1) == SPACE
}

/** `error-chain@1.2`, `error-chain v1.2`, `exceptions-0.10`: a package and its version. */
function isVersioned(start: usize, end: usize, to: usize): bool {
  return (
    (end + 1 < to && byteAt(end) == AT_SIGN && isDigitAt(end + 1)) ||
    isBeforeVersion(end, to, byteAt(start) != DASH) ||
    hasVersion(start, end)
  )
}

/** True before ` v1` and, if `isName`, before ` 1.2`. */
// @ts-ignore: decorator
@inline
function isBeforeVersion(end: usize, to: usize, isName: bool): bool {
  if (end + 3 >= to || byteAt(end) != SPACE) return false
  const byte = byteAt(end + 1)
  if (byte == 0x76) return isDigitAt(end + 2)
  return isName && isDigit(byte) && isPointInVersion(end + 2, to)
}

/** True for `.1` or `1.1`, behind the first digit of a version. */
function isPointInVersion(at: usize, to: usize): bool {
  const point = isDigitAt(at) ? at + 1 : at
  return point + 1 < to && byteAt(point) == 0x2e && isDigitAt(point + 1)
}

/** True if the run ends with a version, as in `exceptions-0.10.0`. */
function hasVersion(start: usize, end: usize): bool {
  let points = 0
  let at = end - 1
  for (; at > start && (isDigitAt(at) || byteAt(at) == 0x2e); at--) points += i32(byteAt(at) == 0x2e)
  return at > start && at + 2 < end && byteAt(at) == DASH && isDigitAt(at + 1) && points > 0
}

/** True for one to ten lower-case letters, digits and `+`, unless a call follows them. */
function isExtension(start: usize, end: usize, to: usize): bool {
  if (end == start || end - start > 10 || (classAt(start) & LOWER) == 0) return false
  for (let at = start; at < end; at++) {
    if ((classAt(at) & (LOWER | DIGIT)) == 0 && byteAt(at) != 0x2b) return false
  }
  return end < to && byteAt(end) == OPEN ? end + 1 < to && isDigitAt(end + 1) : true
}

function maskStems(start: usize, end: usize): void {
  for (let at = start; at + 1 < end; at++) {
    const seconds = load<u32>(STEM_SECONDS + (<usize>(byteAt(at) & 31) << 2))
    if (((seconds >> (byteAt(at + 1) & 31)) & 1) == 0) continue
    const length = lengthOfWordAt(STEMS, STEM_COUNT, at, end)
    if (length == 0) continue
    memory.fill(at, MASK, length)
    at += length - 1
  }
}
