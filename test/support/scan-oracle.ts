import type { Totals, WindowFacts } from '../../src/core/scan/scanner.ts'
import type { TokenWeights } from '../../src/core/scan/token-units.ts'
import type { Scan } from './scan-run.ts'
import { unitsOfWindows } from './unit-oracle.ts'

// What a scan must return, computed in the slowest and simplest way: the platform's decoder for UTF-8, strings and
// regular expressions for the rest. Shares no code with the scanners.

/** The facts of `bytes` scanned in windows of the given lengths, which must add up to its length. */
export function oracle(bytes: Uint8Array, lengths: readonly number[], tokens?: TokenWeights): Scan {
  const units = tokens === undefined ? undefined : unitsOfWindows(bytes, lengths, tokens)
  const windows: WindowFacts[] = []
  let startByte = 0
  for (const [i, length] of lengths.entries()) {
    const facts = windowOf(bytes, startByte, startByte + length)
    windows.push({ ...facts, tokenUnits: units?.windows[i] ?? 0 })
    startByte += length
  }
  return { windows, totals: { ...totalsOf(bytes), tokenUnits: units?.total ?? 0 } }
}

function windowOf(bytes: Uint8Array, start: number, end: number): Omit<WindowFacts, 'tokenUnits'> {
  const window = bytes.subarray(start, end)
  // An ASCII byte is always a whole character, so decoding can start at one before the window.
  let from = start
  while (from > 0 && bytes[from - 1] > 0x7f) from--
  const before = bytes.subarray(from, start)
  const through = bytes.subarray(from, end)
  return {
    startByte: start,
    newlines: newlinesIn(window),
    codePoints: codePointsOf(through) - codePointsOf(before),
    flags: kindsOf(window) | (malformedIn(through) > malformedIn(before) ? 4 : 0),
  }
}

function totalsOf(bytes: Uint8Array): Omit<Totals, 'tokenUnits'> {
  const text = decode(bytes)
  return {
    bytes: bytes.length,
    newlines: newlinesIn(bytes),
    codePoints: [...text].length,
    textBytes: new TextEncoder().encode(text).length,
    flags: kindsOf(bytes) | (isValid(bytes) ? 0 : 4),
  }
}

const kindsOf = (bytes: Uint8Array): number => (isAscii(bytes) ? 0 : 1) | (bytes.includes(27) ? 2 : 0)

function isValid(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Number of code points. An incomplete sequence at the end becomes one U+FFFD, so it counts where it begins. */
const codePointsOf = (bytes: Uint8Array): number =>
  isAscii(bytes) ? bytes.length : [...decode(bytes)].length

const isAscii = (bytes: Uint8Array): boolean => bytes.every((byte) => byte < 0x80)

/** Malformed sequences that these bytes alone reveal. EF BF BD is always a genuine U+FFFD. */
function malformedIn(bytes: Uint8Array): number {
  if (isAscii(bytes)) return 0
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true })
  return count(text, /\ufffd/g) - count(latin1(bytes), /\xef\xbf\xbd/g)
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const decode = (bytes: Uint8Array): string => decoder.decode(bytes)
const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')
const newlinesIn = (bytes: Uint8Array): number => bytes.filter((byte) => byte === 0x0a).length
const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0
