import { addSize, emptySize, fits, minusSize, plusSize, type Size } from '../bytes/size.ts'
import type { PlannedSegment } from '../words/plan-model.ts'
import type { Material } from './material.ts'
import type { RowMaker } from './rows.ts'
import { SegmentList } from './segment-list.ts'

interface FillRequest {
  material: Material
  maker: RowMaker
  /** The size of a marker. A gap that is no larger is filled. */
  marker: Size
  /** The room that is left beside the segments and their markers. */
  left: Size
  /** A line that must not be shown. */
  hidden: number | undefined
}

/** Fills gaps between segments whose lines take no more bytes than their marker, as far as they are in memory. */
export function fillSmallGaps(segments: readonly PlannedSegment[], request: FillRequest): PlannedSegment[] {
  if (segments.length < 2) return [...segments]
  const filled = new SegmentList()
  const left = { ...request.left }
  let before: PlannedSegment | undefined
  for (const segment of segments) {
    const found = before && linesBetween(before, segment, left, request)
    for (const row of found ?? []) filled.append(row)
    filled.append({ segments: [segment] })
    before = segment
  }
  return filled.segments
}

/** The lines of a gap between two segments as rows. Takes their size from `left`, and gives back the marker's. */
function linesBetween(
  before: PlannedSegment,
  after: PlannedSegment,
  left: Size,
  { material, maker, marker, hidden = 0 }: FillRequest,
) {
  const end = after.clipFrom ?? after.startByte
  const region = material.regionAt(before.endByte)
  const isSmall = end > before.endByte && end - before.endByte <= marker.bytes
  const isHidden = hidden > before.lastLine && hidden < after.firstLine
  if (!isSmall || isHidden || after.firstLine <= before.lastLine || !region || region.endByte < end)
    return undefined
  const rows: { segments: PlannedSegment[] }[] = []
  const size = emptySize()
  let at = before.endByte
  for (let line = before.lastLine + 1; line < after.firstLine; line++) {
    const span = material.lineAt(region, at, line)
    const row = span && maker.whole(span, before.kind)
    if (!span || !row) return undefined
    rows.push(row)
    addSize(size, row.size)
    at = span.endByte + 1
  }
  const room = plusSize(left, marker)
  if (!fits(size, room)) return undefined
  Object.assign(left, minusSize(room, size))
  return rows
}
