import { outOfRange } from '../../errors.ts'
import { countBlocks, unitsOfPending, unitsOfWindow } from './counts.ts'
import {
  AT_BYTES,
  AT_CODE_POINTS,
  AT_FLAGS,
  AT_NEWLINES,
  AT_TEXT_BYTES,
  AT_TOKEN_UNITS,
  addTo,
  CARRY_AT,
  CARRY_BYTES,
  newFacts,
  newState,
  readTotals,
  type ScanMemory,
  type SessionState,
  STATE_BYTES,
} from './scan-state.ts'
import type { Scanner, ScanRequest, ScanSession, Totals, WindowFacts } from './scanner.ts'
import { FLAG_INVALID, WINDOW_BYTES } from './scanner.ts'
import { pendingBytes, REPLACEMENT_BYTES } from './utf8.ts'

/** Scanner that runs anywhere. It is the reference for the Wasm scanner. */
export function createJsScanner(): Scanner {
  const getMemory = createJsMemory()
  return { backend: 'js', open: (request) => openJsSession(getMemory, request, newState(), newFacts()) }
}

/** The carry, followed by the window. Made at first use and shared by all sessions of a scanner. */
export function createJsMemory(): () => ScanMemory {
  let memory: ScanMemory | undefined
  return () => {
    if (memory === undefined) {
      const bytes = new Uint8Array(CARRY_BYTES + WINDOW_BYTES)
      memory = { bytes, words: new Uint32Array(bytes.buffer) }
    }
    return memory
  }
}

/** Opens a session that continues with an existing state and facts, for example after the Wasm scanner trapped. */
export function openJsSession(
  getMemory: () => ScanMemory,
  request: ScanRequest,
  state: SessionState,
  facts: WindowFacts,
): ScanSession {
  const before = new Uint8Array(STATE_BYTES)
  return {
    window: () => getMemory().bytes.subarray(CARRY_BYTES),
    advance(length) {
      checkLength(length)
      before.set(state.bytes)
      scanWindow(getMemory(), length, request, state, facts)
      return facts
    },
    rewind: () => state.bytes.set(before),
    finish: () => finishScan(request, state),
  }
}

/** @throws PithError `PITH_OFFSET_OUT_OF_RANGE` unless 0 ≤ `length` ≤ `WINDOW_BYTES`. */
export function checkLength(length: number): void {
  if (Number.isInteger(length) && length >= 0 && length <= WINDOW_BYTES) return
  throw outOfRange(`Expected \`length\` to be a whole number from 0 to ${WINDOW_BYTES}, got ${length}.`)
}

function scanWindow(
  memory: ScanMemory,
  length: number,
  { tokens }: ScanRequest,
  state: SessionState,
  facts: WindowFacts,
): void {
  const { bytes } = memory
  const { view } = state
  bytes.set(state.bytes.subarray(CARRY_AT))
  facts.startByte = view.getFloat64(AT_BYTES, true)
  addTo(view, AT_TEXT_BYTES, length + countBlocks(memory, CARRY_BYTES, length, facts))
  facts.tokenUnits = tokens === undefined ? 0 : unitsOfWindow(bytes, CARRY_BYTES, length, tokens)
  addTo(view, AT_BYTES, length)
  addTo(view, AT_NEWLINES, facts.newlines)
  addTo(view, AT_CODE_POINTS, facts.codePoints)
  addTo(view, AT_TOKEN_UNITS, facts.tokenUnits)
  view.setUint32(AT_FLAGS, view.getUint32(AT_FLAGS, true) | facts.flags, true)
  state.bytes.set(bytes.subarray(length, length + CARRY_BYTES), CARRY_AT)
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
  return totals
}
