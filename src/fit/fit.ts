import type { Settings, Source } from '../limits.ts'
import { barePlan, emptyPlan } from '../plan/bare.ts'
import { Material, type TextRules, type ValuedLine } from '../plan/material.ts'
import { type Plan, planFor } from '../plan/plan.ts'
import { countCodePoints, graphemeCeil, graphemeFloor } from '../render/graphemes.ts'
import { writeStatus } from '../render/notices.ts'
import { partsOf } from '../render/parts.ts'
import { finishGap, type Rendered, render } from '../render/render.ts'
import { MAX_SEGMENTS } from '../render/segments.ts'
import { fits, type Size } from '../render/size.ts'
import type { Segment, Truncation } from '../truncation.ts'
import { type Asking, answeredLater, answeredNow, firstUnits, noted, withoutCounter } from './counted.ts'
import {
  exceededLimits,
  fullSizer,
  isOwnLine,
  limitsAsSize,
  sizerFor,
  stoppedBy,
  type Whole,
  wholeText,
} from './exceeded.ts'
import { type Exceeded, type FitFacts, resultOf } from './result.ts'
import { bestUse } from './search.ts'
import { wordingFor } from './wording.ts'

const rules: TextRules = { floor: graphemeFloor, ceil: graphemeCeil, countCodePoints }

/** Fits with the settings' counter, which has to answer at once. */
export const fitNow = (facts: FitFacts, settings: Settings): Truncation =>
  answeredNow(steps(facts, settings), settings)

/** What a fit that may wait is given. */
export interface LaterFit {
  /** Called once, when it is known that something is left out: where that can be read back. */
  sourceOf(): Promise<Source | undefined>
  /** Ends the wait for the counter. */
  signal?: AbortSignal | undefined
}

/** Fits with a counter that may answer later, or fail. Without one it fits as well. */
export async function fitLater(
  facts: FitFacts,
  settings: Settings,
  { sourceOf, signal }: LaterFit,
): Promise<Truncation> {
  const looked = await answeredLater((given) => look(facts, given), settings, signal)
  const counted = looked.note === undefined ? settings : withoutCounter(settings)
  const source = looked.made.exceeded.length > 0 ? await sourceOf() : undefined
  const named = source === undefined ? facts : { ...facts, source }
  const { made, note } = await answeredLater(
    (given) => (given === counted ? fitted(named, given, looked.made) : steps(named, given)),
    counted,
    signal,
  )
  return noted(made, looked.note ?? note)
}

/** What is known of an input before anything is cut. */
interface Looked {
  whole: Whole | undefined
  exceeded: Exceeded[]
}

function* look(facts: FitFacts, settings: Settings): Asking<Looked> {
  const whole = wholeText(facts, settings)
  return { whole, exceeded: yield* exceededLimits(facts, settings, whole) }
}

function* steps(facts: FitFacts, settings: Settings): Asking<Truncation> {
  return yield* fitted(facts, settings, yield* look(facts, settings))
}

/**
 * Plans, fits and renders. Lines and bytes fit by construction, and nearly always the estimator's tokens; an exact counter
 * is asked about the rendered text, and the plan made again with less or more.
 */
function* fitted(facts: FitFacts, settings: Settings, { whole, exceeded }: Looked): Asking<Truncation> {
  const limit = limitsAsSize(settings, facts.textBytes)
  if (exceeded.length === 0 && whole) {
    const result = untruncated(facts, settings, whole)
    if (settings.tokens) result.outputTokens = yield result.text
    return result
  }
  const isExact = settings.tokens !== undefined
  const units = isExact ? firstUnits(limit.tokenUnits) : limit.tokenUnits
  const best = yield* bestUse(units, settings.maxTokens, isExact && units < Infinity, function* (tokenUnits) {
    const result = cut(facts, settings, { ...limit, tokenUnits }, exceeded)
    if (isExact) result.outputTokens = yield result.text
    return { made: result, truncation: result }
  })
  if (best && (best.keptBytes > 0 || settings.maxTokens === Infinity)) return best
  const first = yield* firstGrapheme(facts, settings)
  return best && first.keptBytes === 0 ? best : first
}

/** A cluster has up to so many code points (clause 4). */
const MAX_CLUSTER = 32

/** Where the estimator's units lead to nothing, the first (or last) grapheme is tried by the counter's own word. */
function* firstGrapheme(facts: FitFacts, settings: Settings): Asking<Truncation> {
  const untilCounted = { ...limitsAsSize(settings, facts.textBytes), tokenUnits: Number.POSITIVE_INFINITY }
  const limit = { ...untilCounted }
  for (let codePoints = 1; codePoints <= MAX_CLUSTER; codePoints++) {
    const shorter = { ...settings, maxLineLength: Math.min(settings.maxLineLength, codePoints) }
    const result = cut(facts, shorter, limit, ['tokens'], barePlan)
    if (result.segments.length === 0) continue
    if (settings.tokens) result.outputTokens = yield result.text
    if (result.outputTokens <= settings.maxTokens) return result
    if (result.segments[0].text.length <= 1 || !result.text.endsWith('\n')) break
    // The line's end was one token too many.
    limit.bytes = result.outputBytes - 1
    codePoints--
  }
  const empty = cut(facts, settings, untilCounted, ['tokens'], emptyPlan)
  if (settings.tokens) empty.outputTokens = yield empty.text
  if (empty.outputTokens <= settings.maxTokens) return empty
  return cut(facts, settings, { ...limit, bytes: 0 }, ['tokens'], emptyPlan)
}

function untruncated(facts: FitFacts, settings: Settings, { text, size }: Whole): Truncation {
  const segments = wholeSegments(facts, settings, text)
  const status = settings.notice.off ? undefined : writeStatus(facts.status)
  if (status === undefined) return resultOf({ text, segments, gaps: [] }, size, facts, undefined)
  const withStatus = `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${status}`
  const longer = fullSizer().measureText(withStatus)
  if (!fits({ ...longer, lines: facts.totalLines + 1 }, limitsAsSize(settings, Infinity))) {
    return resultOf({ text, segments, gaps: [] }, size, facts, undefined)
  }
  return resultOf({ text: withStatus, segments, gaps: [], notice: status }, longer, facts, undefined)
}

/** The whole input as segments, those of malformed lines apart from the others while there are few. */
function wholeSegments(facts: FitFacts, { keep }: Settings, text: string): Segment[] {
  const { totalBytes, totalLines, regions, mayBeMalformed } = facts
  if (totalBytes === 0) return []
  const kind = keep === 'tail' ? 'tail' : 'head'
  const whole = { startByte: 0, endByte: totalBytes, firstLine: 1, lastLine: totalLines, kind } as const
  if (!mayBeMalformed) return [{ ...whole, exact: true, text }]
  const parts = partsOf(whole, regions[0].bytes)
  return parts.length <= MAX_SEGMENTS ? parts : partsOf(whole, regions[0].bytes, true)
}

function cut(
  facts: FitFacts,
  settings: Settings,
  limit: Size,
  exceeded: Exceeded[],
  choose = planFor,
): Truncation {
  const { totalBytes, totalLines, totalErrors, terminated, source, status } = facts
  const sizer = sizerFor(settings)
  const material = new Material(
    { bytes: totalBytes, lines: totalLines },
    facts.regions,
    facts.spots,
    facts.anchors ?? [],
    rules,
  )
  let valued: readonly ValuedLine[] | undefined
  const values = () => (valued ??= facts.values())
  const plan = choose({
    material,
    keep: settings.keep,
    headRatio: settings.headRatio,
    limit,
    maxLineLength: settings.maxLineLength,
    values,
    wording: wordingFor({ totalLines, totalBytes, totalErrors, terminated, settings, source, status }, sizer),
    sizer,
    silent: settings.notice.off,
    isOwnLine,
  })
  const rendered =
    plan.stretches.length === 0
      ? nothingFits(plan, limit, facts, settings.notice.tools)
      : render(plan, {
          read: (start, end) => material.read(start, end),
          errorsBetween: (start, end) => material.errorsBetween(start, end),
          totalLines,
          totalBytes,
          terminated,
          keep: settings.keep,
          clipsLines: settings.maxLineLength !== Infinity,
          source,
          status,
          tools: settings.notice.tools,
          key: settings.notice.key,
          silent: settings.notice.off,
        })
  const by = stoppedBy(plan, rendered, settings, exceeded)
  return resultOf(rendered, fullSizer().measureText(rendered.text), facts, by)
}

/** When not even one grapheme fits: `…`, or nothing (clause 3). */
function nothingFits(
  plan: Plan,
  limit: Size,
  { source, totalErrors }: FitFacts,
  tools: readonly string[],
): Rendered {
  const text = fits({ ...fullSizer().measureText('…'), lines: 1 }, limit) ? '…' : ''
  return { text, segments: [], gaps: plan.gaps.map((gap) => finishGap(gap, source, tools, totalErrors)) }
}
