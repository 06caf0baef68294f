import type { CommandStatus, Source } from '../options.ts'
import { type Form, marksInLine } from '../plan/forms.ts'
import type { Plan, PlannedGap } from '../plan/model.ts'
import type { Gap, Segment } from '../truncation.ts'
import {
  type ArtifactPart,
  formatBytes,
  isNamedBriefly,
  type LineRange,
  type NextPage,
  resumeBytes,
  resumeColumn,
  resumeLines,
  resumePart,
  writeClip,
  writeMarker,
  writeNotice,
  writePageNotice,
  writePartNotice,
  writeShortNotice,
  writeStatus,
} from './notices.ts'
import { signNotice } from './seal.ts'
import { segmentsOf } from './segments.ts'

// Turns a plan into text: the kept bytes, a marker or mark in each gap, and the notice. notices.ts writes their words,
// wording.ts computes how wide they can be, and parse.ts reads them back.

/** What `render` needs besides the plan. */
export interface RenderRequest {
  read(startByte: number, endByte: number): Uint8Array
  errorsBetween(startByte: number, endByte: number): number
  totalLines: number
  /** True when the input's last byte is LF. */
  terminated: boolean
  keep: 'head' | 'tail' | 'ends'
  /** True when `maxLineLength` clips lines. The next page then begins at the next line. */
  clipsLines: boolean
  source: Source | undefined
  status: CommandStatus | undefined
  /** A sentence on what the input is, if it is not text in UTF-8. */
  note?: string | undefined
  tools: readonly string[]
  key: Uint8Array | undefined
  /** True when the text must not mention what was left out. */
  silent: boolean
  /** What the notice of a page adds. Absent when the text is not a page. */
  page?: PageWords
}

/** What the notice of a page says, apart from the lines that are shown. */
export interface PageWords {
  /** Undefined at the end of the input. */
  next: NextPage | undefined
  /** A sentence on how the input was read. */
  note: string | undefined
  /** False when the input was not read to its end. */
  readAll: boolean
  /** Set when the input is a part of an artifact. */
  part: ArtifactPart | undefined
}

/** A text, and the parts of the result that describe it. */
export interface Rendered {
  text: string
  segments: Segment[]
  gaps: Gap[]
  notice?: string
}

/** Turns bytes and a plan into text. Pure. */
export function render(plan: Plan, request: RenderRequest): Rendered {
  const { gaps } = plan
  const segments = segmentsOf(plan, request.read)
  let text = ''
  const { source, tools, page } = request
  const finished = gaps.map((gap) =>
    page
      ? finishPageGap(gap, source, tools)
      : finishGap(gap, source, tools, request.errorsBetween(gap.startByte, gap.endByte)),
  )
  let next = 0
  segments.forEach((segment, index) => {
    for (; next < gaps.length && gaps[next].startByte < segment.startByte; next++) {
      text += between(gaps[next], plan.form, index === 0, finished[next], gaps[next + 1])
    }
    text += segment.text
  })
  const last = gaps[next]
  if (last) text += clipText(last)
  if (marksInLine(plan.form) && last && !last.clip && text.endsWith('\n') && !text.endsWith('…\n'))
    text = splitLastLf(segments, text)
  const notice = request.silent ? undefined : noticeFor(plan.form, segments, gaps, request)
  if (notice === undefined) return { text, segments, gaps: finished }
  const above = text === '' || text.endsWith('\n') ? text : `${text}\n`
  const signed =
    request.key === undefined || plan.form !== 'full' ? notice : signNotice(request.key, above, notice)
  return { text: above + signed, segments, gaps: finished, notice: signed }
}

/** The words in place of a gap that has text after it. */
function between(
  gap: PlannedGap,
  form: Form,
  isFirst: boolean,
  finished: Gap,
  next: PlannedGap | undefined,
): string {
  if (gap.clip) return clipText(gap)
  // One `…` is enough when the line that follows begins with its own.
  if (marksInLine(form)) return next?.startByte === gap.endByte && clipText(next) === '…' ? '' : '…'
  if (form === 'none' || form === 'name' || isFirst) return ''
  if (form === 'short') return '…\n'
  const { startByte, endByte, firstLine, lastLine } = gap
  const { errors, resume } = finished
  return `${writeMarker({ firstLine, lastLine, size: formatBytes(endByte - startByte), errors, resume })}\n`
}

function clipText({ clip }: PlannedGap): string {
  if (!clip || clip.mark === 'none') return ''
  return clip.mark === 'ellipsis' ? '…' : writeClip(clip.codePoints)
}

/** Puts a bare `…` before the LF of the last line, so that it needs no line of its own. */
function splitLastLf(segments: Segment[], text: string): string {
  const last = segments[segments.length - 1]
  if (last.endByte - last.startByte > 1) {
    const lf = last.endByte - 1
    segments.push({ ...last, startByte: lf, firstLine: last.lastLine, exact: true, text: '\n' })
    last.endByte = lf
    last.text = last.text.slice(0, -1)
    if (last.text.endsWith('\n')) last.lastLine--
  }
  return `${text.slice(0, -1)}…\n`
}

function noticeFor(
  form: Form,
  segments: readonly Segment[],
  gaps: readonly PlannedGap[],
  request: RenderRequest,
): string | undefined {
  const { totalLines, source, tools, status, note } = request
  const ranges = lineRanges(segments)
  const { part } = request.page ?? {}
  if (request.page && part && form === 'full')
    return partNotice(ranges, segments, request, request.page, part)
  if (request.page) return pageNotice(form, ranges, request, request.page)
  if (form === 'short' || form === 'brief' || form === 'name') {
    const named = form !== 'short' && isNamedBriefly(source) ? {} : { ranges }
    return writeShortNotice({ ...named, totalLines, source, tools, status })
  }
  if (form !== 'full') return writeStatus(status)
  const shown = ranges[ranges.length - 1]
  const isPage = request.keep === 'head' && ranges.length === 1 && shown.firstLine === 1
  return writeNotice({
    ranges,
    totalLines,
    terminated: request.terminated || shown.lastLine < totalLines,
    source,
    tools,
    status,
    note,
    next: isPage ? nextOf(gaps, shown, request) : undefined,
  })
}

function pageNotice(
  form: Form,
  ranges: readonly LineRange[],
  { totalLines, terminated }: RenderRequest,
  { next, note, readAll, part }: PageWords,
): string | undefined {
  if (form === 'none') return undefined
  const isCounted = part ? part.unit === 'lines' : readAll
  if (form === 'short')
    return ranges.length > 0 && isCounted ? writeShortNotice({ ranges, totalLines, tools: [] }) : undefined
  return writePageNotice({
    ranges,
    totalLines: readAll ? totalLines : undefined,
    terminated: terminated || next !== undefined || ranges.length === 0,
    next,
    note,
  })
}

function partNotice(
  ranges: readonly LineRange[],
  segments: readonly Segment[],
  { terminated }: RenderRequest,
  { next, note }: PageWords,
  part: ArtifactPart,
): string {
  const last = segments[segments.length - 1]
  const isLines = part.unit === 'lines'
  const endByte = part.first + (last?.endByte ?? 0)
  const end = isLines ? { line: (last?.lastLine ?? part.first - 1) + 1, ...next } : { line: endByte }
  return writePartNotice({
    part,
    ranges,
    endByte,
    terminated: isLines ? terminated || next !== undefined : last?.text.endsWith('\n') !== false,
    resume: resumePart(part, end),
    note,
  })
}

/** Where the next page begins: inside the line that was too large for this one, or at the next line. */
function nextOf(
  gaps: readonly PlannedGap[],
  shown: LineRange,
  { clipsLines, totalLines }: RenderRequest,
): NextPage | undefined {
  const first = gaps.find((gap) => !gap.onlyIntroducers)
  if (first?.column !== undefined && !clipsLines) return { line: first.firstLine, column: first.column }
  return shown.lastLine < totalLines ? { line: shown.lastLine + 1 } : undefined
}

function lineRanges(segments: readonly Segment[]): LineRange[] {
  const ranges: LineRange[] = []
  for (const { firstLine, lastLine } of segments) {
    const last = ranges[ranges.length - 1]
    if (last && firstLine <= last.lastLine + 1) last.lastLine = Math.max(last.lastLine, lastLine)
    else ranges.push({ firstLine, lastLine })
  }
  return ranges
}

/** Turns a planned gap into a gap of the result. */
export function finishGap(
  gap: PlannedGap,
  source: Source | undefined,
  tools: readonly string[],
  errors: number,
): Gap {
  const { startByte, endByte, column, clip } = gap
  const wholeLines = !clip && column === undefined
  const resume = wholeLines ? resumeLines(source, tools, gap) : resumeBytes(source, tools, startByte, endByte)
  return gapOf(gap, errors, resume)
}

/** In a page, the rest of a line is shown by its column. */
function finishPageGap(gap: PlannedGap, source: Source | undefined, tools: readonly string[]): Gap {
  const { startByte, endByte, firstLine, column, clip } = gap
  const resume =
    !clip && column === undefined
      ? resumeLines(source, tools, gap)
      : (resumeColumn(source, firstLine, column) ?? resumeBytes(source, tools, startByte, endByte))
  return gapOf(gap, 0, resume)
}

function gapOf(planned: PlannedGap, errors: number, resume: string | undefined): Gap {
  const { startByte, endByte, firstLine, lastLine, column, clip, asked = true } = planned
  const gap: Gap = { startByte, endByte, firstLine, lastLine, errors, asked }
  if (column !== undefined) gap.column = column
  if (clip) gap.codePoints = clip.codePoints
  if (resume !== undefined) gap.resume = resume
  return gap
}
