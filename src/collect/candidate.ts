import type { Evidence } from '../signal/evidence.ts'

/** A line that may become an island. */
export interface Candidate {
  line: number
  startByte: number
  /** Byte range of its evidence in the input. */
  matchStart: number
  matchEnd: number
  evidence: Evidence
  /** Number of earlier lines with evidence of the same shape. */
  repeat: number
  isError: boolean
}

/** The line that is assessed, in an object that is reused. */
export interface Sighting extends Candidate {
  /** Offset after the line's LF. */
  stopByte: number
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
})

/** Copies a sighting into a candidate that can be kept. */
export function candidateOf(sighting: Sighting): Candidate {
  const { line, startByte, matchStart, matchEnd, evidence, repeat, isError } = sighting
  return { line, startByte, matchStart, matchEnd, evidence: evidenceOf(evidence), repeat, isError }
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

/** Worth of a line compared with others. Repeated evidence is worth less. */
export const worthOf = (score: number, repeat: number): number => score / (1 + 0.8 * repeat)

export const worthIn = ({ evidence, repeat }: Candidate): number => worthOf(evidence.score, repeat)
