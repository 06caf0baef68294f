import { colourFloor } from '../core/bytes/colours.ts'
import { countCodePoints, graphemeContextBytes, graphemeFloor } from '../core/bytes/graphemes.ts'
import type { Place } from './kind.ts'
import type { Tree } from './tree.ts'
import { RECORD_END_BYTES } from './unit.ts'

// Clips inside long records.

/** A range of one line. */
export interface Clip {
  from: Place
  to: Place
}

/**
 * A clip whose ends were moved back to grapheme boundaries. Undefined when it is not near enough to the ends of its
 * record, whose middle is not in memory.
 *
 * @param least where the clip may begin at the earliest
 */
export function clipWithin(
  tree: Tree,
  { from, to }: Clip,
  start: Place,
  end: Place,
  least: number,
): Clip | undefined {
  const isHeld =
    from.byte - start.byte <= RECORD_END_BYTES - graphemeContextBytes &&
    end.byte - to.byte <= RECORD_END_BYTES - graphemeContextBytes
  if (!isHeld) return undefined
  const clip = {
    from: movedBack(tree, from, least, end),
    to: movedBack(tree, to, Math.max(start.byte, end.byte - RECORD_END_BYTES), end),
  }
  return clip.from.byte >= least && clip.to.byte > clip.from.byte ? clip : undefined
}

function movedBack(tree: Tree, place: Place, least: number, end: Place): Place {
  const from = Math.max(least, place.byte - graphemeContextBytes)
  const bytes = tree.read(from, Math.min(end.byte, place.byte + graphemeContextBytes))
  const at = colourFloor(bytes, graphemeFloor(bytes, place.byte - from))
  const moved = countCodePoints(bytes, at, place.byte - from)
  return {
    byte: from + at,
    line: place.line,
    column: place.column - moved,
    codePoints: place.codePoints - moved,
  }
}
