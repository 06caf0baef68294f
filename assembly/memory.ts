// The memory map. 2 MiB, fixed: nothing grows, so a view made once stays good.
//
//   0x000000  the compiler's static data: messages of the debug build
//   0x010000  PATTERNS    a pattern set as src/scan/patterns.ts lays it out
//   0x020000  BLOCK_LIST  addresses of the 64-byte blocks that the filter lets through
//   0x021000  RESULT      what the last kernel found
//   0x030000  CANDIDATES  pairs of (offset i32, pattern id i32)
//   0x0a0000  free; tests put their input here
//   0x1bff00  STATE       a session's numbers, 128 bytes
//   0x1bff80  CARRY       the 128 bytes before the window
//   0x1c0000  WINDOW      256 KiB, up to the very end: reading past it traps

export const PATTERNS: usize = 0x010000
export const BLOCK_LIST: usize = 0x020000
export const RESULT: usize = 0x021000
export const CANDIDATES: usize = 0x030000
export const CANDIDATES_END: usize = 0x0a0000
export const STATE: usize = 0x1bff00
export const WINDOW: usize = 0x1c0000
export const WINDOW_BYTES: i32 = 0x40000
const MEMORY_END: usize = 0x200000

/** Bytes that are looked at together: small enough that a second look finds them in the first cache. */
export const BLOCK_BYTES: i32 = 2048

export const CARRY_BYTES: usize = 128

/** Anchors that end in the last bytes scanned wait for what follows them. */
export const PATTERN_LAG: usize = 32

// Offsets in STATE, as in src/scan/state.ts.
export const STATE_BYTES: usize = 0
export const STATE_NEWLINES: usize = 8
export const STATE_CODE_POINTS: usize = 16
export const STATE_TEXT_BYTES: usize = 24
export const STATE_CANDIDATES: usize = 32
export const STATE_FLAGS: usize = 40
export const STATE_LINE_MATCHED: usize = 44

// Offsets in RESULT.
export const RESULT_NEWLINES: usize = 0
export const RESULT_CANDIDATES: usize = 4
export const RESULT_CODE_POINTS: usize = 8
export const RESULT_FLAGS: usize = 12
/** UTF-8 bytes of the text less the bytes it was decoded from. */
export const RESULT_EXTRA_BYTES: usize = 16
/** One u16 for each block of the window. */
export const RESULT_BLOCK_NEWLINES: usize = 32

// Bits of the flags, as in src/scan/scanner.ts.
export const FLAG_NON_ASCII: i32 = 1
export const FLAG_CR: i32 = 2
export const FLAG_ESC: i32 = 4
export const FLAG_NUL: i32 = 8
export const FLAG_INVALID: i32 = 16

/** True when a kernel may read [ptr, ptr + len). */
export function isReadable(ptr: usize, len: i32): bool {
  return len >= 0 && ptr + <usize>len <= MEMORY_END
}
