import type { Evidence } from '../signal/evidence.ts'

/** A line that may be worth its bytes, with what can still win of it held. */
export interface Candidate {
  line: number
  startByte: number
  /** Where its evidence stands in the input. */
  matchStart: number
  matchEnd: number
  evidence: Evidence | undefined
  /** Lines before it with evidence of the same shape. */
  repeat: number
  isError: boolean
  /** True when it stands out from the lines before it. */
  isStranger: boolean
}

/** A line as it is judged, an object that is used again. Its `evidence` has the score 0 where it tells nothing. */
export interface Sighting extends Candidate {
  /** After its LF. */
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
  isStranger: false,
})

/** A sighting to keep. */
export function candidateOf(sighting: Sighting): Candidate {
  const { line, startByte, matchStart, matchEnd, evidence, repeat, isError, isStranger } = sighting
  const kept = evidence.score > 0 ? { ...evidence } : undefined
  return { line, startByte, matchStart, matchEnd, evidence: kept, repeat, isError, isStranger }
}

/** What a stranger without evidence is worth. */
const STRANGER_WORTH = 1.5

/** What a line is worth beside others; a score of 0 is a stranger's. */
export const worthOf = (score: number, repeat: number): number =>
  score > 0 ? score / (1 + 0.8 * repeat) : STRANGER_WORTH

export const worthIn = ({ evidence, repeat }: Candidate): number => worthOf(evidence?.score ?? 0, repeat)
