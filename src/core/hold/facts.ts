import type { Kind, Outline, UnitAnswer } from '../../kinds/kind.ts'
import type { CommandStatus, Source } from '../../options.ts'
import type { TokenEstimate } from '../../truncation.ts'
import type { View } from '../clean/view.ts'
import type { FoundError, FoundStatement } from './found.ts'

/** Everything a result is made from: exact counts of the whole input, and the bytes that are still in memory. */
export interface Facts {
  totalBytes: number
  totalLines: number
  /** UTF-8 bytes of the input's text. */
  textBytes: number
  regions: readonly Region[]
  /** Error matches that are in memory, in order. They include the first and the last of the input. */
  errorMatches: readonly ErrorMatch[]
  /** The lines that may become islands, with their values. Called only when something must be cut. */
  values(): readonly ValuedLine[]
  /** Places in the input that answer a query, in order. Present for an input that is cut by its units. */
  answers?(): readonly UnitAnswer[]
  /** Places outside the regions whose counts are known. */
  anchors?: readonly Anchor[]
  errorLines: readonly FoundError[]
  /** Error lines of the input that the text does not have, because folding hides them. Placed in the input, in order. */
  hiddenErrors?: readonly FoundError[]
  /** What the errors say, the likely cause first. Absent when errors were not looked for, empty for a success. */
  statements?: readonly FoundStatement[]
  totalErrors: number
  /** Whether the errors are findings: nothing says that a run failed. Absent until it is judged. */
  areFindings?: boolean
  /** Set if a line that is not listed may be an error, too. */
  mayHaveMoreErrors?: true | undefined
  /** Set if errors were counted whose places are not known, because they are like others. */
  hasCountedErrors?: true | undefined
  /** Undefined when `maxTokens` is Infinity. */
  totalTokens: TokenEstimate | undefined
  /** True when the input's last byte is LF. */
  terminated: boolean
  /** False when the input is known to be valid UTF-8. */
  mayBeMalformed: boolean
  /** False when the input is known to have no escape sequence. */
  mayHoldSequences: boolean
  backend: 'wasm' | 'js'
  source: Source | undefined
  status: CommandStatus | undefined
  /** The encoding that the input was decoded from. Absent for UTF-8. */
  decodedFrom?: string | undefined
  /** How the text that these facts describe follows from the input. Absent if it is the input itself. */
  view?: View
  /** The facts of the folded text, for an input that turns out to be over the limits. */
  folded?(): Facts
  /** The facts of the input as it came. Present for a view of an input that is in memory. */
  unrendered?(): Facts
  /** Present for a read or an answer whose text is a log. */
  isLog?: true
  /** Present when the first bytes of the input are of a known kind. */
  structured?: Structured | undefined
  /** Present when the input is cut by its units, or could be. */
  units?: Units
  /** What went wrong while the input was read. */
  note?: string
  /** What of pith failed, as `Failure.what`, if the notice says so. */
  failed?: string | undefined
  /** Set for a result that is cut again. */
  shownLines?: ShownLines
  /** Set for an input that is not text: what it is, and the lines that are not shown. */
  notText?: { content: string; firstLine: number; lastLine: number }
}

/** The first line that a result shows, and where it begins; the last one, and where it stops, behind its LF. */
export interface ShownLines {
  first: { at: number; number: number }
  last: { at: number; number: number }
}

/** An input of a known kind. */
export interface Structured {
  kind: Kind
  /** What can be kept of it. Undefined when it turned out to be malformed. Called only when something must be cut. */
  outline(): Outline | undefined
  /** True when it is not read because it is nested too deep. Known once `outline` was called. */
  readonly isTooDeep: boolean
  /** True when the input has an ESC that its units would show. Known once `outline` was called. */
  readonly hasEscapes: boolean
  /** Bytes of the colours that its units are shown without. Known once `outline` was called. */
  readonly colourBytes: number
  /** Places in the input that answer a query, in order. None without one. Known once `outline` was called. */
  answers(): readonly UnitAnswer[]
}

/** The units of an input. */
export interface Units {
  kind: string
  /** Undefined when the input fits. */
  outline: Outline | undefined
  /** Bytes of colours, which are not shown. */
  colourBytes: number
  /** Where the strongest errors are whose units come first. */
  leads: readonly number[]
}

/** An input that is not text. `content` is what it is, such as `PNG image`; `plain` says which of its lines are text. */
export interface NotText {
  content: string
  plain: 'first-and-last' | 'last' | 'none'
}

/** What an input is instead of UTF-8 text. */
export interface OtherContent {
  decodedFrom?: string | undefined
  notText?: NotText | undefined
}

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
export interface ErrorMatch {
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
  /** The same for a query, whatever it says of errors. Absent without one. */
  queryValue?: number
  /** True for an error line. */
  isError: boolean
  /** Byte range of its evidence; -1 for a line without evidence of its own. */
  matchStart: number
  matchEnd: number
}

/** What is left of an input when pith has failed: both ends as they came, or all of it. */
export interface Remains {
  pieces: readonly RemainingPiece[]
  totalBytes: number
  totalLines: number
}

/** A range of the input, and its bytes. These are others than those of the range if it was decoded or folded. */
export interface RemainingPiece {
  startByte: number
  endByte: number
  /** 1-indexed line of the first byte. */
  firstLine: number
  bytes: Uint8Array
}
