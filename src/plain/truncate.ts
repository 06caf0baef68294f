import { refuseDetached } from '../check/bytes.ts'
import { failureOf, tolerate } from '../check/failure.ts'
import { countLf } from '../core/bytes/lines.ts'
import { fits, type Size, Sizer } from '../core/bytes/size.ts'
import { fullerDraft } from '../core/fit/best-draft.ts'
import { endsPlanFor } from '../core/fit/ends-plan.ts'
import { hasLongLine, isOwnLine, stoppedBy } from '../core/fit/exceeded.ts'
import { lastResort } from '../core/fit/last-resort.ts'
import { Material } from '../core/fit/material.ts'
import type { Exceeded } from '../core/fit/result.ts'
import type { Region } from '../core/hold/facts.ts'
import { writeFailure } from '../core/words/notices.ts'
import { decode, partsOf } from '../core/words/parts.ts'
import type { Plan } from '../core/words/plan-model.ts'
import { finishGap, type Rendered, render } from '../core/words/render.ts'
import { MAX_SEGMENTS } from '../core/words/segments.ts'
import { wordingFor } from '../core/words/wording.ts'
import { invalidInput } from '../errors.ts'
import type { Input } from '../options.ts'
import type { Segment, Truncation } from '../truncation.ts'
import { countsOf } from './count.ts'
import { type PlainOptions, type PlainSettings, plainSettings } from './options.ts'
import { type PlainTruncation, plainResult } from './result.ts'

const sizer = /* @__PURE__ */ new Sizer()
/** Bytes of the quotes around a text in JSON. */
const QUOTES = 2

/**
 * Cuts text or bytes to hard limits: keeps the head, the tail or both ends, and says what was left out. Judges no line.
 *
 * The text is that of `truncate` of `pith` with `errors: false`. Input within the limits is returned unchanged. Needs no
 * WebAssembly and counts no tokens. Synchronous. An error inside pith never loses the output: `failures` has it.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`
 * @example
 * truncate('a\nb\nc\nd\n', { maxLines: 2, keep: 'tail', notice: false }).text // 'c\nd\n'
 */
export function truncate(input: Input, options?: PlainOptions): PlainTruncation {
  const settings = plainSettings(options)
  const bytes = bytesOf(input)
  try {
    return fitted(bytes, settings)
  } catch (error) {
    tolerate(error)
    return ruined(bytes, settings, error)
  }
}

function fitted(bytes: Uint8Array, settings: PlainSettings): PlainTruncation {
  const { newlines, textBytes, mayBeMalformed, mayHoldSequences } = countsOf(bytes)
  const terminated = bytes.length > 0 && bytes[bytes.length - 1] === LF
  const totalLines = newlines + (bytes.length > 0 && !terminated ? 1 : 0)
  const region: Region = {
    startByte: 0,
    endByte: bytes.length,
    bytes,
    firstLine: 1,
    codePoints: 0,
    errors: 0,
    matches: [],
  }
  const totals = { totalBytes: bytes.length, totalLines }
  const exceeded = exceededBy(bytes, textBytes, totalLines, settings)
  if (exceeded.length === 0) return whole(bytes, totals, settings, mayBeMalformed)
  const material = new Material(
    { bytes: bytes.length, lines: totalLines, textBytes },
    bytes.length > 0 ? [region] : [],
    [],
    [],
    mayHoldSequences,
  )
  const limit = limitOf(settings, textBytes)
  return cut({ material, settings, terminated, limit }, totals, exceeded)
}

const LF = 0x0a

/** The first and last bytes, when cutting has failed. */
function ruined(bytes: Uint8Array, settings: PlainSettings, error: unknown): PlainTruncation {
  const what = 'cutting'
  const newlines = countLf(bytes)
  const totalLines = newlines + (bytes.length > 0 && bytes[bytes.length - 1] !== LF ? 1 : 0)
  const remains = {
    pieces: [{ startByte: 0, endByte: bytes.length, firstLine: 1, bytes }],
    totalBytes: bytes.length,
    totalLines,
  }
  const ruin = { ...remains, what, status: undefined, source: settings.source, backend: 'js' } as const
  const uncounted = { ...settings, maxTokens: Infinity, estimate: () => 0 }
  // Without a counter nothing is asked.
  const result = lastResort(ruin, uncounted).next().value as Truncation
  const { outputTokens: _, errors: __, foreignNotices: ___, backend: ____, ...plain } = result
  return { ...plain, notes: [writeFailure(what)], failures: [failureOf(what, error)] }
}

function bytesOf(input: Input): Uint8Array {
  if (typeof input === 'string') return new TextEncoder().encode(input)
  if (!(input instanceof Uint8Array))
    throw invalidInput(`Expected the input to be a string or a Uint8Array, got ${typeof input}.`)
  refuseDetached(input)
  return input
}

function exceededBy(
  bytes: Uint8Array,
  textBytes: number,
  totalLines: number,
  { maxLines, maxBytes, maxLineLength, maxSerializedBytes }: PlainSettings,
): Exceeded[] {
  const exceeded: Exceeded[] = []
  if (bytes.length === 0) return exceeded
  if (totalLines > maxLines) exceeded.push('lines')
  const isOver = textBytes > maxBytes || textBytes + QUOTES > maxSerializedBytes
  const isOverInJson = () =>
    maxSerializedBytes !== Infinity &&
    sizer.measure(bytes, 0, bytes.length).serializedBytes + QUOTES > maxSerializedBytes
  if (isOver || isOverInJson()) exceeded.push('bytes')
  if (hasLongLine(bytes, maxLineLength)) exceeded.push('line-length')
  return exceeded
}

/** JSON is never shorter than its text, so its limit holds for the bytes too. */
const limitOf = ({ maxLines, maxBytes, maxSerializedBytes }: PlainSettings, textBytes: number): Size => ({
  lines: maxLines,
  bytes: Math.min(maxBytes, textBytes, maxSerializedBytes - QUOTES),
  serializedBytes: maxSerializedBytes - QUOTES,
  tokenUnits: Infinity,
})

interface Request {
  material: Material
  settings: PlainSettings
  terminated: boolean
  limit: Size
  spare?: Size
}

type Totals = Pick<PlainTruncation, 'totalBytes' | 'totalLines'>

function cut(request: Request, totals: Totals, exceeded: Exceeded[]): PlainTruncation {
  const { settings, limit } = request
  let draft = draw(request)
  let size = sizeOfText(draft.rendered.text)
  const fuller =
    settings.keep === 'ends' ? fullerDraft(request, draft.plan, size, exceeded, draw, sizeOfText) : undefined
  if (fuller) {
    draft = fuller
    size = fuller.size
  }
  const limits = { ...settings, maxTokens: Infinity }
  return plainResult(draft.rendered, size, totals, stoppedBy(draft.plan, size, limits, exceeded, limit.bytes))
}

/** The size of a text. An unterminated last line counts as a line. */
function sizeOfText(text: string): Size {
  const size = sizer.measureText(text)
  if (text !== '' && !text.endsWith('\n')) size.lines++
  return size
}

function draw(request: Request): { plan: Plan; rendered: Rendered } {
  const { material, settings, limit, spare, terminated } = request
  const { keep, headRatio, maxLineLength, notice, source } = settings
  const { totalBytes, totalLines } = material
  const facts = { totalBytes, totalLines, totalErrors: 0, terminated, source, status: undefined }
  const plan = endsPlanFor({
    material,
    keep,
    headRatio,
    limit,
    maxLineLength,
    values: () => [],
    leads: [],
    wording: wordingFor(facts, settings, sizer),
    sizer,
    silent: notice.off,
    isOwnLine,
    ...(spare && { spare }),
  })
  if (plan.segments.length === 0) {
    const gaps = plan.gaps.map((gap) => finishGap(gap, source, notice, 0))
    return { plan, rendered: { text: fits(sizeOfText('…'), limit) ? '…' : '', segments: [], gaps } }
  }
  const rendered = render(plan, {
    read: (start, end) => material.read(start, end),
    errorsBetween: () => 0,
    totalLines,
    terminated,
    keep,
    clipsLines: maxLineLength !== Infinity,
    source,
    status: undefined,
    reader: notice,
    sign: undefined,
    silent: notice.off,
  })
  return { plan, rendered }
}

/** The result for an input within the limits. Lines with malformed bytes are apart, unless there are too many. */
function whole(
  bytes: Uint8Array,
  totals: Totals,
  { keep }: PlainSettings,
  mayBeMalformed: boolean,
): PlainTruncation {
  const text = decode(bytes)
  const kind = keep === 'tail' ? 'tail' : 'head'
  const all = {
    startByte: 0,
    endByte: bytes.length,
    firstLine: 1,
    lastLine: totals.totalLines,
    kind,
  } as const
  const parts = mayBeMalformed ? partsOf(all, bytes) : []
  const coarse = mayBeMalformed ? partsOf(all, bytes, true) : [{ ...all, exact: true, text }]
  const segments: Segment[] = parts.length > 0 && parts.length <= MAX_SEGMENTS ? parts : coarse
  return plainResult({ text, segments: bytes.length > 0 ? segments : [], gaps: [] }, sizeOfText(text), totals)
}
