import { MAX_SEQUENCE_BYTES, sequenceCeil } from '../../src/core/bytes/sequences.ts'
import { CallerPatterns } from '../../src/core/hold/caller-patterns.ts'
import { type Assessor, ERROR_SCORE } from '../../src/core/judge/evidence.ts'
import { createJudge } from '../../src/core/judge/judge.ts'
import { evidenceKinds } from '../../src/core/judge/rule.ts'
import { createJsSelector } from '../../src/core/scan/js-selector.ts'
import { afterStamp } from '../../src/core/scan/line-facts.ts'
import { WINDOW_BYTES } from '../../src/core/scan/scanner.ts'
import type { Entry } from '../../src/core/scan/selector.ts'
import { signalSet } from '../../src/core/scan/signal-set.ts'
import type { ErrorSearchOptions } from '../../src/options.ts'
import type { ErrorPattern } from '../../src/settings.ts'
import type { InputFacts } from './facts.ts'

/** A line, or a part of a long one, that tells of an error. */
export interface ErrorFact {
  line: number
  startByte: number
  endByte: number
  pattern: string
}

/** An error with all kinds of its evidence, by their names. */
export interface JudgedError extends ErrorFact {
  kinds: string[]
}

/** The errors of an input: those that are listed, and how many there are with those like them. */
export interface ErrorFacts {
  listed: JudgedError[]
  total: number
}

/** A longer line is judged only around its literal. */
const WHOLE_LINE_BYTES = 2048
const CLIP_BYTES = 1024
/** A time stamp within this many bytes of the start is not judged. */
const STAMP_REACH = 64

const selector = createJsSelector()
const rules = createJudge()

/**
 * The errors among the selected lines, each judged by its own text. What is selected is tested elsewhere, so it is taken
 * from the selector without kernels, which reads the whole input at once here.
 */
export function errorsOf(facts: InputFacts, patterns: ErrorSearchOptions['patterns'] = []): ErrorFacts {
  const extra = patterns.map(
    (p): ErrorPattern =>
      typeof p === 'string' ? { pattern: escaped(p), flags: 'i' } : { pattern: p.source, flags: p.flags },
  )
  const callers = extra.length === 0 ? undefined : new CallerPatterns(extra, rules)
  const { entries, countOf } = selectionOf(facts.bytes, callers)
  const listed: JudgedError[] = []
  const shapes = new Map<number, { errors: number; lines: number }>()
  let last = -1
  for (const entry of entries) {
    const fact = errorIn(facts.bytes, entry, callers ?? rules)
    const isNew = fact !== undefined && fact.startByte > last
    if (isNew) last = fact.startByte
    const isError = isNew && fact.pattern !== undefined
    const { errors, lines } = shapes.get(entry.shape) ?? { errors: 0, lines: 0 }
    shapes.set(entry.shape, { errors: errors + Number(isError), lines: lines + 1 })
    if (isError) listed.push({ ...fact, pattern: fact.pattern ?? '', line: entry.line })
  }
  // Lines that are only counted are errors where at least half of the judged ones of their shape are.
  const more = [...shapes].map(([shape, { errors, lines }]) =>
    errors > 0 && 2 * errors >= lines ? countOf(shape) - lines : 0,
  )
  return { listed, total: more.reduce((sum, count) => sum + count, listed.length) }
}

const escaped = (literal: string): string => literal.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

function selectionOf(bytes: Uint8Array, callers: CallerPatterns | undefined) {
  const own = selector.open({ literals: signalSet() })
  const session = callers ? callers.select(own) : own
  for (let at = 0; at < bytes.length; at += WINDOW_BYTES) {
    const part = bytes.subarray(at, at + WINDOW_BYTES)
    session.window().set(part)
    session.advance(part.length)
  }
  session.finish()
  return {
    entries: session.slots().map((slot) => session.entry(slot)),
    countOf: (shape: number) => session.countOf(shape),
  }
}

interface Judged {
  startByte: number
  endByte: number
  /** Undefined for what is no error. */
  pattern: string | undefined
  kinds: string[]
}

function errorIn(bytes: Uint8Array, entry: Entry, assessor: Assessor): Judged | undefined {
  const found = textsOf(bytes, entry).flatMap(([from, to]) => {
    const own = assessor.assess(bytes, afterStamp(bytes, from, Math.min(to, from + STAMP_REACH)), to)
    return own ? [own] : []
  })
  const evidence = found.find(({ score }) => found.every((other) => other.score <= score))
  if (!evidence) return undefined
  const isError = evidence.score >= ERROR_SCORE
  const kinds = evidenceKinds.filter((_, bit) => (evidence.kinds >>> bit) & 1)
  const { startByte, endByte } = evidence
  return { startByte, endByte, pattern: isError ? (kinds[0] ?? '') : undefined, kinds }
}

const isEnd = (byte: number | undefined): boolean => byte === undefined || byte === 0x0a || byte === 0x0d

type TextRange = [from: number, to: number]

/**
 * The ranges of the text that are judged: a short line, or what is near the literal of a long one, line by line if it is
 * a text in JSON.
 */
function textsOf(bytes: Uint8Array, { startByte, endByte, hitByte }: Entry): TextRange[] {
  const isLine =
    (startByte === 0 || bytes[startByte - 1] === 0x0a) &&
    (endByte === bytes.length ||
      bytes[endByte] === 0x0a ||
      (bytes[endByte] === 0x0d && bytes[endByte + 1] === 0x0a))
  if (isLine && endByte - startByte <= WHOLE_LINE_BYTES) return [[startByte, endByte]]
  let from = hitByte
  while (from > Math.max(0, hitByte - CLIP_BYTES) && !isEnd(bytes[from - 1])) from--
  if (!isEnd(bytes[from - 1])) from = wholeStart(bytes, from, hitByte)
  let to = hitByte
  while (to < Math.min(bytes.length, hitByte + CLIP_BYTES) && !isEnd(bytes[to])) to++
  return linesInJson(bytes, from, to).filter(([start, end]) => end >= startByte && start < endByte)
}

/** The parts of a range between `\\n`. A backslash takes the byte behind it along. */
function linesInJson(bytes: Uint8Array, from: number, to: number): TextRange[] {
  const lines: TextRange[] = []
  let start = from
  for (let at = from; at < to; at++) {
    if (bytes[at] !== 0x5c) continue
    if (bytes[at + 1] === 0x6e) {
      lines.push([start, at])
      start = at + 2
    }
    at++
  }
  return [...lines, [start, to]]
}

/** What is kept of a long line begins with a whole character, and outside escape sequences. */
function wholeStart(bytes: Uint8Array, from: number, hit: number): number {
  let start = from
  while ((bytes[start] & 0xc0) === 0x80) start++
  const oldest = Math.max(0, from - MAX_SEQUENCE_BYTES)
  const outside = sequenceCeil(bytes.subarray(oldest, from + MAX_SEQUENCE_BYTES), start - oldest) + oldest
  return outside <= hit ? outside : start
}
