import { hasLocation, headOf, LINE_BYTES_SEEN, SHAPE_BITS } from '../scan/line-facts.ts'
import { isHead } from '../signal/openings.ts'
import { someStretch } from '../signal/pieces.ts'

/** True when a part after a CR begins with a cue, as if it were a line. The part before the first CR does not count. */
export const speaksBehindReturn = (bytes: Uint8Array): boolean =>
  someStretch(bytes, (start, end) => start > 0 && speaksAsLine(bytes, start, end))

/** True when a line begins with a cue: a known line opening, or a location in its first `LINE_BYTES_SEEN` bytes. */
export const speaksAsLine = (bytes: Uint8Array, start: number, end: number): boolean =>
  isHead(headOf(bytes, start, end)) || hasLocation(bytes, start, Math.min(end, start + LINE_BYTES_SEEN))

/** The same, from the facts that the scanner found in the line. Always true with `judgesAll`. */
export const speaksByFacts = (shape: number, head: number, judgesAll: boolean): boolean =>
  judgesAll || shape > SHAPE_BITS || isHead(head)
