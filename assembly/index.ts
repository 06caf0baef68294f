// The ABI. Pointers are byte offsets into `memory`, which is fixed; see memory.ts for the map.

/** Where a pattern set is put before a scan. */
export { PATTERNS as patternsAt } from './memory'
/** Where a session's state is put before a scan and taken from after it. */
export { STATE as stateAt } from './memory'
/** Where the next bytes are put. */
export { WINDOW as windowAt } from './memory'
/** Where a scan leaves its facts. */
export { RESULT as resultAt } from './memory'
/** Where a scan leaves its candidates: pairs of (offset i32, pattern id i32). */
export { CANDIDATES as candidatesAt } from './memory'
/** Where a scan leaves the offsets of the window's LFs: i32 each. */
export { LINE_ENDS as lineEndsAt } from './memory'
/** Where a scan leaves the shapes of the lines that end in the window: u32 each. */
export { LINE_SHAPES as lineShapesAt } from './memory'
/** Where a scan leaves the heads of the lines that end in the window: u32 each. */
export { LINE_HEADS as lineHeadsAt } from './memory'
/** Where the UTF-16 units of a text are put to be encoded; room for 128 Ki of them. */
export { UNITS as unitsAt } from './memory'
/** Where their UTF-8 is left. */
export { ENCODED as encodedAt } from './memory'
/** Where random numbers are put before a fingerprint is asked for: two u64. */
export { KEYS as keysAt } from './memory'
/** Where weights are put before a scan that counts token units, as src/scan/token-units.ts lays them out. */
export { TOKEN_PAIRS as tokensAt } from './memory'
/** Where the table of steps is put that is made from them: u16 each. */
export { TOKEN_STEPS as tokenStepsAt } from './memory'
/** scanWindow(length, hasPatterns, hasLines, hasTokens): all facts of the window's first bytes. */
export { scanWindow } from './scan'
/** fingerprint(from, to): offset of a line behind its time stamp; a hash of it in the result's words 6 and 7. */
export { fingerprint } from './fingerprint'
/** countNewlines(ptr, len): LF bytes. */
export { countNewlines } from './lines'
/** nthNewline(ptr, len, n): offset after the nth LF from the front, or -1. */
export { nthNewline } from './lines'
/** nthNewlineBack(ptr, len, n): offset after the nth LF from the back, or -1. */
export { nthNewlineBack } from './lines'
/** floorBoundary(ptr, len, at): largest offset ≤ at that does not split a sequence. */
export { floorBoundary } from './utf8'
/** encodeUnits(length): bytes of the units' UTF-8. */
export { encodeUnits } from './utf16'
