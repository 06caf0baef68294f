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

/** A line of at most so many bytes is judged whole, a longer one in pieces. */
const ASSESSED_BYTES = 8192
/** A piece ends in the last so many of as many bytes, at the best place. */
const BORDER_REACH = 512
/** What is judged as a line begins with, up to so many bytes, is no part of what is judged when it is a time stamp. */
const STAMP_REACH = 64

interface Judging {
  assessor: Assessor
  literals: RegExp
  /** True when a pattern has no literal, so that no line can be passed over. */
  assessesAll: boolean
}

const judgings = new Map<string, Judging>()

/** Every unit that tells of an error by its own text, each judged alone. */
export function errorLinesOf(facts: InputFacts, patterns: ErrorSearchOptions['patterns'] = []): ErrorFact[] {
  const key = JSON.stringify(patterns.map(String))
  const judging = judgings.get(key) ?? judgingOf(patterns)
  judgings.set(key, judging)
  const found: ErrorFact[] = []
  for (let line = 1; line <= facts.totalLines; line++) {
    const start = facts.lineStart(line)
    const text = Buffer.from(facts.bytes.subarray(start, facts.contentEnd(line))).toString('latin1')
    for (const unit of unitsOf(text)) {
      const fact = speaks(text, unit, judging) && errorIn(facts.bytes, start, text, unit, judging.assessor)
      if (fact) found.push({ line, ...fact })
    }
  }
  return found
}

const escaped = (literal: string): string => literal.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

function judgingOf(patterns: NonNullable<ErrorSearchOptions['patterns']>): Judging {
  const extra = patterns.map(
    (p): ErrorPattern =>
      typeof p === 'string' ? { pattern: escaped(p), flags: 'i' } : { pattern: p.source, flags: p.flags },
  )
  const own = extra.map(({ pattern, flags }) => requiredLiterals(pattern, flags))
  const assessesAll = own.includes(undefined)
  const looked = [...signalLiterals, ...(assessesAll ? [] : own.flatMap((list) => list ?? []))]
  return {
    assessor: createAssessor(extra),
    literals: new RegExp(looked.map(escaped).join('|'), 'gi'),
    assessesAll,
  }
}

type Unit = readonly [start: number, end: number]

/** The pieces of a line that are judged one by one: all of it where it is short. */
function unitsOf(text: string): Unit[] {
  if (text.length <= ASSESSED_BYTES) return [[0, text.length]]
  const ends: number[] = []
  for (let at = ASSESSED_BYTES; at < text.length; at += ASSESSED_BYTES - BORDER_REACH) {
    ends.push(at - BORDER_REACH + borderIn(text.slice(at - BORDER_REACH, at), text[at]))
  }
  return [...ends, text.length].map((end, i) => [ends[i - 1] ?? 0, end])
}

/** Behind the last CR, else behind the last brace, comma, blank; else where no character is cut. */
function borderIn(near: string, behind: string): number {
  for (const sign of ['\r', '}', ',', ' ']) if (near.includes(sign)) return near.lastIndexOf(sign) + 1
  const begun = /[^\x80-\xbf][\x80-\xbf]{0,2}$/.exec(near)
  return /[\x80-\xbf]/.test(behind) && begun ? begun.index : near.length
}

/** The parts of a unit between CRs. */
function stretchesOf(text: string, [start, end]: Unit): Unit[] {
  let at = start
  return text
    .slice(start, end)
    .split('\r')
    .map((stretch): Unit => {
      const from = at
      at += stretch.length + 1
      return [from, from + stretch.length]
    })
    .filter(([from, to]) => to > from)
}

/** Whether anything says that the unit may matter: only then it is judged. */
function speaks(text: string, [start, end]: Unit, { literals, assessesAll }: Judging): boolean {
  literals.lastIndex = start
  const match = literals.exec(text)
  if (assessesAll || (match && match.index < end)) return true
  const behindReturn = stretchesOf(text, [start, end]).filter(([from]) => text[from - 1] === '\r')
  return [...(start === 0 ? [[0, end]] : []), ...behindReturn].some(([from, to]) => {
    const { shape, opening } = lineFacts(Buffer.from(text.slice(from, to), 'latin1'), 0, to - from)
    return shape >>> 31 === 1 || isKnownOpening(opening)
  })
}

/** The strongest stretch of a unit, if that is an error; of equals the first. */
function errorIn(
  bytes: Uint8Array,
  lineStart: number,
  text: string,
  unit: Unit,
  assessor: Assessor,
): Omit<ErrorFact, 'line'> | undefined {
  const all = stretchesOf(text, unit).map(([from, to]) => {
    const [start, end] = [lineStart + from, lineStart + to]
    return assessor.assess(bytes, afterStamp(bytes, start, Math.min(end, start + STAMP_REACH)), end)
  })
  const most = Math.max(...all.map((evidence) => evidence?.score ?? 0))
  const evidence = all.find((e) => e?.score === most)
  if (!evidence || most < ERROR_SCORE) return undefined
  const pattern = kindNames.find((_, bit) => (evidence.kinds >>> bit) & 1) ?? ''
  return { startByte: evidence.startByte, endByte: evidence.endByte, pattern }
}
