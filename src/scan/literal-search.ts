import { filterOf, fourBytes, nextAnchor, type SearchMemory } from './anchor-filter.ts'
import { ANCHOR_BYTES } from './anchors.ts'
import type { PatternSet } from './patterns.ts'
import {
  anchorHash,
  HEADS_AT,
  isWordByte,
  MAX_LITERAL_BYTES,
  RECORD_ANCHOR_END,
  RECORD_BYTES,
  RECORD_FLAGS,
  RECORD_FOLD,
  RECORD_LENGTH,
  RECORD_NEXT,
  RECORD_WHOLE_WORD,
  RECORD_WORD_START,
  RECORDS_AT,
  RESTING_BYTES,
} from './patterns.ts'

const LF = 0x0a
const ESC = 0x1b
/** Parameter bytes that a colour escape may have before its final `m`. */
const MAX_SGR_BYTES = 16

/** The most bytes that are searched without the filter. For so few, making the filter costs more than it saves. */
const FEW_BYTES = 64

/**
 * Looks for matches whose anchor ends in `from` to `limit`, and calls `found` with the start and id of each. After a
 * match, it skips bytes up to the end of the line, or `RESTING_BYTES` of them. The first `resting` bytes are skipped
 * because of an earlier match. Bytes from `end` on are unknown. Reads at most 75 bytes before `from`.
 *
 * @returns How many bytes after `limit` must still be skipped.
 */
export function searchLines(
  set: PatternSet,
  memory: SearchMemory,
  range: { from: number; limit: number; end: number },
  resting: number,
  found: (start: number, id: number) => void,
): number {
  const { bytes } = memory
  const { limit, end } = range
  const filter = limit - range.from > FEW_BYTES ? filterOf(set) : undefined
  let restEnd = range.from + resting
  let at = afterRest(bytes, range.from, restEnd, limit)
  for (;;) {
    if (at < 0) return restEnd - limit
    at = filter ? nextAnchor(filter, memory, at, limit) : nextOfFew(set, bytes, at, limit)
    if (at < 0) return 0
    const id = confirm(set, bytes, at, end)
    if (id >= 0) {
      found(at - set.bytes[recordAt(id) + RECORD_ANCHOR_END], id)
      restEnd = at + 1 + RESTING_BYTES
      at = afterRest(bytes, at + 1, restEnd, limit)
    } else {
      at++
    }
  }
}

/** Offset after the next LF, at most `restEnd`; -1 if that is after `limit`. */
function afterRest(bytes: Uint8Array, from: number, restEnd: number, limit: number): number {
  const end = Math.min(restEnd, limit)
  for (let at = from; at < end; at++) if (bytes[at] === LF) return at + 1
  return restEnd > limit ? -1 : restEnd
}

/** Whether a match begins in `from` to `to`. Works without the filter, because it is meant for few bytes. */
export function beginsIn(set: PatternSet, bytes: Uint8Array, from: number, to: number): boolean {
  const limit = Math.min(bytes.length, to + MAX_LITERAL_BYTES)
  for (let at = from + ANCHOR_BYTES - 1; at < limit; at++) {
    for (let next = headAt(set, bytes, at); next !== 0; next = nextRecord(set, next)) {
      const record = recordAt(next - 1)
      const start = at - set.bytes[record + RECORD_ANCHOR_END]
      if (start >= from && start < to && isMatch(set.bytes, record, bytes, start, bytes.length)) return true
    }
  }
  return false
}

/** Does the same as `nextAnchor`, without a filter. */
function nextOfFew(set: PatternSet, bytes: Uint8Array, from: number, limit: number): number {
  for (let at = from; at < limit; at++) if (headAt(set, bytes, at) !== 0) return at
  return -1
}

/** Index + 1 of the first record whose anchor may end at `anchorLast`; 0 for none. */
function headAt({ bytes: records }: PatternSet, bytes: Uint8Array, anchorLast: number): number {
  const head = HEADS_AT + 2 * anchorHash(fourBytes(bytes, anchorLast))
  return records[head] | (records[head + 1] << 8)
}

/** Index + 1 of the next record with the same hash as the record with index + 1 `one`; 0 for none. */
function nextRecord({ bytes: records }: PatternSet, one: number): number {
  const at = recordAt(one - 1) + RECORD_NEXT
  return records[at] | (records[at + 1] << 8)
}

const recordAt = (id: number): number => RECORDS_AT + RECORD_BYTES * id

/** The lowest id that matches with the last byte of its anchor at `anchorLast`; -1 for none. */
function confirm(set: PatternSet, bytes: Uint8Array, anchorLast: number, end: number): number {
  const { bytes: records } = set
  let next = headAt(set, bytes, anchorLast)
  while (next !== 0) {
    const record = recordAt(next - 1)
    const start = anchorLast - records[record + RECORD_ANCHOR_END]
    if (isMatch(records, record, bytes, start, end)) return next - 1
    next = nextRecord(set, next)
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

/** True at a word's start: after a non-word byte, at a capital after a small letter, or right after a colour escape. */
function isWordStart(bytes: Uint8Array, start: number): boolean {
  const before = bytes[start - 1]
  if (!isWordByte(before)) return true
  const isHump = before >= 0x61 && before <= 0x7a && bytes[start] >= 0x41 && bytes[start] <= 0x5a
  return isHump || endsSgr(bytes, start)
}

/** True if `ESC [ … m` with at most `MAX_SGR_BYTES` parameter bytes ends right before `at`. */
function endsSgr(bytes: Uint8Array, at: number): boolean {
  if (bytes[at - 1] !== 0x6d) return false
  let first = at - 1
  while (at - 1 - first < MAX_SGR_BYTES && bytes[first - 1] >= 0x30 && bytes[first - 1] <= 0x3b) first--
  return bytes[first - 1] === 0x5b && bytes[first - 2] === ESC
}
