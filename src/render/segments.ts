import type { Plan } from '../plan/model.ts'
import type { Segment } from '../truncation.ts'
import { partsOf } from './parts.ts'

/**
 * A result holds at most so many segments, and one more for each clip inside a line (clause 11). Where malformed lines
 * would make more, each stretch is one segment that is not exact.
 */
export const MAX_SEGMENTS = 64

type Read = (startByte: number, endByte: number) => Uint8Array

/** The segments of a plan. Together with its gaps they partition the input. */
export function segmentsOf({ stretches, gaps }: Plan, read: Read): Segment[] {
  const clips = gaps.filter((gap) => gap.clip).length
  const fine = stretches.flatMap((s) => partsOf(s, read(s.startByte, s.endByte)))
  if (fine.length <= MAX_SEGMENTS + clips) return fine
  return stretches.flatMap((s) => partsOf(s, read(s.startByte, s.endByte), true))
}
