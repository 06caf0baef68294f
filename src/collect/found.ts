import type { View } from '../fold/view.ts'
import { kindNames } from '../signal/rule.ts'
import type { Candidate } from './candidate.ts'

/** Lines listed in a result's `errors.lines` (clause 10). */
export const MAX_ERROR_LINES = 1000

/** Where the evidence of an error is. */
export interface ErrorPlace {
  line: number
  startByte: number
  endByte: number
}

/** An error in a line, or in a piece of a long line, with the byte range of its evidence. */
export interface FoundError extends ErrorPlace {
  pattern: string
  /** Where it is in the input, if the text is a view. */
  input?: ErrorPlace
}

/** Where an error of a view is in the input. */
export const placeIn = (
  view: Pick<View, 'sourceOf'>,
  { line, startByte, endByte }: ErrorPlace,
): ErrorPlace => {
  const { inputByte, inputEnd, lineShift } = view.sourceOf(startByte, endByte)
  return { line: line + lineShift, startByte: inputByte, endByte: inputEnd }
}

/** The error counts of one line. `through` grows until the line ends. */
export interface LineErrors {
  readonly line: number
  /** Errors of the input before the line. */
  readonly before: number
  /** Errors of the input up to the line's end. */
  through: number
}

/** An error in a piece of a line that is too long to be kept whole. */
export interface LongLineError {
  candidate: Candidate
  /** Errors of the input before it. */
  ordinal: number
  errors: LineErrors
  /** Offset of the line's end; -1 while the line has not ended. */
  lineEnd: number
}

/** The name of the strongest kind of evidence. */
export const patternOf = (kinds: number): string => kindNames[31 - Math.clz32(kinds & -kinds)] ?? 'words'
