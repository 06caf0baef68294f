import type { ErrorSearchOptions } from '../../src/options.ts'
import { afterStamp, lineFacts } from '../../src/scan/line-facts.ts'
import type { ErrorPattern } from '../../src/settings.ts'
import { type Assessor, createAssessor, ERROR_SCORE } from '../../src/signal/evidence.ts'
import { requiredLiterals } from '../../src/signal/linear/literals.ts'
import { signalLiterals } from '../../src/signal/literals.ts'
import { isKnownOpening } from '../../src/signal/openings.ts'
import { kindNames } from '../../src/signal/rule.ts'
import type { InputFacts } from './facts.ts'

/** A line, or a piece of a long one, that tells of an error. */
export interface ErrorFact {
  line: number
  startByte: number
  endByte: number
  pattern: string
}

/** A line of at most this many bytes is assessed whole, a longer one in pieces. */
const ASSESSED_BYTES = 8192
/** A piece ends within the last `BORDER_REACH` of these bytes, at the best place. */
const BORDER_REACH = 512
/** A time stamp within this many bytes of the start is not assessed. */
const STAMP_REACH = 64

interface Assessing {
  assessor: Assessor
  literals: RegExp
  /** True when a pattern has no literal, so that every line must be assessed. */
  assessesAll: boolean
}

const known = new Map<string, Assessing>()

/** Every unit with an error in its own text. Each unit is assessed alone. */
export function errorLinesOf(facts: InputFacts, patterns: ErrorSearchOptions['patterns'] = []): ErrorFact[] {
  const key = JSON.stringify(patterns.map(String))
  const assessing = known.get(key) ?? assessingOf(patterns)
  known.set(key, assessing)
  const found: ErrorFact[] = []
  for (let line = 1; line <= facts.totalLines; line++) {
    const start = facts.lineStart(line)
    const text = Buffer.from(facts.bytes.subarray(start, facts.contentEnd(line))).toString('latin1')
    for (const unit of unitsOf(text)) {
      const fact =
        hasCue(text, unit, assessing) && errorIn(facts.bytes, start, text, unit, assessing.assessor)
      if (fact) found.push({ line, ...fact })
    }
  }
  return found
}

const escaped = (literal: string): string => literal.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

function assessingOf(patterns: NonNullable<ErrorSearchOptions['patterns']>): Assessing {
  const extra = patterns.map(
    (p): ErrorPattern =>
      typeof p === 'string' ? { pattern: escaped(p), flags: 'i' } : { pattern: p.source, flags: p.flags },
  )
  const own = extra.map(({ pattern, flags }) => requiredLiterals(pattern, flags))
  const assessesAll = own.includes(undefined)
  const looked = [...signalLiterals(), ...(assessesAll ? [] : own.flatMap((list) => list ?? []))]
  return {
    assessor: createAssessor(extra),
    literals: new RegExp(looked.map(escaped).join('|'), 'gi'),
    assessesAll,
  }
}

type Unit = readonly [start: number, end: number]

/** The pieces of a line that are assessed one by one. A short line is one piece. */
function unitsOf(text: string): Unit[] {
  if (text.length <= ASSESSED_BYTES) return [[0, text.length]]
  const ends: number[] = []
  for (let at = ASSESSED_BYTES; at < text.length; at += ASSESSED_BYTES - BORDER_REACH) {
    ends.push(at - BORDER_REACH + borderIn(text.slice(at - BORDER_REACH, at), text[at]))
  }
  return [...ends, text.length].map((end, i) => [ends[i - 1] ?? 0, end])
}

/** After the last CR, else after the last brace, comma or blank, else between two characters. */
function borderIn(near: string, behind: string): number {
  for (const sign of ['\r', '}', ',', ' ']) if (near.includes(sign)) return near.lastIndexOf(sign) + 1
  const begun = /[^\x80-\xbf][\x80-\xbf]{0,2}$/.exec(near)
  return /[\x80-\xbf]/.test(behind) && begun ? begun.index : near.length
}

/** The parts of a unit between CRs. */
function partsOf(text: string, [start, end]: Unit): Unit[] {
  if (!text.includes('\r')) return end > start ? [[start, end]] : []
  let at = start
  return text
    .slice(start, end)
    .split('\r')
    .map((part): Unit => {
      const from = at
      at += part.length + 1
      return [from, from + part.length]
    })
    .filter(([from, to]) => to > from)
}

/** Whether the unit has a literal or a cue. Only then it is assessed. */
function hasCue(text: string, [start, end]: Unit, { literals, assessesAll }: Assessing): boolean {
  literals.lastIndex = start
  const match = literals.exec(text)
  if (assessesAll || (match && match.index < end)) return true
  const behindReturn = partsOf(text, [start, end]).filter(([from]) => text[from - 1] === '\r')
  return [...(start === 0 ? [[0, end]] : []), ...behindReturn].some(([from, to]) => {
    const { shape, opening } = lineFacts(Buffer.from(text.slice(from, to), 'latin1'), 0, to - from)
    return shape >>> 31 === 1 || isKnownOpening(opening)
  })
}

/** The strongest part of a unit, of equals the first, if it is an error. */
function errorIn(
  bytes: Uint8Array,
  lineStart: number,
  text: string,
  unit: Unit,
  assessor: Assessor,
): Omit<ErrorFact, 'line'> | undefined {
  const all = partsOf(text, unit).map(([from, to]) => {
    const [start, end] = [lineStart + from, lineStart + to]
    return assessor.assess(bytes, afterStamp(bytes, start, Math.min(end, start + STAMP_REACH)), end)
  })
  const most = Math.max(...all.map((evidence) => evidence?.score ?? 0))
  const evidence = all.find((e) => e?.score === most)
  if (!evidence || most < ERROR_SCORE) return undefined
  const pattern = kindNames.find((_, bit) => (evidence.kinds >>> bit) & 1) ?? ''
  return { startByte: evidence.startByte, endByte: evidence.endByte, pattern }
}
