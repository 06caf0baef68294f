import { byteAt, isDigitAt, isLetterAt } from './byte-classes'

// The times that stand before a line's words, as src/signal/prefix-times.ts reads them. Zeros follow the text, so that
// reading on ends by itself.

const SPACE: u32 = 0x20
/** What `clockEnd` and `secondsEnd` return for no time. No text begins at address 0. */
export const NO_TIME: usize = 0

// @ts-ignore: decorator
@inline
export function skipBlank(at: usize, to: usize): usize {
  return at < to && byteAt(at) == SPACE ? at + 1 : at
}

/** Skips what separates a time from the words: a blank, `: `, ` | `, or a runner's ` 00O `. */
export function skipSeparator(start: usize, to: usize): usize {
  let at = byteAt(start) == 0x3a && byteAt(start + 1) == SPACE ? start + 2 : skipBlank(start, to)
  if (byteAt(at) == 0x7c && byteAt(at + 1) == SPACE) at += 2
  const third = byteAt(at + 2)
  const isStream = isDigitAt(at) && isDigitAt(at + 1) && (third == 0x4f || third == 0x45)
  if (isStream && (byteAt(at + 3) == SPACE || byteAt(at + 3) == 0x2b)) at += 4
  return min<usize>(at, to)
}

/** Skips `2024-01-01T10:00:00.123Z `, `2024-01-01 10:00:00,123`, `17/06/09 20:10:40 `, `10:00:00 `. */
export function skipTime(start: usize, to: usize): usize {
  let at = start
  if (isNamedDate(at)) at += 12
  else if (isDate(at)) {
    at += 10
    if (byteAt(at) != 0x54 && byteAt(at) != SPACE) return start
    at++
  } else if (isShortDate(at)) at += 9
  else if (isMonthAndDay(at)) at += 6
  else if (isEpoch(at)) return skipEpoch(at, to)
  const clock = clockEnd(at)
  if (clock == NO_TIME || clock >= to) return start
  const byte = byteAt(clock)
  return byte == SPACE || byte == 0x5d || clock - start > 12 ? skipSeparator(clock, to) : start
}

export function isDate(at: usize): bool {
  return (
    isDigitAt(at) &&
    isDigitAt(at + 3) &&
    (byteAt(at + 4) == 0x2d || byteAt(at + 4) == 0x2f) &&
    isDigitAt(at + 5) &&
    isDigitAt(at + 6) &&
    isDigitAt(at + 8) &&
    isDigitAt(at + 9)
  )
}

/** `17/06/09 `. */
function isShortDate(at: usize): bool {
  return (
    isDigitAt(at + 1) &&
    byteAt(at + 2) == 0x2f &&
    isDigitAt(at + 3) &&
    isDigitAt(at + 4) &&
    byteAt(at + 5) == 0x2f &&
    isDigitAt(at + 7) &&
    byteAt(at + 8) == SPACE
  )
}

/** `01-31 `. */
function isMonthAndDay(at: usize): bool {
  return (
    isDigitAt(at + 1) &&
    byteAt(at + 2) == 0x2d &&
    isDigitAt(at + 3) &&
    isDigitAt(at + 4) &&
    byteAt(at + 5) == SPACE
  )
}

/** Ten digits, as seconds since 1970 have. */
function isEpoch(start: usize): bool {
  for (let at = start; at < start + 10; at++) if (!isDigitAt(at)) return false
  return true
}

/** Skips `1715340153 `, `1715340153.123 `, `1715340153123 ` before a word. */
function skipEpoch(start: usize, to: usize): usize {
  let at = start + 10
  if (byteAt(at) == 0x2e) at++
  const first = at
  at = digitsEnd(at)
  if (at - first > 9 || at >= to || byteAt(at) != SPACE) return start
  return isLetterAt(at + 1) ? at + 1 : start
}

/** `16-Nov-2023 `. */
function isNamedDate(at: usize): bool {
  return (
    byteAt(at + 2) == 0x2d &&
    isLetterAt(at + 3) &&
    byteAt(at + 6) == 0x2d &&
    isDigitAt(at + 7) &&
    byteAt(at + 11) == SPACE
  )
}

export function digitsEnd(start: usize): usize {
  let at = start
  while (isDigitAt(at)) at++
  return at
}

/** The end of `10:00:00.123Z`, `9:00:00`, `10:00:00,123+00:00`; `NO_TIME` if there is no clock time. */
export function clockEnd(start: usize): usize {
  let at = start
  if (!isDigitAt(at)) return NO_TIME
  at += isDigitAt(at + 1) ? 2 : 1
  if (!isColonAndTwo(at) || !isColonAndTwo(at + 3)) return NO_TIME
  at += 6
  if (byteAt(at) == 0x2e || byteAt(at) == 0x2c) at = digitsEnd(at + 1)
  if (byteAt(at) == 0x5a) return at + 1
  if ((byteAt(at) == 0x2b || byteAt(at) == 0x2d) && isDigitAt(at + 1)) {
    at++
    while (isDigitAt(at) || byteAt(at) == 0x3a) at++
  }
  return at
}

// @ts-ignore: decorator
@inline
function isColonAndTwo(at: usize): bool {
  return byteAt(at) == 0x3a && isDigitAt(at + 1) && isDigitAt(at + 2)
}

/** The end of `12.345` or `12.345s`; `NO_TIME` if there is no decimal point. */
export function secondsEnd(start: usize): usize {
  let at = digitsEnd(start)
  if (at == start || byteAt(at) != 0x2e) return NO_TIME
  at = digitsEnd(at + 1)
  return byteAt(at) == 0x73 ? at + 1 : at
}
