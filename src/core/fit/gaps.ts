import type { ClipMark, PlannedGap, PlannedSegment } from '../words/plan-model.ts'
import type { Material } from './material.ts'

/** The gaps between segments: clips inside lines, whole lines elsewhere. */
export function gapsBetween(segments: readonly PlannedSegment[], material: Material): PlannedGap[] {
  const gaps: PlannedGap[] = []
  let at = 0
  let line = 1
  const lines = (to: number, lastLine: number) => {
    if (to > at) gaps.push({ startByte: at, endByte: to, firstLine: line, lastLine })
  }
  const clip = (from: number, to: number, number: number, mark: ClipMark) => {
    const column = material.columnAt(from)
    const codePoints = material.codePointsBetween(from, to)
    const gap: PlannedGap = {
      startByte: from,
      endByte: to,
      firstLine: number,
      lastLine: number,
      clip: { mark, codePoints },
    }
    if (column > 1) gap.column = column
    if (material.beyond(from, 'after') === to) gap.onlyIntroducers = true
    gaps.push(gap)
  }
  for (const s of segments) {
    lines(s.clipFrom ?? s.startByte, s.firstLine - 1)
    if (s.clipFrom !== undefined) clip(s.clipFrom, s.startByte, s.firstLine, s.mark ?? 'none')
    at = s.endByte
    line = s.lastLine + 1
    if (s.markAfter !== undefined) {
      clip(at, material.totalBytes, s.lastLine, s.markAfter)
      at = material.totalBytes
    }
  }
  lines(material.totalBytes, material.totalLines)
  return gaps
}
