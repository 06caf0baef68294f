import { estimateTokens } from '../../../src/core/tokens/estimate.ts'
import type { Truncation } from '../../../src/truncation.ts'
import { type ErrorFact, type InputFacts, type JudgedError, utf8Length } from '../facts.ts'
import { CLIP_MARK, statusLineOf } from '../grammar.ts'
import { type Case, fail, foundBy, leadsOf, limitsOf, same } from './case.ts'
import { isShown } from './sequences.ts'

/** Clauses 5 and 10: totals, and error lines. */

export function checkTotals({ facts, options, result, recut }: Case): void {
  same(5, 'totalLines', result.totalLines, facts.totalLines)
  same(5, 'totalBytes', result.totalBytes, facts.bytes.length)
  const isCounted = limitsOf(options).maxTokens !== Infinity
  const expected = isCounted ? JSON.stringify(estimateTokens(facts.bytes)) : undefined
  if (!recut) same(5, 'totalTokens', JSON.stringify(result.totalTokens), expected)
  const lines = new Set<number>()
  let bytes = 0
  for (const { firstLine, lastLine, startByte, endByte } of result.segments) {
    for (let line = firstLine; line <= lastLine; line++) lines.add(line)
    bytes += endByte - startByte
  }
  same(5, 'keptLines', result.keptLines, lines.size)
  const hidden = result.segments.some((s) => !s.exact && CLIP_MARK.test(s.text))
  if (hidden ? result.keptBytes > bytes : result.keptBytes !== bytes) {
    fail(5, `keptBytes is ${result.keptBytes}, the segments have ${bytes}`)
  }
  const isCut = result.gaps.length > 0 || hiddenClips(facts, result)
  same(6, 'truncated', result.truncated, isCut)
}

const hiddenClips = (facts: InputFacts, result: Truncation): boolean =>
  result.segments.some((s) => !s.exact && s.text !== facts.textOf(s.startByte, s.endByte))

export function checkErrors(c: Case): void {
  const { facts, result, errors, totalErrors, status, recut } = c
  const found = foundBy(result)
  same(5, 'errors.total', found.total, totalErrors)
  same(5, 'number of errors.lines', found.lines.length, errors.length)
  if (!recut) checkVerdict(c)
  found.lines.forEach((found, i) => {
    const expected = errors[i]
    same(5, `line of error ${i}`, found.line, expected.line)
    same(5, `startByte of error ${i}`, found.startByte, expected.startByte)
    same(5, `pattern of error ${i}`, found.pattern, expected.pattern)
    const hidden = result.segments.some(
      (s) => isWithin(s, expected) && s.text !== facts.textOf(s.startByte, s.endByte),
    )
    if (!hidden) same(5, `kept of error ${i}`, found.kept, isKept(result, expected))
  })
  const hasSucceeded = status?.exitCode === 0
  checkStatements(result, hasSucceeded ? [] : errors, hasSucceeded ? 0 : totalErrors)
  for (const gap of result.gaps) {
    const inside = errors.filter((e) => e.startByte >= gap.startByte && e.startByte < gap.endByte).length
    // Where nothing is shown, those that are only counted are in the gap, too.
    const isAll = gap.startByte === 0 && gap.endByte === facts.bytes.length
    const told = result.findings ? 0 : isAll ? totalErrors : inside
    same(5, `errors of gap ${gap.startByte}-${gap.endByte}`, gap.errors, told)
  }
}

/** Kinds of evidence that count wherever they stand. All count among the last lines. */
const ANYWHERE = /^(compiler|exception|crash|test|assertion|pair|diff|exit|lint|summary)$/
const LAST_LINES = 100

/** Errors are findings where nothing says that a run failed. */
function checkVerdict({ facts, options, result, errors, totalErrors, status }: Case): void {
  const isOwn = typeof options.errors === 'object' && (options.errors.patterns?.length ?? 0) > 0
  const isTelling = ({ kinds, line }: JudgedError) =>
    kinds.some((kind) => ANYWHERE.test(kind)) || facts.totalLines - line < LAST_LINES
  const isSuccess = status?.exitCode === 0 || status?.isAnswer === true
  const hasFailed = !isSuccess && statusLineOf(status) !== undefined
  const areFindings = totalErrors > 0 && !isOwn && !hasFailed && (isSuccess || !errors.some(isTelling))
  same(10, 'errors are findings', result.findings !== undefined, areFindings)
  if (areFindings) same(10, 'errors beside findings', JSON.stringify(result.errors), NO_ERRORS)
}

const NO_ERRORS = JSON.stringify({ total: 0, lines: [], statements: [] })

const MOST_STATEMENTS = 20

/** Each statement is an error, with its pattern. Together they count no error twice. */
function checkStatements(result: Truncation, errors: readonly ErrorFact[], totalErrors: number): void {
  const { statements } = foundBy(result)
  const counted = statements.reduce((sum, { count }) => sum + count, 0)
  if (statements.length > MOST_STATEMENTS || counted > totalErrors)
    fail(5, `${statements.length} statements count ${counted} of ${totalErrors} errors`)
  same(5, 'there are statements', statements.length > 0, errors.length > 0)
  const places = new Set(statements.map(({ startByte }) => startByte))
  same(5, 'places of statements', places.size, statements.length)
  for (const { firstLine, startByte, kind } of statements) {
    const error = errors.find((e) => e.startByte === startByte)
    same(5, `line of the statement at ${startByte}`, firstLine, error?.line)
    same(5, `kind of the statement at ${startByte}`, kind, error?.pattern)
  }
}

const isWithin = (s: { startByte: number; endByte: number }, e: ErrorFact): boolean =>
  e.startByte >= s.startByte && e.startByte < s.endByte

const isKept = (result: Truncation, error: ErrorFact): boolean =>
  result.gaps.every((gap) => gap.endByte <= error.startByte || gap.startByte >= error.endByte)

/** Clause 10. Checked only if both lines and all words certainly fit into half of every limit. */
export function checkLeads(c: Case): void {
  const { facts, options, result, source, recut, errors } = c
  if (recut || errors.length === 0 || !result.truncated || options.tokens) return
  const limits = limitsOf(options)
  const name = source === undefined ? 0 : utf8Length('artifact' in source ? source.artifact : source.path)
  const words = 3 * (120 + 2 * name) + 250 + 2 * name
  const room = Math.min(
    limits.maxBytes,
    utf8Length(facts.text),
    limits.maxSerializedBytes / 6,
    limits.maxTokens,
    limits.maxLines * 235,
    limits.maxLineLength * 20,
  )
  if (room < 2 * (800 + words)) return
  for (const error of leadsOf(c)) {
    if (!isShown(c, error)) fail(10, `the statement in line ${error.line} is not kept although there is room`)
  }
}
