import type { Settings } from '../../settings.ts'
import type { Facts, ValuedLine } from '../hold/facts.ts'
import { patternOf } from '../hold/found.ts'
import { isNoticeLine, MAX_NOTICE_LENGTH } from '../words/parse.ts'
import { decode } from '../words/parts.ts'
import { STRONG_VALUE } from './data.ts'
import type { DraftInput } from './draft.ts'

// What a run that is over the limits spends: a limit in bytes below the caller's, chosen by how clear it is which lines
// matter.

/**
 * The log of a success without strong lines: its ends. Holds the floor forms of two errors (clause 13). A log that may be
 * of a failure keeps its limit, because its cause may be anywhere: of 25 unknown failures, 3 were lost without it.
 */
const QUIET_BYTES = 1400
/** The least for a log with few strong lines: these, with the lines around them, and the ends. */
const CLEAR_BYTES = 3060

/** A line is strong from this share of the best value on. */
const STRONG_SHARE = 0.2
/** The most bytes that count of one line, because longer ones are clipped. */
const MOST_LINE_BYTES = 700
/** When the strong lines have more bytes than this, it is not clear which of them matter. */
const FEW_BYTES = 3500
/** What each further byte of strong lines adds. */
const STEEPNESS = 24
/** Where the best line has a lower value than this, it is less clear too. */
const SURE_VALUE = 30

const LF = 0x0a

/** True for an output that may be worth less than the limits: somebody asked for data, so that all of it counts. */
export const isJudged = ({ notText, units, structured }: Facts, { purpose, errors }: Settings): boolean =>
  purpose === 'run' && errors !== undefined && !notText && (!units || structured?.kind.isNoise === true)

/**
 * The bytes that an output is worth. Infinity when they are not below the limit, or leave out less than half of the
 * output: that saves too little to make a reader ask for the rest.
 */
export function worthBytes({ facts, settings, values }: DraftInput): number {
  if (endsInNotice(facts)) return Infinity
  const bytes = Math.ceil(bytesFor(facts, values()))
  return bytes < settings.maxBytes && 2 * bytes < facts.textBytes ? bytes : Infinity
}

function bytesFor(facts: Facts, lines: readonly ValuedLine[]): number {
  const best = lines.reduce((most, { value }) => Math.max(most, value), 0)
  const isQuiet = facts.totalErrors === 0 || best < STRONG_VALUE
  if (isQuiet && !hasSucceeded(facts)) return Infinity
  // A line that answers a query is as clear as an error.
  if (isQuiet && !lines.some(({ queryValue }) => queryValue)) return QUIET_BYTES
  const strongBytes = lines
    .filter(({ value }) => value >= STRONG_SHARE * best)
    .reduce((sum, { lengthBytes }) => sum + Math.min(lengthBytes, MOST_LINE_BYTES), 0)
  const unclearBytes = strongBytes * Math.max(1, SURE_VALUE / best) - FEW_BYTES
  return Math.max(CLEAR_BYTES, strongBytes) + STEEPNESS * Math.max(0, unclearBytes)
}

/** True when the status or the kind of the output says so, and no line says that a command failed. */
const hasSucceeded = ({ status, structured, units, errorLines }: Facts): boolean =>
  (status ? status.exitCode === 0 : units !== undefined && structured?.kind.isNoise === true) &&
  !errorLines.some(({ kinds }) => patternOf(kinds) === 'exit')

/** True for a text that pith has cut before, so that cutting it again changes nothing (clause 9). */
function endsInNotice({ regions, totalBytes }: Facts): boolean {
  const last = regions[regions.length - 1]
  if (last?.endByte !== totalBytes) return false
  const end = last.bytes[last.bytes.length - 1] === LF ? last.bytes.length - 1 : last.bytes.length
  const start = last.bytes.lastIndexOf(LF, end - 1) + 1
  return end - start <= MAX_NOTICE_LENGTH && isNoticeLine(decode(last.bytes.subarray(start, end)))
}
