import { BLANK, byteClass, IS_DIGIT, isDigit, LETTER, LOWER } from './bytes.ts'
import { levelTags } from './false-alarm-words.ts'
import { clockEnd, isDate, secondsEnd, skipBlank, skipSeparator, skipTime } from './prefix-times.ts'

const MAX_PREFIXES = 5
const TAB = 0x09
const DASH = 0x2d

/**
 * Offset of a line's own words, after time stamps and the prefixes of CI systems, services and the like. A line has up
 * to five prefixes.
 */
export function skipPrefixes(text: Uint8Array, to: number): number {
  let at = skipColumns(text, text[0] === 0xef && text[1] === 0xbb && text[2] === 0xbf ? 3 : 0, to)
  for (let round = 0; round < MAX_PREFIXES; round++) {
    const next = skipOne(text, at, to)
    if (next === at || next >= to) break
    at = next
  }
  return at
}

function skipOne(text: Uint8Array, at: number, to: number): number {
  const byte = text[at]
  if (isDigit(byte)) return skipTimeAndSender(text, at, to)
  if (byte === 0x5b) return skipBracket(text, at, to)
  if (byte === 0x3c) return skipPriority(text, at, to)
  if (byte === 0x23) return skipStep(text, at, to)
  if (byte === 0x3d) return text[at + 2] === 0x3e ? skipMachine(text, at, to) : skipPid(text, at, to)
  if (byte === 0xe2) return isBar(text, at) ? skipBlank(text, at + 3, to) : at
  if (byte === 0x20) return skipIndentedTag(text, at, to)
  if (byte === 0x40) return skipPackage(text, at, to)
  if ((byteClass[byte] & LETTER) !== 0) return skipWord(text, at, to)
  return at
}

/** Skips a time and, behind one as syslog writes it, `host program[12]: `. */
function skipTimeAndSender(text: Uint8Array, start: number, to: number): number {
  const at = skipTime(text, start, to)
  if (at === start || text[start + 10] !== 0x54 || !isDate(text, start)) return at
  const end = skipSender(text, at, to)
  // A level and the name of a logger look alike, but have no process id.
  return end > at && (text[end - 3] === 0x5d || startsWith(text, end - 8, 'kernel: ')) ? end : at
}

/** Most bytes of a column, with its tab. */
const MAX_COLUMN_BYTES = 128

/** Skips the job and the step before a time in `gh run view --log`: `build<TAB>Run tests<TAB>2024-01-01T…`. */
function skipColumns(text: Uint8Array, start: number, to: number): number {
  const step = afterTab(text, start, to)
  const time = step === start ? start : afterTab(text, step, to)
  if (time === step) return start
  const date = text[time] === 0xef ? time + 3 : time
  return isDate(text, date) && text[date + 10] === 0x54 ? date : start
}

/** Offset after the first tab; `start` if it is not near. */
function afterTab(text: Uint8Array, start: number, to: number): number {
  const limit = Math.min(to, start + MAX_COLUMN_BYTES)
  for (let at = start; at < limit; at++) if (text[at] === TAB) return at + 1
  return start
}

/** The side of a box (`│`, `┃`), or the triangle that a wrapper puts before forwarded lines (`▸`). */
const isBar = (text: Uint8Array, at: number): boolean =>
  (text[at + 1] === 0x94 && (text[at + 2] & 0xfc) === 0x80) ||
  (text[at + 1] === 0x96 && text[at + 2] === 0xb8)

/** Skips `<6>` before the kernel's `[   12.345678] `, and before a time of syslog, also `<6>1 ` before a date. */
function skipPriority(text: Uint8Array, start: number, to: number): number {
  const end = priorityEnd(text, start)
  const at = text[end] === 0x31 && text[end + 1] === 0x20 && isDate(text, end + 2) ? end + 2 : end
  // A row of priorities is no prefix, and must not be followed one by one.
  if (end === start || text[at] === 0x3c || skipOne(text, at, to) === at) return start
  return at
}

/** Offset behind `<6>`; `start` if there is none. */
function priorityEnd(text: Uint8Array, start: number): number {
  let at = start + 1
  while (isDigit(text[at]) && at < start + 4) at++
  return text[start] === 0x3c && at > start + 1 && text[at] === 0x3e ? at + 1 : start
}

/** Severities of syslog up to this one tell of errors. */
export const ERROR_SEVERITY = 3

/** True if a line begins with a priority of syslog that says it is an error or worse. */
export function hasErrorPriority(line: Uint8Array, start: number, end: number): boolean {
  const head = line.subarray(start, Math.min(end, start + PRIORITY_REACH))
  const behind = priorityEnd(head, 0)
  if (behind === 0 || skipPriority(head, 0, head.length) === 0) return false
  let priority = 0
  for (let at = 1; at < behind - 1; at++) priority = 10 * priority + head[at] - 0x30
  return (priority & 7) <= ERROR_SEVERITY
}

/** A priority and the time behind it are shorter. */
const PRIORITY_REACH = 64

/** Skips `[2024-01-01T…] `, `[10:00:00] `, `[   12.345s] `, `[task 2024-…] `, `[pod/app-0/app] `. */
function skipBracket(text: Uint8Array, start: number, to: number): number {
  let at = start + 1
  if (startsWith(text, at, 'pod/')) return skipPod(text, start, to)
  if ((byteClass[text[at]] & LOWER) !== 0) {
    const tag = skipTag(text, start, to)
    if (tag > start) return tag
  }
  if (isDigit(text[at])) {
    const rank = skipRank(text, start, to)
    if (rank > start) return rank
  }
  if (text[at] === 0x74 && text[at + 4] === 0x20) at += 5
  while (at < to && text[at] === 0x20) at++
  const first = at
  let clock = -1
  if (isDate(text, at)) {
    while (at < to && at < first + 40 && text[at] !== 0x5d && !isLevel(text, at)) at++
    clock = at
  } else {
    clock = clockEnd(text, at)
    if (clock < 0) clock = secondsEnd(text, at)
  }
  if (clock < 0 || text[clock] !== 0x5d) return start
  return skipSeparator(text, clock + 1, to)
}

/** True for ` ERROR ` and the like, which no date holds. */
const isLevel = (text: Uint8Array, at: number): boolean =>
  text[at] === 0x20 && (byteClass[text[at + 1]] & LETTER) !== 0 && (byteClass[text[at + 4]] & LETTER) !== 0

/** Skips `[web:test] `, the name of a command among many. Keeps tags that are levels. */
function skipTag(text: Uint8Array, start: number, to: number): number {
  const limit = Math.min(to - 2, start + 26)
  let at = start + 1
  while (at < limit && isOfTag(text[at])) at++
  if (text[at] !== 0x5d || text[at + 1] !== 0x20 || at - start < 3) return start
  for (const tag of levelTags) if (equals(text, start + 1, at, tag)) return start
  return at + 2
}

const isOfTag = (byte: number): boolean =>
  (byteClass[byte] & (LOWER | IS_DIGIT)) !== 0 || (byte >= 0x2d && byte <= 0x3a) || byte === 0x5f

/** Skips `[2] `, the rank of a process among many. */
function skipRank(text: Uint8Array, start: number, to: number): number {
  let at = start + 1
  while (at < start + 6 && isDigit(text[at])) at++
  return text[at] === 0x5d && text[at + 1] === 0x20 && at + 2 < to ? at + 2 : start
}

/** Skips `[pod/app-0/app] `, which `kubectl logs --prefix` writes. */
function skipPod(text: Uint8Array, start: number, to: number): number {
  let at = start
  while (at < to && text[at] !== 0x5d && byteClass[text[at]] !== BLANK) at++
  return text[at] === 0x5d && text[at + 1] === 0x20 && at + 2 < to ? at + 2 : start
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

/** Skips `==> default: `, the machine that a line comes from. */
function skipMachine(text: Uint8Array, start: number, to: number): number {
  let at = start + 4
  if (text[start + 1] !== 0x3d || text[start + 3] !== 0x20) return start
  while (at < to && ((byteClass[text[at]] & (LOWER | IS_DIGIT)) !== 0 || text[at] === DASH)) at++
  return at > start + 4 && text[at] === 0x3a && text[at + 1] === 0x20 && at + 2 < to ? at + 2 : start
}

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

/** Skips `@acme/web: ` and `@acme/web:test: `, the package that a line comes from. */
function skipPackage(text: Uint8Array, start: number, to: number): number {
  const limit = Math.min(to, start + 64)
  let at = start + 1
  while (at < limit && byteClass[text[at]] !== BLANK) at++
  return at + 1 < limit && text[at - 1] === 0x3a ? skipBlank(text, at, to) : start
}

function equals(text: Uint8Array, start: number, end: number, word: string): boolean {
  if (end - start !== word.length) return false
  for (let i = 0; i < word.length; i++) if (text[start + i] !== word.charCodeAt(i)) return false
  return true
}

/** Skips `travis_fold:start:x `, `section_end:…`, `web_1  | `, `app-7f9c6d8b5f-x2x4z app `, `app:test: `, `Nov  2 10:00:00 `. */
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
  if (colons === 0 && isPod(text, start, at)) return skipContainer(text, start, at, to)
  if (colons === 0) return skipService(text, start, at, to)
  if (colons === 2 && text[at - 1] === 0x3a && plainTask(text, start, at)) return skipBlank(text, at, to)
  return start
}

function startsWith(text: Uint8Array, start: number, word: string): boolean {
  for (let i = 0; i < word.length; i++) if (text[start + i] !== word.charCodeAt(i)) return false
  return true
}

/** `pod/app-0`, or the name of a deployment's pod: `app-7f9c6d8b5f-x2x4z`. */
function isPod(text: Uint8Array, start: number, end: number): boolean {
  if (startsWith(text, start, 'pod/')) return true
  const id = end - 6
  if (id <= start || text[id] !== DASH) return false
  let at = id
  let digits = 0
  while (at > start && text[at - 1] !== DASH) {
    at--
    if (!isDigit(text[at]) && (byteClass[text[at]] & LOWER) === 0) return false
    if (isDigit(text[at])) digits++
  }
  return at > start + 1 && id - at >= 8 && id - at <= 10 && digits > 0
}

/** Skips a pod and its container: `app-7f9c6d8b5f-x2x4z app `. */
function skipContainer(text: Uint8Array, start: number, end: number, to: number): number {
  if (text[end] !== 0x20) return start
  let at = end + 1
  while (at < to && at < end + 64 && ((byteClass[text[at]] & (LOWER | IS_DIGIT)) !== 0 || text[at] === DASH))
    at++
  return at > end + 1 && text[at] === 0x20 && at + 1 < to ? at + 1 : start
}

/** Skips `web_1  | ` and `web-shop  | `: the name of a service, blanks, a bar. */
function skipService(text: Uint8Array, start: number, end: number, to: number): number {
  let at = end
  if (!isNumbered(text, start, end) && !isNameOfParts(text, start, end)) return start
  while (at < to && text[at] === 0x20) at++
  if (text[at] !== 0x7c || at === end) return start
  return skipBlank(text, at + 1, to)
}

/** True for a name that ends with `_1` or `-1`. */
function isNumbered(text: Uint8Array, start: number, end: number): boolean {
  let digits = end
  while (digits > start && isDigit(text[digits - 1])) digits--
  return digits < end && digits > start && (text[digits - 1] === 0x5f || text[digits - 1] === DASH)
}

/** True for lower-case words and numbers joined by `-` or `_`. */
function isNameOfParts(text: Uint8Array, start: number, end: number): boolean {
  let joints = 0
  for (let at = start; at < end; at++) {
    if (text[at] === DASH || text[at] === 0x5f) joints++
    else if ((byteClass[text[at]] & (LOWER | IS_DIGIT)) === 0) return false
  }
  return joints > 0
}

/** Skips `Nov  2 10:00:00 host program[12]: `, the start of a line of a system log. */
function skipMonth(text: Uint8Array, start: number, end: number, to: number): number {
  let at = end
  while (at < to && text[at] === 0x20) at++
  if (at === end || !isDigit(text[at])) return start
  while (isDigit(text[at])) at++
  if (text[at] !== 0x20) return start
  const clock = clockEnd(text, at + 1)
  return clock < 0 ? start : skipSender(text, skipBlank(text, clock, to), to)
}

/** Most bytes of a host and a program in a system log. */
const MAX_SENDER_BYTES = 96

/** Skips `host program[12]: `, which follows the time stamp of a system log. */
function skipSender(text: Uint8Array, start: number, to: number): number {
  const limit = Math.min(to, start + MAX_SENDER_BYTES)
  let at = start
  while (at < limit && byteClass[text[at]] !== BLANK) at++
  if (at === start || text[at - 1] === 0x3a || at + 1 >= limit) return start
  const program = ++at
  while (at < limit && byteClass[text[at]] !== BLANK) at++
  if (at >= limit || at - program < 2 || text[at - 1] !== 0x3a) return start
  return byteClass[text[program]] & LETTER ? skipBlank(text, at, to) : start
}

/** True for a package and its task: `app:test:` has only lower-case letters, no digit, and begins with no level. */
function plainTask(text: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = text[at]
    if ((byteClass[byte] & IS_DIGIT) !== 0 || byte === 0x2e || byte === 0x28) return false
    if ((byteClass[byte] & LETTER) !== 0 && (byteClass[byte] & LOWER) === 0) return false
  }
  return !startsWith(text, start, 'error') && !startsWith(text, start, 'fatal')
}
