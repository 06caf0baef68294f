import { kindsOf } from './kinds.ts'
import type { ScanMemory } from './scan-state.ts'
import { FLAG_INVALID, FLAG_NON_ASCII } from './scanner.ts'
import { type TokenWeights, UnitMeter } from './token-units.ts'
import { countDecoded, type Decoded, pendingBytes } from './utf8.ts'

// Counts in plain TypeScript: line feeds, code points, kinds of bytes, token units.

/** Bytes that are processed together. Few, because one byte that is not plain costs all of them a second pass. */
const STEP_BYTES = 256

/** Where counts of a window are written. */
interface Counts {
  newlines: number
  codePoints: number
  flags: number
}

const decoded: Decoded = { codePoints: 0, extraBytes: 0, invalid: false }

/**
 * Counts the `length` bytes at `at`, a multiple of four. A sequence that began before them continues.
 *
 * @returns UTF-8 bytes of their text, less their own number.
 */
export function countBlocks(memory: ScanMemory, at: number, length: number, facts: Counts): number {
  const { bytes } = memory
  let extraBytes = 0
  facts.newlines = 0
  facts.codePoints = 0
  facts.flags = 0
  for (let offset = 0; offset < length; offset += STEP_BYTES) {
    const start = at + offset
    const end = Math.min(start + STEP_BYTES, at + length)
    const kinds = kindsOf(memory, start, end)
    facts.newlines += kinds >>> 8
    facts.flags |= kinds & 0xff
    if ((kinds & FLAG_NON_ASCII) === 0 && pendingBytes(bytes, start) === 0) {
      facts.codePoints += end - start
      continue
    }
    countDecoded(memory, start, end, decoded)
    facts.codePoints += decoded.codePoints
    if (decoded.invalid) facts.flags |= FLAG_INVALID
    extraBytes += decoded.extraBytes
  }
  return extraBytes
}

/**
 * Token units of the `length` bytes at `at`. Includes a sequence that is open before them, leaves out one that they leave open.
 */
export function unitsOfWindow(bytes: Uint8Array, at: number, length: number, weights: TokenWeights): number {
  const end = at + length
  const from = at - pendingBytes(bytes, at)
  const meter = meterFor(weights)
  meter.resume(bytes, from)
  return meter.add(bytes, from, end - pendingBytes(bytes, end))
}

/** Token units of the `pending` bytes before `end`, which are part of a sequence. */
export function unitsOfPending(
  bytes: Uint8Array,
  end: number,
  pending: number,
  weights: TokenWeights,
): number {
  const meter = meterFor(weights)
  meter.resume(bytes, end - pending)
  return meter.add(bytes, end - pending, end)
}

const meters = /* @__PURE__ */ new WeakMap<TokenWeights, UnitMeter>()

function meterFor(weights: TokenWeights): UnitMeter {
  const known = meters.get(weights) ?? new UnitMeter(weights)
  meters.set(weights, known)
  return known
}
