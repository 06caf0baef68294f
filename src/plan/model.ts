import type { Form } from '../render/forms.ts'

/** What goes into a plan and what comes out of it. Everything here is plain data; offsets count in the input. */

/** A place whose surroundings are no longer held, with what was counted up to it. */
export interface Anchor {
  byte: number
  /** Code points of the input before it. */
  codePoints: number
  /** Error lines whose match lies before it. */
  errors: number
}

/** A stretch of the input that memory still holds. */
export interface Region {
  startByte: number
  endByte: number
  /** `bytes[0]` is the input's byte `startByte`. */
  bytes: Uint8Array
  /** 1-indexed line of the first byte. */
  firstLine: number
  /** Code points of the input, and error matches, before `startByte`. */
  codePoints: number
  errors: number
  /** Offsets in the input of the error matches in here, ascending. */
  matches: readonly number[]
  /** True when the first byte is known to begin its line. */
  startsLine?: boolean
  /** Where the line of the first byte begins, when that is before `startByte` and known. */
  lineStart?: Anchor
  /** Where the line of the last byte ends (its LF, or the end of the input), when that is past `endByte` and known. */
  lineEnd?: Anchor
}

/** A line with an error match that may become an island. */
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
  /** What it is worth next to the others; above 0. */
  value: number
  /** Where its evidence stands; -1 for a line that has none of its own. */
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
  /** The part of `[startByte, endByte)` that is held. */
  heldStart: number
  heldEnd: number
}

/** A place in a line that must be seen: offsets in the input. */
export interface Match {
  matchStart: number
  matchEnd: number
}

/** What stands in a clip inside a line. */
export type ClipMark = 'count' | 'ellipsis' | 'none'

/** A kept stretch: whole lines, or a piece of one line. */
export interface Stretch {
  startByte: number
  endByte: number
  firstLine: number
  lastLine: number
  kind: 'head' | 'tail' | 'error'
  /** Where a clip begins that ends at `startByte`, in the same line. */
  clipFrom?: number
  /** The mark that stands in that clip. */
  mark?: ClipMark
  /** True for an LF that is known to be there but not held: it is written, not read. */
  apart?: true
  /** The mark of the clip after `endByte`, when its line goes on and nothing more of it is kept. */
  open?: ClipMark
}

/** A stretch left out: whole lines, or a piece of one line. */
export interface PlannedGap {
  startByte: number
  endByte: number
  firstLine: number
  lastLine: number
  /** 1-indexed column of the first byte, when it doesn't begin its line. */
  column?: number
  /** Absent for whole lines. */
  clip?: { mark: ClipMark; codePoints: number }
}

/** What to keep. With `gaps`, `stretches` partition the input. */
export interface Plan {
  form: Form
  stretches: Stretch[]
  gaps: PlannedGap[]
}
