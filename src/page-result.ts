import { sizer } from './exceeded.ts'
import type { Settings } from './limits.ts'
import { countCodePoints, graphemeFloor } from './render/graphemes.ts'
import { isNoticeLine, writePageNotice } from './render/notices.ts'
import { partsOf } from './render/parts.ts'
import { MAX_SEGMENTS } from './render/render.ts'
import { addSize, emptySize, fits, minusSize, type Size, shareOf } from './render/size.ts'
import { tokensOfUnits, UNITS_PER_TOKEN } from './tokens/estimate.ts'
import type { Gap, Segment, Truncation } from './truncation.ts'

const LF = 0x0a
const QUOTES = 2

/** A page of lines. */
export interface PageRequest {
  /** First line, 1-indexed. */
  offset: number
  /** Lines asked for; Infinity for all. */
  limit: number
  /** First character of the first line, 1-indexed, in code points. */
  column: number
  /** False reads no further than the page: the totals stay unknown. */
  totals: boolean
}

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

/** What a page was cut from. */
export interface PageFacts {
  backend: 'wasm' | 'js'
  /** A sentence for the notice, such as how the input was decoded. */
  note: string | undefined
  /** Bytes from `startByte` on, as many as a page can hold and some more. */
  bytes: Uint8Array
  startByte: number
  /** Where the lines asked for end. */
  askedEnd: number
  totalBytes: number
  totalLines: number
  /** True when the input was read to its end, so that the totals are its own. */
  readAll: boolean
  /** True when the last line has no LF. */
  isOpen: boolean
}

interface Kept {
  /** Length of the page in `bytes`. */
  length: number
  /** Whole lines in it. */
  lines: number
  /** Code points of the part of a line that it ends with; 0 when it ends with a line. */
  partCodePoints: number
}

/** Cuts a page to the limits: whole lines, or a part of one line that is larger than the page. */
export function writePage(settings: Settings, request: PageRequest, facts: PageFacts): PageResult {
  const limit = limitOf(settings)
  const asked = facts.bytes.subarray(0, Math.max(0, Math.min(facts.bytes.length, facts.askedEnd - facts.startByte)))
  const everything = takeLines(asked, limit, facts.askedEnd - facts.startByte)
  const reserve = wordsSize(facts, request)
  const isWhole = everything.length === facts.totalBytes && facts.startByte === 0 && facts.note === undefined
  if (isWhole && facts.readAll) return resultOf(settings, request, facts, everything, 'none')
  const form = settings.notice.off ? 'none' : fits(reserve, shareOf(limit, 1 / 3)) ? 'full' : 'none'
  const room = form === 'full' ? minusSize(limit, reserve) : limit
  return resultOf(settings, request, facts, takeLines(asked, room, facts.askedEnd - facts.startByte), form)
}

function limitOf(settings: Settings): Size {
  return {
    lines: settings.maxLines,
    bytes: settings.maxBytes,
    serializedBytes: settings.maxSerializedBytes - QUOTES,
    tokenUnits: settings.maxTokens * UNITS_PER_TOKEN,
  }
}

/** Whole lines while they fit; where not even one does, as much of it as fits. */
function takeLines(bytes: Uint8Array, room: Size, askedLength: number): Kept {
  const used = emptySize()
  let at = 0
  let lines = 0
  while (at < bytes.length) {
    const lf = bytes.indexOf(LF, at)
    if (lf < 0 && bytes.length < askedLength) break
    const end = lf < 0 ? bytes.length : lf + 1
    const size = { ...sizer.measure(bytes, at, end), lines: 1 }
    if (!fits(addSize({ ...size }, used), room)) break
    addSize(used, size)
    at = end
    lines++
  }
  if (at > 0 || bytes.length === 0) return { length: at, lines, partCodePoints: 0 }
  if (room.lines < 1) return { length: 0, lines: 0, partCodePoints: 0 }
  const lf = bytes.indexOf(LF)
  const stop = lf < 0 ? bytes.length : lf
  const fit = sizer.fitForward(bytes, 0, stop, room, Number.POSITIVE_INFINITY)
  const length = graphemeFloor(bytes, fit)
  return { length, lines: 0, partCodePoints: countCodePoints(bytes, 0, length) }
}

function wordsSize(facts: PageFacts, request: PageRequest): Size {
  const line = 10 ** String(Math.max(facts.totalLines, request.offset + 1)).length - 1
  const column = 10 ** String(facts.totalBytes + request.column).length - 1
  const text = writePageNotice({
    range: { firstLine: line, lastLine: line - 1 },
    totalLines: line,
    terminated: !facts.isOpen,
    next: { line, column },
    note: facts.note,
  })
  return { ...sizer.measureText(`\n${text}`), lines: 1 }
}

function resultOf(
  settings: Settings,
  request: PageRequest,
  facts: PageFacts,
  kept: Kept,
  form: 'full' | 'none',
): PageResult {
  const { startByte, totalBytes, totalLines, readAll } = facts
  const endByte = startByte + kept.length
  const isPart = kept.partCodePoints > 0
  const lastLine = request.offset + kept.lines - (isPart ? 0 : 1)
  const segments = segmentsOf(facts.bytes.subarray(0, kept.length), startByte, request.offset, lastLine)
  const content = segments.map((s) => s.text).join('')
  const next = nextOf(request, kept, endByte < totalBytes || !readAll)
  const notice = form === 'none' ? undefined : noticeOf(facts, request, lastLine, next, content)
  const above = content === '' || content.endsWith('\n') || notice === undefined ? content : `${content}\n`
  const text = above + (notice ?? '')
  const size = sizer.measureText(text)
  const truncation: Truncation = {
    text,
    truncated: endByte < facts.askedEnd,
    totalLines,
    totalBytes,
    outputLines: size.lines + (text === '' || text.endsWith('\n') ? 0 : 1),
    outputBytes: size.bytes,
    outputTokens: tokensOfUnits(size.tokenUnits),
    keptLines: segments.length === 0 ? 0 : lastLine - request.offset + 1,
    keptBytes: kept.length,
    segments,
    gaps: gapsOf(request, facts, endByte, lastLine, isPart),
    errors: { total: 0, lines: [] },
    foreignNotices: content.split('\n').filter(isNoticeLine).length,
    backend: facts.backend,
  }
  if (truncation.truncated) truncation.truncatedBy = kept.lines >= settings.maxLines - 1 ? 'lines' : 'bytes'
  if (notice !== undefined) truncation.notice = notice
  const result: PageResult = { truncation, content }
  if (next) result.next = next
  if (readAll) result.totalLines = totalLines
  return result
}

function segmentsOf(bytes: Uint8Array, startByte: number, firstLine: number, lastLine: number): Segment[] {
  if (bytes.length === 0) return []
  const stretch = { startByte, endByte: startByte + bytes.length, firstLine, lastLine, kind: 'head' } as const
  const parts = partsOf(stretch, bytes)
  const few = parts.length <= MAX_SEGMENTS ? parts : partsOf(stretch, bytes, true)
  return few.map((part) => ({ ...part, kind: 'range' }))
}

function nextOf({ offset, column }: PageRequest, kept: Kept, more: boolean): NextPage | undefined {
  if (!more) return undefined
  if (kept.partCodePoints > 0) return { offset, column: column + kept.partCodePoints }
  return { offset: offset + kept.lines }
}

function noticeOf(
  facts: PageFacts,
  { offset }: PageRequest,
  lastLine: number,
  next: NextPage | undefined,
  content: string,
): string | undefined {
  const showsEnd = next === undefined
  if (showsEnd && offset === 1 && facts.note === undefined) return undefined
  return writePageNotice({
    range: content === '' ? undefined : { firstLine: offset, lastLine },
    totalLines: facts.readAll ? facts.totalLines : undefined,
    terminated: !showsEnd || !facts.isOpen || content === '',
    next: next && { line: next.offset, ...(next.column === undefined ? {} : { column: next.column }) },
    note: facts.note,
  })
}

/** What lies before the page, after it within what was asked for, and past that. */
function gapsOf(request: PageRequest, facts: PageFacts, endByte: number, lastLine: number, isPart: boolean): Gap[] {
  const { startByte, askedEnd, totalBytes, totalLines } = facts
  const { offset, column, limit } = request
  const gaps: Gap[] = []
  const before = column > 1 ? offset : offset - 1
  if (startByte > 0) gaps.push({ startByte: 0, endByte: startByte, firstLine: 1, lastLine: before, errors: 0, asked: false })
  const firstLine = isPart ? offset : lastLine + 1
  const lastAsked = Math.min(totalLines, offset + limit - 1)
  if (endByte < askedEnd) {
    const gap: Gap = { startByte: endByte, endByte: askedEnd, firstLine, lastLine: lastAsked, errors: 0, asked: true }
    if (isPart) gap.column = column + countCodePoints(facts.bytes, 0, endByte - startByte)
    gaps.push(gap)
  }
  if (askedEnd < totalBytes) {
    gaps.push({ startByte: askedEnd, endByte: totalBytes, firstLine: lastAsked + 1, lastLine: totalLines, errors: 0, asked: false })
  }
  return gaps
}
