import { characterStart, charactersOf, Found, type Place } from './found-line.ts'

/** What is held on both sides of a match in a long line: of many matches the text must not come to many lines. */
const AROUND_BYTES = 8 * 1024

/** A line, or a piece of one, in which something is looked for. */
export interface Stretch {
  line: number
  /** Without the line's LF. */
  bytes: Uint8Array
  /** Code points of the line before these bytes. */
  charactersBefore: number
  /** True where the line is so long that what comes behind a match is not counted. */
  isUncounted: boolean
  /** True where the bytes go to the line's end. */
  isEnd: boolean
}

/**
 * The line once for each match, which are in order: each has the text around it, and what is left out of the line is
 * counted. The time is that of going over the bytes a few times, however many matches there are.
 */
export function excerptsOf(stretch: Stretch, matches: readonly Place[], maxLineLength: number): Found[] {
  const { line, bytes, charactersBefore, isUncounted, isEnd } = stretch
  const total = isUncounted ? Number.POSITIVE_INFINITY : charactersBefore + charactersOf(bytes)
  let characters = charactersBefore
  let counted = 0
  return matches.map(([from, to]) => {
    const start = Math.max(0, characterStart(bytes, Math.max(0, from - AROUND_BYTES)))
    const end = to + AROUND_BYTES < bytes.length ? characterStart(bytes, to + AROUND_BYTES) : bytes.length
    characters += charactersOf(bytes.subarray(counted, start))
    counted = start
    const excerpt = bytes.subarray(start, end)
    const found = new Found(line, excerpt, maxLineLength, [from - start, to - start], characters)
    return isEnd && end === bytes.length ? found : found.endingAt(total)
  })
}
