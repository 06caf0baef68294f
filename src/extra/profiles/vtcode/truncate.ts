import { names } from '../../../check/names.ts'
import { flag, optionsOf, wholeOrInfinity } from '../../../check/values.ts'
import type { AsyncTokenCounter, TokenCounter } from '../../../options.ts'
import type { Gap, Segment } from '../../../truncation.ts'
import { checkedText } from '../text.ts'
import {
  type CountedBy,
  CounterFailed,
  checkCounter,
  countAsync,
  fallback,
  fallbackNote,
  type Meter,
  meterOf,
} from './counting.ts'
import { errorLines } from './errors.ts'
import { type CodeDetection, codeDetection, looksLikeCode } from './estimate.ts'
import { MAX_TOOL_RESPONSE_TOKENS, toolTokenLimit } from './limits.ts'
import { describeKept, fullMarker, joinPieces, type Marker } from './pieces.ts'
import { type KeptRange, planKept, type TextMaterial } from './plan.ts'
import { lineStarts } from './text.ts'

const CODE_HEAD_RATIO = 0.5
const LOG_HEAD_RATIO = 0.4
/**
 * The full marker may cost at most this part of the limit. Otherwise the marker is `…`, and if even that is too much,
 * empty.
 */
const MARKER_SHARE = 1 / 3
const TRIES_BEFORE_HALVING = 6

export interface TruncateOptions {
  /** Most tokens of the whole text, markers included: a whole number from 0 on, or Infinity. 25,000 by default. */
  maxTokens?: number
  /** Share of the context in use, 0 to 1. The limit is then `toolTokenLimit` of it, or `maxTokens` if that is lower. */
  contextUtilization?: number
  /** Counts tokens. Default: vtcode's approximation. */
  tokens?: TokenCounter
  /** Whether to keep error lines from the middle; true by default. */
  errors?: boolean
  /** The test that distinguishes code (head and tail 50/50) from logs (40/60); `current` by default. */
  codeDetection?: CodeDetection
}

export const truncateNames = names<TruncateOptions>()(
  'maxTokens contextUtilization tokens errors codeDetection',
)

export interface TruncateAsyncOptions extends Omit<TruncateOptions, 'tokens'> {
  tokens: TokenCounter | AsyncTokenCounter
}

export interface VtcodeTruncation {
  /** The text that the model reads: head, error lines and tail, with a marker in each gap. */
  text: string
  truncated: boolean
  maxTokens: number
  /** Tokens of the input, and of `text`, as `countedBy` counts them. */
  totalTokens: number
  outputTokens: number
  countedBy: CountedBy
  /** Says that the counter failed, if it did. */
  note?: string
  isCode: boolean
  /** 0.5 for code, 0.4 for logs. */
  headRatio: number
  /** Number of line feeds in the input, plus one for a last line without. */
  totalLines: number
  /** Number of lines of which something is left out. */
  truncatedLines: number
  /** Number of error lines in the input. */
  errorLines: number
  /** `segments` and `gaps` together partition the input. */
  segments: Segment[]
  gaps: Gap[]
}

/** A call whose options were checked. */
interface Request {
  material: TextMaterial
  maxTokens: number
  errors: boolean
  isCode: boolean
  headRatio: number
}

/**
 * Cuts a tool's output to a number of tokens. The beginning of a log gets 40 % of them and the end 60 %; code is split
 * evenly. Up to a tenth goes to error lines in between. An output within the limit is returned unchanged.
 *
 * If a counter throws, or returns anything but a whole number, tokens are estimated as UTF-8 bytes / 3.5, and `note`
 * says so.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`
 * @example
 * truncate('a\n'.repeat(100), { maxTokens: 60 }).truncated // true
 */
export function truncate(text: string, options?: TruncateOptions): VtcodeTruncation {
  const given = optionsOf(options, truncateNames)
  const counter = checkCounter(given.tokens)
  const request = requestOf(text, given)
  try {
    return withMeter(request, meterOf(counter))
  } catch (error) {
    if (!(error instanceof CounterFailed)) throw error
    return { ...withMeter(request, fallback), note: fallbackNote(counter) }
  }
}

/**
 * Like `truncate`, for a counter that returns promises. The counter counts only whole texts, rarely more than three:
 * lines are chosen by UTF-8 bytes / 3.5, and the result is counted before it is returned.
 *
 * If the counter rejects, tokens are estimated, as in `truncate`.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`
 */
export async function truncateAsync(text: string, options: TruncateAsyncOptions): Promise<VtcodeTruncation> {
  const given = optionsOf(options, truncateNames)
  const counter = checkCounter(given.tokens)
  const request = requestOf(text, given)
  if (counter === undefined) return withMeter(request, meterOf(undefined))
  try {
    return await withAsyncCounter(request, counter)
  } catch (error) {
    if (!(error instanceof CounterFailed)) throw error
    return { ...withMeter(request, fallback), note: fallbackNote(counter) }
  }
}

function requestOf(input: string, given: Omit<TruncateOptions, 'tokens'>): Request {
  const text = checkedText(input)
  const errors = flag('errors', given.errors, true)
  const maxTokens = limitOf(given)
  const isCode = looksLikeCode(text, codeDetection(given.codeDetection))
  const material = { text, starts: lineStarts(text), errors: errorLines(text) }
  return { material, maxTokens, errors, isCode, headRatio: isCode ? CODE_HEAD_RATIO : LOG_HEAD_RATIO }
}

function limitOf({ maxTokens, contextUtilization }: Omit<TruncateOptions, 'tokens'>): number {
  if (contextUtilization === undefined)
    return wholeOrInfinity('maxTokens', maxTokens, MAX_TOOL_RESPONSE_TOKENS)
  return Math.min(wholeOrInfinity('maxTokens', maxTokens, Infinity), toolTokenLimit(contextUtilization))
}

/** A possible result: its text, and the kept ranges. */
interface Draft {
  text: string
  kept: KeptRange[]
}

const whole = ({ material: { text } }: Request): Draft => ({
  text,
  kept: text === '' ? [] : [{ kind: 'head', start: 0, end: text.length }],
})

function resultOf(
  request: Request,
  draft: Draft,
  tokens: { countedBy: CountedBy; totalTokens: number; outputTokens: number },
): VtcodeTruncation {
  const { material, maxTokens, isCode, headRatio } = request
  const { segments, gaps, truncatedLines } = describeKept(material, draft.kept)
  return {
    text: draft.text,
    truncated: gaps.length > 0,
    maxTokens,
    ...tokens,
    isCode,
    headRatio,
    totalLines: material.starts.length - 1,
    truncatedLines,
    errorLines: material.errors.length,
    segments,
    gaps,
  }
}

function withMeter(request: Request, meter: Meter): VtcodeTruncation {
  const { material, maxTokens } = request
  const totalTokens = meter.count(material.text)
  const facts = { countedBy: meter.by, totalTokens }
  if (totalTokens <= maxTokens) {
    return resultOf(request, whole(request), { ...facts, outputTokens: totalTokens })
  }
  const wording = wordingFor(material, maxTokens, meter)
  let budget = maxTokens
  for (let tries = 0; budget > 0; tries++) {
    const draft = draftOf(request, budget, wording, meter)
    const outputTokens = meter.count(draft.text)
    if (outputTokens <= maxTokens) return resultOf(request, draft, { ...facts, outputTokens })
    budget = lowered(budget, budget - (outputTokens - maxTokens), tries)
  }
  return resultOf(request, { text: '', kept: [] }, { ...facts, outputTokens: meter.count('') })
}

async function withAsyncCounter(
  request: Request,
  counter: TokenCounter | AsyncTokenCounter,
): Promise<VtcodeTruncation> {
  const { material, maxTokens } = request
  const totalTokens = await countAsync(counter, material.text)
  const facts = { countedBy: 'tokenizer' as const, totalTokens }
  if (totalTokens <= maxTokens) {
    return resultOf(request, whole(request), { ...facts, outputTokens: totalTokens })
  }
  let budget = Math.floor((maxTokens / totalTokens) * fallback.count(material.text))
  for (let tries = 0; budget > 0; tries++) {
    const draft = draftOf(request, budget, wordingFor(material, budget, fallback), fallback)
    const outputTokens = await countAsync(counter, draft.text)
    if (outputTokens <= maxTokens) return resultOf(request, draft, { ...facts, outputTokens })
    budget = lowered(budget, Math.floor((budget * maxTokens) / outputTokens), tries)
  }
  return resultOf(request, { text: '', kept: [] }, { ...facts, outputTokens: await countAsync(counter, '') })
}

/** The next budget: `aim`, but lower than the last by at least one and at most by half. After some tries, half. */
function lowered(budget: number, aim: number, tries: number): number {
  const half = Math.floor(budget / 2)
  return tries < TRIES_BEFORE_HALVING ? Math.max(half, Math.min(aim, budget - 1)) : half
}

/** Makes a draft for a budget. Tokens do not add up, so the caller must count the draft: it may be over the budget. */
function draftOf(request: Request, budget: number, wording: Wording, meter: Meter): Draft {
  const { material, headRatio, errors } = request
  const room = Math.max(0, budget - wording.tokens)
  const kept = planKept(material, { room, headRatio, marker: wording.tokens, errors }, meter)
  return { text: joinPieces(material, kept, wording.marker), kept }
}

interface Wording {
  marker: Marker
  /** Tokens of the widest marker, its line feed included. */
  tokens: number
}

function wordingFor({ starts, text }: TextMaterial, maxTokens: number, meter: Meter): Wording {
  const widest = starts.length > 2 ? fullMarker(starts.length, undefined) : fullMarker(1, text.length)
  for (const [marker, longest] of [
    [fullMarker, widest],
    [() => '…', '…'],
  ] as [Marker, string][]) {
    const tokens = meter.count(`${longest}\n`)
    if (tokens <= maxTokens * MARKER_SHARE) return { marker, tokens }
  }
  return { marker: () => '', tokens: 0 }
}
