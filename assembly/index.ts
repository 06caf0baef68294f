// The module's exports. Pointers are byte offsets into `memory`, which never grows. memory.ts draws the map.

/** Where the caller puts a session's state before a scan, and reads it after. */
export { STATE as stateAt } from './memory'
/** Where the caller puts the next bytes. */
export { WINDOW as windowAt } from './memory'
/** Where a scan writes its facts. */
export { RESULT as resultAt } from './memory'
/** 1 MiB that is free between calls. */
export { ROOM as roomAt } from './memory'
/** Where the caller puts UTF-16 units to encode. Room for 128 Ki units. */
export { UNITS as unitsAt } from './memory'
/** Where `encodeUnits` writes their UTF-8. */
export { ENCODED as encodedAt } from './memory'
/** Where the caller puts weights before a scan that counts token units. src/core/scan/token-units.ts draws the layout. */
export { TOKEN_PAIRS as tokensAt } from './memory'
/** Where the caller puts the table of steps that it makes from those weights: u16 each. */
export { TOKEN_STEPS as tokenStepsAt } from './memory'
/** scanWindow(length, hasTokens): facts of the window's first `length` bytes. */
export { scanWindow } from './scan'
/** countNewlines(ptr, len): number of LF bytes. */
export { countNewlines } from './lines'
/** plainEnd(ptr, len): offset of the first byte that may begin a control other than TAB, LF and CRLF, or len. */
export { plainEnd } from './controls'
/** coloursEnd(ptr, len, from): offset behind the last colour before anything else that is not text, or from. */
export { coloursEnd } from './colours'
/** stripColours(ptr, len, target, list): copies text without its colours, and lists what was copied and left out. */
export { stripColours } from './colours'
/** floorBoundary(ptr, len, at): largest offset ≤ at that does not split a UTF-8 sequence. */
export { floorBoundary } from './utf8'
/** encodeUnits(length): number of UTF-8 bytes written. */
export { encodeUnits } from './utf16'
/** selectWindow(length, hasTokens): counts the selector's window, and scores its lines. */
export { selectWindow } from './select'
/** endSelection(): scores what waits, and ends the last line. */
export { endSelection } from './select'
/**
 * Where the caller puts a set of literals, the known openings and a session's state, and a copy of that state without
 * counts. The journal has the numbers of the counts that were raised since its size, right before it, was set to 0.
 */
export {
  LITERALS as literalsAt,
  OPENINGS as openingsAt,
  LONGER as longerOpeningsAt,
  SELECTION as selectionAt,
  SNAPSHOT as snapshotAt,
  JOURNAL as journalAt,
} from './select-memory'
/** Where the caller puts the next bytes for the selector. HELD_BYTES before it are those before the window. */
export { SELECT_WINDOW as selectWindowAt } from './select-memory'
