import { estimateTokens } from '../../../src/core/tokens/estimate.ts'
import { countCodePoints, countLines, serializedLength, utf8Length } from '../facts.ts'
import { ELLIPSIS } from '../grammar.ts'
import type { Explained } from '../rendering.ts'
import {
  broken,
  type Case,
  countTokens,
  fail,
  GRAPHEME_POINTS,
  limitsOf,
  longLines,
  same,
  segmenter,
  toldStatus,
  wholeOf,
  withLine,
} from './case.ts'

/** Clauses 1 to 3: the size of the output, and the limit that stopped it. */

export function checkBudget({ options, result }: Case): void {
  const over = broken(options, result.text)
  if (over.length > 0) fail(1, `text has ${over.map((limit) => `too many ${limit}`).join(' and ')}`)
  if (longLines(options, result.text).surely)
    fail(1, `a content line is over maxLineLength ${options.maxLineLength}`)
}

/** Clause 2, and clause 5 for the output and for results that are not truncated. */
export function checkSize(c: Case): void {
  const { facts, options, result, status, recut, notice } = c
  const { text } = result
  if (/\p{Cs}/u.test(text)) fail(4, 'text is not well formed')
  same(5, 'outputBytes', result.outputBytes, utf8Length(text))
  same(5, 'outputLines', result.outputLines, countLines(text))
  same(5, 'outputTokens', result.outputTokens, countTokens(options, text))
  if (status === undefined && utf8Length(text) > utf8Length(facts.text)) {
    fail(2, `text has ${utf8Length(text)} bytes, the input's text only ${utf8Length(facts.text)}`)
  }
  const long = longLines(options, facts.text)
  const over = broken(options, wholeOf(c))
  const mustCut = over.length > 0 || long.surely
  const mayCut = mustCut || long.perhaps
  if (recut) return
  if (mustCut && !result.truncated)
    fail(5, `truncated is false although the input has too many ${over.join(', ')}`)
  if (!mayCut && result.truncated) fail(2, 'truncated is true although the input is within every limit')
  if (!result.truncated && notice === undefined && text !== facts.text) {
    fail(2, 'nothing is truncated and yet text is not the text of the input')
  }
}

/**
 * Markers and notice take at most a third of each limit. A limit in bytes counts as no larger than the input. The
 * command's failure line does not count.
 */
export function checkShareOfWords(c: Case, explained: Explained): void {
  const { facts, options, result } = c
  if (!result.truncated || explained.added === '' || result.text === ELLIPSIS) return
  const limits = limitsOf(options)
  const { added, addedLines } = withoutStatus(explained, toldStatus(c))
  const serializedWords = serializedLength(added) - 2
  const measures: [string, number, number][] = [
    ['lines', addedLines, limits.maxLines],
    ['bytes', utf8Length(added), Math.min(limits.maxBytes, utf8Length(facts.text))],
    ['serialized bytes', serializedWords, Math.min(limits.maxSerializedBytes, facts.serializedLength)],
  ]
  if (!options.tokens && limits.maxTokens !== Infinity) {
    // The estimate of the words alone is rounded up, so it may be almost one token too high.
    measures.push(['tokens', Math.max(0, estimateTokens(added).tokens - 1), limits.maxTokens])
  }
  for (const [what, words, limit] of measures) {
    if (words > limit / 3) fail(1, `markers and notice take ${words} of ${limit} ${what}, more than a third`)
  }
}

function withoutStatus({ added, addedLines }: Explained, line: string | undefined): Omit<Explained, 'form'> {
  if (line === undefined) return { added, addedLines }
  if (added.endsWith(line)) return { added: added.slice(0, -line.length), addedLines: addedLines - 1 }
  // The blank that parts the status from other words is there for the status.
  return { added: added.replace(`${line.slice(1, -1)} `, ''), addedLines }
}

export function checkNotEmpty(c: Case): void {
  const { facts, options, result, recut } = c
  // A result that is truncated again has only what the first truncation left.
  if (recut) return
  if (facts.bytes.length === 0) {
    same(3, 'the text of no input', result.text, toldStatus(c) ?? '')
    return
  }
  const line = toldStatus(c)
  if (line !== undefined && result.notice === undefined) fail(12, `${line} is not told although it fits`)
  const holds = (text: string) =>
    broken(options, line === undefined ? text : withLine(text, line)).length === 0 &&
    countCodePoints(text.replace(/\n$/, '')) <= limitsOf(options).maxLineLength &&
    limitsOf(options).maxSerializedBytes >= serializedLength(text)
  const grapheme = outerUnit(c, options.keep === 'tail')
  if (
    grapheme !== '' &&
    result.keptBytes === 0 &&
    countCodePoints(grapheme) <= GRAPHEME_POINTS &&
    holds(grapheme)
  ) {
    fail(3, `nothing is kept although the limits hold ${JSON.stringify(grapheme)}`)
  }
  if (result.text === '' && !options.notice === false && holds(ELLIPSIS) && utf8Length(facts.text) >= 3) {
    fail(3, 'text is empty although the limits hold an ellipsis')
  }
}

/** The first or the last grapheme or escape sequence, beside introducers that are left out. */
function outerUnit({ facts, introducers }: Case, last: boolean): string {
  let from = 0
  let to = facts.bytes.length
  for (const { start, introducerEnd, end } of last ? [...introducers].reverse() : introducers) {
    if (last ? (end ?? introducerEnd) !== to : start !== from) continue
    if (end !== undefined) return facts.textOf(start, end)
    if (last) to = start
    else from = introducerEnd
  }
  if (!last) return segmenter.segment(facts.textOf(from, to).slice(0, 400)).containing(0)?.segment ?? ''
  const end = facts.textOf(from, to).slice(-2000)
  return segmenter.segment(end).containing(end.length - 1)?.segment ?? ''
}

export function checkWhy(c: Case): void {
  const { facts, options, result, recut } = c
  same(5, 'whether truncatedBy is told', result.truncatedBy !== undefined, result.truncated)
  if (result.truncatedBy === undefined || recut) return
  const over = broken(options, wholeOf(c)).map((limit) => limit.replace('serialized ', ''))
  if (longLines(options, facts.text).perhaps) over.push('line-length')
  if (options.for === 'run') over.push('worth')
  if (!over.includes(result.truncatedBy)) {
    fail(5, `truncatedBy is ${result.truncatedBy}, but the input exceeds only ${over.join(', ')}`)
  }
}
