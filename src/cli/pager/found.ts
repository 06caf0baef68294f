import { lowerBound } from '../../core/bytes/binary-search.ts'

/** Lines that a search finds, in order, as far as it has come. */
export interface FoundPlaces {
  /** Ascending. */
  readonly lines: number[]
  /** More were found than are held. */
  isFull: boolean
  isDone: boolean
  failure: string | undefined
}

const MOST_LINES = 200_000

/**
 * Collects the places that a search finds, while the pager goes on.
 *
 * @param onNews called after each part
 */
export function collectPlaces(
  found: AsyncIterable<{ line: number }>,
  onNews: () => void,
  isWanted: () => boolean,
): FoundPlaces {
  const places: FoundPlaces = { lines: [], isFull: false, isDone: false, failure: undefined }
  const collect = async () => {
    for await (const { line } of found) {
      if (!isWanted()) return
      if (places.lines[places.lines.length - 1] === line) continue
      if (places.lines.length === MOST_LINES) {
        places.isFull = true
        break
      }
      places.lines.push(line)
      onNews()
    }
    places.isDone = true
    onNews()
  }
  collect().catch((error: unknown) => {
    places.isDone = true
    places.failure = error instanceof Error ? error.message : String(error)
    onNews()
  })
  return places
}

/** True if a place is in these lines. */
export const hasPlace = (lines: readonly number[], first: number, last: number): boolean =>
  (lines[lowerBound(lines, first)] ?? Number.POSITIVE_INFINITY) <= last

/** Error lines that are not farther apart belong to one statement. */
const STATEMENT_LINES = 3

/** The next place behind a line. Places that belong to one statement count as one, so its first line is returned. */
export function nextPlace(lines: readonly number[], line: number, isGrouped: boolean): number | undefined {
  for (let at = lowerBound(lines, line + 1); at < lines.length; at++) {
    if (!isGrouped || at === 0 || lines[at] - lines[at - 1] > STATEMENT_LINES) return lines[at]
  }
  return undefined
}

/** The same before a line. */
export function previousPlace(
  lines: readonly number[],
  line: number,
  isGrouped: boolean,
): number | undefined {
  for (let at = lowerBound(lines, line) - 1; at >= 0; at--) {
    if (!isGrouped || at === 0 || lines[at] - lines[at - 1] > STATEMENT_LINES) return lines[at]
  }
  return undefined
}
