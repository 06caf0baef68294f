import type { Totals } from '../../src/scan/scanner.ts'
import { BLOCK_BYTES } from '../../src/scan/scanner.ts'
import type { TokenWeights } from '../../src/scan/token-units.ts'
import { linesOf, type OracleLine } from './line-oracle.ts'
import type { Scan, ScannedWindow } from './scan-run.ts'
import { unitsOfWindows } from './unit-oracle.ts'

// What a scan must return, computed in the slowest and simplest way: the platform's decoder for UTF-8, strings and
// regular expressions for the rest. Shares no code with the scanners.

/** The facts of `bytes` scanned in windows of the given lengths, which must add up to its length. */
export function oracle(bytes: Uint8Array, lengths: readonly number[], tokens?: TokenWeights): Scan {
  const units = tokens === undefined ? undefined : unitsOfWindows(bytes, lengths, tokens)
  const lines = linesOf(bytes)
  const windows: ScannedWindow[] = []
  let startByte = 0
  for (const [i, length] of lengths.entries()) {
    const facts = windowOf(bytes, startByte, startByte + length, lines)
    windows.push({ ...facts, tokenUnits: units?.windows[i] ?? 0 })
    startByte += length
  }
  return { windows, totals: { ...totalsOf(bytes, lines), tokenUnits: units?.total ?? 0 } }
}

function windowOf(
  bytes: Uint8Array,
  start: number,
  end: number,
  lines: readonly OracleLine[],
): Omit<ScannedWindow, 'tokenUnits'> {
  const window = bytes.subarray(start, end)
  const blockNewlines: number[] = []
  for (let at = 0; at < window.length; at += BLOCK_BYTES) {
    blockNewlines.push(newlinesIn(window.subarray(at, at + BLOCK_BYTES)))
  }
  // An ASCII byte is always a whole character, so decoding can start at one before the window.
  let from = start
  while (from > 0 && bytes[from - 1] > 0x7f) from--
  const before = bytes.subarray(from, start)
  const through = bytes.subarray(from, end)
  const ended = lines.filter((line) => line.end >= start && line.end < end)
  return {
    startByte: start,
    newlines: newlinesIn(window),
    blockNewlines,
    codePoints: codePointsOf(through) - codePointsOf(before),
    flags:
      kindsOf(window) |
      loneReturns(bytes.subarray(Math.max(0, start - 1), end)) |
      (malformedIn(through) > malformedIn(before) ? 16 : 0),
    lineEnds: ended.map((line) => line.end - start),
    lineShapes: ended.map((line) => line.shape),
    lineOpenings: ended.map((line) => line.head),
    blockAlike: blockNewlines.map((_, block) => isAlike(ended, start + block * BLOCK_BYTES)),
  }
}

/** Whether lines end in the block at `start`, and all have the facts of the line before. */
function isAlike(ended: readonly OracleLine[], start: number): number {
  const inBlock = ended.filter((line) => line.end >= start && line.end < start + BLOCK_BYTES)
  const before = ended[ended.indexOf(inBlock[0]) - 1]
  const facts = new Set([before, ...inBlock].map((line) => `${line?.shape} ${line?.head}`))
  return inBlock.length > 0 && facts.size === 1 ? 1 : 0
}

function totalsOf(bytes: Uint8Array, lines: readonly OracleLine[]): Omit<Totals, 'tokenUnits'> {
  const text = decode(bytes)
  const open = lines[lines.length - 1]
  return {
    bytes: bytes.length,
    newlines: newlinesIn(bytes),
    codePoints: [...text].length,
    textBytes: new TextEncoder().encode(text).length,
    flags: kindsOf(bytes) | loneReturns(bytes) | (isValid(bytes) ? 0 : 16),
    lastLineShape: open.shape,
    lastLineOpening: open.head,
  }
}

function kindsOf(bytes: Uint8Array): number {
  const has = (byte: number) => bytes.includes(byte)
  return (isAscii(bytes) ? 0 : 1) | (has(13) ? 2 : 0) | (has(27) ? 4 : 0) | (has(0) ? 8 : 0)
}

const loneReturns = (bytes: Uint8Array): number => (/\r[^\n]/.test(latin1(bytes)) ? 32 : 0)

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
