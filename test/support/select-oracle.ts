import { isKnownOpening } from '../../src/core/judge/openings.ts'
import type { TokenWeights } from '../../src/core/scan/token-units.ts'
import { linesOf } from './line-oracle.ts'
import { oracle } from './scan-oracle.ts'

// What a selection must return, computed in the slowest and simplest way: one string for the whole input, regular
// expressions, and a sorted array in the place of a heap. It knows no window. Shares no code with the selectors but the
// list of known openings.

const SLOTS = 512
const PART = 1024
const MOST_ALIKE = 8

/** A literal and its weight in each of 16 contexts. */
export interface OracleLiteral {
  literal: string
  weights: ArrayLike<number>
}

export interface OracleEntry {
  slot: number
  line: number
  startByte: number
  endByte: number
  hitByte: number
  literal: number
  score: number
  value: number
  shape: number
  repeat: number
}

export interface OracleSelection {
  totals: {
    bytes: number
    newlines: number
    codePoints: number
    textBytes: number
    flags: number
    tokenUnits: number
  }
  /** Ordered by where they begin. */
  entries: OracleEntry[]
  counts: Map<number, number>
  scored: number
  left: { units: number; score: number }
}

interface Unit {
  line: number
  start: number
  end: number
  /** False for a later part of a line. */
  isLineStart: boolean
}

interface Hit {
  start: number
  end: number
  id: number
}

export function selectionOf(
  bytes: Uint8Array,
  literals: readonly OracleLiteral[],
  tokens?: TokenWeights,
): OracleSelection {
  const text = Buffer.from(bytes).toString('latin1')
  const hits = hitsIn(text, literals)
  const places = [...text.matchAll(/(?<=[A-Za-z][:(])[0-9]/g)].map(({ index }) => index)
  const selection = emptySelection(bytes, tokens)
  let [hit, place] = [0, 0]
  for (const unit of unitsOf(text)) {
    const firstHit = hit
    const firstPlace = place
    while (hit < hits.length && hits[hit].start < unit.end) hit++
    while (place < places.length && places[place] < unit.end) place++
    scoreUnit(selection, text, literals, unit, hits.slice(firstHit, hit), place > firstPlace)
  }
  selection.entries.sort((a, b) => a.startByte - b.startByte)
  return selection
}

function emptySelection(bytes: Uint8Array, tokens?: TokenWeights): OracleSelection {
  const { totals } = oracle(bytes, [bytes.length], tokens)
  const { newlines, codePoints, textBytes, flags, tokenUnits } = totals
  return {
    totals: { bytes: bytes.length, newlines, codePoints, textBytes, flags, tokenUnits },
    entries: [],
    counts: new Map(),
    scored: 0,
    left: { units: 0, score: 0 },
  }
}

/** Lines without their ends, cut at each CR and after each 1024 bytes. */
function unitsOf(text: string): Unit[] {
  const units: Unit[] = []
  let start = 0
  for (const [i, line] of text.split('\n').entries()) {
    let from = start
    for (const piece of line.split('\r')) {
      for (let at = 0; at < piece.length; at += PART) {
        const end = Math.min(piece.length, at + PART)
        units.push({ line: i + 1, start: from + at, end: from + end, isLineStart: at === 0 })
      }
      from += piece.length + 1
    }
    start += line.length + 1
  }
  return units
}

/** Behind what a word begins. */
const WORD_START = [
  '(?:(?<![A-Za-z])(?=[A-Za-z])|(?<=[a-z])(?=[A-Z])|(?<=[0-9[]m)(?=[A-Za-z])|',
  // The first byte of an East Asian letter, or of a Cyrillic one behind ASCII.
  '(?=[\\xe3-\\xed])|(?<![\\x80-\\xff])(?=[\\xd0\\xd1]))',
].join('')

/** All places of all literals, ordered by start, then by number. A literal's first word start is one of the text. */
function hitsIn(text: string, literals: readonly OracleLiteral[]): Hit[] {
  const found = literals.flatMap(({ literal }, id) => {
    const bytes = Buffer.from(literal).toString('latin1')
    const source = [...bytes]
      .map((sign) => (/[A-Za-z]/.test(sign) ? bothCases(sign) : escaped(sign)))
      .join('')
    const first = bytes.search(new RegExp(WORD_START))
    const signs = [...bytes].slice(0, first).map(escaped).join('')
    const pattern = new RegExp(`(?=${source})${signs}${WORD_START}`, 'g')
    return [...text.matchAll(pattern)].map(({ index }) => ({ start: index, end: index + bytes.length, id }))
  })
  return found.sort((a, b) => a.start - b.start || a.id - b.id)
}

const bothCases = (letter: string): string => `[${letter.toLowerCase()}${letter.toUpperCase()}]`
const escaped = (sign: string): string => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`

function contextOf(text: string, unit: Unit, { start, end }: Hit): number {
  // Zeros and an LF are before the input, LFs behind it.
  const before = `\0\0\n${text.slice(0, start)}`.slice(-3)
  const behind = `${text.slice(end, end + 11)}\n`.replace(/^[A-Za-z0-9_]{0,10}/, '')
  return (
    (start - unit.start < 40 ? 1 : 0) |
    (/^[:!\]]/.test(behind) ? 2 : 0) |
    (/(?:[^0-9]0|[Nn\x4e\x6e][Oo]) $/.test(before) ? 4 : 0) |
    (/[/.-]$/.test(before) || /^[/.=(]/.test(behind) ? 8 : 0)
  )
}

function scoreUnit(
  selection: OracleSelection,
  text: string,
  literals: readonly OracleLiteral[],
  unit: Unit,
  hits: readonly Hit[],
  isLocated: boolean,
): void {
  const weights = hits.map((hit) => literals[hit.id].weights[contextOf(text, unit, hit)])
  const strongest = Math.max(0, ...weights)
  const hit = hits[weights.indexOf(strongest)]
  const best = strongest < 30 && unit.isLineStart && opens(text, unit) ? 30 : strongest
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const others = Math.min(30, Math.floor(((sum - strongest) * 31) / 256))
  const score = best + others + (isLocated ? (best > 0 ? 15 : 8) : 0)
  if (score === 0) return
  const hitByte = hit?.start ?? unit.start
  const literal = hit?.id ?? -1
  const near = text.slice(Math.max(unit.start, hitByte - 16), unit.end).slice(0, 64)
  offer(selection, {
    slot: -1,
    line: unit.line,
    startByte: unit.start,
    endByte: unit.end,
    hitByte,
    literal,
    score,
    value: 0,
    shape: shapeOf(near, literal),
    repeat: 0,
  })
}

function opens(text: string, unit: Unit): boolean {
  const line = Buffer.from(text.slice(unit.start, unit.end), 'latin1')
  return isKnownOpening(linesOf(line)[0].head)
}

/** The hash of a line, without the bit for a location, and of a literal. */
function shapeOf(near: string, literal: number): number {
  const hash = linesOf(Buffer.from(near, 'latin1'))[0].shape
  const own = BigInt.asUintN(32, BigInt(literal + 1) * 0x9e3779b1n)
  return Number((BigInt(hash) ^ own) % 32768n)
}

function offer(selection: OracleSelection, entry: OracleEntry): void {
  const { entries, counts } = selection
  selection.scored++
  const least = entries.length < SLOTS ? undefined : leastOf(entries)
  const repeat = counts.get(entry.shape) ?? 0
  if (repeat > 0 || least === undefined || entry.score > least.value) counts.set(entry.shape, repeat + 1)
  if (repeat >= MOST_ALIKE) return
  const value = Math.floor((entry.score * 2) / (2 + repeat))
  const loser = least !== undefined && value <= least.value ? entry : least
  if (loser !== undefined) {
    selection.left.units++
    selection.left.score = Math.max(selection.left.score, loser.score)
  }
  if (loser === entry) return
  entries.push({ ...entry, value, repeat, slot: least?.slot ?? entries.length })
  if (least !== undefined) entries.splice(entries.indexOf(least), 1)
}

/** The entry of the least value; of equal ones, the one that begins last. */
const leastOf = (entries: readonly OracleEntry[]): OracleEntry =>
  entries.reduce((least, entry) => {
    const isLess =
      entry.value < least.value || (entry.value === least.value && entry.startByte > least.startByte)
    return isLess ? entry : least
  })
