import { kindNames } from '../signal/row.ts'
import type { Candidate } from './candidate.ts'

/** A line, or a piece of a long one, that tells of an error, and where in the input its evidence stands. */
export interface FoundError {
  line: number
  startByte: number
  endByte: number
  pattern: string
}

/** The errors of one line; more are added while it goes on. */
export interface LineErrors {
  readonly line: number
  /** Errors of the input before the line, and up to its end. */
  readonly before: number
  through: number
}

/** A piece of a line that is too long to be held whole. */
export interface Giant {
  candidate: Candidate
  /** Errors before it. */
  ordinal: number
  errors: LineErrors
  /** -1 while it goes on. */
  lineEnd: number
}

/** The name of the strongest kind of evidence. */
export const patternOf = (kinds: number): string => kindNames[31 - Math.clz32(kinds & -kinds)] ?? 'words'
