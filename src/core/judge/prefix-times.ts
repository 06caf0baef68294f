import { byteClass, isDigit, LETTER } from './bytes.ts'

export const skipBlank = (text: Uint8Array, at: number, to: number): number =>
  at < to && text[at] === 0x20 ? at + 1 : at

/** Skips what separates a time from the words: a blank, `: `, ` | `, or a runner's ` 00O `. */
export function skipSeparator(text: Uint8Array, start: number, to: number): number {
  let at = text[start] === 0x3a && text[start + 1] === 0x20 ? start + 2 : skipBlank(text, start, to)
  if (text[at] === 0x7c && text[at + 1] === 0x20) at += 2
  const isStream =
    isDigit(text[at]) && isDigit(text[at + 1]) && (text[at + 2] === 0x4f || text[at + 2] === 0x45)
  if (isStream && (text[at + 3] === 0x20 || text[at + 3] === 0x2b)) at += 4
  return Math.min(at, to)
}

/** Skips `2024-01-01T10:00:00.123Z `, `2024-01-01 10:00:00,123`, `17/06/09 20:10:40 `, `10:00:00 `. */
export function skipTime(text: Uint8Array, start: number, to: number): number {
  let at = start
  if (isNamedDate(text, at)) at += 12
  else if (isDate(text, at)) {
    at += 10
    if (text[at] !== 0x54 && text[at] !== 0x20) return start
    at++
  } else if (isShortDate(text, at)) at += 9
  else if (isMonthAndDay(text, at)) at += 6
  else if (isEpoch(text, at)) return skipEpoch(text, at, to)
  const clock = clockEnd(text, at)
  if (clock < 0) return start
  if (clock >= to) return start
  const byte = text[clock]
  return byte === 0x20 || byte === 0x5d || clock - start > 12 ? skipSeparator(text, clock, to) : start
}

export const isDate = (text: Uint8Array, at: number): boolean =>
  isDigit(text[at]) &&
  isDigit(text[at + 3]) &&
  (text[at + 4] === 0x2d || text[at + 4] === 0x2f) &&
  isDigit(text[at + 5]) &&
  isDigit(text[at + 6]) &&
  isDigit(text[at + 8]) &&
  isDigit(text[at + 9])

/** `17/06/09 `. */
const isShortDate = (text: Uint8Array, at: number): boolean =>
  isDigit(text[at + 1]) &&
  text[at + 2] === 0x2f &&
  isDigit(text[at + 3]) &&
  isDigit(text[at + 4]) &&
  text[at + 5] === 0x2f &&
  isDigit(text[at + 7]) &&
  text[at + 8] === 0x20

/** `01-31 `, as Android writes it. */
const isMonthAndDay = (text: Uint8Array, at: number): boolean =>
  isDigit(text[at + 1]) &&
  text[at + 2] === 0x2d &&
  isDigit(text[at + 3]) &&
  isDigit(text[at + 4]) &&
  text[at + 5] === 0x20

/** Ten digits, as seconds since 1970 have. */
function isEpoch(text: Uint8Array, start: number): boolean {
  for (let at = start; at < start + 10; at++) if (!isDigit(text[at])) return false
  return true
}

/** Skips `1715340153 `, `1715340153.123 `, `1715340153123 ` before a word. */
function skipEpoch(text: Uint8Array, start: number, to: number): number {
  let at = start + 10
  if (text[at] === 0x2e) at++
  const first = at
  while (isDigit(text[at])) at++
  if (at - first > 9 || at >= to || text[at] !== 0x20) return start
  return (byteClass[text[at + 1]] & LETTER) !== 0 ? at + 1 : start
}

/** `16-Nov-2023 `. */
const isNamedDate = (text: Uint8Array, at: number): boolean =>
  text[at + 2] === 0x2d &&
  (byteClass[text[at + 3]] & LETTER) !== 0 &&
  text[at + 6] === 0x2d &&
  isDigit(text[at + 7]) &&
  text[at + 11] === 0x20

/** The end of `10:00:00.123Z`, `9:00:00`, `10:00:00,123+00:00`; -1 if there is no clock time. */
export function clockEnd(text: Uint8Array, start: number): number {
  let at = start
  if (!isDigit(text[at])) return -1
  at += isDigit(text[at + 1]) ? 2 : 1
  if (text[at] !== 0x3a || !isDigit(text[at + 1]) || !isDigit(text[at + 2])) return -1
  at += 3
  if (text[at] !== 0x3a || !isDigit(text[at + 1]) || !isDigit(text[at + 2])) return -1
  at += 3
  if (text[at] === 0x2e || text[at] === 0x2c) {
    at++
    while (isDigit(text[at])) at++
  }
  if (text[at] === 0x5a) return at + 1
  if ((text[at] === 0x2b || text[at] === 0x2d) && isDigit(text[at + 1])) {
    at++
    while (isDigit(text[at]) || text[at] === 0x3a) at++
  }
  return at
}

/** The end of `12.345` or `12.345s`; -1 if there is no decimal point. */
export function secondsEnd(text: Uint8Array, start: number): number {
  let at = start
  while (isDigit(text[at])) at++
  if (at === start || text[at] !== 0x2e) return -1
  at++
  while (isDigit(text[at])) at++
  return text[at] === 0x73 ? at + 1 : at
}
