import type { PatternSet } from './patterns.ts'
import {
  anchorHash,
  HEADS,
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

/** A pattern set made ready for the JS filter. */
export interface Search {
  /** Not zero for two bytes that stand at places 0 and 1, or 1 and 2, of some anchor; by their u16 in memory. */
  readonly pairs: Uint8Array
  readonly heads: Uint16Array
  readonly bytes: Uint8Array
}

/** Bytes to search and the same memory in words. */
export interface SearchMemory {
  readonly bytes: Uint8Array
  readonly words: Uint32Array
}

const LF = 0x0a
const ESC = 0x1b
/** Parameter bytes that a colour escape may have before its final `m`. */
const MAX_SGR_BYTES = 16

const prepared = new WeakMap<PatternSet, Search>()

export function prepareSearch(set: PatternSet): Search {
  let search = prepared.get(set)
  if (search === undefined) {
    const { bytes } = set
    const heads = Uint16Array.from({ length: HEADS }, (_, i) => {
      return bytes[HEADS_AT + 2 * i] | (bytes[HEADS_AT + 2 * i + 1] << 8)
    })
    search = { pairs: pairsOf(set), heads, bytes }
    prepared.set(set, search)
  }
  return search
}

function pairsOf(set: PatternSet): Uint8Array {
  const pairs = new Uint8Array(0x10000)
  const pair = new Uint8Array(2)
  const pairInMemory = new Uint16Array(pair.buffer)
  set.patterns.forEach(({ literal }, id) => {
    const lower = literal.toLowerCase()
    for (let at = set.anchorOffsets[id]; at < set.anchorOffsets[id] + 2; at++) {
      for (const cases of [0, 0x20, 0x2000, 0x2020]) {
        pair[0] = lower.charCodeAt(at) ^ (cases & 0xff)
        pair[1] = lower.charCodeAt(at + 1) ^ (cases >> 8)
        pairs[pairInMemory[0]] = 1
      }
    }
  })
  return pairs
}

/**
 * Looks for each line's first match whose anchor ends in `from` to `limit`, and tells `found` its
 * start and id. `end` is where the known bytes end. Looks back at most 75 bytes before `from`.
 *
 * @returns True when the line at `limit` already has its match.
 */
export function searchLines(
  search: Search,
  memory: SearchMemory,
  range: { from: number; limit: number; end: number },
  lineMatched: boolean,
  found: (start: number, id: number) => void,
): boolean {
  const { bytes } = memory
  const { limit, end } = range
  let at = range.from
  let matched = lineMatched
  for (;;) {
    if (matched) {
      at = nextLine(bytes, at, limit)
      if (at < 0) return true
      matched = false
    }
    at = nextAnchor(search, memory, at, limit)
    if (at < 0) return false
    const id = confirm(search, bytes, at, end)
    if (id >= 0) {
      found(at - search.bytes[recordAt(id) + RECORD_ANCHOR_END], id)
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

/**
 * The next last byte of an anchor, -1 for none. Whatever an anchor's alignment, one of the pairs
 * of bytes at even offsets holds its places 0 and 1, or 1 and 2; so each word, two pairs, owns the
 * anchors that end 2 to 5 bytes after its start.
 */
function nextAnchor(search: Search, memory: SearchMemory, from: number, limit: number): number {
  const { pairs, heads } = search
  const { bytes, words } = memory
  const lastWord = (limit - 3) >> 2
  for (let i = (from - 5) >> 2; i <= lastWord; i++) {
    const word = words[i]
    if ((pairs[word & 0xffff] | pairs[word >>> 16]) === 0) continue
    const last = Math.min(4 * i + 5, limit - 1)
    for (let at = Math.max(4 * i + 2, from); at <= last; at++) {
      if (heads[anchorHash(fourBytes(bytes, at))] !== 0) return at
    }
  }
  return -1
}

const fourBytes = (bytes: Uint8Array, last: number): number =>
  bytes[last - 3] | (bytes[last - 2] << 8) | (bytes[last - 1] << 16) | (bytes[last] << 24)

const recordAt = (id: number): number => RECORDS_AT + RECORD_BYTES * id

/** The lowest id that matches with its anchor's last byte at `anchorLast`; -1 for none. */
function confirm(search: Search, bytes: Uint8Array, anchorLast: number, end: number): number {
  const { bytes: records } = search
  let next = search.heads[anchorHash(fourBytes(bytes, anchorLast))]
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
