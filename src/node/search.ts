import type { Names } from '../check/names.ts'
import { optionsOf, wholeNumber, wholeOrInfinity } from '../check/values.ts'
import type { ArtifactStat, ArtifactStore, LineRange, MissingRange } from '../store/store.ts'
import type { FoundLine } from './found-line.ts'
import { createErrorFinder, createLineFinder, type LineFinder } from './line-finders.ts'
import { LineSearch } from './line-search.ts'

export interface SearchOptions {
  /** Lines before each that are given too, 0 to 50; 0 by default, 2 for `errorsOf`. */
  before?: number
  /** Lines after each that are given too, 0 to 50; 0 by default, 5 for `errorsOf`. */
  after?: number
  /** Code points of a line, from 1; a longer one is cut so that the match is seen. 500 by default. */
  maxLineLength?: number
}

/** What a search finds, in order. */
export interface FoundLines extends AsyncIterable<FoundLine> {
  /**
   * What the store did not keep of the artifact, and so was not searched; lines that are there in part are among it.
   * Undefined where all was kept, and before the first line, or the end, has come.
   */
  readonly notSearched: MissingRange | undefined
}

const MOST_CONTEXT = 50

/**
 * The lines of an artifact that match a pattern, each once and in order, in linear time and the memory of a few lines.
 *
 * A pattern is of the linear subset: literals, classes, `.`, groups, alternation, repeats, `^`, `$`, `\b`; flags `i`
 * and `u`. A string is such a pattern too. A line above 1 MiB is searched in pieces that
 * overlap by 64 KiB: a longer match may be missed there. Of an
 * artifact that a store capped the lines that it has whole are searched; `notSearched` tells of the others.
 *
 * @throws {PithError} `PITH_INVALID_PATTERN` for what the subset lacks, by name; `PITH_INVALID_OPTION`;
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
 * The errors of an artifact, as many as `truncate` counts, and the lines around them.
 *
 * A line longer than 8 KiB may tell of several: it is given once for each, with the same number and the text around
 * that error, of which then at most 8 KiB on either side. In a line from 1 MiB on `…` stands for what comes behind.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_UNKNOWN_ARTIFACT`, `PITH_STORE_FAILED`.
 */
export function errorsOf(store: ArtifactStore, id: string, options: SearchOptions = {}): FoundLines {
  return found(store, id, createErrorFinder(), { before: 2, after: 5 }, options)
}

const searchNames = { before: true, after: true, maxLineLength: true } as const satisfies Names<SearchOptions>

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

/** The lines that an artifact has: two stretches where a store kept both ends of what was too long. */
function wholeLines({ lines, missing }: ArtifactStat): LineRange[] {
  const stretches = missing
    ? [
        { firstLine: 1, lastLine: missing.firstLine - 1 },
        { firstLine: missing.lastLine + 1, lastLine: lines },
      ]
    : [{ firstLine: 1, lastLine: lines }]
  return stretches.filter(({ firstLine, lastLine }) => firstLine <= lastLine)
}
