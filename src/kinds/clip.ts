import { colourFloor, MOST_COLOUR_BYTES } from '../core/bytes/colours.ts'
import { countCodePoints, graphemeContextBytes, graphemeFloor } from '../core/bytes/graphemes.ts'
import { leadingContinuations } from '../core/bytes/utf8.ts'
import { LF } from './bytes.ts'
import type { HeldRanges } from './held-ranges.ts'
import type { Place } from './kind.ts'
import { RECORD_END_BYTES, type Unit } from './unit.ts'

// Clips inside long records.

/** A range of one line. */
export interface Clip {
  from: Place
  to: Place
}

/** A clip that saves less than its mark needs is none. */
export const LEAST_CLIP_BYTES = 32

/**
 * A clip whose ends were moved back to grapheme boundaries. Undefined when it is not near enough to the ends of its
 * record, whose middle is not in memory.
 *
 * @param least where the clip may begin at the earliest
 */
export function clipWithin(
  held: HeldRanges,
  { from, to }: Clip,
  { start, end }: { start: Place; end: Place },
  least: number,
): Clip | undefined {
  const isHeld =
    from.byte - start.byte <= RECORD_END_BYTES - graphemeContextBytes &&
    end.byte - to.byte <= RECORD_END_BYTES - graphemeContextBytes
  if (!isHeld) return undefined
  const clip = {
    from: movedBack(held, from, least, end),
    to: movedBack(held, to, Math.max(start.byte, end.byte - RECORD_END_BYTES), end),
  }
  return clip.from.byte >= least && clip.to.byte > clip.from.byte ? clip : undefined
}

function movedBack(held: HeldRanges, place: Place, least: number, end: Place): Place {
  const from = Math.max(least, place.byte - graphemeContextBytes)
  const bytes = held.read(from, Math.min(end.byte, place.byte + graphemeContextBytes))
  const at = colourFloor(bytes, graphemeFloor(bytes, place.byte - from))
  return placeBehind(place, from + at - place.byte, -countCodePoints(bytes, at, place.byte - from))
}

/** The clip of one long line, so that it can be shown: all but its first bytes, and perhaps its last ones. */
export function clipOfLine(held: HeldRanges, unit: Unit, bytes: number, lastBytes: number): Clip | undefined {
  const { start, end, inner } = unit
  const isShort = end.byte - start.byte <= bytes + lastBytes + LEAST_CLIP_BYTES
  if (isShort || unit.isLost || inner !== end) return undefined
  const head = Math.min(bytes, RECORD_END_BYTES - 256)
  const first = held.read(start.byte, start.byte + head)
  let at = colourFloor(first, head)
  while (at > 0 && (first[at - 1] & 0xc0) === 0x80) at--
  const from = placeBehind(start, at, countCodePoints(first, 0, at))
  const lineEnd = held.read(end.byte - 1, end.byte)[0] === LF ? 1 : 0
  const before = Math.max(start.byte, end.byte - lastBytes - lineEnd - MOST_COLOUR_BYTES)
  const around = held.read(before, end.byte)
  const tail = around.subarray(colourFloor(around, around.length - lastBytes - lineEnd))
  // The last part begins at a character.
  const skipped = Math.min(lastBytes, leadingContinuations(tail))
  const lastCodePoints = countCodePoints(tail, skipped, tail.length)
  const to = placeBehind(
    start,
    end.byte - start.byte - tail.length + skipped,
    end.codePoints - start.codePoints - lastCodePoints,
  )
  return clipWithin(held, { from, to }, unit, start.byte)
}

/** The place in a line that is so many bytes behind another one. Each is a character if their number is left out. */
export const placeBehind = (place: Place, bytes: number, codePoints = bytes): Place => ({
  byte: place.byte + bytes,
  line: place.line,
  column: place.column + codePoints,
  codePoints: place.codePoints + codePoints,
})
