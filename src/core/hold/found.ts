import type { View } from '../clean/view.ts'
import type { FilePlace } from '../judge/place.ts'
import { type EvidenceKind, evidenceKinds, kindBit } from '../judge/rule.ts'

/** Lines listed in a result's `errors.lines` (clause 10): as many as are selected. */
export const MAX_ERROR_LINES = 512
/** The most statements that `errors.statements` lists. */
export const MAX_STATEMENTS = 20

/** Where the evidence of an error is. */
export interface ErrorPlace {
  line: number
  startByte: number
  endByte: number
}

/** An error in a line, or in a piece of a long line, with the byte range of its evidence. */
export interface FoundError extends ErrorPlace {
  /** Of the evidence. */
  kinds: number
  /** Where it is in the input, if the text is a view. */
  input?: ErrorPlace
}

/** What an error says, with the lines that say the same but for numbers and quoted names. */
export interface FoundStatement extends FoundError {
  message: string
  /** How many lines say it. */
  count: number
  place?: FilePlace
  test?: string
  /** How likely it is to be the cause, compared with the others. */
  strength: number
  /** Lines that belong to it: those that name the test, and the one that names the place. */
  companions: readonly number[]
  /** The same for lines that say the same. */
  shape: number
  coarse: number
}

/** Where an error of a view is in the input. */
export const placeIn = (
  view: Pick<View, 'sourceOf'>,
  { line, startByte, endByte }: ErrorPlace,
): ErrorPlace => {
  const { inputByte, inputEnd, lineShift } = view.sourceOf(startByte, endByte)
  return { line: line + lineShift, startByte: inputByte, endByte: inputEnd }
}

/** The kinds of a name that `patternOf` gave; none for another one. */
export const kindsOfPattern = (pattern: string): number =>
  (1 << evidenceKinds.indexOf(pattern as EvidenceKind)) & 0xffff

/** Kinds of evidence by which a tool says what stopped it. */
const TELLING = (
  ['compiler', 'exception', 'crash', 'test', 'assertion', 'pair', 'diff', 'exit', 'lint', 'summary'] as const
).reduce((bits, kind) => bits | kindBit(kind), 0)

/** True for evidence that a run failed, wherever it stands. */
export const isTelling = (kinds: number): boolean => (kinds & TELLING) !== 0

/** The name of the strongest kind of evidence. */
export const patternOf = (kinds: number): string => evidenceKinds[31 - Math.clz32(kinds & -kinds)] ?? 'words'
