import type { PatternSet } from './patterns.ts'
import type { TokenWeights } from './token-units.ts'

/** Bytes in one window: what `ScanSession.window()` can take at once. */
export const WINDOW_BYTES = 256 * 1024

/** Bytes in one block of `WindowFacts.blockNewlines`. */
export const BLOCK_BYTES = 2048

/** Bits of `WindowFacts.flags` and `Totals.flags`. */
export const FLAG_NON_ASCII = 1
export const FLAG_CR = 2
export const FLAG_ESC = 4
export const FLAG_NUL = 8
export const FLAG_INVALID = 16
/** A CR with another byte than LF behind it; the window of that byte has the flag. */
export const FLAG_LONE_CR = 32

/**
 * What one window holds. The object and its arrays belong to the session and are overwritten by
 * the next call: copy what must last.
 */
export interface WindowFacts {
  /** Bytes scanned before this window: where it starts in the input. */
  startByte: number
  /** LF bytes in this window. */
  newlines: number
  /** LF bytes in each `BLOCK_BYTES` of this window, the first block at its first byte. Entries past the last block are meaningless. */
  blockNewlines: Uint16Array
  /**
   * Where patterns are: pairs of (offset of the match relative to `startByte`, pattern id), in order of where the
   * pattern's anchor ends, then of id. Behind a match the search rests for `RESTING_BYTES`, counted from behind its
   * anchor, or up to the line's end: so a line has one pair, and a long one more.
   * A match whose anchor ends within the last `PATTERN_LAG` bytes is reported by the next call, so offsets may be negative.
   */
  candidates: Int32Array
  /** Pairs in `candidates`. */
  candidateCount: number
  /** Offset of each LF relative to `startByte`, in order; `newlines` entries. Only in a session with lines, as the next three. */
  lineEnds: Int32Array
  /** For each LF, the shape of the line that it ends, wherever that began; see `lineFacts`. */
  lineShapes: Uint32Array
  /** For each LF, the head of the line that it ends. */
  lineHeads: Uint32Array
  /**
   * 1 for each block in which lines end, and each of them has the shape and the head of the line that ended before it
   * in this window; 0 for the others. So repetitive output is passed over by the block.
   */
  blockAlike: Uint8Array
  /** Code points that begin in this window, as the WHATWG decoder counts them. */
  codePoints: number
  /** What this window's kinds of byte are: the FLAG_ bits. */
  flags: number
  /**
   * Token units of the bytes scanned so far less those of the windows before: of a sequence that the window's end
   * cuts, the next call tells. 0 in a session without tokens, as in the totals.
   */
  tokenUnits: number
}

/** What the whole input holds; plain data, deep-equal across backends and for any chunking. */
export interface Totals {
  bytes: number
  /** LF bytes. */
  newlines: number
  /** Code points of the input's text: each malformed sequence counts as its one U+FFFD. */
  codePoints: number
  /** UTF-8 bytes of the input's text: each malformed sequence takes three. */
  textBytes: number
  /** Pairs of all windows, and the late ones. */
  candidates: number
  flags: number
  /** The pairs that the last `PATTERN_LAG` bytes still held: (absolute offset, pattern id). */
  lateCandidates: number[]
  /** Shape and head of a last line without LF; 0 where there is none, and in a session without lines. */
  lastLineShape: number
  lastLineHead: number
  /** Units of the input's text. */
  tokenUnits: number
}

export interface ScanRequest {
  /** The literals to look for; none when absent. */
  patterns?: PatternSet | undefined
  /** True for `lineEnds`, `lineShapes`, `lineHeads` and `blockAlike`. */
  lines?: boolean | undefined
  /** The weights for `tokenUnits`. */
  tokens?: TokenWeights | undefined
}

/** One input's scan. Sessions of one scanner may be interleaved; an abandoned one leaks nothing. */
export interface ScanSession {
  /** Where to write the next bytes, `WINDOW_BYTES` long. Dies at the next call on any session of this scanner. */
  window(): Uint8Array
  /** Facts of the first `length` bytes of the window (0 to `WINDOW_BYTES`). */
  advance(length: number): WindowFacts
  /**
   * Puts a hash of 64 bits into `out`: of the last window's line from `from` to `to`, without the time stamp that
   * `headOf` passes over. It is the same for lines that differ only in digits that are alike, see `fingerprintOf`;
   * another backend's is another.
   *
   * @returns where the line's words begin, after the time stamp; -1 when not all of the line is in the window, as when
   *   another session of this scanner has had the window since.
   */
  fingerprint(from: number, to: number, out: Uint32Array): number
  finish(): Totals
}

/** The one seam with two implementations; both give deep-equal facts. */
export interface Scanner {
  readonly backend: 'wasm' | 'js'
  open(request: ScanRequest): ScanSession
}
