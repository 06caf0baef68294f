import { characterStart, charactersOf, FoundText, type MatchRange } from './found-line.ts'

/** Bytes of a long line held on each side of a match, so that many matches do not hold many copies of the line. */
const AROUND_BYTES = 8 * 1024

/** A line that is searched, or a piece of one. */
export interface SearchedPart {
  line: number
  /** Without the line's LF. */
  bytes: Uint8Array
  /** Code points of the line before these bytes. */
  charactersBefore: number
  /** True if the line is so long that the rest of it is not counted. */
  isUncounted: boolean
  /** True if the bytes reach the line's end. */
  isEnd: boolean
}

/**
 * Returns the line once for each match, with the text around the match. Counts what is left out. Takes linear time for
 * any number of matches.
 */
export function excerptsOf(
  part: SearchedPart,
  matches: readonly MatchRange[],
  maxLineLength: number,
): FoundText[] {
  const { line, bytes, charactersBefore, isUncounted, isEnd } = part
  const total = isUncounted ? Number.POSITIVE_INFINITY : charactersBefore + charactersOf(bytes)
  let characters = charactersBefore
  let counted = 0
  return matches.map(([from, to]) => {
    const start = Math.max(0, characterStart(bytes, Math.max(0, from - AROUND_BYTES)))
    const end = to + AROUND_BYTES < bytes.length ? characterStart(bytes, to + AROUND_BYTES) : bytes.length
    characters += charactersOf(bytes.subarray(counted, start))
    counted = start
    const excerpt = bytes.subarray(start, end)
    const found = new FoundText(line, excerpt, maxLineLength, [from - start, to - start], characters)
    return isEnd && end === bytes.length ? found : found.endingAt(total)
  })
}
