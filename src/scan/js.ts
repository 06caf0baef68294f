import { PithError } from '../errors.ts'
import { fingerprintOf } from './fingerprint.ts'
import { afterStamp, MAX_SKIPPED } from './line-facts.ts'
import { scanLines } from './lines.ts'
import { PATTERN_LAG } from './patterns.ts'
import type { Scanner, ScanRequest, ScanSession, Totals, WindowFacts } from './scanner.ts'
import {
  BLOCK_BYTES,
  FLAG_CR,
  FLAG_ESC,
  FLAG_INVALID,
  FLAG_NON_ASCII,
  FLAG_NUL,
  WINDOW_BYTES,
} from './scanner.ts'
import { prepareSearch, type Search, type SearchMemory, searchLines } from './search.ts'
import {
  AT_BYTES,
  AT_CANDIDATES,
  AT_CODE_POINTS,
  AT_FLAGS,
  AT_LINE_MATCHED,
  AT_NEWLINES,
  AT_TEXT_BYTES,
  addTo,
  CARRY_AT,
  CARRY_BYTES,
  newFacts,
  newState,
  readTotals,
  reserveCandidates,
  type SessionState,
} from './state.ts'
import { type Decoded, decode, pendingBytes, REPLACEMENT_BYTES } from './utf8.ts'

/** What a byte is: a newline in the upper half, FLAG_ bits below. Four can be added without a carry between. */
const NEWLINE = 0x100
const KINDS = kindsOfBytes()

function kindsOfBytes(): Uint16Array {
  const kinds = new Uint16Array(256)
  kinds.fill(FLAG_NON_ASCII, 0x80)
  kinds[0x00] = FLAG_NUL
  kinds[0x0a] = NEWLINE
  kinds[0x0d] = FLAG_CR
  kinds[0x1b] = FLAG_ESC
  return kinds
}

/** The scanner that runs anywhere, and the reference that the Wasm scanner is held to. */
export function createJsScanner(): Scanner {
  const getMemory = createJsMemory()
  return { backend: 'js', open: (request) => openJsSession(getMemory, request, newState(), newFacts()) }
}

/** The carry and behind it the window; made at first use, one for all sessions of a scanner. */
export function createJsMemory(): () => SearchMemory {
  let memory: SearchMemory | undefined
  return () => {
    if (memory === undefined) {
      const bytes = new Uint8Array(CARRY_BYTES + WINDOW_BYTES)
      memory = { bytes, words: new Uint32Array(bytes.buffer) }
    }
    return memory
  }
}

/** A session on a state and facts that are there already, as after a trap of the other scanner. */
export function openJsSession(
  getMemory: () => SearchMemory,
  request: ScanRequest,
  state: SessionState,
  facts: WindowFacts,
): ScanSession {
  const search = request.patterns && prepareSearch(request.patterns)
  let scanned = 0
  return {
    window: () => getMemory().bytes.subarray(CARRY_BYTES),
    advance(length) {
      checkLength(length)
      scanned = length
      scanWindow(getMemory(), length, search, state, facts, request.lines === true)
      return facts
    },
    fingerprint(from, to, out) {
      if (from < 0 || to > scanned) return -1
      const { bytes } = getMemory()
      const end = CARRY_BYTES + to
      const words = afterStamp(bytes, CARRY_BYTES + from, Math.min(end, CARRY_BYTES + from + MAX_SKIPPED))
      fingerprintOf(bytes, words, end, out)
      return words - CARRY_BYTES
    },
    finish: () => finishScan(request, state),
  }
}

/** @throws PithError `PITH_OFFSET_OUT_OF_RANGE` unless 0 ≤ `length` ≤ `WINDOW_BYTES`. */
export function checkLength(length: number): void {
  if (Number.isInteger(length) && length >= 0 && length <= WINDOW_BYTES) return
  throw new PithError(
    'PITH_OFFSET_OUT_OF_RANGE',
    `Expected \`length\` to be a whole number from 0 to ${WINDOW_BYTES}, got ${length}.`,
  )
}

function scanWindow(
  memory: SearchMemory,
  length: number,
  search: Search | undefined,
  state: SessionState,
  facts: WindowFacts,
  hasLines: boolean,
): void {
  const { bytes } = memory
  const { view } = state
  bytes.set(state.bytes.subarray(CARRY_AT))
  facts.startByte = view.getFloat64(AT_BYTES, true)
  scanBlocks(memory, length, facts, view)
  scanPatterns(memory, length, search, facts, view)
  if (hasLines) scanLines(bytes, length, facts, view)
  addTo(view, AT_BYTES, length)
  addTo(view, AT_NEWLINES, facts.newlines)
  addTo(view, AT_CODE_POINTS, facts.codePoints)
  addTo(view, AT_TEXT_BYTES, length)
  addTo(view, AT_CANDIDATES, facts.candidateCount)
  view.setUint32(AT_FLAGS, view.getUint32(AT_FLAGS, true) | facts.flags, true)
  state.bytes.set(bytes.subarray(length, length + CARRY_BYTES), CARRY_AT)
}

const decoded: Decoded = { codePoints: 0, extraBytes: 0, invalid: false }

function scanBlocks(memory: SearchMemory, length: number, facts: WindowFacts, view: DataView): void {
  const { bytes } = memory
  facts.newlines = 0
  facts.codePoints = 0
  facts.flags = 0
  for (let block = 0; block * BLOCK_BYTES < length; block++) {
    const start = CARRY_BYTES + block * BLOCK_BYTES
    const end = Math.min(start + BLOCK_BYTES, CARRY_BYTES + length)
    const kinds = kindsOf(memory, start, end)
    facts.blockNewlines[block] = kinds >>> 8
    facts.newlines += kinds >>> 8
    facts.flags |= kinds & 0xff
    if ((kinds & FLAG_NON_ASCII) === 0 && pendingBytes(bytes, start) === 0) {
      facts.codePoints += end - start
      continue
    }
    decode(bytes, start, end, decoded)
    facts.codePoints += decoded.codePoints
    if (decoded.invalid) facts.flags |= FLAG_INVALID
    addTo(view, AT_TEXT_BYTES, decoded.extraBytes)
  }
}

/** Newlines of a block in the upper bits, the FLAG_ bits of its bytes in the low eight. */
function kindsOf(memory: SearchMemory, start: number, end: number): number {
  const { bytes, words } = memory
  let newlines = 0
  let flags = 0
  for (let i = start >> 2; i < end >> 2; i++) {
    const word = words[i]
    // A byte without bits 5 and 6 is a control character; one with bit 7 is not ASCII.
    if (((~(word | (word << 1)) & 0x40404040) | (word & 0x80808080)) === 0) continue
    const a = KINDS[word & 0xff]
    const b = KINDS[(word >>> 8) & 0xff]
    const c = KINDS[(word >>> 16) & 0xff]
    const d = KINDS[word >>> 24]
    newlines += (a + b + c + d) >>> 8
    flags |= a | b | c | d
  }
  for (let at = end & ~3; at < end; at++) {
    newlines += KINDS[bytes[at]] >>> 8
    flags |= KINDS[bytes[at]]
  }
  return (newlines << 8) | (flags & 0xff)
}

function scanPatterns(
  memory: SearchMemory,
  length: number,
  search: Search | undefined,
  facts: WindowFacts,
  view: DataView,
): void {
  facts.candidateCount = 0
  if (search === undefined) return
  const end = CARRY_BYTES + length
  const range = { from: CARRY_BYTES - PATTERN_LAG, limit: end - PATTERN_LAG, end }
  const lineMatched = view.getUint32(AT_LINE_MATCHED, true) === 1
  const stillMatched = searchLines(search, memory, range, lineMatched, (start, id) => {
    const count = facts.candidateCount++
    reserveCandidates(facts, count + 1)
    facts.candidates[2 * count] = start - CARRY_BYTES
    facts.candidates[2 * count + 1] = id
  })
  view.setUint32(AT_LINE_MATCHED, stillMatched ? 1 : 0, true)
}

/** What a session's state comes to at the end of its input. Leaves the state as it is. */
export function finishScan(request: ScanRequest, state: SessionState): Totals {
  const totals = readTotals(state.view)
  const carry = state.bytes.subarray(CARRY_AT)
  const pending = pendingBytes(carry, CARRY_BYTES)
  if (pending > 0) {
    totals.textBytes += REPLACEMENT_BYTES - pending
    totals.flags |= FLAG_INVALID
  }
  if (request.patterns !== undefined) {
    const range = { from: CARRY_BYTES - PATTERN_LAG, limit: CARRY_BYTES, end: CARRY_BYTES }
    const lineMatched = state.view.getUint32(AT_LINE_MATCHED, true) === 1
    const memory = { bytes: carry, words: new Uint32Array(carry.buffer, CARRY_AT, CARRY_BYTES / 4) }
    searchLines(prepareSearch(request.patterns), memory, range, lineMatched, (start, id) => {
      totals.lateCandidates.push(totals.bytes - CARRY_BYTES + start, id)
      totals.candidates++
    })
  }
  return totals
}
