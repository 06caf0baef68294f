import { isDigit } from '../judge/bytes.ts'

// The hash of a shape. It ignores the order of bytes, digits and hex digits. So lines have the same shape if they
// differ only in numbers, ids and time stamps, even in their lengths.
//
//   first 64 bytes ─▶ without [0-9A-Fa-f] ─▶ each squared, as an i16 ─▶ squared again, as a u32
//                                                                             │
//          31 bits ◀─ avalanche (0 stays 0) ◀──────────── sum modulo 2³² ◀────┘
//
// Sums of one or two printable bytes all differ. Of sums of three, one in a thousand equals another.
// assembly/shapes.ts implements the same hash.
/** Bytes at the start of a line that its shape is made from. */
const HASHED_BYTES = 64
const TERMS = termsOfBytes()

function termsOfBytes(): Uint32Array {
  const terms = new Uint32Array(256)
  for (let byte = 0; byte < 256; byte++) {
    const square = ((byte * byte) << 16) >> 16
    if (!/[0-9A-Fa-f]/.test(String.fromCharCode(byte))) terms[byte] = square * square
  }
  return terms
}

const TAB = 0x09
const BAR = 0x7c
const ESC = 0x1b
const SPACE = 0x20

/** Bytes at the start of a line, or behind its label, that may be skipped before its opening. */
export const MAX_SKIPPED = 64
/** Bytes at the start of a line that may hold its label. */
const LABEL_BYTES = 64
const STAMP_BYTES = 16
/** One bit for each digit of `dddd-dd-ddTdd:dd`. */
const STAMP_DIGITS = 0xdb6f
/** Bytes after the stamp that are searched for the space after it. */
const STAMP_TAIL = 24

/** The shape of the line from `start` to `end`; 0 for an empty line. */
export const shapeOf = (bytes: Uint8Array, start: number, end: number): number =>
  hashOf(bytes, start, Math.min(end, start + HASHED_BYTES))

/** The hash of the bytes from `start` to `end`, in 31 bits. */
export function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let sum = 0
  for (let at = start; at < end; at++) sum = (sum + TERMS[bytes[at]]) | 0
  let hash = Math.imul(sum ^ (sum >>> 16), 0x7feb352d)
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b)
  return (hash ^ (hash >>> 16)) & 0x7fffffff
}

/** Whether there is a location, as in `main.c:12`, between `start` and `end`. */
export function hasLocation(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start + 1; at < end - 1; at++) {
    const byte = bytes[at]
    if ((byte === 0x3a || byte === 0x28) && isDigit(bytes[at + 1]) && isLetter(bytes[at - 1])) return true
  }
  return false
}

const isLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a

/**
 * The opening of the line from `start` to `end`: the first four bytes, little-endian, after a label, a time stamp, then
 * blanks and colours. The last three are at most 64 bytes in all. Zeros follow the line's end.
 */
export function openingOf(bytes: Uint8Array, start: number, end: number): number {
  const own = afterLabel(bytes, start, end)
  const limit = Math.min(end, own + MAX_SKIPPED)
  let at = afterStamp(bytes, own, limit)
  while (at < limit) {
    const byte = bytes[at]
    const next = byte === SPACE || byte === TAB ? at + 1 : byte === ESC ? afterColour(bytes, at, limit) : at
    if (next === at) break
    at = next
  }
  let opening = 0
  for (let i = 0; i < 4 && at + i < end; i++) opening |= bytes[at + i] << (8 * i)
  return opening >>> 0
}

/**
 * Offset after the label that a tool puts before each line of another: `#12 3.456 `, `[test] `, `@acme/web:test: `,
 * `web-1  |`, and the job and the step, with tabs, before a time. `start` if there is none.
 */
export function afterLabel(bytes: Uint8Array, start: number, end: number): number {
  const limit = Math.min(end, start + LABEL_BYTES)
  const first = bytes[start]
  if (isLetter(first)) return afterColumns(bytes, start, limit, end)
  if (first === 0x23) return afterStep(bytes, start, limit)
  if (first === 0x5b) return afterTag(bytes, start, limit - 1)
  return first === 0x40 ? afterPackage(bytes, start, limit) : start
}

/** Offset after `web-1  |`, or after two tabs before a digit. */
function afterColumns(bytes: Uint8Array, start: number, limit: number, end: number): number {
  let at = start
  while (at < limit && bytes[at] !== TAB && bytes[at] !== BAR) at++
  if (at + 1 >= end || at === limit) return start
  if (bytes[at] === BAR) return endsName(bytes, start, at) ? at + 1 : start
  at++
  while (at < limit && bytes[at] !== TAB && bytes[at] !== BAR) at++
  if (at === limit || bytes[at] !== TAB) return start
  const time = bytes[at + 1] === 0xef ? at + 4 : at + 1
  return time < end && isDigit(bytes[time]) ? time : start
}

/** Whether one word and blanks are between `start` and `end`. */
function endsName(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start
  while (at < end && bytes[at] !== SPACE) at++
  if (at === end) return false
  while (at < end && bytes[at] === SPACE) at++
  return at === end
}

/** Offset after `#12 3.456 `, a step of a container build. */
function afterStep(bytes: Uint8Array, start: number, limit: number): number {
  const seconds = afterDigits(bytes, start + 1, limit)
  if (seconds === start + 1 || bytes[seconds] !== SPACE) return start
  const point = afterDigits(bytes, seconds + 1, limit)
  const at = afterDigits(bytes, point + 1, limit)
  return bytes[point] === 0x2e && at < limit && bytes[at] === SPACE ? at + 1 : start
}

function afterDigits(bytes: Uint8Array, from: number, limit: number): number {
  let at = from
  while (at < limit && isDigit(bytes[at])) at++
  return at
}

/** Offset after `[test] `: small letters, digits and signs between brackets. */
function afterTag(bytes: Uint8Array, start: number, limit: number): number {
  let at = start + 1
  while (at < limit && isOfTag(bytes[at])) at++
  return at > start + 1 && at < limit && bytes[at] === 0x5d && bytes[at + 1] === SPACE ? at + 2 : start
}

const isOfTag = (byte: number): boolean =>
  (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x2d && byte <= 0x3a) || byte === 0x5f

/** Offset after `@acme/web:test: `. */
function afterPackage(bytes: Uint8Array, start: number, limit: number): number {
  let at = start + 1
  while (at < limit && bytes[at] !== SPACE) at++
  return at < limit && bytes[at - 1] === 0x3a ? at + 1 : start
}

/** Offset after an ISO time stamp and the first space after it, all before `limit`; `start` if there is none. */
export function afterStamp(bytes: Uint8Array, start: number, limit: number): number {
  if (!isDigit(bytes[start]) || start + STAMP_BYTES > limit || !isStamp(bytes, start)) return start
  const tailEnd = Math.min(limit, start + STAMP_BYTES + STAMP_TAIL)
  for (let at = start + STAMP_BYTES; at < tailEnd; at++) if (bytes[at] === SPACE) return at + 1
  return start
}

/** Whether `dddd-dd-ddTdd:dd` is at `at`. A space may replace the T. */
function isStamp(bytes: Uint8Array, at: number): boolean {
  if (bytes[at + 4] !== 0x2d || bytes[at + 7] !== 0x2d || bytes[at + 13] !== 0x3a) return false
  if (bytes[at + 10] !== 0x54 && bytes[at + 10] !== SPACE) return false
  for (let i = 0; i < STAMP_BYTES; i++)
    if (((STAMP_DIGITS >> i) & 1) === 1 && !isDigit(bytes[at + i])) return false
  return true
}

/** Offset after `ESC [ … m` at `start`; `start` if no such escape ends before `limit`. */
function afterColour(bytes: Uint8Array, start: number, limit: number): number {
  if (start + 2 > limit || bytes[start + 1] !== 0x5b) return start
  let at = start + 2
  while (at < limit && bytes[at] >= 0x30 && bytes[at] <= 0x3b) at++
  return at < limit && bytes[at] === 0x6d ? at + 1 : start
}
