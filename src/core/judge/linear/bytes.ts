/**
 * The situation between two bytes of a text. Threads start and assertions are decided only at unit boundaries. A unit
 * is a code point, or bytes that the WHATWG decoder turns into one U+FFFD: a byte that begins no sequence, or an
 * unfinished sequence.
 */
export type BoundaryContext = number

export const AT_LINE_START = 0
export const AFTER_WORD = 1
const AFTER_OTHER = 2
/** Contexts from here on are inside a multi-byte sequence. Each says which bytes may follow. */
const IN_SEQUENCE = 3
const ONE_MORE = 3
const TWO_MORE = 4
const THREE_MORE = 5
const AFTER_E0 = 6
const AFTER_ED = 7
const AFTER_F0 = 8
const AFTER_F4 = 9

/** The value that stands for the byte after the last one. */
export const END_OF_INPUT = -1

const LF = 0x0a

/** By context from IN_SEQUENCE: the lowest and highest byte that continues the sequence, and the context after it. */
const goingOn: readonly (readonly [number, number, BoundaryContext])[] = [
  [0x80, 0xbf, AFTER_OTHER],
  [0x80, 0xbf, ONE_MORE],
  [0x80, 0xbf, TWO_MORE],
  [0xa0, 0xbf, ONE_MORE],
  [0x80, 0x9f, ONE_MORE],
  [0x90, 0xbf, TWO_MORE],
  [0x80, 0x8f, TWO_MORE],
]

/** Bytes that contexts and assertions distinguish, as inclusive ranges. */
export const contextRanges: readonly (readonly [number, number])[] = [
  [LF, LF],
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
  [0x80, 0x8f],
  [0x90, 0x9f],
  [0xa0, 0xbf],
  [0xc2, 0xdf],
  [0xe0, 0xe0],
  [0xe1, 0xef],
  [0xed, 0xed],
  [0xf0, 0xf0],
  [0xf1, 0xf3],
  [0xf4, 0xf4],
]

export const isInSequence = (context: BoundaryContext): boolean => context >= IN_SEQUENCE

/** Whether `byte` continues the sequence that `context` is in. */
export function goesOn(context: BoundaryContext, byte: number): boolean {
  if (context < IN_SEQUENCE) return false
  const [least, greatest] = goingOn[context - IN_SEQUENCE]
  return byte >= least && byte <= greatest
}

export function contextAfter(context: BoundaryContext, byte: number): BoundaryContext {
  if (goesOn(context, byte)) return goingOn[context - IN_SEQUENCE][2]
  if (byte < 0x80) return byte === LF ? AT_LINE_START : isAsciiWord(byte) ? AFTER_WORD : AFTER_OTHER
  if (byte < 0xc2 || byte > 0xf4) return AFTER_OTHER
  if (byte < 0xe0) return ONE_MORE
  if (byte === 0xe0) return AFTER_E0
  if (byte === 0xed) return AFTER_ED
  if (byte < 0xf0) return TWO_MORE
  if (byte === 0xf0) return AFTER_F0
  return byte === 0xf4 ? AFTER_F4 : THREE_MORE
}

export const isLineEnd = (byte: number): boolean => byte === LF || byte === END_OF_INPUT

export const isAsciiWord = (byte: number): boolean =>
  (byte >= 0x61 && byte <= 0x7a) ||
  (byte >= 0x30 && byte <= 0x39) ||
  (byte >= 0x41 && byte <= 0x5a) ||
  byte === 0x5f
