import { hasLocation, LINE_BYTES_SEEN, openingOf, SHAPE_BITS } from '../scan/line-facts.ts'
import { isKnownOpening } from '../signal/openings.ts'
import { somePart } from '../signal/pieces.ts'

/** True when a part after a CR begins with a cue, as if it were a line. The part before the first CR does not count. */
export const hasCueBehindReturn = (bytes: Uint8Array): boolean =>
  somePart(bytes, (start, end) => start > 0 && hasCueAtStart(bytes, start, end))

/** True when a line begins with a cue: a known line opening, or a location in its first `LINE_BYTES_SEEN` bytes. */
export const hasCueAtStart = (bytes: Uint8Array, start: number, end: number): boolean =>
  isKnownOpening(openingOf(bytes, start, end)) ||
  hasLocation(bytes, start, Math.min(end, start + LINE_BYTES_SEEN))

/** Like `hasCueAtStart`, from the shape and opening that the scanner found. Always true with `assessesAll`. */
export const hasCueByFacts = (shape: number, opening: number, assessesAll: boolean): boolean =>
  assessesAll || shape > SHAPE_BITS || isKnownOpening(opening)
