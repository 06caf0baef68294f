import { BLANK, byteAt, classAt, isDigitAt } from './byte-classes'
import { clockEnd, isDate, NO_TIME, secondsEnd, skipSeparator } from './prefix-times'
import { beginsPod } from './word-prefixes'

const SPACE: u32 = 0x20
const CLOSE: u32 = 0x5d

/** Skips `[2024-01-01T…] `, `[10:00:00] `, `[   12.345s] `, `[task 2024-…] `, `[pod/app-0/app] `. */
export function skipBracket(start: usize, to: usize): usize {
  let at = start + 1
  if (beginsPod(at)) return skipPod(start, to)
  if (isDigitAt(at)) {
    const rank = skipRank(start, to)
    if (rank > start) return rank
  }
  if (byteAt(at) == 0x74 && byteAt(at + 4) == SPACE) at += 5
  while (at < to && byteAt(at) == SPACE) at++
  const clock = timeEnd(at, to)
  return clock == NO_TIME || byteAt(clock) != CLOSE ? start : skipSeparator(clock + 1, to)
}

/** The end of a date and what follows it, of a clock time, or of seconds. */
function timeEnd(start: usize, to: usize): usize {
  if (isDate(start)) {
    const limit = min<usize>(to, start + 40)
    let at = start
    while (at < limit && byteAt(at) != CLOSE) at++
    return at
  }
  const clock = clockEnd(start)
  return clock == NO_TIME ? secondsEnd(start) : clock
}

/** Skips `[2] `, the rank of a process among many. */
function skipRank(start: usize, to: usize): usize {
  let at = start + 1
  while (at < start + 6 && isDigitAt(at)) at++
  return isClosed(at, to) ? at + 2 : start
}

/** Skips `[pod/app-0/app] `. */
function skipPod(start: usize, to: usize): usize {
  let at = start
  while (at < to && byteAt(at) != CLOSE && (classAt(at) & BLANK) == 0) at++
  return isClosed(at, to) ? at + 2 : start
}

// @ts-ignore: decorator
@inline
function isClosed(at: usize, to: usize): bool {
  return byteAt(at) == CLOSE && byteAt(at + 1) == SPACE && at + 2 < to
}
