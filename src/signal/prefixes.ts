import { BLANK, byteClass, DIGIT, LETTER, LOWER } from './bytes.ts'

const MAX_PREFIXES = 5

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39

/**
 * Offset of a line's own words, after time stamps and the prefixes of CI systems, services and the like. A line has up
 * to five prefixes.
 */
export function skipPrefixes(text: Uint8Array, to: number): number {
  let at = text[0] === 0xef && text[1] === 0xbb && text[2] === 0xbf ? 3 : 0
  for (let round = 0; round < MAX_PREFIXES; round++) {
    const next = skipOne(text, at, to)
    if (next === at || next >= to) break
    at = next
  }
  return at
}

function skipOne(text: Uint8Array, at: number, to: number): number {
  const byte = text[at]
  if (isDigit(byte)) return skipTime(text, at, to)
  if (byte === 0x5b) return skipBracket(text, at, to)
  if (byte === 0x23) return skipStep(text, at, to)
  if (byte === 0x3d) return skipPid(text, at, to)
  if (byte === 0xe2) return isBar(text, at) ? skipBlank(text, at + 3, to) : at
  if (byte === 0x20) return skipIndentedTag(text, at, to)
  if ((byteClass[byte] & LETTER) !== 0) return skipWord(text, at, to)
  return at
}

/** The side of a box (`│`, `┃`), or the triangle that a wrapper puts before forwarded lines (`▸`). */
const isBar = (text: Uint8Array, at: number): boolean =>
  (text[at + 1] === 0x94 && (text[at + 2] & 0xfc) === 0x80) ||
  (text[at + 1] === 0x96 && text[at + 2] === 0xb8)

const skipBlank = (text: Uint8Array, at: number, to: number): number =>
  at < to && text[at] === 0x20 ? at + 1 : at

/** Skips what separates a time from the words: a blank, `: `, ` | `, or a runner's ` 00O `. */
function skipSeparator(text: Uint8Array, start: number, to: number): number {
  let at = text[start] === 0x3a && text[start + 1] === 0x20 ? start + 2 : skipBlank(text, start, to)
  if (text[at] === 0x7c && text[at + 1] === 0x20) at += 2
  const isStream =
    isDigit(text[at]) && isDigit(text[at + 1]) && (text[at + 2] === 0x4f || text[at + 2] === 0x45)
  if (isStream && (text[at + 3] === 0x20 || text[at + 3] === 0x2b)) at += 4
  return Math.min(at, to)
}

/** Skips `2024-01-01T10:00:00.123Z `, `2024-01-01 10:00:00,123`, `10:00:00 `. */
function skipTime(text: Uint8Array, start: number, to: number): number {
  let at = start
  if (isNamedDate(text, at)) at += 12
  else if (isDate(text, at)) {
    at += 10
    if (text[at] !== 0x54 && text[at] !== 0x20) return start
    at++
  }
  const clock = clockEnd(text, at)
  if (clock < 0) return start
  if (clock >= to) return start
  const byte = text[clock]
  return byte === 0x20 || byte === 0x5d || clock - start > 12 ? skipSeparator(text, clock, to) : start
}

const isDate = (text: Uint8Array, at: number): boolean =>
  isDigit(text[at]) &&
  isDigit(text[at + 3]) &&
  (text[at + 4] === 0x2d || text[at + 4] === 0x2f) &&
  isDigit(text[at + 5]) &&
  isDigit(text[at + 6]) &&
  isDigit(text[at + 8]) &&
  isDigit(text[at + 9])

/** `16-Nov-2023 `. */
const isNamedDate = (text: Uint8Array, at: number): boolean =>
  text[at + 2] === 0x2d &&
  (byteClass[text[at + 3]] & LETTER) !== 0 &&
  text[at + 6] === 0x2d &&
  isDigit(text[at + 7]) &&
  text[at + 11] === 0x20

/** The end of `10:00:00.123Z`, `9:00:00`, `10:00:00,123+00:00`; -1 if there is no clock time. */
function clockEnd(text: Uint8Array, start: number): number {
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

/** Skips `[2024-01-01T…] `, `[10:00:00] `, `[   12.345s] `, `[task 2024-…] `. */
function skipBracket(text: Uint8Array, start: number, to: number): number {
  let at = start + 1
  if (text[at] === 0x74 && text[at + 4] === 0x20) at += 5
  while (at < to && text[at] === 0x20) at++
  const first = at
  let clock = -1
  if (isDate(text, at)) {
    while (at < to && at < first + 40 && text[at] !== 0x5d) at++
    clock = at
  } else {
    clock = clockEnd(text, at)
    if (clock < 0) clock = secondsEnd(text, at)
  }
  if (clock < 0 || text[clock] !== 0x5d) return start
  return skipSeparator(text, clock + 1, to)
}

/** The end of `12.345` or `12.345s`; -1 if there is no decimal point. */
function secondsEnd(text: Uint8Array, start: number): number {
  let at = start
  while (isDigit(text[at])) at++
  if (at === start || text[at] !== 0x2e) return -1
  at++
  while (isDigit(text[at])) at++
  return text[at] === 0x73 ? at + 1 : at
}

/** Skips `#12 3.456 `, a step of a container build. */
function skipStep(text: Uint8Array, start: number, to: number): number {
  let at = start + 1
  while (isDigit(text[at])) at++
  if (at === start + 1 || text[at] !== 0x20) return start
  const seconds = secondsEnd(text, at + 1)
  if (seconds < 0 || seconds >= to || text[seconds] !== 0x20) return start
  return seconds + 1
}

/** Skips `==12345== `, a process id. */
function skipPid(text: Uint8Array, start: number, to: number): number {
  let at = start + 1
  if (text[at] !== 0x3d) return start
  at++
  const first = at
  while (isDigit(text[at])) at++
  if (at === first || text[at] !== 0x3d || text[at + 1] !== 0x3d) return start
  return skipBlank(text, at + 2, to)
}

const levelTags = ['error', 'warn', 'warning', 'fail', 'failed', 'fatal', 'severe', 'critical']

/** Skips `    [junit] `, the name of a task before each line of its output. Keeps tags that are levels. */
function skipIndentedTag(text: Uint8Array, start: number, to: number): number {
  let at = start
  while (at < to && text[at] === 0x20) at++
  if (at - start < 2 || text[at] !== 0x5b) return start
  const first = at + 1
  at = first
  while (at < to && at < first + 14 && (byteClass[text[at]] & LOWER) !== 0) at++
  if (at === first || text[at] !== 0x5d || text[at + 1] !== 0x20) return start
  for (const tag of levelTags) if (equals(text, first, at, tag)) return start
  return at + 2
}

function equals(text: Uint8Array, start: number, end: number, word: string): boolean {
  if (end - start !== word.length) return false
  for (let i = 0; i < word.length; i++) if (text[start + i] !== word.charCodeAt(i)) return false
  return true
}

/** Skips `travis_fold:start:x `, `section_end:…`, `web_1  | `, `app:test: `, `Nov  2 10:00:00 `. */
function skipWord(text: Uint8Array, start: number, to: number): number {
  let at = start
  let colons = 0
  const limit = Math.min(to, start + 64)
  while (at < limit && byteClass[text[at]] !== BLANK && text[at] !== 0x7c) {
    if (text[at] === 0x3a) colons++
    at++
  }
  if (at >= limit) return start
  if (colons >= 2 && (startsWith(text, start, 'travis_') || startsWith(text, start, 'section_'))) {
    return skipBlank(text, at, to)
  }
  if (colons === 0 && at - start === 3) return skipMonth(text, start, at, to)
  if (colons === 0) return skipService(text, start, at, to)
  if (colons === 2 && text[at - 1] === 0x3a && plainTask(text, start, at)) return skipBlank(text, at, to)
  return start
}

function startsWith(text: Uint8Array, start: number, word: string): boolean {
  for (let i = 0; i < word.length; i++) if (text[start + i] !== word.charCodeAt(i)) return false
  return true
}

/** Skips `web_1  | `: a name with a number, blanks, a bar. */
function skipService(text: Uint8Array, start: number, end: number, to: number): number {
  let at = end
  if (!isDigit(text[end - 1])) return start
  let digits = end
  while (digits > start && isDigit(text[digits - 1])) digits--
  if (digits === start || (text[digits - 1] !== 0x5f && text[digits - 1] !== 0x2d)) return start
  while (at < to && text[at] === 0x20) at++
  if (text[at] !== 0x7c || at === end) return start
  return skipBlank(text, at + 1, to)
}

/** Skips `Nov  2 10:00:00 `, the time stamp of a system log. The host after it stays. */
function skipMonth(text: Uint8Array, start: number, end: number, to: number): number {
  let at = end
  while (at < to && text[at] === 0x20) at++
  if (at === end || !isDigit(text[at])) return start
  while (isDigit(text[at])) at++
  if (text[at] !== 0x20) return start
  const clock = clockEnd(text, at + 1)
  return clock < 0 ? start : skipBlank(text, clock, to)
}

/** True for a package and its task: `app:test:` has only lower-case letters, no digit, and begins with no level. */
function plainTask(text: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = text[at]
    if ((byteClass[byte] & DIGIT) !== 0 || byte === 0x2e || byte === 0x28) return false
    if ((byteClass[byte] & LETTER) !== 0 && (byteClass[byte] & LOWER) === 0) return false
  }
  return !startsWith(text, start, 'error') && !startsWith(text, start, 'fatal')
}
