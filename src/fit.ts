import { PithError } from './errors.ts'
import type { CommandStatus, Settings, Source } from './limits.ts'
import { type Anchor, type ErrorSpot, Material, type Region, type TextRules } from './plan/material.ts'
import { type Plan, planFor } from './plan/plan.ts'
import { countCodePoints, graphemeCeil, graphemeFloor } from './render/graphemes.ts'
import { isNoticeLine, MAX_NOTICE_LENGTH, writeStatus } from './render/notices.ts'
import { decode, partsOf } from './render/parts.ts'
import { finishGap, type Rendered, render } from './render/render.ts'
import { fits, type Size, Sizer } from './render/size.ts'
import { tokensOfUnits, tokenWeights, UNITS_PER_TOKEN } from './tokens/estimate.ts'
import type { ErrorLine, Truncation } from './truncation.ts'
import { wordingFor } from './wording.ts'

/** All that a result is made from: exact counts of the whole input, and the bytes of it that are still held. */
export interface FitFacts {
  totalBytes: number
  totalLines: number
  /** UTF-8 bytes of the input's text. */
  textBytes: number
  regions: readonly Region[]
  spots: readonly ErrorSpot[]
  /** Known places outside the regions. */
  anchors?: readonly Anchor[]
  errorLines: readonly Omit<ErrorLine, 'kept'>[]
  totalErrors: number
  /** True when the input's last byte is LF. */
  terminated: boolean
  backend: 'wasm' | 'js'
  source: Source | undefined
  status: CommandStatus | undefined
}

const sizer = new Sizer(tokenWeights)
const rules: TextRules = { floor: graphemeFloor, ceil: graphemeCeil, countCodePoints }
const LF = 0x0a

/** JSON.stringify puts its text in quotes. */
const QUOTES = 2

type Exceeded = NonNullable<Truncation['truncatedBy']>

/** Asks for the token count of a text; answered by an exact counter, at once or later. */
type Fitting = Generator<string, Truncation, number>

/** Fits with the settings' counter, which has to answer at once. */
export function fitNow(facts: FitFacts, settings: Settings): Truncation {
  const fitting = steps(facts, settings)
  let step = fitting.next()
  while (!step.done) step = fitting.next(checkCount(settings, settings.tokens?.count(step.value)))
  return step.value
}

/** Fits with a counter that may answer later. */
export async function fitLater(facts: FitFacts, settings: Settings): Promise<Truncation> {
  const fitting = steps(facts, settings)
  let step = fitting.next()
  while (!step.done) step = fitting.next(checkCount(settings, await settings.tokens?.count(step.value)))
  return step.value
}

function checkCount({ tokens }: Settings, count: unknown): number {
  if (typeof count === 'number' && count >= 0 && Number.isFinite(count)) return count
  const got = count instanceof Promise ? 'a promise' : String(count)
  throw new PithError(
    'PITH_INVALID_OPTION',
    `Expected the token counter ${JSON.stringify(tokens?.name)} to return a number from 0, got ${got}.`,
  )
}

const MAX_ATTEMPTS = 6

/**
 * Plans, fits and renders. Lines and bytes fit by construction; an exact counter is asked about the rendered text, and
 * the plan is made again with the excess taken off, at most six times, then halved.
 */
function* steps(facts: FitFacts, settings: Settings): Fitting {
  const whole = wholeText(facts, settings)
  const exceeded = yield* exceededLimits(facts, settings, whole)
  const limit = limitOf(settings, facts.textBytes)
  if (exceeded.length === 0 && whole) {
    const result = untruncated(facts, settings, whole.text)
    if (settings.tokens) result.outputTokens = yield result.text
    return result
  }
  if (settings.tokens) limit.tokenUnits = LOOSENESS * (limit.tokenUnits + LOOSENESS * UNITS_PER_TOKEN)
  for (let attempt = 0; ; attempt++) {
    const result = cut(facts, settings, limit, exceeded)
    if (!settings.tokens || result.text === '') return result
    result.outputTokens = yield result.text
    if (result.outputTokens <= settings.maxTokens) return result
    limit.tokenUnits = lessUnits(result, settings.maxTokens, attempt)
  }
}

/** An exact counter may count so many times fewer tokens than the estimator; the first plan leaves room for that. */
const LOOSENESS = 4

/** Under this many characters the next smaller text is tried, so that no grapheme that fits is passed over. */
const SHORT_TEXT = 64

function lessUnits({ text, outputTokens }: Truncation, maxTokens: number, attempt: number): number {
  const { tokenUnits } = sizer.measureText(text)
  if (text.length <= SHORT_TEXT) return tokenUnits - 1
  return Math.floor(attempt < MAX_ATTEMPTS ? (tokenUnits * maxTokens) / outputTokens : tokenUnits / 2) - 1
}

interface Whole {
  bytes: Uint8Array
  text: string
  size: Size
}

/** The input's text and its size, when all of it is held and it is not far over the limits already. */
function wholeText(facts: FitFacts, settings: Settings): Whole | undefined {
  const { regions, totalBytes, textBytes, totalLines } = facts
  if (totalBytes === 0) return { bytes: new Uint8Array(0), text: '', size: sizer.measureText('') }
  if (textBytes > settings.maxBytes || totalLines > settings.maxLines) return undefined
  const region = regions[0]
  if (!region || region.endByte - region.startByte < totalBytes) return undefined
  const size = sizer.measure(region.bytes, 0, totalBytes)
  return { bytes: region.bytes, text: decode(region.bytes), size: { ...size, lines: totalLines } }
}

function* exceededLimits(
  facts: FitFacts,
  settings: Settings,
  whole: Whole | undefined,
): Generator<string, Exceeded[], number> {
  const exceeded: Exceeded[] = []
  if (facts.totalBytes === 0) return exceeded
  if (facts.totalLines > settings.maxLines) exceeded.push('lines')
  const serialized = whole ? whole.size.serializedBytes : facts.textBytes
  const textBytes = whole ? whole.size.bytes : facts.textBytes
  if (textBytes > settings.maxBytes || serialized + QUOTES > settings.maxSerializedBytes)
    exceeded.push('bytes')
  if (yield* tokensExceeded(facts, settings, whole)) exceeded.push('tokens')
  if (facts.regions.some((region) => hasLongLine(region.bytes, settings.maxLineLength)))
    exceeded.push('line-length')
  return exceeded
}

/** A token is never longer than this: beyond it an exact counter need not be asked. */
const MAX_BYTES_PER_TOKEN = 256

function* tokensExceeded(
  { textBytes }: FitFacts,
  { maxTokens, tokens }: Settings,
  whole: Whole | undefined,
): Generator<string, boolean, number> {
  if (maxTokens === Infinity) return false
  if (!whole) return textBytes > maxTokens * MAX_BYTES_PER_TOKEN
  if (!tokens) return tokensOfUnits(whole.size.tokenUnits) > maxTokens
  return textBytes > (maxTokens + 1) * MAX_BYTES_PER_TOKEN || (yield whole.text) > maxTokens
}

function hasLongLine(bytes: Uint8Array, maxLineLength: number): boolean {
  if (maxLineLength === Infinity) return false
  for (let start = 0; start < bytes.length; ) {
    const lf = bytes.indexOf(LF, start)
    const end = lf < 0 ? bytes.length : lf
    if (end - start > maxLineLength && countCodePoints(bytes, start, end) > maxLineLength) {
      if (!isOwnLine(bytes.subarray(start, end))) return true
    }
    start = end + 1
  }
  return false
}

const isOwnLine = (line: Uint8Array): boolean =>
  line.length <= MAX_NOTICE_LENGTH && isNoticeLine(decode(line))

function untruncated(facts: FitFacts, settings: Settings, input: string): Truncation {
  const status = settings.notice.off ? undefined : writeStatus(facts.status)
  const above = input === '' || input.endsWith('\n') ? input : `${input}\n`
  const withStatus =
    status &&
    fits({ ...sizer.measureText(above + status), lines: facts.totalLines + 1 }, limitOf(settings, Infinity))
  const stretch = {
    startByte: 0,
    endByte: facts.totalBytes,
    firstLine: 1,
    lastLine: facts.totalLines,
    kind: settings.keep === 'tail' ? 'tail' : 'head',
  } as const
  const region = facts.regions[0]
  const segments = region ? partsOf(stretch, region.bytes).slice(0, 64) : []
  const coarse = region && segments.length === 64 ? partsOf(stretch, region.bytes, true) : segments
  const rendered: Rendered = { text: withStatus ? above + status : input, segments: coarse, gaps: [] }
  if (withStatus && status) rendered.notice = status
  return resultOf(rendered, facts, undefined)
}

/** The limits as one size; the estimator's units stand for tokens. */
function limitOf(settings: Settings, textBytes: number): Size {
  return {
    lines: settings.maxLines,
    bytes: Math.min(settings.maxBytes, textBytes),
    serializedBytes: settings.maxSerializedBytes - QUOTES,
    tokenUnits: settings.maxTokens * UNITS_PER_TOKEN,
  }
}

function cut(facts: FitFacts, settings: Settings, limit: Size, exceeded: Exceeded[]): Truncation {
  const { totalBytes, totalLines, totalErrors, terminated, source, status } = facts
  const material = new Material(
    { bytes: totalBytes, lines: totalLines },
    facts.regions,
    facts.spots,
    facts.anchors ?? [],
    rules,
  )
  const plan = planFor({
    material,
    keep: settings.keep,
    headRatio: settings.headRatio,
    limit,
    maxLineLength: settings.maxLineLength,
    errors: settings.errors,
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
          source,
          status,
          tools: settings.notice.tools,
          key: settings.notice.key,
          silent: settings.notice.off,
        })
  return resultOf(rendered, facts, stoppedBy(plan, rendered, settings, exceeded))
}

/** When not even one grapheme fits: `…`, or nothing (clause 3). */
function nothingFits(
  plan: Plan,
  limit: Size,
  { source, totalErrors }: FitFacts,
  tools: readonly string[],
): Rendered {
  const text = fits({ ...sizer.measureText('…'), lines: 1 }, limit) ? '…' : ''
  return { text, segments: [], gaps: plan.gaps.map((gap) => finishGap(gap, source, tools, totalErrors)) }
}

/** Of the limits that the input exceeds, the one that the kept text before the first omitted byte came closest to. */
function stoppedBy(plan: Plan, { segments }: Rendered, settings: Settings, exceeded: Exceeded[]): Exceeded {
  const [only, ...others] = exceeded
  if (only === undefined) return 'bytes'
  if (others.length === 0) return only
  const firstGap = plan.gaps[0]
  if (
    exceeded.includes('line-length') &&
    firstGap?.clip &&
    firstGap.firstLine < (plan.gaps[1]?.firstLine ?? Infinity)
  )
    return 'line-length'
  const kind = settings.keep === 'tail' ? 'tail' : 'head'
  const kept = segments.filter((s) => s.kind === kind)
  const size = sizer.measureText(kept.map((s) => s.text).join(''))
  const used: Record<Exceeded, number> = {
    lines: size.lines / settings.maxLines,
    bytes: Math.max(size.bytes / settings.maxBytes, size.serializedBytes / settings.maxSerializedBytes),
    tokens: tokensOfUnits(size.tokenUnits) / settings.maxTokens,
    'line-length': 0,
  }
  return exceeded.reduce((most, name) => (used[name] > used[most] ? name : most), only)
}

function resultOf(rendered: Rendered, facts: FitFacts, truncatedBy: Exceeded | undefined): Truncation {
  const { text, segments, gaps, notice } = rendered
  const size = sizer.measureText(text)
  const holds = (start: number, end: number) => segments.some((s) => s.startByte <= start && end <= s.endByte)
  const made: Truncation = {
    text,
    truncated: truncatedBy !== undefined,
    totalLines: facts.totalLines,
    totalBytes: facts.totalBytes,
    outputLines: size.lines + (text === '' || text.endsWith('\n') ? 0 : 1),
    outputBytes: size.bytes,
    outputTokens: tokensOfUnits(size.tokenUnits),
    keptLines: keptLines(segments),
    keptBytes: segments.reduce((sum, s) => sum + s.endByte - s.startByte, 0),
    segments,
    gaps,
    errors: {
      total: facts.totalErrors,
      lines: facts.errorLines.map((e) => ({
        ...e,
        kept: holds(e.startByte, e.startByte + e.pattern.length),
      })),
    },
    foreignNotices: segments.reduce((sum, s) => sum + noticesIn(s.text), 0),
    backend: facts.backend,
  }
  if (truncatedBy) made.truncatedBy = truncatedBy
  if (notice !== undefined) made.notice = notice
  return made
}

function keptLines(segments: readonly { firstLine: number; lastLine: number }[]): number {
  let kept = 0
  let last = 0
  for (const { firstLine, lastLine } of segments) {
    kept += lastLine - Math.max(last, firstLine - 1)
    last = Math.max(last, lastLine)
  }
  return kept
}

/** Lines that look as if pith had written them. */
function noticesIn(text: string): number {
  let count = 0
  for (let start = 0, next = 0; next >= 0; start = next + 1) {
    const lf = text.indexOf('\n', start)
    if (text[start] === '[' && isNoticeLine(text.slice(start, lf < 0 ? text.length : lf))) count++
    next = text.indexOf('\n[', start)
  }
  return count
}
