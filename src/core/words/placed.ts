import type { Segment } from '../../truncation.ts'
import { countLf } from '../bytes/lines.ts'
import type { View } from '../clean/view.ts'
import type { Plan, PlannedGap, PlannedSegment } from './plan-model.ts'

// A plan counts in the text that it was made for. If that text is a view of the input, its parts are placed in the input.

type Read = (startByte: number, endByte: number) => Uint8Array

/** A plan in which each line that stands for repeated lines is a gap of its own. */
export function withoutRepeats(plan: Plan, view: View, read: Read): Plan {
  const repeats: PlannedGap[] = []
  const segments = plan.segments.flatMap((segment) => {
    const found = view.repeatsIn(segment.startByte, segment.endByte)
    if (found.length === 0) return [segment]
    const kept: PlannedSegment[] = []
    let { startByte, firstLine } = segment
    for (const { view: start, viewEnd: end } of found) {
      const line = firstLine + countLf(read(startByte, start.viewByte))
      if (start.viewByte > startByte)
        kept.push({ ...segment, startByte, endByte: start.viewByte, firstLine, lastLine: line - 1 })
      repeats.push(repeatGap(start.viewByte, end.viewByte, line))
      startByte = end.viewByte
      firstLine = line + 1
    }
    if (segment.endByte > startByte) kept.push({ ...segment, startByte, firstLine })
    return kept
  })
  if (repeats.length === 0) return plan
  const gaps = [...plan.gaps, ...repeats].sort((a, b) => a.startByte - b.startByte)
  return { ...plan, segments, gaps }
}

const repeatGap = (startByte: number, endByte: number, line: number): PlannedGap => ({
  startByte,
  endByte,
  firstLine: line,
  lastLine: line,
  isRepeat: true,
})

interface Range {
  startByte: number
  endByte: number
  firstLine: number
  lastLine: number
}

/** Where a range of the view lies in the input. */
function placed({ startByte, endByte, firstLine, lastLine }: Range, view: View, endsLine: boolean): Range {
  const start = view.placeOf(startByte)
  const end = view.placeOf(endByte)
  // What is left out of a row may be lines of the input.
  const first = start.inputByte === 0 ? 1 : firstLine + start.lineShift
  const next = lastLine + (endsLine ? 1 : 0) + end.lineShift
  return {
    startByte: start.inputByte,
    endByte: end.inputByte,
    firstLine: first,
    // A row may end with a line end where the input does not, or the other way round.
    lastLine: Math.max(
      first,
      end.inputByte === view.input.totalBytes
        ? view.input.totalLines
        : next - ((end.endsLine ?? endsLine) ? 1 : 0),
    ),
  }
}

/** A column of a gap inside a line counts in the view, because the start of its line may not be in memory. */
export function placedGaps({ gaps, segments }: Plan, view: View): PlannedGap[] {
  const nextLines = new Map(segments.map(({ startByte, firstLine }) => [startByte, firstLine]))
  return gaps.map((gap) => {
    const endsLine = gap.clip === undefined && nextLines.get(gap.endByte) !== gap.lastLine
    return { ...gap, ...placed(gap, view, endsLine) }
  })
}

/** Where a segment lies in the input. */
export const placeOfSegment = (segment: Segment, view: View): Range =>
  placed(segment, view, segment.text.endsWith('\n'))

export const placedSegment = (segment: Segment, view: View): Segment => ({
  ...segment,
  ...placeOfSegment(segment, view),
  exact: segment.exact && view.isExact(segment.startByte, segment.endByte),
})
