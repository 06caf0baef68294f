import { kindNames } from '../signal/row.ts'
import type { Candidate } from './candidate.ts'

/** An error in a line, or in a piece of a long line, with the byte range of its evidence. */
export interface FoundError {
  line: number
  startByte: number
  endByte: number
  pattern: string
}

/** The error counts of one line. They grow while the line goes on. */
export interface LineErrors {
  readonly line: number
  /** Errors of the input before the line. */
  readonly before: number
  /** Errors of the input up to the line's end. */
  through: number
}

/** A piece with an error, of a line that is too long to be kept whole. */
export interface Giant {
  candidate: Candidate
  /** Errors of the input before it. */
  ordinal: number
  errors: LineErrors
  /** Offset of the line's end; -1 while the line goes on. */
  lineEnd: number
}

/** The name of the strongest kind of evidence. */
export const patternOf = (kinds: number): string => kindNames[31 - Math.clz32(kinds & -kinds)] ?? 'words'
