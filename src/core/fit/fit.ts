import type { CommandStatus, Source } from '../../options.ts'
import type { Settings } from '../../settings.ts'
import type { Truncation } from '../../truncation.ts'
import { copyOf, type Size } from '../bytes/size.ts'
import type { Facts } from '../hold/facts.ts'
import { writeStatus } from '../words/notices.ts'
import { macFor } from '../words/wording.ts'
import { bestDraft } from './best-draft.ts'
import { type Counting, countedLimitOver, noted, runLater, runNow, withoutCounter } from './counted.ts'
import {
  asTold,
  asUnits,
  errorsInInput,
  inInput,
  isLines,
  mayShowLess,
  readAsLines,
  settingsFor,
} from './data.ts'
import { type DraftRequest, type Draw, draftInput } from './draft.ts'
import { exceededLimits, type Whole, wholeText } from './exceeded.ts'
import { type Collected, Net } from './net.ts'
import type { Exceeded } from './result.ts'
import { limitsAsSize } from './sizes.ts'
import { fitLimit } from './token-search.ts'
import { canShowUnit } from './units.ts'
import { lastLine, untruncated, withStatus } from './untruncated.ts'
import { isJudged, worthBytes } from './worth.ts'

// Fits an input into the limits. An input that is within them is its own result. Otherwise `fit` asks for drafts, each
// planned and rendered within a size: one or two with the estimator, a few more with an exact token counter.

/** Fits an input into the limits, with a counter that answers at once. `draw` plans and renders within a size. */
export const fit = (input: Collected, settings: Settings, draw: Draw): Truncation =>
  runNow(fitSteps(input, settings, draw), settings)

/** What `fitLater` may wait for. */
export interface LaterFit {
  /** Says where the whole output can be read back. Called once, only when something is left out. */
  sourceOf(): Promise<Source | undefined>
  /** Ends the wait for the counter. */
  signal?: AbortSignal | undefined
}

/** Like `fit`, with a counter that may answer later or fail, or without a counter. */
export async function fitLater(
  input: Collected,
  settings: Settings,
  draw: Draw,
  { sourceOf, signal }: LaterFit,
): Promise<Truncation> {
  const net = new Net(input, settings)
  let asked: Promise<Source | undefined> | undefined
  const later = { signal, sourceOf: () => (asked ??= sourceOf()) }
  for (const rung of net.rungs()) {
    try {
      const facts = net.facts(rung)
      if (facts) return net.told(await fitFactsLater(facts, rung.settings, draw, later), rung)
    } catch (error) {
      net.caught(error)
    }
  }
  const source = input.refusal ? undefined : await later.sourceOf()
  const { result, note } = await runLater((given) => net.last(given, source), settings, signal)
  return noted(result, note)
}

async function fitFactsLater(
  facts: Facts,
  asked: Settings,
  draw: Draw,
  { sourceOf, signal }: LaterFit,
): Promise<Truncation> {
  const settings = settingsFor(facts, asked)
  const checked = await runLater((given) => checkInput(facts, given), settings, signal)
  const counted = checked.note === undefined ? settings : withoutCounter(settings)
  const { facts: chosen, limits } = checked.result
  const isKept = limits.exceeded.length > 0 || chosen.notText || chosen.view?.leavesOut
  const source = isKept ? await sourceOf() : undefined
  const named = source === undefined ? chosen : { ...chosen, source }
  const { result, note } = await runLater(
    (given) =>
      given === counted
        ? fitChosen(facts, { facts: named, limits }, given, draw)
        : fitFacts(named, given, draw),
    counted,
    signal,
  )
  return noted(result, checked.note ?? note)
}

/** Like `fit`, as a generator. Yields each text whose token count it needs. */
export function* fitSteps(input: Collected, settings: Settings, draw: Draw): Counting<Truncation> {
  const net = new Net(input, settings)
  for (const rung of net.rungs()) {
    try {
      const facts = net.facts(rung)
      if (facts) return net.told(yield* fitFacts(facts, rung.settings, draw), rung)
    } catch (error) {
      net.caught(error)
    }
  }
  return yield* net.last(settings, settings.source)
}

function* fitFacts(facts: Facts, asked: Settings, draw: Draw): Counting<Truncation> {
  const settings = settingsFor(facts, asked)
  const { facts: chosen, limits } = yield* checkInput(facts, settings)
  return yield* fitChosen(facts, { facts: chosen, limits }, settings, draw)
}

/** Fits an answer as lines where these show more of it than its units, or what a query asks for. */
function* fitChosen(
  given: Facts,
  { facts: chosen, limits }: { facts: Facts; limits: Checked },
  settings: Settings,
  draw: Draw,
): Counting<Truncation> {
  const made = yield* fitChecked(chosen, settings, limits, draw)
  // Units that answer a query may have left memory.
  const isMissed = chosen.units?.outline && !chosen.structured?.kind.isTree && !showsAnswer(made, chosen)
  const { leastShare = 1 } = chosen.units?.outline ?? {}
  if (!isMissed && (leastShare === 0 || !mayShowLess(chosen, settings))) return made
  const { structured: _, ...plain } = asTold(given, settings)
  const lines = yield* checkText(plain, settings)
  const source = chosen.source
  const other = yield* fitChecked({ ...lines.facts, source }, settings, lines.limits, draw)
  const isBetter = isMissed ? showsAnswer(other, chosen) : made.keptLines < leastShare * other.keptLines
  return isBetter ? other : made
}

/** True where a line that answers a query best is shown, or no line does, and the strongest errors are shown too. */
function showsAnswer({ segments }: Truncation, { answers, units }: Facts): boolean {
  const best = answers?.().filter(({ value }) => value === 1) ?? []
  const isShown = (byte: number) =>
    segments.some(({ startByte, endByte }) => startByte <= byte && byte < endByte)
  return (best.length === 0 || best.some(({ byte }) => isShown(byte))) && (units?.leads ?? []).every(isShown)
}

/** The facts of the input or of its folded text, and how they compare with the limits. */
function* checkInput(collected: Facts, settings: Settings): Counting<{ facts: Facts; limits: Checked }> {
  const given = asTold(collected, settings)
  const data = yield* checkData(given, settings)
  if (data) return data
  return yield* checkText(readAsLines(given, settings), settings)
}

/** An input of a known kind, which is cut by its units. Undefined for any other one. */
function* checkData(
  given: Facts,
  settings: Settings,
): Counting<{ facts: Facts; limits: Checked } | undefined> {
  const { structured } = given
  if (!structured || isLines(structured.kind, settings)) return undefined
  const whole = asUnits(given, undefined)
  if (!whole) return undefined
  // Rows of data differ in their numbers, so that folding would hide them.
  const limits = yield* checkLimits(given.view ? inInput(whole) : whole, settings)
  if (limits.exceeded.length === 0) return given.view ? undefined : { facts: whole, limits }
  const units = asUnits(given, structured.outline())
  return units && canShowUnit({ ...units, status: limits.status }, settings, limitOf(units, settings))
    ? { facts: units, limits: { ...limits, whole: undefined } }
    : undefined
}

/** The facts of the input or of its folded text, which is read as lines. */
function* checkText(given: Facts, settings: Settings): Counting<{ facts: Facts; limits: Checked }> {
  const limits = yield* checkLimits(given, settings)
  // What fits is not folded (clause 2).
  if (!given.folded || limits.exceeded.length === 0) return { facts: given, limits }
  // Errors that were overwritten, and blanks where the cursor jumped, can make the view the larger one.
  const input = given.unrendered && { ...given.unrendered(), ...errorsInInput(given) }
  const unrendered = input ? yield* checkLimits(input, settings) : undefined
  if (input && unrendered?.exceeded.length === 0) return { facts: input, limits: unrendered }
  const facts = asTold(given.folded(), settings)
  return { facts, limits: yield* checkLimits(facts, settings) }
}

/** How an input compares with the limits before anything is cut. */
interface Checked {
  /** Undefined when the input is over a limit, or not all of it is in memory. */
  whole: Whole | undefined
  exceeded: Exceeded[]
  /** How the command ended. Undefined when the limits have no room to say so. */
  status: CommandStatus | undefined
}

function* checkLimits(facts: Facts, settings: Settings): Counting<Checked> {
  const whole = wholeText(facts, settings)
  const exceeded = yield* exceededLimits(facts, settings, whole)
  const words = writeStatus(facts.status)
  const told = settings.notice.off ? undefined : words
  const hasRoom = told !== undefined && (yield* countedLimitOver(told, settings)) === undefined
  const status = hasRoom || words === undefined ? facts.status : undefined
  const line = lastLine({ ...facts, status }, settings)
  if (exceeded.length > 0 || !whole || line === undefined) return { whole, exceeded, status }
  const over = yield* countedLimitOver(
    withStatus(whole.text, line === told ? line : line + macFor(settings.notice.key)) +
      (settings.notice.lineEnd ? '\n' : ''),
    settings,
  )
  return { whole, exceeded: over === undefined ? [] : [over], status }
}

/** The input itself when it is within the limits, else the result that uses them best. */
function* fitChecked(
  given: Facts,
  asked: Settings,
  { whole, exceeded: over, status }: Checked,
  draw: Draw,
): Counting<Truncation> {
  const facts = { ...given, status }
  if (over.length === 0 && whole) return yield* counted(untruncated(facts, asked, whole), asked)
  const settings = withinInput(given, asked)
  const input = draftInput(facts, settings)
  const most = limitOf(facts, settings)
  const worth = isJudged(facts, settings) ? worthBytes(input) : Infinity
  const exceeded: Exceeded[] = worth < Infinity ? [...over, 'worth'] : over
  const limit = copyOf(most, { bytes: Math.min(most.bytes, worth) })
  const best = yield* fitLimit(limit, settings, (within) =>
    countedDraft({ ...input, limit: within }, exceeded, draw),
  )
  const fullest = best?.truncation
  if (fullest && (fullest.keptBytes > 0 || settings.maxTokens === Infinity)) return fullest
  const smallest = yield* fitFirstGrapheme({ ...input, limit }, draw)
  return fullest && smallest.keptBytes === 0 ? fullest : smallest
}

function* countedDraft(
  request: DraftRequest,
  exceeded: Exceeded[],
  draw: Draw,
): Counting<{ truncation: Truncation }> {
  return { truncation: yield* counted(bestDraft(request, exceeded, draw), request.settings) }
}

function* counted(result: Truncation, { tokens }: Settings): Counting<Truncation> {
  if (tokens) result.outputTokens = yield result.text
  return result
}

/** The limits for a view that is cut. It has no more bytes than its input and the status, wherever its text was moved (clause 2). */
function withinInput({ view, totalBytes, textBytes, status }: Facts, settings: Settings): Settings {
  if (!view) return settings
  // Malformed bytes take more room as text.
  const most = view.input.totalBytes + textBytes - totalBytes
  const line = writeStatus(status)
  const maxBytes = Math.min(settings.maxBytes, most + (line === undefined ? 0 : line.length + 1))
  return { ...settings, maxBytes }
}

/** The limits as a size. The text is never larger than the input's and the status of its command, if that is text. */
function limitOf({ textBytes, status, notText }: Facts, settings: Settings): Size {
  if (notText) return limitsAsSize(settings, Infinity)
  const line = writeStatus(status)
  return limitsAsSize(settings, textBytes + (line === undefined ? 0 : line.length + 1))
}

/** The most code points of a grapheme cluster (clause 4). */
const MAX_CLUSTER = 32

/** The first (or last) grapheme that the counter allows, when the estimator allowed none. */
function* fitFirstGrapheme(request: DraftRequest, draw: Draw): Counting<Truncation> {
  const { settings } = request
  const limit = copyOf(request.limit, { tokenUnits: Number.POSITIVE_INFINITY })
  let { bytes } = limit
  for (let codePoints = 1; codePoints <= MAX_CLUSTER; codePoints++) {
    const shorter = { ...settings, maxLineLength: Math.min(settings.maxLineLength, codePoints) }
    const within = copyOf(limit, { bytes })
    const least = { ...request, settings: shorter, limit: within, least: 'graphemes' } as const
    const result = bestDraft(least, ['tokens'], draw)
    if (result.segments.length === 0) continue
    yield* counted(result, settings)
    if (result.outputTokens <= settings.maxTokens) return result
    if (result.segments[0].text.length <= 1 || !result.text.endsWith('\n')) break
    // The LF was one token too many.
    bytes = result.outputBytes - 1
    codePoints--
  }
  const nothing = (within: Size) =>
    bestDraft({ ...request, limit: within, least: 'nothing' }, ['tokens'], draw)
  const empty = yield* counted(nothing(limit), settings)
  return empty.outputTokens <= settings.maxTokens ? empty : nothing(copyOf(limit, { bytes: 0 }))
}
