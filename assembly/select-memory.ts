// The part of the memory that the selector uses.
//
//   0x190000  LITERALS       a set of literals as src/core/scan/literal-set.ts lays it out
//   0x1a6000  OPENINGS       by the first two bytes of a known opening: 1, or 2 if the bytes after them decide
//   0x1b6000  LONGER         openings of three or four bytes, u32 each, by hash
//   0x1b7000  WORDS          the 64-byte ranges of a block with word starts: a bit for each, and the address
//   0x1b7400  UNIT_ENDS      by 64-byte range of a block: a bit for each CR and LF
//   0x1b7800  PLACES         by 64-byte range: a bit for each digit that ends a location
//   0x1b8000  CANDIDATES     addresses of the word starts of a block where a literal may be, u32 each
//   0x1c0000  SELECTION      a session's state as src/core/scan/state.ts lays it out
//   0x1f0000  SNAPSHOT       that state before the window, without counts, for the case that the module traps
//   0x1fbffc  JOURNAL_SIZE   how often this window raised a count; then
//   0x1fc000  JOURNAL        which counts these were, u16 each. A window has at most half as many scored units as bytes
//   0x23e000  the bytes before the window
//   0x240000  SELECT_WINDOW  256 KiB and slack
//   0x281000  LAST_BYTES     the last bytes of an input, then LFs

export const LITERALS: usize = 0x190000
export const OPENINGS: usize = 0x1a6000
export const LONGER: usize = 0x1b6000
export const WORDS: usize = 0x1b7000
export const UNIT_ENDS: usize = 0x1b7400
export const PLACES: usize = 0x1b7800
export const CANDIDATES: usize = 0x1b8000
export const SELECTION: usize = 0x1c0000
export const SNAPSHOT: usize = 0x1f0000
export const JOURNAL_SIZE: usize = 0x1fbffc
export const JOURNAL: usize = 0x1fc000
export const SELECT_WINDOW: usize = 0x240000
export const LAST_BYTES: usize = 0x281000

/** Bytes before the window that are still in memory. */
export const HELD_BYTES: usize = 8192
/** Bytes that wait until those behind them are known. */
export const LAG_BYTES: usize = 64
export const PART_BYTES: usize = 1024

// Offsets in LITERALS.
export const FIRSTS: usize = LITERALS + 4096
export const RECORDS: usize = LITERALS + 8192
export const RECORD_BYTES: usize = 80
export const LITERAL_BYTES: usize = 24
export const RECORD_LENGTH: usize = 48
export const RECORD_WORD: usize = 49
export const RECORD_NEXT: usize = 52
export const RECORD_WEIGHTS: usize = 64

// Places of a session's numbers.
export const AT_BYTES: usize = SELECTION + 0
export const AT_LINES: usize = SELECTION + 8
export const AT_UNIT_START: usize = SELECTION + 16
export const AT_BEST_AT: usize = SELECTION + 24
export const AT_SCORED: usize = SELECTION + 32
export const AT_LEFT_UNITS: usize = SELECTION + 40
export const AT_BEST: usize = SELECTION + 48
export const AT_BEST_ID: usize = SELECTION + 52
export const AT_SUM: usize = SELECTION + 56
export const AT_LOCATED: usize = SELECTION + 60
export const AT_WAITING: usize = SELECTION + 64
export const AT_HEAP_SIZE: usize = SELECTION + 68
export const AT_ENTERED: usize = SELECTION + 72
export const AT_WINDOW: usize = SELECTION + 76
export const AT_LEFT_SCORE: usize = SELECTION + 80
export const HEAP: usize = SELECTION + 128
export const ENTERED: usize = SELECTION + 2176
export const ENTRIES: usize = SELECTION + 4224
export const HELD: usize = SELECTION + 36992
export const COUNTS: usize = SELECTION + 45184
