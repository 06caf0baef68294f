import type { Segment } from '../../truncation.ts'
import { withoutColours } from '../bytes/colours.ts'
import { decode, partsOf } from './parts.ts'
import type { Plan } from './plan-model.ts'

/**
 * A result has at most this many segments, and one more for each clip and for repeated lines (clause 11). When malformed lines would make
 * more, each kept range becomes a single segment, which is not exact if it holds a malformed line.
 */
export const MAX_SEGMENTS = 64

/** Control codes that a text without colours does not have either. */
const OTHER_CONTROLS = /(?![\t\n])\p{Cc}/gu

type Read = (startByte: number, endByte: number) => Uint8Array

/** The segments of a plan. Together with its gaps they partition the input. One without its colours is not exact. */
export function segmentsOf({ segments, gaps }: Plan, read: Read, dropsColours = false): Segment[] {
  if (dropsColours)
    return segments.map(({ startByte, endByte, firstLine, lastLine, kind }) => {
      const given = decode(read(startByte, endByte))
      const text = decode(withoutColours(read(startByte, endByte))).replaceAll(OTHER_CONTROLS, '')
      return { startByte, endByte, firstLine, lastLine, kind, exact: text === given, text }
    })
  const clips = gaps.filter((gap) => gap.clip || gap.isRepeat).length
  const fine = segments.flatMap((s) => partsOf(s, read(s.startByte, s.endByte)))
  if (fine.length <= MAX_SEGMENTS + clips) return fine
  return segments.flatMap((s) => partsOf(s, read(s.startByte, s.endByte), true))
}
