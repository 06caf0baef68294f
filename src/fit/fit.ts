import type { Facts } from '../collect/facts.ts'
import type { CommandStatus, Source } from '../options.ts'
import { writeStatus } from '../render/notices.ts'
import { partsOf } from '../render/parts.ts'
import { MAX_SEGMENTS } from '../render/segments.ts'
import type { Size } from '../render/size.ts'
import type { Settings } from '../settings.ts'
import type { Segment, Truncation } from '../truncation.ts'
import { type Counting, countedLimitOver, noted, runLater, runNow, withoutCounter } from './counted.ts'
import { type DraftRequest, type Draw, draftInput } from './draft.ts'
import { exceededLimits, limitsAsSize, sizeOfText, type Whole, wholeText } from './exceeded.ts'
import { drawResult } from './redraw.ts'
import { type Exceeded, resultOf } from './result.ts'
import { fitLimit } from './search.ts'

/** The result within the limits, with a counter that answers at once. `draw` plans and renders one within a size. */
export const fitNow = (facts: Facts, settings: Settings, draw: Draw): Truncation =>
  runNow(fitSteps(facts, settings, draw), settings)

/** What a fit that may wait is given. */
export interface LaterFit {
  /** Called once, when it is known that something is left out: where that can be read back. */
  sourceOf(): Promise<Source | undefined>
  /** Ends the wait for the counter. */
  signal?: AbortSignal | undefined
}

/** As `fitNow`, with a counter that may answer later, or fail; also without one. */
export async function fitLater(
  facts: Facts,
  settings: Settings,
  draw: Draw,
  { sourceOf, signal }: LaterFit,
): Promise<Truncation> {
  const checked = await runLater((given) => checkLimits(facts, given), settings, signal)
  const counted = checked.note === undefined ? settings : withoutCounter(settings)
  const source = checked.result.exceeded.length > 0 ? await sourceOf() : undefined
  const named = source === undefined ? facts : { ...facts, source }
  const { result, note } = await runLater(
    (given) =>
      given === counted ? fitChecked(named, given, checked.result, draw) : fitSteps(named, given, draw),
    counted,
    signal,
  )
  return noted(result, checked.note ?? note)
}

export function* fitSteps(facts: Facts, settings: Settings, draw: Draw): Counting<Truncation> {
  return yield* fitChecked(facts, settings, yield* checkLimits(facts, settings), draw)
}

/** What is known of an input before anything is cut. */
interface Checked {
  /** Undefined where not all of the input is held. */
  whole: Whole | undefined
  exceeded: Exceeded[]
  /** How the command ended, where the limits have room for that. */
  status: CommandStatus | undefined
}

function* checkLimits(facts: Facts, settings: Settings): Counting<Checked> {
  const whole = wholeText(facts, settings)
  const exceeded = yield* exceededLimits(facts, settings, whole)
  const line = settings.notice.off ? undefined : writeStatus(facts.status)
  if (line === undefined || (yield* countedLimitOver(line, settings)) !== undefined)
    return { whole, exceeded, status: undefined }
  const { status } = facts
  if (exceeded.length > 0 || !whole) return { whole, exceeded, status }
  const over = yield* countedLimitOver(withStatus(whole.text, line), settings)
  return { whole, exceeded: over === undefined ? [] : [over], status }
}

/** The input itself where it is within the limits, else the result that uses them best. */
function* fitChecked(
  given: Facts,
  settings: Settings,
  { whole, exceeded, status }: Checked,
  draw: Draw,
): Counting<Truncation> {
  const facts = { ...given, status }
  if (exceeded.length === 0 && whole) return yield* counted(untruncated(facts, settings, whole), settings)
  const input = draftInput(facts, settings)
  const limit = limitOf(facts, settings)
  const best = yield* fitLimit(limit, settings, function* (within) {
    const result = drawResult({ ...input, limit: within }, exceeded, draw)
    return { truncation: yield* counted(result, settings) }
  })
  const fullest = best?.truncation
  if (fullest && (fullest.keptBytes > 0 || settings.maxTokens === Infinity)) return fullest
  const smallest = yield* fitFirstGrapheme({ ...input, limit }, draw)
  return fullest && smallest.keptBytes === 0 ? fullest : smallest
}

function* counted(result: Truncation, { tokens }: Settings): Counting<Truncation> {
  if (tokens) result.outputTokens = yield result.text
  return result
}

/** What the text may cost: no more than the input's, and the status of its command. */
function limitOf({ textBytes, status }: Facts, settings: Settings): Size {
  const line = writeStatus(status)
  return limitsAsSize(settings, textBytes + (line === undefined ? 0 : line.length + 1))
}

/** A cluster has up to so many code points (clause 4). */
const MAX_CLUSTER = 32

/** Where the estimator's units lead to nothing, the counter itself decides on the first (or last) grapheme. */
function* fitFirstGrapheme(request: DraftRequest, draw: Draw): Counting<Truncation> {
  const { settings } = request
  const limit = { ...request.limit, tokenUnits: Number.POSITIVE_INFINITY }
  let { bytes } = limit
  for (let codePoints = 1; codePoints <= MAX_CLUSTER; codePoints++) {
    const shorter = { ...settings, maxLineLength: Math.min(settings.maxLineLength, codePoints) }
    const within = { ...limit, bytes }
    const least = { ...request, settings: shorter, limit: within, least: 'graphemes' } as const
    const result = drawResult(least, ['tokens'], draw)
    if (result.segments.length === 0) continue
    yield* counted(result, settings)
    if (result.outputTokens <= settings.maxTokens) return result
    if (result.segments[0].text.length <= 1 || !result.text.endsWith('\n')) break
    // The line's end was one token too many.
    bytes = result.outputBytes - 1
    codePoints--
  }
  const nothing = (within: Size) =>
    drawResult({ ...request, limit: within, least: 'nothing' }, ['tokens'], draw)
  const empty = yield* counted(nothing(limit), settings)
  return empty.outputTokens <= settings.maxTokens ? empty : nothing({ ...limit, bytes: 0 })
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
