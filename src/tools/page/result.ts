import {
  type Asking,
  answeredLater,
  answeredNow,
  askedLimitOver,
  firstUnits,
  noted,
} from '../../fit/counted.ts'
import { fullSizer, sizerFor } from '../../fit/exceeded.ts'
import { bestUse } from '../../fit/search.ts'
import { graphemeCeil } from '../../render/graphemes.ts'
import { writePageNotice, writeShortNotice } from '../../render/notices.ts'
import { isNoticeLine } from '../../render/parse.ts'
import { MAC_LENGTH, signNotice } from '../../render/seal.ts'
import { fits, minusSize, type Size, shareOf } from '../../render/size.ts'
import type { Settings } from '../../settings.ts'
import { tokensOfUnits } from '../../tokens/estimate.ts'
import type { Truncation } from '../../truncation.ts'
import { type Kept, keepLines, limitOf, type PageFacts, type PageRequest } from './cut.ts'
import { columnAt, gapsAround, piecesOf } from './pieces.ts'

/** Where the next page begins. */
export interface NextPage {
  offset: number
  column?: number
}

export interface PageResult {
  truncation: Truncation
  content: string
  /** Absent at the end of the input. */
  next?: NextPage
  /** Undefined where the input was not read to its end. */
  totalLines?: number
}

/** How much the notice says. */
type Form = 'full' | 'short' | 'none'

const ELLIPSIS = '…'

interface PageContext {
  settings: Settings
  request: PageRequest
  facts: PageFacts
}

/** Cuts a page to the limits: whole lines, or a part of one line that is larger than the page. */
export const writePage = (settings: Settings, request: PageRequest, facts: PageFacts): PageResult =>
  answeredNow(steps({ settings, request, facts }), settings)

/** As `writePage`, with a counter that may answer later, or fail. */
export async function writePageLater(
  settings: Settings,
  request: PageRequest,
  facts: PageFacts,
  signal: AbortSignal | undefined,
): Promise<PageResult> {
  const make = (given: Settings) => steps({ settings: given, request, facts })
  const { made, note } = await answeredLater(make, settings, signal)
  return { ...made, truncation: noted(made.truncation, note) }
}

function* steps(context: PageContext): Asking<PageResult> {
  const { settings, request, facts } = context
  const limit = limitOf(settings, request, facts)
  const isExact = settings.tokens !== undefined
  const units = isExact ? firstUnits(limit.tokenUnits) : limit.tokenUnits
  const best = yield* bestUse(
    units,
    settings.maxTokens,
    isExact && units < Number.POSITIVE_INFINITY,
    function* (tokenUnits) {
      const made = yield* cutPage(context, { ...limit, tokenUnits: Math.max(0, tokenUnits) })
      return { made, truncation: made.truncation }
    },
  )
  if (best) return best
  const first = yield* firstGrapheme(context, limit)
  if (first.truncation.keptBytes > 0) return first
  const none = yield* cutPage(context, { ...limit, tokenUnits: 0 })
  return none.truncation.outputTokens > settings.maxTokens ? first : none
}

/** Where the estimator's units lead to nothing, the first grapheme is tried by the counter's own word. */
function* firstGrapheme(context: PageContext, limit: Size): Asking<PageResult> {
  const bytes = graphemeCeil(context.facts.held.bytes, 1)
  const silent = {
    ...context,
    settings: { ...context.settings, notice: { ...context.settings.notice, off: true } },
  }
  const page = yield* cutPage(silent, {
    ...limit,
    bytes: Math.min(limit.bytes, bytes),
    tokenUnits: Number.POSITIVE_INFINITY,
  })
  if (page.truncation.outputTokens <= context.settings.maxTokens) return page
  return yield* cutPage(silent, { ...limit, lines: 0 })
}

function* cutPage(context: PageContext, limit: Size): Asking<PageResult> {
  const { facts, settings } = context
  const { maxLineLength } = settings
  const all = keepLines(facts, limit, maxLineLength)
  const isWhole = facts.readAll && facts.startByte === 0 && all.endByte === facts.totalBytes
  if (isWhole && facts.note === undefined) return yield* resultOf(context, all, 'none')
  for (const form of formsFor(settings)) {
    const reserve = wordsSize(context, form)
    if (!fits(reserve, shareOf(limit, 1 / 3))) continue
    const kept = keepLines(facts, minusSize(limit, reserve), maxLineLength)
    if (kept.bytes.length > 0 || facts.held.bytes.length === 0) return yield* resultOf(context, kept, form)
  }
  return yield* resultOf(context, all, 'none')
}

const formsFor = ({ notice }: Settings): Form[] => (notice.off ? [] : ['full', 'short'])

/** The widest that the words can be, with the LF that may have to go before them. */
function wordsSize({ facts, request, settings }: PageContext, form: Form): Size {
  const { totalLines, totalBytes, readAll, isOpen, note } = facts
  const sizer = sizerFor(settings)
  const line = 10 ** String(Math.max(totalLines, request.offset + 1)).length - 1
  const column = 10 ** String(totalBytes + request.column).length - 1
  const range = { firstLine: line, lastLine: line - 1 }
  if (form === 'short')
    return {
      ...sizer.measureInLine(`\n${writeShortNotice({ ranges: [range], totalLines: line, tools: [] })}`),
      lines: 1,
    }
  const known = {
    range,
    totalLines: readAll ? line : undefined,
    terminated: !isOpen,
    next: { line, column },
    note,
  }
  const mac = settings.notice.key === undefined ? '' : `. MAC ${'0'.repeat(MAC_LENGTH)}`
  return { ...sizer.measureInLine(`\n${writePageNotice(known)}${mac}`), lines: 1 }
}

function* resultOf(context: PageContext, kept: Kept, form: Form): Asking<PageResult> {
  const { facts, request, settings } = context
  const { totalBytes, totalLines, readAll } = facts
  const { segments, clips, shown, content } = piecesOf(kept, facts, request, settings)
  const next = nextOf(kept, request, kept.endByte < totalBytes || !readAll)
  const words = form === 'none' ? undefined : wordsOf(context, kept, next, form)
  const above = words === undefined || shown === '' || shown.endsWith('\n') ? shown : `${shown}\n`
  const notice = words !== undefined && form === 'full' ? signed(settings, above, words) : words
  const text = yield* textOf(context, above + (notice ?? ''))
  const size = fullSizer().measureText(text)
  const [before, after] = gapsAround(kept, facts, request, settings)
  const truncation: Truncation = {
    text,
    truncated: kept.endByte < facts.askedEnd || kept.cuts.length > 0,
    totalLines,
    totalBytes,
    outputLines: size.lines + (text === '' || text.endsWith('\n') ? 0 : 1),
    outputBytes: size.bytes,
    outputTokens: settings.tokens ? yield text : tokensOfUnits(size.tokenUnits),
    keptLines: kept.lines + (kept.isPart ? 1 : 0),
    keptBytes: kept.bytes.length,
    segments,
    gaps: [...before, ...clips, ...after],
    errors: { total: 0, lines: [] },
    foreignNotices: content.split('\n').filter(isNoticeLine).length,
    backend: facts.backend,
  }
  if (truncation.truncated) truncation.truncatedBy = reasonOf(kept)
  if (notice !== undefined) truncation.notice = notice
  const result: PageResult = { truncation, content }
  if (next) result.next = next
  if (readAll) result.totalLines = totalLines
  return result
}

const reasonOf = ({ cuts, stoppedBy }: Kept): NonNullable<Truncation['truncatedBy']> =>
  cuts.length > 0 ? 'line-length' : (stoppedBy ?? 'bytes')

const signed = ({ notice: { key } }: Settings, above: string, words: string): string =>
  key === undefined ? words : signNotice(key, above, words)

/** Where not one character fits, `…` says so, if that fits. */
function* textOf({ facts, settings }: PageContext, text: string): Asking<string> {
  if (text !== '' || facts.held.bytes.length === 0 || settings.notice.off) return text
  return (yield* askedLimitOver(ELLIPSIS, settings)) === undefined ? ELLIPSIS : ''
}

function nextOf(kept: Kept, request: PageRequest, more: boolean): NextPage | undefined {
  if (!more) return undefined
  if (kept.lines > 0) return { offset: request.offset + kept.lines }
  const column = columnAt(kept.bytes, kept.bytes.length, request)
  return column > 1 ? { offset: request.offset, column } : { offset: request.offset }
}

function wordsOf(
  { facts, request }: PageContext,
  kept: Kept,
  next: NextPage | undefined,
  form: Form,
): string | undefined {
  const { readAll, totalLines, isOpen, note } = facts
  const { offset, column } = request
  if (!next && offset === 1 && column === 1 && note === undefined) return undefined
  const lastLine = offset + kept.lines - (kept.isPart ? 0 : 1)
  const range = kept.bytes.length === 0 ? undefined : { firstLine: offset, lastLine }
  if (form === 'short')
    return range && readAll ? writeShortNotice({ ranges: [range], totalLines, tools: [] }) : undefined
  return writePageNotice({
    range,
    totalLines: readAll ? totalLines : undefined,
    terminated: next !== undefined || !isOpen || range === undefined,
    next: next && lineOf(next),
    note,
  })
}

const lineOf = ({ offset, column }: NextPage): { line: number; column?: number } =>
  column === undefined ? { line: offset } : { line: offset, column }
