import type { UnitName } from '../../truncation.ts'
import type { Region } from '../hold/facts.ts'
import type { Form } from './forms.ts'

/** The input and the output of a plan. Everything here is plain data. Offsets count in the input. */

/** One line of the input, at least partly held by `region`. */
export interface LineSpan {
  number: number
  startByte: number
  /** Offset of its LF, or the end of the input. */
  endByte: number
  terminated: boolean
  region: Region
  /** The part of `[startByte, endByte)` that is in memory. */
  heldStart: number
  heldEnd: number
}

/** A range of a line that must be shown, as offsets in the input. */
export interface Match {
  matchStart: number
  matchEnd: number
}

/** The mark that stands for a clip inside a line. */
export type ClipMark = 'count' | 'ellipsis' | 'none'

/** A kept segment: whole lines, or a piece of one line. */
export interface PlannedSegment {
  startByte: number
  endByte: number
  firstLine: number
  lastLine: number
  /** `range` is what was asked for. */
  kind: 'head' | 'tail' | 'error' | 'range' | 'unit'
  /** Start of the clip that ends at `startByte`, in the same line. */
  clipFrom?: number
  /** The mark of that clip. */
  mark?: ClipMark
  /** True for an LF that is known to be there but is not in memory. It is written without being read. */
  apart?: true
  /** The mark of the clip after `endByte`, when its line goes on and nothing more of it is kept. */
  markAfter?: ClipMark
}

/** A gap: whole lines, or a piece of one line. */
export interface PlannedGap {
  startByte: number
  endByte: number
  firstLine: number
  lastLine: number
  /** 1-indexed column of the first byte, when it doesn't begin its line. */
  column?: number
  /** False for lines outside the page that was asked for. */
  asked?: boolean
  /** Absent for whole lines. */
  clip?: { mark: ClipMark; codePoints: number }
  /** True when it leaves out nothing but introducers of escape sequences. */
  onlyIntroducers?: true
  /** The text that stands for units. */
  mark?: string
  /** Units that show all of the gap, if they have a name. */
  name?: UnitName
  /** True for repeated lines of the input. A line of the text stands for them. */
  isRepeat?: true
}

/** What to keep. `segments` and `gaps` together partition the input. */
export interface Plan {
  form: Form
  segments: PlannedSegment[]
  gaps: PlannedGap[]
}
