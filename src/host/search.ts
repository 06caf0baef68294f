import { names } from '../check/names.ts'
import { optionsOf, wholeNumber, wholeOrInfinity } from '../check/values.ts'
import type { ArtifactStat, ArtifactStore, LineRange, MissingRange } from '../store/store.ts'
import type { FoundLine } from './found-line.ts'
import { createErrorFinder, createLineFinder, type LineFinder } from './line-finders.ts'
import { LineSearch } from './line-search.ts'

export interface SearchOptions {
  /** Context lines before each found line, 0 to 50. Default: 0, or 2 for `errorsOf`. */
  before?: number
  /** Context lines after each found line, 0 to 50. Default: 0, or 5 for `errorsOf`. */
  after?: number
  /** Most code points of a line, from 1. A longer line is cut around its match. Default: 500. */
  maxLineLength?: number
}

/** The lines that a search finds, in order. Searches during iteration. */
export interface FoundLines extends AsyncIterable<FoundLine> {
  /**
   * The part of the artifact that the store did not keep, so it was not searched. Includes lines that were kept in
   * part. Undefined if everything was kept, and until the iteration has returned its first line or ended.
   */
  readonly notSearched: MissingRange | undefined
}

const MOST_CONTEXT = 50

/**
 * Finds the lines of an artifact that match a pattern, each once and in order. Needs linear time and the memory of a
 * few lines.
 *
 * A pattern may use the linear subset: literals, classes, `.`, groups, alternation, repeats, `^`, `$`, `\b`, and the
 * flags `i` and `u`. A string is also a pattern. A line above 1 MiB is searched in pieces that overlap by 64 KiB, so a
 * longer match in it may be missed. In an artifact that the store capped, only lines that were kept whole are searched;
 * `notSearched` reports the rest.
 *
 * @throws {PithError} `PITH_INVALID_PATTERN`, which names what the subset lacks; `PITH_INVALID_OPTION`;
 *   `PITH_UNKNOWN_ARTIFACT`, `PITH_STORE_FAILED`.
 * @example
 * for await (const { line, text } of search(store, id, /timeout after \d+/i)) console.log(`${line}:${text}`)
 */
export function search(
  store: ArtifactStore,
  id: string,
  pattern: string | RegExp,
  options: SearchOptions = {},
): FoundLines {
  return found(store, id, createLineFinder(pattern), { before: 0, after: 0 }, options)
}

/**
 * Finds the errors of an artifact, the same ones that `truncate` counts, and the lines around them.
 *
 * A line longer than 8 KiB may contain several errors. It is returned once for each, with the same number and at most
 * 8 KiB of text on either side of the error. In a line from 1 MiB on, `…` stands for the rest of the line.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_UNKNOWN_ARTIFACT`, `PITH_STORE_FAILED`.
 */
export function errorsOf(store: ArtifactStore, id: string, options: SearchOptions = {}): FoundLines {
  return found(store, id, createErrorFinder(), { before: 2, after: 5 }, options)
}

const searchNames = names<SearchOptions>()('before after maxLineLength')

function found(
  store: ArtifactStore,
  id: string,
  finder: LineFinder,
  context: { before: number; after: number },
  asked: SearchOptions,
): FoundLines {
  const given = optionsOf(asked, searchNames)
  const options = {
    before: wholeNumber('before', given.before, context.before, 0, MOST_CONTEXT),
    after: wholeNumber('after', given.after, context.after, 0, MOST_CONTEXT),
    maxLineLength: wholeOrInfinity('maxLineLength', given.maxLineLength, 500, 1),
  }
  let notSearched: MissingRange | undefined
  return {
    get notSearched() {
      return notSearched
    },
    async *[Symbol.asyncIterator]() {
      const stat = await store.stat(id)
      notSearched = stat.missing
      for (const range of wholeLines(stat)) yield* linesFound(store.lines(id, range), range, finder, options)
    },
  }
}

async function* linesFound(
  chunks: AsyncIterable<Uint8Array>,
  { firstLine }: LineRange,
  finder: LineFinder,
  options: Required<SearchOptions>,
): AsyncGenerator<FoundLine> {
  const searching = new LineSearch(finder, firstLine, options)
  for await (const chunk of chunks) yield* searching.write(chunk)
  yield* searching.end()
}

/** The lines that were kept whole: one range, or two if the store kept only both ends. */
function wholeLines({ lines, missing }: ArtifactStat): LineRange[] {
  const ranges = missing
    ? [
        { firstLine: 1, lastLine: missing.firstLine - 1 },
        { firstLine: missing.lastLine + 1, lastLine: lines },
      ]
    : [{ firstLine: 1, lastLine: lines }]
  return ranges.filter(({ firstLine, lastLine }) => firstLine <= lastLine)
}
