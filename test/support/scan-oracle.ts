import type { PatternSet } from '../../src/scan/patterns.ts'
import type { Totals } from '../../src/scan/scanner.ts'
import { BLOCK_BYTES } from '../../src/scan/scanner.ts'
import type { TokenWeights } from '../../src/scan/token-units.ts'
import { linesOf, type OracleLine } from './line-oracle.ts'
import type { Scan, ScannedWindow } from './scan-run.ts'
import { unitsOfWindows } from './unit-oracle.ts'

// What a scan must return, computed in the slowest and simplest way: the platform's decoder for UTF-8, strings and
// regular expressions for the rest. Shares no code with the scanners.

const LAG = 32
/** This many bytes of the line after a match's anchor are not searched. */
const REST = 4096

interface Match {
  start: number
  anchorEnd: number
  id: number
}

/** The facts of `bytes` scanned in windows of the given lengths, which must add up to its length. */
export function oracle(
  bytes: Uint8Array,
  lengths: readonly number[],
  set?: PatternSet,
  tokens?: TokenWeights,
): Scan {
  const units = tokens === undefined ? undefined : unitsOfWindows(bytes, lengths, tokens)
  const matches = set === undefined ? [] : matchesOf(bytes, set)
  const lines = linesOf(bytes)
  const windows: ScannedWindow[] = []
  let startByte = 0
  for (const [i, length] of lengths.entries()) {
    const facts = windowOf(bytes, startByte, startByte + length, matches, lines)
    windows.push({ ...facts, tokenUnits: units?.windows[i] ?? 0 })
    startByte += length
  }
  return { windows, totals: { ...totalsOf(bytes, matches, lines), tokenUnits: units?.total ?? 0 } }
}

function windowOf(
  bytes: Uint8Array,
  start: number,
  end: number,
  matches: readonly Match[],
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
  const due = matches.filter((m) => m.anchorEnd > start - LAG && m.anchorEnd <= end - LAG)
  return {
    startByte: start,
    newlines: newlinesIn(window),
    blockNewlines,
    matches: due.flatMap((m) => [m.start - start, m.id]),
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

function totalsOf(
  bytes: Uint8Array,
  matches: readonly Match[],
  lines: readonly OracleLine[],
): Omit<Totals, 'tokenUnits'> {
  const text = decode(bytes)
  const open = lines[lines.length - 1]
  const late = matches.filter((m) => m.anchorEnd > bytes.length - LAG)
  return {
    bytes: bytes.length,
    newlines: newlinesIn(bytes),
    codePoints: [...text].length,
    textBytes: new TextEncoder().encode(text).length,
    matches: matches.length,
    flags: kindsOf(bytes) | loneReturns(bytes) | (isValid(bytes) ? 0 : 16),
    lateMatches: late.flatMap((m) => [m.start, m.id]),
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

function matchesOf(bytes: Uint8Array, set: PatternSet): Match[] {
  const matches: Match[] = []
  let lineStart = 0
  for (const line of latin1(bytes).split('\n')) {
    for (let from = 0, next = firstMatch(line, set, from); next; next = firstMatch(line, set, from)) {
      matches.push({ ...next, start: lineStart + next.start, anchorEnd: lineStart + next.anchorEnd })
      from = next.anchorEnd + REST
    }
    lineStart += line.length + 1
  }
  return matches
}

/** The first match whose anchor's last byte is at or after `from`. */
function firstMatch(line: string, set: PatternSet, from: number): Match | undefined {
  const lower = line.toLowerCase()
  const found: Match[] = []
  set.patterns.forEach(({ literal, wholeWord, anywhere }, id) => {
    const wanted = literal.toLowerCase()
    for (let start = lower.indexOf(wanted); start >= 0; start = lower.indexOf(wanted, start + 1)) {
      const after = line.slice(start + literal.length)
      const begins = anywhere || beginsWord(line.slice(0, start), line.slice(start))
      if (begins && !(wholeWord && /^\w/.test(after)))
        found.push({ start, anchorEnd: start + set.anchorOffsets[id] + 4, id })
    }
  })
  return found.filter((m) => m.anchorEnd > from).sort((a, b) => a.anchorEnd - b.anchorEnd || a.id - b.id)[0]
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: it is the escape character that is meant
const SGR_END = /\x1b\[[0-9;:]{0,16}m$/

function beginsWord(before: string, rest: string): boolean {
  if (!/^\w/.test(rest) || !/\w$/.test(before)) return true
  return (/[a-z]$/.test(before) && /^[A-Z]/.test(rest)) || SGR_END.test(before)
}
