import { copyOf, emptySize, fits, minusSize, plusSize } from '../bytes/size.ts'
import type { LineSpan, Plan, PlannedGap, PlannedSegment } from '../words/plan-model.ts'
import { cursorFromEnd, cursorFromStart } from './cursor.ts'
import type { Material } from './material.ts'
import type { PlanRequest } from './request.ts'

/**
 * The plan for limits that are too small for anything else. Keeps as many graphemes as fit, of the first line, or of
 * the last line under `keep: 'tail'`. The only words are the status. Keeps nothing when not even one grapheme fits.
 */
export function barePlan(given: PlanRequest): Plan {
  const status = given.wording.notice('none')
  // A cut line has no LF of its own, so the status needs one before it.
  const lineEnd = status.lines > 0 ? copyOf(given.sizer.measureInLine('\n'), { lines: 0 }) : emptySize()
  const request = { ...given, limit: minusSize(given.limit, plusSize(status, lineEnd)) }
  const { material, keep, limit } = request
  const span = keep === 'tail' ? cursorFromEnd(material).peek() : cursorFromStart(material).peek()
  if (!span || limit.lines < 1) return emptyPlan(request)
  const [start, end] = keep === 'tail' ? ending(request, span) : beginning(request, span)
  if (end <= start) return emptyPlan(request)
  const number = span.number
  const kept: PlannedSegment = {
    startByte: start,
    endByte: end,
    firstLine: number,
    lastLine: number,
    kind: keep === 'tail' ? 'tail' : 'head',
  }
  return {
    form: 'none',
    segments: [kept],
    gaps: [before(material, kept), after(material, kept)].filter((g) => g.endByte > g.startByte),
  }
}

/** The plan that keeps nothing. */
export function emptyPlan({ material }: PlanRequest): Plan {
  const all = { startByte: 0, endByte: material.totalBytes, firstLine: 1, lastLine: material.totalLines }
  return { form: 'none', segments: [], gaps: [all] }
}

function beginning({ material, sizer, limit, maxLineLength }: PlanRequest, line: LineSpan): [number, number] {
  const start = material.sequences.beyond(line.region, line.heldStart, 'after')
  const span = material.sequences.shownAround(line, start)
  const { region } = span
  const from = region.startByte
  let end = from + sizer.fitForward(region.bytes, start - from, span.heldEnd - from, limit, maxLineLength)
  if (end === span.endByte && span.terminated && fitsTo(end + 1)) end++
  return [start, end === material.totalBytes ? end : material.sequences.floor(region, end)]

  function fitsTo(stop: number): boolean {
    return fits(copyOf(sizer.measure(region.bytes, start - from, stop - from), { lines: 1 }), limit)
  }
}

function ending({ material, sizer, limit, maxLineLength }: PlanRequest, line: LineSpan): [number, number] {
  const last = material.sequences.beyond(line.region, line.heldEnd, 'before')
  const span = material.sequences.shownAround(line, last)
  const { region } = span
  const from = region.startByte
  const isTerminated = span.terminated && last === line.endByte && line.region.endByte > last
  const stop = last + (isTerminated ? 1 : 0)
  const points = maxLineLength + (isTerminated ? 1 : 0)
  const start = from + sizer.fitBackward(region.bytes, span.heldStart - from, stop - from, limit, points)
  if (start === stop && span.terminated && !isTerminated) return [line.endByte, line.endByte + 1]
  return [start === 0 ? 0 : material.sequences.ceil(region, start), stop]
}

function before(material: Material, kept: PlannedSegment): PlannedGap {
  const isInLine = material.columnAt(kept.startByte) > 1
  const lastLine = isInLine ? kept.firstLine : kept.firstLine - 1
  return clipOf(material, { startByte: 0, endByte: kept.startByte, firstLine: 1, lastLine }, isInLine)
}

function after(material: Material, kept: PlannedSegment): PlannedGap {
  const gap = { startByte: kept.endByte, endByte: material.totalBytes, lastLine: material.totalLines }
  const column = material.columnAt(kept.endByte)
  if (column === 1) return { ...gap, firstLine: kept.lastLine + 1 }
  return clipOf(material, { ...gap, firstLine: kept.lastLine, column }, true)
}

/** Adds the number of code points to a gap inside one line. */
function clipOf(material: Material, gap: PlannedGap, isInLine: boolean): PlannedGap {
  if (!isInLine || gap.firstLine !== gap.lastLine || gap.endByte === gap.startByte) return gap
  const codePoints = material.codePointsBetween(gap.startByte, gap.endByte)
  return { ...gap, clip: { mark: 'none', codePoints } }
}
