import { countCodePoints, type ErrorFact, serializedLength, utf8Length } from '../facts.ts'
import { briefNameOf, ELLIPSIS } from '../grammar.ts'
import {
  broken,
  type Case,
  fail,
  GRAPHEME_POINTS,
  keepOf,
  leadsOf,
  limitsOf,
  segmenter,
  toldStatus,
} from './case.ts'
import { isShown, unendedIn } from './sequences.ts'

/** Clauses 13 and 14: the error is shown if its floor form fits, and no space is wasted. */

const LF = 0x0a

/** A floor form shows this many bytes of an error line around its match. */
const FLOOR_BYTES = 400

export function checkFloor(c: Case): void {
  const { facts, options, result, recut, errors } = c
  if (recut || errors.length === 0 || !result.truncated) return
  // The laws do not hold for a counter whose count may not grow with the text.
  if (options.tokens && limitsOf(options).maxTokens !== Infinity) return
  const [lead, next] = leadsOf(c)
  if (lead === undefined) return
  const first = floorOf(c, lead, limitsOf(options).maxLineLength)
  const line = (facts.bytes.at(-1) === LF ? '' : '\n') + (toldStatus(c) ?? '')
  // The tokens of parts add up to slightly more than those of the whole.
  const { maxTokens } = limitsOf(options)
  const room = { ...options, maxTokens: Math.max(0, Math.floor(0.9 * maxTokens) - 4) }
  if (first === undefined || broken(room, first + line).length > 0) return
  if (!isShown(c, ...floorRangeOf(c, lead, limitsOf(options).maxLineLength))) {
    fail(
      13,
      `the strongest statement, in line ${lead.line}, is not shown although ${quote(first + line)} fits`,
    )
  }
  if (next === undefined || next.line === lead.line) return
  const both = floorOf(c, next, limitsOf(options).maxLineLength)
  if (both === undefined || broken(room, first + both + line).length > 0) return
  if (!isShown(c, ...floorRangeOf(c, next, limitsOf(options).maxLineLength))) {
    fail(
      13,
      `the next statement, in line ${next.line}, is not shown although ${quote(first + both + line)} fits`,
    )
  }
}

const quote = (text: string): string => JSON.stringify(text.slice(0, 200))

/**
 * The range of the line that a floor form shows, and whether it is the match. If not, it is all of a short line without
 * introducers that are left out.
 */
function floorRangeOf(
  c: Case,
  error: ErrorFact,
  maxLength: number,
): [range: Pick<ErrorFact, 'startByte' | 'endByte'>, isMatch: boolean] {
  const startByte = c.facts.lineStart(error.line)
  const endByte = c.facts.contentEnd(error.line)
  const isShort = endByte - startByte <= Math.min(FLOOR_BYTES, maxLength)
  const isMatch = !isShort || unendedIn(c, startByte, endByte).length > 0
  return [isMatch ? error : { startByte, endByte }, isMatch]
}

/** The least that must be shown of an error's line, with its LF. Undefined if its match is too long. */
function floorOf(c: Case, { line, startByte, endByte }: ErrorFact, maxLength: number): string | undefined {
  const { facts } = c
  const lineStart = facts.lineStart(line)
  const lineEnd = facts.contentEnd(line)
  const marks = ELLIPSIS.repeat(unendedIn(c, lineStart, lineEnd).length)
  const whole = facts.textOf(lineStart, lineEnd) + marks
  if (lineEnd - lineStart <= FLOOR_BYTES && countCodePoints(whole) <= maxLength) return `${whole}\n`
  const lead = Math.max(0, Math.floor((FLOOR_BYTES - (endByte - startByte)) / 3))
  const from = Math.max(lineStart, startByte - lead)
  const text = facts.textOf(from, Math.min(lineEnd, from + FLOOR_BYTES))
  if (countCodePoints(text) + 2 <= maxLength) return `${ELLIPSIS}${text}${ELLIPSIS}\n`
  // Leaves space for a mark at either end, and for one more bare `…`.
  const match = `${ELLIPSIS}${facts.textOf(startByte, endByte)}${ELLIPSIS}`
  return countCodePoints(match) + 2 <= maxLength ? `${match.padEnd(maxLength, 'x')}\n` : undefined
}

/** An artifact is named if its bare name fits a third of each limit, in addition to the floor forms. */
export function checkNamed(c: Case): void {
  const { facts, options, result, recut, errors, source } = c
  if (recut || !result.truncated || options.tokens || options.notice === false) return
  const name = briefNameOf(source, options)
  if (name === '' || result.keptBytes === 0) return
  const limits = limitsOf(options)
  const third = Object.fromEntries(
    Object.entries({ ...limits, maxBytes: Math.min(limits.maxBytes, utf8Length(facts.text)) }).map(
      ([limit, value]) => [limit, value === Infinity ? value : Math.floor(value / 3)],
    ),
  )
  if (broken(third, `[${name}]`).length > 0) return
  const leads = leadsOf(c)
  // A command that succeeded has errors, but no statements. Then one of the errors leads.
  const first = leads.length > 0 ? leads : longestOf(c)
  const shown = errors.length === 0 ? [leastOf(c)] : first.map((e) => floorOf(c, e, limits.maxLineLength))
  const line = toldStatus(c)
  const notice = line === undefined ? `[${name}]` : `${line.slice(0, -1)} ${name}]`
  // Leaves space for the marks of the floor forms, and a little for a grapheme at either end.
  const room = {
    ...options,
    maxBytes: limits.maxBytes - 24,
    maxSerializedBytes: limits.maxSerializedBytes - 48,
  }
  if (shown.includes(undefined) || broken(room, shown.join('…') + notice).length > 0) return
  // The arguments of a tool may name lines too.
  if (!result.text.includes(name.replace(/\}$/, '')))
    fail(12, `${name} is not named although there is room: ${quote(result.text)}`)
}

/** The error whose line is the longest. */
function longestOf({ facts, errors }: Case): ErrorFact[] {
  const bytesOf = ({ line }: ErrorFact) => facts.lineEnd(line) - facts.lineStart(line)
  if (errors.length === 0) return []
  return [errors.reduce((longest, error) => (bytesOf(error) > bytesOf(longest) ? error : longest))]
}

/** The least that is shown of an input without errors, with its LF. Undefined if no line has a place for it. */
function leastOf({ facts, options }: Case): string | undefined {
  const keep = keepOf(options)
  const ends = keep === 'ends' ? (['head', 'tail'] as const) : [keep]
  const longest = Math.max(...ends.map((end) => countCodePoints(clusterAt(facts.text, end))))
  // Leaves a place for a bare `…` at either side of a grapheme.
  return longest + 2 <= limitsOf(options).maxLineLength ? '…a…\n' : undefined
}

/** The first grapheme of a text, or its last one, as far as it may not be split. */
function clusterAt(text: string, end: 'head' | 'tail'): string {
  const most = 2 * GRAPHEME_POINTS
  const piece = end === 'head' ? text.slice(0, most) : text.trimEnd().slice(-most)
  const clusters = Array.from(segmenter.segment(piece), ({ segment }) => segment)
  const cluster = clusters.at(end === 'head' ? 0 : -1) ?? ''
  return countCodePoints(cluster) > GRAPHEME_POINTS ? '' : cluster
}

/** Largest share of the limit named by `truncatedBy` that may stay unused. */
const MOST_UNUSED = 0.1
/** A line of at most so many bytes is shown whole or not at all. */
const WHOLE_LINE = 200
const LEAST = { lines: 20, bytes: 2048, tokens: 500 }

export function checkWaste({ facts, options, result, recut, introducers }: Case): void {
  const { truncatedBy: by, gaps, text } = result
  if (recut || by === undefined || by === 'line-length' || by === 'worth' || gaps.length === 0) return
  if (keepOf(options) !== 'ends' || options.tokens) return
  const { maxLines, maxBytes, maxTokens, maxSerializedBytes } = limitsOf(options)
  const limits = { lines: maxLines, bytes: Math.min(maxBytes, maxSerializedBytes), tokens: maxTokens }
  if (limits.lines < LEAST.lines || limits.bytes < LEAST.bytes || limits.tokens < LEAST.tokens) return
  const used = {
    lines: result.outputLines / maxLines,
    // The text is never larger than that of the input.
    bytes: Math.max(
      result.outputBytes / Math.min(maxBytes, utf8Length(facts.text)),
      serializedLength(text) / maxSerializedBytes,
    ),
    tokens: result.outputTokens / maxTokens,
  }[by]
  const isLikeInput = result.outputBytes >= (1 - MOST_UNUSED) * utf8Length(facts.text)
  // A sequence that does not fit is left out as a whole, and so is a line of at most 200 bytes.
  const longest = Math.max(longestRun(introducers), WHOLE_LINE)
  const spared = by === 'lines' ? 0 : longest / limits[by]
  if (used + spared < 1 - MOST_UNUSED && !isLikeInput)
    fail(
      14,
      `only ${(100 * used).toFixed(1)} % of the ${limits[by]} ${by} are used, and something is left out: ${JSON.stringify(limitsOf(options))}, ${quote(text)}`,
    )
}

/** The bytes of the longest run of sequences that touch. One that does not fit is left out as a whole. */
function longestRun(introducers: Case['introducers']): number {
  let longest = 0
  let from = 0
  let to = -1
  for (const { start, end = start + 1 } of introducers) {
    if (start > to) from = start
    to = Math.max(to, end)
    longest = Math.max(longest, to - from)
  }
  return longest
}
