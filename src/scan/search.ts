import { filterOf, fourBytes, nextAnchor, type SearchMemory } from './anchor-filter.ts'
import type { PatternSet } from './patterns.ts'
import {
  anchorHash,
  HEADS_AT,
  isWordByte,
  RECORD_ANCHOR_END,
  RECORD_BYTES,
  RECORD_FLAGS,
  RECORD_FOLD,
  RECORD_LENGTH,
  RECORD_NEXT,
  RECORD_WHOLE_WORD,
  RECORD_WORD_START,
  RECORDS_AT,
} from './patterns.ts'

const LF = 0x0a
const ESC = 0x1b
/** Parameter bytes that a colour escape may have before its final `m`. */
const MAX_SGR_BYTES = 16

/** Up to so many bytes are searched without the filter: making it costs more. */
const FEW_BYTES = 64

/**
 * Looks for each line's first match whose anchor ends in `from` to `limit`, and tells `found` its
 * start and id. `end` is where the known bytes end. Looks back at most 75 bytes before `from`.
 *
 * @returns True when the line at `limit` already has its match.
 */
export function searchLines(
  set: PatternSet,
  memory: SearchMemory,
  range: { from: number; limit: number; end: number },
  lineMatched: boolean,
  found: (start: number, id: number) => void,
): boolean {
  const { bytes } = memory
  const { limit, end } = range
  const filter = limit - range.from > FEW_BYTES ? filterOf(set) : undefined
  let at = range.from
  let matched = lineMatched
  for (;;) {
    if (matched) {
      at = nextLine(bytes, at, limit)
      if (at < 0) return true
      matched = false
    }
    at = filter ? nextAnchor(filter, memory, at, limit) : nextOfFew(set, bytes, at, limit)
    if (at < 0) return false
    const id = confirm(set, bytes, at, end)
    if (id >= 0) {
      found(at - set.bytes[recordAt(id) + RECORD_ANCHOR_END], id)
      matched = true
    } else {
      at++
    }
  }
}

function nextLine(bytes: Uint8Array, from: number, limit: number): number {
  for (let at = from; at < limit; at++) if (bytes[at] === LF) return at + 1
  return -1
}

/** The same without a filter. */
function nextOfFew(set: PatternSet, bytes: Uint8Array, from: number, limit: number): number {
  for (let at = from; at < limit; at++) if (headAt(set, bytes, at) !== 0) return at
  return -1
}

/** Index + 1 of the first record that may have its anchor's last byte at `anchorLast`; 0 for none. */
function headAt({ bytes: records }: PatternSet, bytes: Uint8Array, anchorLast: number): number {
  const head = HEADS_AT + 2 * anchorHash(fourBytes(bytes, anchorLast))
  return records[head] | (records[head + 1] << 8)
}

const recordAt = (id: number): number => RECORDS_AT + RECORD_BYTES * id

/** The lowest id that matches with its anchor's last byte at `anchorLast`; -1 for none. */
function confirm(set: PatternSet, bytes: Uint8Array, anchorLast: number, end: number): number {
  const { bytes: records } = set
  let next = headAt(set, bytes, anchorLast)
  while (next !== 0) {
    const record = recordAt(next - 1)
    const start = anchorLast - records[record + RECORD_ANCHOR_END]
    if (isMatch(records, record, bytes, start, end)) return next - 1
    next = records[record + RECORD_NEXT] | (records[record + RECORD_NEXT + 1] << 8)
  }
  return -1
}

function isMatch(
  records: Uint8Array,
  record: number,
  bytes: Uint8Array,
  start: number,
  end: number,
): boolean {
  const length = records[record + RECORD_LENGTH]
  if (start + length > end) return false
  for (let i = 0; i < length; i++) {
    if ((bytes[start + i] | records[record + RECORD_FOLD + i]) !== records[record + i]) return false
  }
  const flags = records[record + RECORD_FLAGS]
  if ((flags & RECORD_WHOLE_WORD) !== 0 && start + length < end && isWordByte(bytes[start + length]))
    return false
  return (flags & RECORD_WORD_START) === 0 || isWordStart(bytes, start)
}

/** A word begins after a non-word byte, at a capital after a small letter, or right after a colour escape. */
function isWordStart(bytes: Uint8Array, start: number): boolean {
  const before = bytes[start - 1]
  if (!isWordByte(before)) return true
  const isHump = before >= 0x61 && before <= 0x7a && bytes[start] >= 0x41 && bytes[start] <= 0x5a
  return isHump || endsSgr(bytes, start)
}

/** True when `ESC [ … m` with at most `MAX_SGR_BYTES` parameter bytes ends right before `at`. */
function endsSgr(bytes: Uint8Array, at: number): boolean {
  if (bytes[at - 1] !== 0x6d) return false
  let first = at - 1
  while (at - 1 - first < MAX_SGR_BYTES && bytes[first - 1] >= 0x30 && bytes[first - 1] <= 0x3b) first--
  return bytes[first - 1] === 0x5b && bytes[first - 2] === ESC
}
