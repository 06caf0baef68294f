import type { LiteralSet } from './literal-set.ts'
import type { Totals } from './scanner.ts'
import type { TokenWeights } from './token-units.ts'

// The interface of the selector. It reads bytes once, window by window, counts what the scanner counts, and keeps the
// places of the 512 lines that most likely say that something failed. It has two backends with equal results: the
// kernel of assembly/ (wasm-selector.ts) and plain TypeScript (js-selector.ts). No result depends on where a window ends.
//
//   bytes ─▶ units ─▶ literals at word starts, locations, openings ─▶ score ─▶ less for repeats ─▶ heap of 512 slots
//
// A **unit** is a line, or a part of one. It ends at an LF, at a CR, and after PART_BYTES. What lies between the CR and
// the LF of one line end is empty, and no empty unit has a score, so `\r\n` ends one unit, at its CR.
//
// A **word start** is the first byte of a letter at which a word may begin. Of ASCII letters, it is one that follows no
// letter, a capital one after a small one, or one after an `m` that follows a digit or `[`, as at the end of a colour. Of
// Cyrillic letters, it is one after an ASCII byte. Every East Asian letter is a word start. A literal is found where its
// first word start is one of the text. Zeros and an LF stand before the input, LFs behind it.

/** Bytes of a line that are scored together at most. A longer line has several units. */
export const PART_BYTES = 1024

/** Bytes before the window that are still in memory. */
export const HELD_BYTES = 8192

/** Bytes that wait until those behind them are known: a literal that a part's end cuts, and the end of its word. */
export const LAG_BYTES = 64

/** Lines that are kept at most. */
export const SLOTS = 512

/** Number of shapes that are told apart. */
export const SHAPES = 32768

/**
 * Units of one shape that are offered to the heap. Any more are only counted. It is the first eight ever, not eight at a
 * time: what comes after eight like it adds nothing, also where a stronger line pushed the eight out.
 */
export const MOST_ALIKE = 8

/** What a location adds to the score of a unit with a literal or a known opening, and what it scores alone. */
export const LOCATION_BONUS = 15
export const LOCATION_ALONE = 8
/**
 * The least that a unit with a known opening scores. It is less than most literals score, because a long log of a CI has
 * more openings than the heap has places. Of eight logs one behind another, the heap holds 61 % of the different errors;
 * with 50 it held 55 % (`bench/select/learn.mjs`, on the half that nothing was learned from).
 */
export const OPENING_SCORE = 30
/** Literals besides the strongest add this share of their weights, in 256ths, at most MOST_OF_OTHERS together. */
export const OTHERS_SHARE = 31
export const MOST_OF_OTHERS = 30

export interface SelectRequest {
  /** The literals to look for. */
  literals: LiteralSet
  /** The weights for `tokenUnits`. */
  tokens?: TokenWeights | undefined
}

/** Counts of one window, as in `WindowFacts`. The session owns the object, and overwrites it in the next call. */
export interface WindowCounts {
  newlines: number
  codePoints: number
  flags: number
  tokenUnits: number
}

/** One of the best units so far. */
export interface Entry {
  /** 0 to 511. Stays the same while the unit is in the heap, and is used again afterwards. */
  slot: number
  /** Line of the input, 1-indexed. */
  line: number
  /** Where the unit begins in the input. */
  startByte: number
  /** Where it ends, exclusive, without its LF or CR. */
  endByte: number
  /** Where its strongest literal begins; `startByte` if it has none. Of equal ones, the first. */
  hitByte: number
  /** Number of that literal. -1 for a unit that has only a location or a known opening. */
  literal: number
  /** What the unit scores by itself. */
  score: number
  /** The score, lowered by how many like units came before: `score × 2 / (2 + repeat)`, rounded down. */
  value: number
  /** The number of its shape: a hash of its literal and of the 64 bytes around it, without digits. */
  shape: number
  /** Units of its shape that were counted before it, less than MOST_ALIKE. */
  repeat: number
}

/** What a session knows at the end of the input. Deep-equal across backends and for any chunking, but for `countOf`. */
export interface Selected
  extends Pick<Totals, 'bytes' | 'newlines' | 'codePoints' | 'textBytes' | 'flags' | 'tokenUnits'> {
  /** Slots of all entries in the heap, ordered by line, then by `startByte`. */
  slots: readonly number[]
  /** Units with a score above 0. */
  scored: number
  /**
   * Units of this shape. A shape counts from its first unit that could enter the heap on: one with a score above the
   * least value in the heap, or that comes while the heap has room. From then on all of its units count. So the count
   * of a shape in the heap leaves out only units that were too weak at a time when none of the shape was strong enough.
   */
  countOf(shape: number): number
  /**
   * Units that left the heap or never entered it because others had higher values, and the highest `score` among them;
   * 0 if there are none. The ninth unit of a shape and later ones are not among them, because `countOf` tells of them.
   */
  left: { units: number; score: number }
}

/** The selection of one input. Sessions of one selector may be interleaved. An abandoned session leaks nothing. */
export interface SelectSession {
  /** Buffer for the next bytes, `WINDOW_BYTES` long. Valid until the next call on any session of this selector. */
  window(): Uint8Array
  /** Reads the first `length` bytes of the window (0 to `WINDOW_BYTES`). */
  advance(length: number): WindowCounts
  /**
   * A view of the input's bytes from `startByte` to `endByte`, if all of them are still in memory; else undefined. The
   * last window is, and so are HELD_BYTES before it, until the next call of `window`, or another session scans. An entry
   * can be up to a window old: units end only when LAG_BYTES more have come.
   */
  held(startByte: number, endByte: number): Uint8Array | undefined
  /** Slots that the last `advance` or `finish` filled, each once, in the order in which they were first filled. */
  entered(): readonly number[]
  /**
   * @throws PithError `PITH_OFFSET_OUT_OF_RANGE` for a slot that was never filled.
   */
  entry(slot: number): Entry
  /** Slots of all entries in the heap so far, ordered by line, then by `startByte`. */
  slots(): readonly number[]
  /** Units of a shape so far, as in `Selected.countOf`. */
  countOf(shape: number): number
  /** The highest score of a unit that left the heap or never entered it so far, as in `Selected.left`; 0 for none. */
  readonly leftScore: number
  /** Gives back the session's memory, for the next one. No other call may follow. */
  release(): void
  /** Ends the last line. Call it once, as the last of the calls that scan. */
  finish(): Selected
}

/** The interface that both backends implement. Both return deep-equal results. */
export interface Selector {
  readonly backend: 'wasm' | 'js'
  open(request: SelectRequest): SelectSession
}
