import type { Evidence } from '../signal/evidence.ts'

/** A line that may become an island. */
export interface Candidate {
  line: number
  startByte: number
  /** Byte range of its evidence in the input. */
  matchStart: number
  matchEnd: number
  evidence: Evidence | undefined
  /** Number of earlier lines with evidence of the same shape. */
  repeat: number
  isError: boolean
  /** True when the line is unusual: its shape is new after many lines of familiar shapes. */
  isUnusual: boolean
}

/** The line that is assessed, in an object that is reused. `evidence.score` is 0 for a line without evidence. */
export interface Sighting extends Candidate {
  /** Offset after the line's LF. */
  stopByte: number
  evidence: Evidence
}

export const newSighting = (): Sighting => ({
  line: 0,
  startByte: 0,
  stopByte: 0,
  matchStart: 0,
  matchEnd: 0,
  evidence: { score: 0, kinds: 0, startByte: 0, endByte: 0, shape: 0, coarse: 0 },
  repeat: 0,
  isError: false,
  isUnusual: false,
})

/** Copies a sighting into a candidate that can be kept. */
export function candidateOf(sighting: Sighting): Candidate {
  const { line, startByte, matchStart, matchEnd, evidence, repeat, isError, isUnusual } = sighting
  const kept = evidence.score > 0 ? evidenceOf(evidence) : undefined
  return { line, startByte, matchStart, matchEnd, evidence: kept, repeat, isError, isUnusual }
}

/** A copy of evidence in an object of its own, which may be kept. */
export const evidenceOf = ({ score, kinds, startByte, endByte, shape, coarse }: Evidence): Evidence => ({
  score,
  kinds,
  startByte,
  endByte,
  shape,
  coarse,
})

/** Worth of an unusual line without evidence. */
const UNUSUAL_WORTH = 1.5

/** Worth of a line compared with others. Repeated evidence is worth less. A score of 0 means an unusual line. */
export const worthOf = (score: number, repeat: number): number =>
  score > 0 ? score / (1 + 0.8 * repeat) : UNUSUAL_WORTH

export const worthIn = ({ evidence, repeat }: Candidate): number => worthOf(evidence?.score ?? 0, repeat)
