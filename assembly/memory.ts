// The memory map. 9 MiB that never grow, so a view stays valid once it is made.
//
//   0x000000  static data: tables of constants, messages of the debug build
//   0x010000  PATTERNS       a pattern set as src/scan/patterns.ts lays it out
//   0x020000  BLOCK_LIST     the 64-byte ranges of a block that pass a filter
//   0x021000  RESULT         what the last kernel found
//   0x021800  KEYS           the process's random numbers, two u64
//   0x021f00  RANGES         addresses of a block's 64-byte ranges that need a second look, u32 each
//   0x022000  LOCATIONS      addresses of the digits of a block's locations
//   0x024000  ANCHORS        addresses of the last bytes of a block's likely anchors
//   0x030000  MATCHES        pairs of (offset i32, pattern id i32)
//   0x0a0000  LINE_ENDS      for each LF of the window: its offset, i32
//   0x1a0000  LINE_SHAPES    for each LF: the shape of the line that it ends, u32
//   0x2a0000  LINE_OPENINGS  for each LF: the opening of the line that it ends, u32
//   0x3a0000  SHUFFLES       256 vectors that gather the bytes of four encoded units
//   0x3a1000  TOKENS         weights of token units as src/scan/token-units.ts lays them out
//   0x3a6000  TOKEN_STEPS    cost of a byte after another, u16 for each pair; then the costs of long runs and repeats
//   0x3af000  BYTE_CLASSES   the class bits of each byte value, u8 each
//   0x3b0000  TEXT_MAP       where the bytes of TEXT come from: pairs of (offset u16, how much further it is u16)
//   0x3b8100  TEXT           a line without escapes and prefixes; zeros before and behind it
//   0x3ba400  LINE           a line that is not in the window, 8 KiB and slack
//   0x3bc800  free
//   0x3bfec0  STATE          a session's numbers, 128 bytes
//   0x3bff40  CARRY          the 128 bytes before the window
//   0x3bffc0  WINDOW         256 KiB
//   0x3fffc0  slack: 64 bytes. Kernels may read them, and mask off what they read.
//   0x400000  AUTOMATA       states and nodes of automata, made when a line first needs them (automata.ts)
//   0x760000  RECORDS        64 bytes for each automaton
//   0x768000  ENTRIES        what starts an automaton: bytes that its matches hold
//   0x774000  SLOTS          lists of entries by hash
//   0x778000  PLACES         where triggers of automata are in the current line
//   0x778800  free
//   0x77bb00  ALWAYS to FOUND  working memory of match.ts
//   0x77c000  ENDS, IDS      results of matchText
//   0x77d000  READERS, LANES, IDLE, ZEROS  working memory of match.ts
//   0x77da00  free
//   0x780000  WEIGHTS        what the forms of rules weigh, as src/signal/entries.ts lays it out
//   0x786000  DISCOUNTS      the discounts of the current line
//   0x786400  EVIDENCE       what assessLine found
//   0x786500  free
//   0x790000  PACK           what automata are made from
//   0x7e0000  BUCKETS to SETS  working memory of automata.ts and nodes.ts
//   0x7ed000  PAIRS          by the first two bytes of triggers, their lengths
//   0x7fd000  free
//   0x800000  what the selector needs (select-memory.ts)
//
// Between scans the tables of lines are free. src/scan/newlines.ts uses LINE_ENDS as its room of 1 MiB. UNITS and
// ENCODED share their space with LINE_SHAPES and LINE_OPENINGS.

export const PATTERNS: usize = 0x010000
export const BLOCK_LIST: usize = 0x020000
export const RESULT: usize = 0x021000
export const RANGES: usize = 0x021f00
export const KEYS: usize = 0x021800
export const LOCATIONS: usize = 0x022000
export const ANCHORS: usize = 0x024000
export const MATCHES: usize = 0x030000
export const MATCHES_END: usize = 0x0a0000
export const LINE_ENDS: usize = 0x0a0000
export const LINE_SHAPES: usize = 0x1a0000
export const LINE_OPENINGS: usize = 0x2a0000
export const UNITS: usize = 0x1a0000
export const UNITS_END: usize = UNITS + 0x40000
export const ENCODED: usize = 0x2a0000
export const SHUFFLES: usize = 0x3a0000
const TOKENS: usize = 0x3a1000
export const TOKEN_STEPS: usize = 0x3a6000
export const BYTE_CLASSES: usize = 0x3af000
export const TEXT_MAP: usize = 0x3b0000
export const TEXT: usize = 0x3b8100
export const LINE: usize = 0x3ba400
export const STATE: usize = 0x3bfec0
export const WINDOW: usize = 0x3bffc0
export const WINDOW_BYTES: i32 = 0x40000
const MEMORY_END: usize = 0x900000

export const AUTOMATA: usize = 0x400000
export const AUTOMATA_END: usize = 0x760000
export const RECORDS: usize = 0x760000
export const ENTRIES: usize = 0x768000
export const ENTRIES_END: usize = 0x774000
export const SLOTS: usize = 0x774000
export const SLOTS_BYTES: usize = 0x4000
/** By automaton: where in the line its first and its last trigger begin, u16 each. */
export const PLACES: usize = 0x778000
/** A bit for each automaton that reads every line. */
export const ALWAYS: usize = 0x77bb00
/** A bit for each automaton that reads the current line. */
export const CHOSEN: usize = 0x77bb40
/** A bit for each form found. */
export const FOUND: usize = 0x77bb80
/** By form, i32: the end of its match that ends first, less the start of the text. */
export const ENDS: usize = 0x77c000
/** Numbers of the forms found, u16 each. */
export const IDS: usize = 0x77c800
/** Addresses of the records of the automata that read the current line, u32 each. */
export const READERS: usize = 0x77d000
/** The automata that read at the same time. */
export const LANES: usize = 0x77d800
/** The only cell of the state of a lane without an automaton, which leads back to it. */
export const IDLE: usize = 0x77d880
/** 256 bytes that nobody writes: the columns of that state. */
export const ZEROS: usize = 0x77d900
export const WEIGHTS: usize = 0x780000
export const DISCOUNTS: usize = 0x786000
export const EVIDENCE: usize = 0x786400
export const MAX_ATOMS: u32 = 512
export const MAX_FORMS: u32 = 512
export const MAX_NODES: u32 = 4096
export const MAX_SETS: u32 = 512
export const PACK: usize = 0x790000
export const PACK_BYTES: i32 = 0x50000
/** The newest state by hash, u32 each. */
export const BUCKETS: usize = 0x7e0000
export const BUCKETS_BYTES: usize = 0x4000
/** Nodes to visit, and nodes found, u16 each. */
export const STACK: usize = 0x7e4000
export const THREADS: usize = 0x7e6000
/** A bit for each node that was visited, and for each that was found. */
export const SEEN: usize = 0x7e8000
export const REACHED: usize = 0x7e8200
/** What distinguishes bytes from those before them, and columns from each other, u64 each. */
export const DIFFERENCES: usize = 0x7e8400
export const SIGNATURES: usize = 0x7e9000
/** By number, where a set is written, u32 each; and the nodes of its tails, u16 each. */
export const SETS: usize = 0x7ea000
export const TAILS: usize = 0x7eb000
/** By the first two bytes of triggers: a bit for each of their lengths, from two on, u8 each. */
export const PAIRS: usize = 0x7ed000
export const PAIRS_BYTES: usize = 0x10000

/** Bytes that kernels process together. Small enough that a second pass finds them in the first-level cache. */
export const BLOCK_BYTES: i32 = 2048

export const CARRY_BYTES: usize = 128

/** The longest line, or piece of one, that is judged at once. */
export const MAX_LINE_BYTES: i32 = 8192

/** Bytes at the start of a line that its facts are made from. The carry has room for them. */
export const LINE_BYTES_SEEN: usize = 128

/** Anchors that end in the last 32 bytes scanned wait for the bytes that follow them. */
export const PATTERN_LAG: usize = 32

/** After a match, the search skips this many bytes, or up to the end of the line. */
export const RESTING_BYTES: usize = 4096

// Offsets in STATE, the same as in src/scan/state.ts.
export const STATE_BYTES: usize = 0
export const STATE_NEWLINES: usize = 8
export const STATE_CODE_POINTS: usize = 16
export const STATE_TEXT_BYTES: usize = 24
export const STATE_MATCHES: usize = 32
export const STATE_FLAGS: usize = 40
export const STATE_RESTING: usize = 44
export const STATE_LINE_BYTES: usize = 48
export const STATE_LINE_SHAPE: usize = 52
export const STATE_LINE_OPENING: usize = 56
export const STATE_TOKEN_UNITS: usize = 64

// Offsets in TOKENS and TOKEN_STEPS, the same as in src/scan/token-units.ts.
export const TOKEN_PAIRS: usize = TOKENS
export const TOKEN_RUNS: usize = TOKENS + 48
export const TOKEN_CHARACTERS: usize = TOKENS + 64
export const TOKEN_SCRIPTS: usize = TOKENS + 576
export const TOKEN_COMMON: usize = TOKENS + 576 + 2048
/** After 128 rows for ASCII bytes and one row for bytes that are not ASCII. */
export const TOKEN_LONG_RUNS: usize = TOKEN_STEPS + 129 * 256
export const TOKEN_REPEATS: usize = TOKEN_LONG_RUNS + 256
export const TOKEN_LAST_SCRIPT: usize = TOKEN_COMMON - 1

// Offsets in RESULT.
export const RESULT_NEWLINES: usize = 0
export const RESULT_MATCHES: usize = 4
export const RESULT_CODE_POINTS: usize = 8
export const RESULT_FLAGS: usize = 12
/** UTF-8 bytes of the text, less the bytes it was decoded from. */
export const RESULT_EXTRA_BYTES: usize = 16
/** Token units of the window's bytes, u32. */
export const RESULT_TOKEN_UNITS: usize = 20
/** Written only by `fingerprint`: u64. */
export const RESULT_FINGERPRINT: usize = 24
/** Written only by `normaliseLine`: the end of the text in TEXT. */
export const RESULT_JUDGED: usize = 0
/** One u16 for each block of the window. */
export const RESULT_BLOCK_NEWLINES: usize = 32
/** One u8 for each block of the window, written by a scan with lines. */
export const RESULT_BLOCK_ALIKE: usize = 32 + 2 * 128

// Bits of the flags, the same as in src/scan/scanner.ts.
export const FLAG_NON_ASCII: i32 = 1
export const FLAG_CR: i32 = 2
export const FLAG_ESC: i32 = 4
export const FLAG_NUL: i32 = 8
export const FLAG_INVALID: i32 = 16
export const FLAG_LONE_CR: i32 = 32

/** True when a kernel may read [ptr, ptr + len). */
export function isReadable(ptr: usize, len: i32): bool {
  return len >= 0 && ptr + <usize>len <= MEMORY_END
}
