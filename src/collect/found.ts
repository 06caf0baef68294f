import { kindNames } from '../signal/rule.ts'
import type { Candidate } from './candidate.ts'

/** An error in a line, or in a piece of a long line, with the byte range of its evidence. */
export interface FoundError {
  line: number
  startByte: number
  endByte: number
  pattern: string
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
