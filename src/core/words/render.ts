import type { CommandStatus, Source } from '../../options.ts'
import type { Gap, Segment } from '../../truncation.ts'
import type { View } from '../clean/view.ts'
import {
  type CalledLines,
  callForBytes,
  callForGap,
  callForLines,
  callForUnits,
  pageOfColumn,
  pageOfLines,
  type Reader,
} from './calls.ts'
import type { Form } from './forms.ts'
import {
  type ArtifactPart,
  formatSize,
  type PageBeginning,
  resumePart,
  writeBareFoldMark,
  writeBriefNotice,
  writeClip,
  writeFolded,
  writeMarker,
  writeNotice,
  writePageNotice,
  writePartNotice,
  writeShortPageNotice,
  writeStatus,
} from './notices.ts'
import { decode } from './parts.ts'
import { placedGaps, placedSegment, placeOfSegment, withoutRepeats } from './placed.ts'
import type { Plan, PlannedGap } from './plan-model.ts'
import { segmentsOf } from './segments.ts'

// Turns a plan into text: the kept bytes, a marker or mark in each gap, and the notice. notices.ts writes their words,
// wording.ts computes how wide they can be, and parse.ts reads them back.

/** What `render` needs besides the plan. */
export interface RenderRequest {
  read(startByte: number, endByte: number): Uint8Array
  errorsBetween(startByte: number, endByte: number): number
  /** True if there may be more errors than `errorsBetween` says. */
  areErrorsLeast?: boolean
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
  reader: Reader
  /** Signs the notice below a text. Undefined when notices are not signed. */
  sign: ((above: string, notice: string) => string) | undefined
  /** True when the text must not mention what was left out. */
  silent: boolean
  /** What the notice of a page adds. Absent when the text is not a page. */
  page?: PageWords
  /** True when kept bytes are shown without their colours. */
  dropsColours?: boolean
  /** How the text that the plan was made for follows from the input. Absent if it is the input. */
  view?: View | undefined
}

/** What the notice of a page says, apart from the lines that are shown. */
export interface PageWords {
  /** Undefined at the end of the input. */
  next: PageBeginning | undefined
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
  /** The ranges of a view that are shown. Absent if they are those of the segments. */
  shown?: readonly { startByte: number; endByte: number }[]
}

/** Turns bytes and a plan into text. Pure. */
export function render(given: Plan, request: RenderRequest): Rendered {
  const { source, reader, page, view, read } = request
  const plan = view ? withoutRepeats(given, view, read) : given
  const { gaps, form } = plan
  const segments = segmentsOf(plan, read, request.dropsColours)
  const planned = view ? placedGaps(plan, view) : gaps
  const linesOf = (segment: Segment) => (view ? placeOfSegment(segment, view) : segment)
  const ranges = lineRanges(
    [...segments.map(linesOf), ...planned.filter((gap) => gap.isRepeat)].sort(
      (a, b) => a.startByte - b.startByte,
    ),
  )
  const marks = gaps.map(
    ({ startByte, endByte, isRepeat, mark }) =>
      mark ?? (isRepeat && markOfShown(decode(read(startByte, endByte)), ranges)),
  )
  const finished = planned.map((gap, i) => ({
    ...(page
      ? finishPageGap(gap, source, reader)
      : finishGap(gap, source, reader, request.errorsBetween(gaps[i].startByte, gaps[i].endByte))),
    ...(marks[i] && { mark: gaps[i].mark ?? marks[i].trimEnd() }),
  }))
  // A single range of lines is named by the notice.
  const hasMarkers = form === 'full' && ranges.length > 1
  const isLeast = request.areErrorsLeast === true
  let text = ''
  // The last part of the text. Asking the joined text how it ends would copy all of it.
  let ending = ''
  const write = (part: string) => {
    text += part
    if (part !== '') ending = part
  }
  let next = 0
  for (const segment of segments) {
    for (; next < gaps.length && gaps[next].startByte < segment.startByte; next++) {
      write(marks[next] || between(planned[next], finished[next], hasMarkers, isLeast))
    }
    write(segment.text)
  }
  for (; next < gaps.length && marks[next]; next++) write(marks[next] as string)
  const last = gaps[next]
  if (last) write(last.clip || !hasMarkers ? clipText(last) : markerOf(finished[next], isLeast))
  const shown = view ? segments.map((segment) => placedSegment(segment, view)) : segments
  const rendered = view
    ? { text, segments: shown, gaps: finished.filter(isOfInput), shown: segments }
    : { text, segments, gaps: finished }
  const notice = request.silent
    ? undefined
    : noticeFor(form, ranges, { segments: shown, gaps: planned, finished }, request)
  if (notice === undefined) return rendered
  const above = text === '' || ending.endsWith('\n') ? text : `${text}\n`
  const signed = request.sign === undefined || form !== 'full' ? notice : request.sign(above, notice)
  return { ...rendered, text: above + signed, notice: signed }
}

/** A fold mark as `core/clean/hidden-lines.ts` writes it. */
const FOLD_MARK = /^\[\.\.\.(\d+(?:-\d+)?) (?:repeat|like) (\d+)(?:-(\d+))?\](?=\n?$)/

/**
 * The line of a fold mark. It names no lines that are left out themselves: then it only says which lines it stands for.
 * Lines behind other fold marks are like ones that are shown.
 */
function markOfShown(line: string, ranges: readonly CalledLines[]): string {
  return line.replace(FOLD_MARK, (mark, hidden: string, first: string, last = first) => {
    const [from, to = from] = hidden.split('-')
    // Where the cursor moved, a line can be shown in part and hidden in part.
    const isOwn = Number(from) <= Number(last) && Number(first) <= Number(to)
    const isShown = ranges.some(
      ({ firstLine, lastLine }) => firstLine <= Number(first) && Number(last) <= lastLine,
    )
    return isShown && !isOwn ? mark : writeBareFoldMark(hidden)
  })
}

/** False for a gap of text that stands in the view only. */
const isOfInput = ({ startByte, endByte }: Pick<Gap, 'startByte' | 'endByte'>): boolean => endByte > startByte

/** The words in place of a gap that has text after it. */
function between(gap: PlannedGap, finished: Gap, hasMarkers: boolean, isLeast: boolean): string {
  if (gap.clip) return clipText(gap)
  return hasMarkers && isOfInput(gap) ? markerOf(finished, isLeast) : ''
}

const markerOf = ({ startByte, endByte, firstLine, lastLine, errors }: Gap, isLeast: boolean): string =>
  `${writeMarker({ firstLine, lastLine, size: formatSize(endByte - startByte), errors, isLeast })}\n`

function clipText({ clip }: PlannedGap): string {
  if (!clip || clip.mark === 'none') return ''
  return clip.mark === 'ellipsis' ? '…' : writeClip(clip.codePoints)
}

interface Parts {
  segments: readonly Segment[]
  gaps: readonly PlannedGap[]
  finished: readonly Gap[]
}

function noticeFor(
  form: Form,
  ranges: readonly CalledLines[],
  { segments, gaps, finished }: Parts,
  request: RenderRequest,
): string | undefined {
  const { totalLines, source, reader, status, note, page } = request
  if (page?.part && form === 'full') return partNotice(ranges, segments, request, page, page.part)
  if (page) return pageNotice(form, ranges, request, page)
  if (request.dropsColours && finished.length === 0)
    return source ? writeFolded(source, reader, status, note) : writeStatus(status)
  const shown = { ranges, totalLines, source, reader, status }
  if (form === 'name') return writeBriefNotice(shown)
  if (form !== 'full') return writeStatus(status)
  const last = ranges[ranges.length - 1]
  const isPage = request.keep === 'head' && ranges.length === 1 && last.firstLine === 1
  const example = exampleOf(finished)
  const terminated = request.terminated || last.lastLine < totalLines
  const planned = example && gaps[finished.indexOf(example)]
  const next = isPage ? nextOf(gaps, last, request) : undefined
  return writeNotice({
    ranges,
    totalLines,
    source,
    reader,
    status,
    terminated,
    example: planned && { ...planned, isInLine: isInLine(planned) },
    errors: errorsIn(finished),
    note,
    next,
    units: planned?.name,
  })
}

/** Gaps of so few lines are compared by their bytes: one of them may be most of a long line. */
const FEW_LINES = 2

/** The gap that the notice shows how to see: of the most errors, then lines, then bytes. Folded lines come last. */
export function exampleOf(all: readonly Gap[]): Gap | undefined {
  const leftOut = all.filter((gap) => gap.mark === undefined)
  const [first, ...others] = leftOut.length > 0 ? leftOut : all
  return others.reduce((most, gap) => (isLarger(gap, most) ? gap : most), first)
}

function isLarger(one: Gap, other: Gap): boolean {
  const lines = (gap: Gap) => Math.max(FEW_LINES, gap.lastLine - gap.firstLine + 1)
  const bytes = (gap: Gap) => gap.endByte - gap.startByte
  return (one.errors - other.errors || lines(one) - lines(other) || bytes(one) - bytes(other)) > 0
}

/** Errors that are left out, without those like one that is shown. */
export const errorsIn = (gaps: readonly Gap[]): number =>
  gaps.reduce((sum, { errors, mark }) => (mark === undefined ? sum + errors : sum), 0)

const isInLine = ({ column, clip }: PlannedGap): boolean => clip !== undefined || column !== undefined

function pageNotice(
  form: Form,
  ranges: readonly CalledLines[],
  { totalLines, terminated, reader }: RenderRequest,
  { next, note, readAll, part }: PageWords,
): string | undefined {
  if (form === 'none') return undefined
  const isCounted = part ? part.unit === 'lines' : readAll
  if (form === 'name')
    return ranges.length > 0 && isCounted ? writeShortPageNotice(ranges, totalLines) : undefined
  return writePageNotice({
    ranges,
    totalLines: readAll ? totalLines : undefined,
    terminated: terminated || next !== undefined || ranges.length === 0,
    next,
    note,
    call: reader.call,
  })
}

function partNotice(
  ranges: readonly CalledLines[],
  segments: readonly Segment[],
  { terminated, reader }: RenderRequest,
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
    resume: resumePart(part, end, reader.surface),
    note,
  })
}

/** Where the next page begins: inside the line that was too large for this one, or at the next line. */
function nextOf(
  gaps: readonly PlannedGap[],
  shown: CalledLines,
  { clipsLines, totalLines }: RenderRequest,
): PageBeginning | undefined {
  const first = gaps.find((gap) => !gap.onlyIntroducers)
  if (first?.column !== undefined && !clipsLines) return { line: first.firstLine, column: first.column }
  return shown.lastLine < totalLines ? { line: shown.lastLine + 1 } : undefined
}

export function lineRanges(shown: readonly CalledLines[]): CalledLines[] {
  const ranges: CalledLines[] = []
  for (const { firstLine, lastLine } of shown) {
    const last = ranges[ranges.length - 1]
    if (last && firstLine <= last.lastLine + 1) last.lastLine = Math.max(last.lastLine, lastLine)
    else ranges.push({ firstLine, lastLine })
  }
  return ranges
}

/** Turns a planned gap into a gap of the result. */
export function finishGap(gap: PlannedGap, source: Source | undefined, reader: Reader, errors: number): Gap {
  const called = { ...gap, isInLine: isInLine(gap) }
  return gapOf(gap, errors, callForUnits(source, reader, gap.name) ?? callForGap(source, reader, called))
}

/** In a page, the rest of a line is shown by its column. */
function finishPageGap(gap: PlannedGap, source: Source | undefined, reader: Reader): Gap {
  const { startByte, endByte, firstLine, column, clip } = gap
  const call =
    !clip && column === undefined
      ? (pageOfLines(source, gap) ?? callForLines(source, reader, gap))
      : (pageOfColumn(source, firstLine, column) ?? callForBytes(source, reader, startByte, endByte))
  return gapOf(gap, 0, call)
}

function gapOf(planned: PlannedGap, errors: number, resume: string | undefined): Gap {
  const { startByte, endByte, firstLine, lastLine, column, clip, asked = true } = planned
  const gap: Gap = { startByte, endByte, firstLine, lastLine, errors, asked }
  if (column !== undefined) gap.column = column
  if (clip) gap.codePoints = clip.codePoints
  if (resume !== undefined) gap.resume = resume
  return gap
}
