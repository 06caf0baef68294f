import type { Facts } from '../collect/facts.ts'
import type { CommandStatus, Source } from '../options.ts'
import { barePlan, emptyPlan } from '../plan/bare.ts'
import { writeStatus } from '../render/notices.ts'
import { partsOf } from '../render/parts.ts'
import { MAX_SEGMENTS } from '../render/segments.ts'
import type { Size } from '../render/size.ts'
import type { Settings } from '../settings.ts'
import type { Segment, Truncation } from '../truncation.ts'
import {
  type Asking,
  answeredLater,
  answeredNow,
  askedLimitOver,
  firstUnits,
  noted,
  withoutCounter,
} from './counted.ts'
import { type Context, contextOf, cut } from './draft.ts'
import { exceededLimits, limitsAsSize, sizeOfText, type Whole, wholeText } from './exceeded.ts'
import { type Exceeded, resultOf } from './result.ts'
import { bestUse } from './search.ts'

/** Fits with the settings' counter, which has to answer at once. */
export const fitNow = (facts: Facts, settings: Settings): Truncation =>
  answeredNow(fitSteps(facts, settings), settings)

/** What a fit that may wait is given. */
export interface LaterFit {
  /** Called once, when it is known that something is left out: where that can be read back. */
  sourceOf(): Promise<Source | undefined>
  /** Ends the wait for the counter. */
  signal?: AbortSignal | undefined
}

/** Fits with a counter that may answer later, or fail. Without one it fits as well. */
export async function fitLater(
  facts: Facts,
  settings: Settings,
  { sourceOf, signal }: LaterFit,
): Promise<Truncation> {
  const looked = await answeredLater((given) => look(facts, given), settings, signal)
  const counted = looked.note === undefined ? settings : withoutCounter(settings)
  const source = looked.made.exceeded.length > 0 ? await sourceOf() : undefined
  const named = source === undefined ? facts : { ...facts, source }
  const { made, note } = await answeredLater(
    (given) => (given === counted ? fitted(named, given, looked.made) : fitSteps(named, given)),
    counted,
    signal,
  )
  return noted(made, looked.note ?? note)
}

/** What is known of an input before anything is cut. */
interface Looked {
  whole: Whole | undefined
  exceeded: Exceeded[]
  /** How the command ended, where the limits hold as much as that. */
  status: CommandStatus | undefined
}

function* look(facts: Facts, settings: Settings): Asking<Looked> {
  const whole = wholeText(facts, settings)
  const exceeded = yield* exceededLimits(facts, settings, whole)
  const line = settings.notice.off ? undefined : writeStatus(facts.status)
  if (line === undefined || (yield* askedLimitOver(line, settings)) !== undefined)
    return { whole, exceeded, status: undefined }
  const { status } = facts
  if (exceeded.length > 0 || !whole) return { whole, exceeded, status }
  const over = yield* askedLimitOver(withStatus(whole.text, line), settings)
  return { whole, exceeded: over === undefined ? [] : [over], status }
}

/** Fits with the answers of a counter, which it yields texts for. */
export function* fitSteps(facts: Facts, settings: Settings): Asking<Truncation> {
  return yield* fitted(facts, settings, yield* look(facts, settings))
}

/**
 * Plans, fits and renders. Lines and bytes fit by construction, and nearly always the estimator's tokens; an exact counter
 * is asked about the rendered text, and the plan made again with less or more.
 */
function* fitted(given: Facts, settings: Settings, { whole, exceeded, status }: Looked): Asking<Truncation> {
  const facts = { ...given, status }
  if (exceeded.length === 0 && whole) {
    const result = untruncated(facts, settings, whole)
    if (settings.tokens) result.outputTokens = yield result.text
    return result
  }
  const context = contextOf(facts)
  const limit = limitOf(facts, settings)
  const isExact = settings.tokens !== undefined
  const units = isExact ? firstUnits(limit.tokenUnits) : limit.tokenUnits
  const best = yield* bestUse(units, settings.maxTokens, isExact && units < Infinity, function* (tokenUnits) {
    const result = cut(context, settings, { ...limit, tokenUnits }, exceeded)
    if (isExact) result.outputTokens = yield result.text
    return { made: result, truncation: result }
  })
  if (best && (best.keptBytes > 0 || settings.maxTokens === Infinity)) return best
  const first = yield* firstGrapheme(context, settings)
  return best && first.keptBytes === 0 ? best : first
}

/** What the text may cost: no more than the input's, and the status of its command. */
function limitOf({ textBytes, status }: Facts, settings: Settings): Size {
  const line = writeStatus(status)
  return limitsAsSize(settings, textBytes + (line === undefined ? 0 : line.length + 1))
}

/** A cluster has up to so many code points (clause 4). */
const MAX_CLUSTER = 32

/** Where the estimator's units lead to nothing, the first (or last) grapheme is tried by the counter's own word. */
function* firstGrapheme(context: Context, settings: Settings): Asking<Truncation> {
  const untilCounted = { ...limitOf(context.facts, settings), tokenUnits: Number.POSITIVE_INFINITY }
  const limit = { ...untilCounted }
  for (let codePoints = 1; codePoints <= MAX_CLUSTER; codePoints++) {
    const shorter = { ...settings, maxLineLength: Math.min(settings.maxLineLength, codePoints) }
    const result = cut(context, shorter, limit, ['tokens'], barePlan)
    if (result.segments.length === 0) continue
    if (settings.tokens) result.outputTokens = yield result.text
    if (result.outputTokens <= settings.maxTokens) return result
    if (result.segments[0].text.length <= 1 || !result.text.endsWith('\n')) break
    // The line's end was one token too many.
    limit.bytes = result.outputBytes - 1
    codePoints--
  }
  const empty = cut(context, settings, untilCounted, ['tokens'], emptyPlan)
  if (settings.tokens) empty.outputTokens = yield empty.text
  if (empty.outputTokens <= settings.maxTokens) return empty
  return cut(context, settings, { ...limit, bytes: 0 }, ['tokens'], emptyPlan)
}

function untruncated(facts: Facts, settings: Settings, { text, size }: Whole): Truncation {
  const segments = wholeSegments(facts, settings, text)
  const line = writeStatus(facts.status)
  const lines = facts.totalLines
  if (line === undefined) return resultOf({ text, segments, gaps: [] }, { ...size, lines }, facts, undefined)
  const told = withStatus(text, line)
  return resultOf({ text: told, segments, gaps: [], notice: line }, sizeOfText(told), facts, undefined)
}

const withStatus = (text: string, line: string): string =>
  `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${line}`

/** The whole input as segments, those of malformed lines apart from the others while there are few. */
function wholeSegments(facts: Facts, { keep }: Settings, text: string): Segment[] {
  const { totalBytes, totalLines, regions, mayBeMalformed } = facts
  if (totalBytes === 0) return []
  const kind = keep === 'tail' ? 'tail' : 'head'
  const whole = { startByte: 0, endByte: totalBytes, firstLine: 1, lastLine: totalLines, kind } as const
  if (!mayBeMalformed) return [{ ...whole, exact: true, text }]
  const parts = partsOf(whole, regions[0].bytes)
  return parts.length <= MAX_SEGMENTS ? parts : partsOf(whole, regions[0].bytes, true)
}
