import type { Form } from './forms.ts'

/** The input and the output of a plan. Everything here is plain data. Offsets count in the input. */

/** An offset with the counts up to it, which are known although the bytes around it may have left memory. */
export interface Anchor {
  byte: number
  /** Code points of the input before it. */
  codePoints: number
  /** Error lines whose match lies before it. */
  errors: number
}

/** A range of the input that is still in memory. */
export interface Region {
  startByte: number
  endByte: number
  /** `bytes[0]` is the input's byte `startByte`. */
  bytes: Uint8Array
  /** 1-indexed line of the first byte. */
  firstLine: number
  /** Code points of the input before `startByte`; NaN when nobody needs them. */
  codePoints: number
  /** Errors of the input before `startByte`. */
  errors: number
  /** Offsets in the input of the error matches inside the region, ascending. */
  matches: readonly number[]
  /** True when the first byte is known to begin its line. */
  startsLine?: boolean
  /** Where the line of the first byte begins, when that is before `startByte` and known. */
  lineStart?: Anchor
  /** Where the line of the last byte ends (its LF, or the end of the input), when that is past `endByte` and known. */
  lineEnd?: Anchor
}

/** An error match, whose line may become an island. */
export interface ErrorSpot {
  line: number
  /** Offsets of the match in the input. */
  matchStart: number
  matchEnd: number
}

/** A line that may become part of an island. */
export interface ValuedLine {
  line: number
  startByte: number
  /** Bytes of the line, LF included. */
  lengthBytes: number
  /** How much it is worth compared with the others, from 0 on. A line of value 0 is kept only between two others. */
  value: number
  /** Byte range of its evidence; -1 for a line without evidence of its own. */
  matchStart: number
  matchEnd: number
}

/** One line of the input, at least partly held by `region`. */
export interface LineSpan {
  number: number
  startByte: number
  /** Its LF, or the end of the input where there is none. */
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
export interface Stretch {
  startByte: number
  endByte: number
  firstLine: number
  lastLine: number
  /** `range` is what was asked for. */
  kind: 'head' | 'tail' | 'error' | 'range'
  /** Start of the clip that ends at `startByte`, in the same line. */
  clipFrom?: number
  /** The mark of that clip. */
  mark?: ClipMark
  /** True for an LF that is known to be there but is not in memory. It is written without being read. */
  apart?: true
  /** The mark of the clip after `endByte`, when its line goes on and nothing more of it is kept. */
  open?: ClipMark
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
}

/** What to keep. `stretches` and `gaps` together partition the input. */
export interface Plan {
  form: Form
  stretches: Stretch[]
  gaps: PlannedGap[]
}
