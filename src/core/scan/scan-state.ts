import type { Totals, WindowFacts } from './scanner.ts'

// A session's state, little-endian, the same in both scanners. assembly/memory.ts has the same offsets. It ends with
// the carry, so a copy of the state right before a window puts the last bytes where they were.
//
//   0  f64 bytes        8  f64 newlines    16 f64 code points   24 f64 text bytes
//   40 u32 flags
//   64 f64 token units, in a session with tokens
//   128 u8[128] carry: the last bytes scanned. Before the start of the input, zeros and an LF
export const STATE_BYTES = 256
export const CARRY_BYTES = 128
export const CARRY_AT = STATE_BYTES - CARRY_BYTES
export const AT_BYTES = 0
export const AT_NEWLINES = 8
export const AT_CODE_POINTS = 16
export const AT_TEXT_BYTES = 24
export const AT_FLAGS = 40
export const AT_TOKEN_UNITS = 64

/** Bytes to scan, and the same memory as 32-bit words. */
export interface ScanMemory {
  readonly bytes: Uint8Array
  readonly words: Uint32Array
}

/** A session's plain data, and a view of its numbers. */
export interface SessionState {
  readonly bytes: Uint8Array
  readonly view: DataView
}

const LF = 0x0a

/** The state before the first byte. Zeros and an LF are no word bytes, no letters and not part of a sequence. */
export function newState(): SessionState {
  const bytes = new Uint8Array(STATE_BYTES)
  bytes[STATE_BYTES - 1] = LF
  return { bytes, view: new DataView(bytes.buffer) }
}

export function addTo(view: DataView, at: number, amount: number): void {
  view.setFloat64(at, view.getFloat64(at, true) + amount, true)
}

/** The totals so far, without what depends on the end of the input. */
export function readTotals(view: DataView): Totals {
  return {
    bytes: view.getFloat64(AT_BYTES, true),
    newlines: view.getFloat64(AT_NEWLINES, true),
    codePoints: view.getFloat64(AT_CODE_POINTS, true),
    textBytes: view.getFloat64(AT_TEXT_BYTES, true),
    flags: view.getUint32(AT_FLAGS, true),
    tokenUnits: view.getFloat64(AT_TOKEN_UNITS, true),
  }
}

/** Facts of an empty window. */
export function newFacts(): WindowFacts {
  return {
    startByte: 0,
    newlines: 0,
    codePoints: 0,
    flags: 0,
    tokenUnits: 0,
  }
}
