// The memory map. 2.6 MiB that never grow, so a view stays valid once it is made.
//
//   0x000000  static data: tables of constants, messages of the debug build
//   0x021000  RESULT         what the last kernel found
//   0x021f00  RANGES         addresses of a block's 64-byte ranges that need a second look, u32 each
//   0x030000  ROOM           1 MiB that is free between calls: bytes in which LFs are counted or controls are found; what
//                            is left without controls; UNITS, and ENCODED behind them
//   0x130000  SHUFFLES       256 vectors that gather the bytes of four encoded units
//   0x131000  TOKENS         weights of token units as src/core/scan/token-units.ts lays them out
//   0x136000  TOKEN_STEPS    cost of a byte after another, u16 for each pair; then the costs of long runs and repeats
//   0x14fec0  STATE          a session's numbers, 128 bytes
//   0x14ff40  CARRY          the 128 bytes before the window
//   0x14ffc0  WINDOW         256 KiB
//   0x18ffc0  slack: 64 bytes. Kernels may read them, and mask off what they read.
//   0x190000  what the selector needs (select-memory.ts)

export const RESULT: usize = 0x021000
export const RANGES: usize = 0x021f00
export const ROOM: usize = 0x030000
export const UNITS: usize = 0x030000
export const UNITS_END: usize = 0x070000
export const ENCODED: usize = 0x070000
export const SHUFFLES: usize = 0x130000
const TOKENS: usize = 0x131000
export const TOKEN_STEPS: usize = 0x136000
export const STATE: usize = 0x14fec0
export const WINDOW: usize = 0x14ffc0
export const WINDOW_BYTES: i32 = 0x40000
const MEMORY_END: usize = 0x290000

/** Bytes that kernels process together. Small enough that a second pass finds them in the first-level cache. */
export const BLOCK_BYTES: i32 = 2048

export const CARRY_BYTES: usize = 128

// Offsets in STATE, the same as in src/core/scan/scan-state.ts.
export const STATE_BYTES: usize = 0
export const STATE_NEWLINES: usize = 8
export const STATE_CODE_POINTS: usize = 16
export const STATE_TEXT_BYTES: usize = 24
export const STATE_FLAGS: usize = 40
export const STATE_TOKEN_UNITS: usize = 64

// Offsets in TOKENS and TOKEN_STEPS, the same as in src/core/scan/token-units.ts.
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
export const RESULT_CODE_POINTS: usize = 8
export const RESULT_FLAGS: usize = 12
/** UTF-8 bytes of the text, less the bytes it was decoded from. */
export const RESULT_EXTRA_BYTES: usize = 16
/** Token units of the window's bytes, u32. */
export const RESULT_TOKEN_UNITS: usize = 20
export const RESULT_BYTES: usize = 32

// Bits of the flags, the same as in src/core/scan/scanner.ts.
export const FLAG_NON_ASCII: i32 = 1
export const FLAG_ESC: i32 = 2
export const FLAG_INVALID: i32 = 4

/** True when a kernel may read [ptr, ptr + len). */
export function isReadable(ptr: usize, len: i32): bool {
  return len >= 0 && ptr + <usize>len <= MEMORY_END
}
