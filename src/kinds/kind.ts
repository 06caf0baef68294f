// What a kind of output is to the engine. Everything else about kinds is behind these types, so that a program that does
// not use them does not load them.

import type { UnitName } from '../truncation.ts'

export type { UnitName }

/** A place in the input. */
export interface Place {
  byte: number
  /** 1-indexed. */
  line: number
  /** 1-indexed, in code points. */
  column: number
  /** Code points of the input before it. */
  codePoints: number
}

/** A range of the input that is kept as it is. */
export interface KeptPiece {
  from: Place
  to: Place
  bytes: Uint8Array
}

/** What a command searched for: where its first match in a range of a line ends, the one that ends first. -1 if there is none. */
export type Search = (bytes: Uint8Array, start: number, end: number) => number

/** True for the name of a unit that a call can hold: not empty, not long, and without characters that no one sees. */
export const isTellable = (name: string): boolean =>
  name !== '' && name.length <= 120 && !/[\p{Cc}\p{Cf}\u2028\u2029\ufffd]/u.test(name)

/** Writes a range of units, counted from 1: `3` or `3-40`. `first` is an index, counted from 0. */
export const formatUnits = (first: number, count: number): string =>
  count === 1 ? `${first + 1}` : `${first + 1}-${first + count}`

/** A range that is left out. */
export interface OmittedPiece {
  from: Place
  to: Place
  /** Stands for it in the text. */
  mark: string
  /** Units that show all of it, if they have a name. */
  name?: UnitName
}

export type Piece = KeptPiece | OmittedPiece

/** A place that answers a query. */
export interface UnitAnswer {
  byte: number
  /** How well, from 0 to 1. Above 1 for an error that comes before all answers, without the other parts of a small unit. */
  value: number
}

/** What a caller wants of an outline besides its room. */
export interface WantedUnits {
  /** True for an answer of lines, which shows its ends and few others. */
  isAnswer?: boolean
  /** Places whose units come first, in order. */
  answers?: readonly UnitAnswer[] | undefined
}

/** What of an input can be kept: its units, with those that no longer are in memory only counted. */
export interface Outline {
  /** How many units there are, by name: `{ files: 3, hunks: 12 }`. */
  readonly counts: Readonly<Record<string, number>>
  /** True when its units tell of failures themselves, though not all inputs of its kind do. */
  readonly tellsFailures?: boolean
  /** What a notice tells of all units in at most so many UTF-8 bytes. Undefined if that is too little. */
  summary?(bytes: number): string | undefined
  /**
   * Of the lines that an answer shows as lines, the share that its units must show. 1 if left out. At 0 it is shown as
   * lines only if its units miss what a query asks for.
   */
  readonly leastShare?: number
  /**
   * What to keep within a size. The pieces partition the input. Undefined when not even the first unit fits.
   *
   * @param bytes most UTF-8 bytes of kept bytes and marks
   * @param lines most lines of them
   * @param wanted what the caller wants besides
   */
  choose(bytes: number, lines: number, wanted?: WantedUnits): readonly Piece[] | undefined
}

/** What a reader may hold of its input. */
export interface Holding {
  /** The most bytes. */
  bytes: number
  /** True for a range of the input, read to its end, that answers a query. What it is stays in memory. */
  isAsked?(startByte: number, endByte: number): boolean
}

/** Reads an input of one kind while it comes. */
export interface UnitReader {
  /** The bytes stay valid only during the call, unless `owned`. */
  write(bytes: Uint8Array, owned: boolean): void
  /** True for a reader that reads a text with colours as if they were not there. */
  readonly readsColours?: boolean
  /** True for an input that is not read because it is nested more than `MOST_NESTED` levels deep. */
  readonly isTooDeep?: boolean
  /** Undefined for an input that is malformed, is not of this kind after all, or is nested too deep. */
  end(): Outline | undefined
}

/** A kind of output that has a structure. */
export interface Kind {
  /** `json`, `diff`, … */
  readonly name: string
  /**
   * How sure it is that an output is of this kind, from 0 to 1.
   *
   * @param head the first bytes of the output, at most 8 KiB
   * @param command the words of the command that printed it, such as `['git', 'diff']`; empty if unknown
   * @param isWhole true when `head` is the whole output
   * @param search what the command searched for, if that is known
   */
  recognise(head: Uint8Array, command: readonly string[], isWhole: boolean, search?: Search): number
  /** Exit codes besides 0 with which such an output is no failure: `diff` ends with 1 when files differ. */
  readonly exitCodes?: readonly number[]
  /** True when its units tell of failures themselves, so that it is used whatever the status of the command. */
  readonly tellsFailures?: boolean
  /** True when its units are shown so that those with the strongest errors come first, as in a log. */
  readonly showsLeads?: boolean
  /** True when nothing else can stand in its outputs. It is also used for a failed command that tells of no error. */
  readonly isClosed?: boolean
  /** True for what a run prints beside its results. It is used for a command that succeeded, and is cut to its worth. */
  readonly isNoise?: boolean
  /** True for what nobody reads line by line. Few lines of it are shown, but to whom asked for it as many as fit. */
  readonly isOpaque?: boolean
  /** True where units are shown even if lines could show more: parts of one value, or outputs below headings. */
  readonly isTree?: boolean
  /** True for a text that is read from the top: a file of it that is read is a page, not a choice of units. */
  readonly isPage?: boolean
  /** The bytes of its largest output: a larger one is cut by lines. Its reader begins when the output ends. */
  readonly mostBytes?: number
  /** True when an output that only begins like it is nothing to tell of. */
  readonly fallsBackQuietly?: boolean
  /** The kind with what its reader has to know beforehand, found in what `recognise` is given. */
  knowing?(head: Uint8Array, command: readonly string[], isWhole: boolean, search?: Search): Kind
  /**
   * @param maxBytes the limit of the text
   * @param held what the reader may hold of the input
   */
  read(maxBytes: number, held: Holding): UnitReader
}

/** Chooses the kind of an output by its first bytes. */
export interface Structure {
  recognise(head: Uint8Array, isWhole: boolean): Kind | undefined
}
