import { PithError } from '../errors.ts'
import type { SearchMemory } from './anchor-filter.ts'
import { countBlocks, unitsOfPending, unitsOfWindow } from './counts.ts'
import { fingerprintOf } from './fingerprint.ts'
import { afterStamp, MAX_SKIPPED } from './line-facts.ts'
import { scanLines } from './lines.ts'
import { searchLines } from './literal-search.ts'
import { PATTERN_LAG, type PatternSet } from './patterns.ts'
import type { Scanner, ScanRequest, ScanSession, Totals, WindowFacts } from './scanner.ts'
import { FLAG_INVALID, WINDOW_BYTES } from './scanner.ts'
import {
  AT_BYTES,
  AT_CODE_POINTS,
  AT_FLAGS,
  AT_MATCHES,
  AT_NEWLINES,
  AT_RESTING,
  AT_TEXT_BYTES,
  AT_TOKEN_UNITS,
  addTo,
  CARRY_AT,
  CARRY_BYTES,
  newFacts,
  newState,
  readTotals,
  reserveMatches,
  type SessionState,
  STATE_BYTES,
} from './state.ts'
import { pendingBytes, REPLACEMENT_BYTES } from './utf8.ts'

/** Scanner that runs anywhere. It is the reference for the Wasm scanner. */
export function createJsScanner(): Scanner {
  const getMemory = createJsMemory()
  return { backend: 'js', open: (request) => openJsSession(getMemory, request, newState(), newFacts()) }
}

interface JsMemory extends SearchMemory {
  /** The session whose bytes may be in the window. */
  holder: SessionState | undefined
}

/** The carry, followed by the window. Made at first use and shared by all sessions of a scanner. */
export function createJsMemory(): () => JsMemory {
  let memory: JsMemory | undefined
  return () => {
    if (memory === undefined) {
      const bytes = new Uint8Array(CARRY_BYTES + WINDOW_BYTES)
      memory = { bytes, words: new Uint32Array(bytes.buffer), holder: undefined }
    }
    return memory
  }
}

/** Opens a session that continues with an existing state and facts, for example after the Wasm scanner trapped. */
export function openJsSession(
  getMemory: () => JsMemory,
  request: ScanRequest,
  state: SessionState,
  facts: WindowFacts,
): ScanSession {
  let scanned = 0
  const before = new Uint8Array(STATE_BYTES)
  return {
    window() {
      const memory = getMemory()
      memory.holder = state
      return memory.bytes.subarray(CARRY_BYTES)
    },
    advance(length) {
      checkLength(length)
      scanned = length
      before.set(state.bytes)
      scanWindow(getMemory(), length, request, state, facts)
      return facts
    },
    rewind() {
      scanned = 0
      state.bytes.set(before)
    },
    fingerprint(from, to, out) {
      const { bytes, holder } = getMemory()
      if (from < 0 || to > scanned || holder !== state) return -1
      const end = CARRY_BYTES + to
      const words = afterStamp(bytes, CARRY_BYTES + from, Math.min(end, CARRY_BYTES + from + MAX_SKIPPED))
      fingerprintOf(bytes, words, end, out)
      return words - CARRY_BYTES
    },
    addressOf: () => -1,
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
  { patterns, lines, tokens }: ScanRequest,
  state: SessionState,
  facts: WindowFacts,
): void {
  const { bytes } = memory
  const { view } = state
  bytes.set(state.bytes.subarray(CARRY_AT))
  facts.startByte = view.getFloat64(AT_BYTES, true)
  addTo(view, AT_TEXT_BYTES, length + countBlocks(memory, CARRY_BYTES, length, facts))
  scanPatterns(memory, length, patterns, facts, view)
  if (lines) scanLines(bytes, length, facts, view)
  facts.tokenUnits = tokens === undefined ? 0 : unitsOfWindow(bytes, CARRY_BYTES, length, tokens)
  addTo(view, AT_BYTES, length)
  addTo(view, AT_NEWLINES, facts.newlines)
  addTo(view, AT_CODE_POINTS, facts.codePoints)
  addTo(view, AT_MATCHES, facts.matchCount)
  addTo(view, AT_TOKEN_UNITS, facts.tokenUnits)
  view.setUint32(AT_FLAGS, view.getUint32(AT_FLAGS, true) | facts.flags, true)
  state.bytes.set(bytes.subarray(length, length + CARRY_BYTES), CARRY_AT)
}

function scanPatterns(
  memory: SearchMemory,
  length: number,
  patterns: PatternSet | undefined,
  facts: WindowFacts,
  view: DataView,
): void {
  facts.matchCount = 0
  if (patterns === undefined) return
  const end = CARRY_BYTES + length
  const range = { from: CARRY_BYTES - PATTERN_LAG, limit: end - PATTERN_LAG, end }
  const resting = searchLines(patterns, memory, range, view.getUint32(AT_RESTING, true), (start, id) => {
    const count = facts.matchCount++
    reserveMatches(facts, count + 1)
    facts.matches[2 * count] = start - CARRY_BYTES
    facts.matches[2 * count + 1] = id
  })
  view.setUint32(AT_RESTING, resting, true)
}

/** Totals of a session at the end of its input. Does not change the state. */
export function finishScan(request: ScanRequest, state: SessionState): Totals {
  const totals = readTotals(state.view)
  const carry = state.bytes.subarray(CARRY_AT)
  const pending = pendingBytes(carry, CARRY_BYTES)
  if (pending > 0) {
    totals.textBytes += REPLACEMENT_BYTES - pending
    totals.flags |= FLAG_INVALID
    if (request.tokens !== undefined)
      totals.tokenUnits += unitsOfPending(carry, CARRY_BYTES, pending, request.tokens)
  }
  if (request.patterns !== undefined) {
    const range = { from: CARRY_BYTES - PATTERN_LAG, limit: CARRY_BYTES, end: CARRY_BYTES }
    const resting = state.view.getUint32(AT_RESTING, true)
    const memory = { bytes: carry, words: new Uint32Array(carry.buffer, CARRY_AT, CARRY_BYTES / 4) }
    searchLines(request.patterns, memory, range, resting, (start, id) => {
      totals.lateMatches.push(totals.bytes - CARRY_BYTES + start, id)
      totals.matches++
    })
  }
  return totals
}
