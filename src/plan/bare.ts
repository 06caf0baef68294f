import { emptySize, fits, minusSize, plusSize } from '../text/size.ts'
import { cursorFromEnd, cursorFromStart } from './cursor.ts'
import type { Material } from './material.ts'
import type { LineSpan, Plan, PlannedGap, PlannedSegment } from './model.ts'
import type { PlanRequest } from './request.ts'

/**
 * The plan for limits that are too small for anything else. Keeps as many graphemes as fit, of the first line, or of
 * the last line under `keep: 'tail'`. The only words are the status. Keeps nothing when not even one grapheme fits.
 */
export function barePlan(given: PlanRequest): Plan {
  const status = given.wording.notice('none', 0)
  // A cut line has no LF of its own, so the status needs one before it.
  const lineEnd = status.lines > 0 ? { ...given.sizer.measureInLine('\n'), lines: 0 } : emptySize()
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
  return { form: 'ellipsis', segments: [], gaps: [all] }
}

function beginning({ material, sizer, limit, maxLineLength }: PlanRequest, span: LineSpan): [number, number] {
  const { region, startByte } = span
  const from = region.startByte
  let end = from + sizer.fitForward(region.bytes, startByte - from, span.heldEnd - from, limit, maxLineLength)
  if (end === span.endByte && span.terminated && fitsTo(end + 1)) end++
  return [startByte, end === material.totalBytes ? end : material.floor(region, end)]

  function fitsTo(stop: number): boolean {
    return fits({ ...sizer.measure(region.bytes, startByte - from, stop - from), lines: 1 }, limit)
  }
}

function ending({ material, sizer, limit, maxLineLength }: PlanRequest, span: LineSpan): [number, number] {
  const { region } = span
  const from = region.startByte
  const stop = span.endByte + (span.terminated ? 1 : 0)
  const points = maxLineLength + (span.terminated ? 1 : 0)
  const start = from + sizer.fitBackward(region.bytes, span.heldStart - from, stop - from, limit, points)
  return [start === 0 ? 0 : material.ceil(region, start), stop]
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
