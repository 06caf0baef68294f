import type { ArtifactStat, ArtifactStore, LineRange } from '../artifacts/store.ts'
import { invalidOption } from '../errors.ts'
import { createMatcher, type Matcher } from '../signal/linear/matcher.ts'
import { truncate } from '../truncate.ts'
import { type FoundLine, type LineFinder, LineSearch } from './find-lines.ts'

export interface SearchOptions {
  /** Lines before each that are given too, 0 to 50; 0 by default, 2 for `errorsOf`. */
  before?: number
  /** Lines after each that are given too, 0 to 50; 0 by default, 5 for `errorsOf`. */
  after?: number
  /** Code points of a line, from 1; a longer one is cut so that the match is seen. 500 by default. */
  maxLineLength?: number
}

const LF = 0x0a
const MOST_CONTEXT = 50
const ALL = Number.POSITIVE_INFINITY

/**
 * The lines of an artifact that match a pattern, in order, in linear time and the memory of a few lines.
 *
 * A pattern is of the linear subset: literals, classes, `.`, groups, alternation, repeats, `^`, `$`, `\b`; flags `i`
 * and `u`. A string is such a pattern too. A line above 1 MiB is searched in pieces that overlap by 64 KiB. Of an
 * artifact that a store capped the lines that it has whole are searched.
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
): AsyncIterable<FoundLine> {
  return found(store, id, finderOf(pattern), { before: 0, after: 0, ...defined(options) })
}

/**
 * The lines of an artifact that tell of errors, as `truncate` finds them, and those around them.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_UNKNOWN_ARTIFACT`, `PITH_STORE_FAILED`.
 */
export function errorsOf(
  store: ArtifactStore,
  id: string,
  options: SearchOptions = {},
): AsyncIterable<FoundLine> {
  return found(store, id, new ErrorFinder(), { before: 2, after: 5, ...defined(options) })
}

const defined = (options: SearchOptions): SearchOptions =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))

function found(
  store: ArtifactStore,
  id: string,
  finder: LineFinder,
  { before = 0, after = 0, maxLineLength = 500 }: SearchOptions,
): AsyncIterable<FoundLine> {
  for (const [name, value] of Object.entries({ before, after })) {
    if (Number.isInteger(value) && value >= 0 && value <= MOST_CONTEXT) continue
    throw invalidOption(name, `a whole number from 0 to ${MOST_CONTEXT}`, value)
  }
  if (!(maxLineLength === ALL || (Number.isInteger(maxLineLength) && maxLineLength >= 1)))
    throw invalidOption('maxLineLength', 'a whole number from 1, or Infinity', maxLineLength)
  return linesFound(store, id, finder, { before, after, maxLineLength })
}

async function* linesFound(
  store: ArtifactStore,
  id: string,
  finder: LineFinder,
  options: Required<SearchOptions>,
): AsyncIterable<FoundLine> {
  for (const range of wholeLines(await store.stat(id))) {
    const searching = new LineSearch(finder, range.firstLine, options)
    for await (const chunk of store.lines(id, range)) yield* searching.write(chunk)
    yield* searching.end()
  }
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

const LITERAL = /^[\w \-:;,=<>@#%&"'~`!]+$/

function finderOf(pattern: string | RegExp): LineFinder {
  const given = typeof pattern === 'string' ? { pattern } : { pattern: pattern.source, flags: pattern.flags }
  const matcher = createMatcher([given])
  const isLiteral = LITERAL.test(given.pattern) && !given.flags?.includes('i')
  return isLiteral ? new LiteralFinder(given.pattern) : new PatternFinder(matcher)
}

/** The platform finds a text faster than a matcher does. */
class LiteralFinder implements LineFinder {
  match: [number, number] = [0, 0]
  readonly #literal: string
  #block: Buffer = Buffer.alloc(0)

  constructor(literal: string) {
    this.#literal = literal
  }

  begin(block: Uint8Array): void {
    this.#block = Buffer.from(block.buffer, block.byteOffset, block.length)
  }

  next(from: number): number {
    const at = this.#block.indexOf(this.#literal, from)
    if (at < 0) return -1
    this.match = [at, at + this.#literal.length]
    return at === 0 ? 0 : this.#block.lastIndexOf(LF, at - 1) + 1
  }
}

/** So much is gone over at first; twice as much each time that nothing was found. */
const FIRST_STRETCH_BYTES = 256

/** Goes over several lines as if they were one text; what is found is looked at again as a line of its own. */
class PatternFinder implements LineFinder {
  match: [number, number] = [0, 0]
  readonly #matcher: Matcher
  #block: Uint8Array = new Uint8Array(0)

  constructor(matcher: Matcher) {
    this.#matcher = matcher
  }

  begin(block: Uint8Array): void {
    this.#block = block
  }

  next(from: number): number {
    const block = this.#block
    // The LF at a block's end begins no line.
    const end = block[block.length - 1] === LF ? block.length - 1 : block.length
    let stretch = FIRST_STRETCH_BYTES
    for (let at = from; at <= end; ) {
      const to = lineEnd(block, Math.min(end, at + stretch))
      if (this.#matcher.match(block, at, to) === 0) {
        at = to + 1
        stretch *= 2
        continue
      }
      const behind = this.#matcher.ends[0]
      const start = behind <= at ? at : Math.max(at, block.lastIndexOf(LF, behind - 1) + 1)
      at = lineEnd(block, start)
      // A match may have begun in the line before: `\s` takes a line's end too.
      if (this.#matcher.match(block, start, at) > 0) {
        this.match = [Math.max(start, this.#matcher.ends[0] - 1), this.#matcher.ends[0]]
        return start
      }
      at++
    }
    return -1
  }
}

/** Where the LF of a line is; the block's end where it has none. */
function lineEnd(block: Uint8Array, from: number): number {
  const at = block.indexOf(LF, from)
  return at < 0 ? block.length : at
}

/** Has a block's error lines found by the engine: each is one by its own text alone, so that blocks make no difference. */
class ErrorFinder implements LineFinder {
  match: [number, number] = [0, 0]
  #evidence: [number, number][] = []
  #at = 0
  #block: Uint8Array = new Uint8Array(0)

  begin(block: Uint8Array): void {
    this.#block = block
    this.#evidence = []
    this.#at = 0
    this.#collect(0, block.length)
  }

  next(from: number): number {
    for (; this.#at < this.#evidence.length; this.#at++) {
      const [start, end] = this.#evidence[this.#at]
      if (start < from) continue
      this.match = [start, end]
      return start === 0 ? 0 : this.#block.lastIndexOf(LF, start - 1) + 1
    }
    return -1
  }

  /** A result lists no more than so many error lines; a block with more of them is halved. */
  #collect(start: number, end: number): void {
    const { errors } = truncate(this.#block.subarray(start, end), {
      errors: true,
      keep: 'head',
      maxLines: 1,
      maxBytes: 1024,
      notice: { off: true },
    })
    if (errors.total > errors.lines.length) {
      const middle = this.#block.lastIndexOf(LF, start + ((end - start) >> 1)) + 1
      this.#collect(start, middle)
      this.#collect(middle, end)
      return
    }
    for (const line of errors.lines) this.#evidence.push([start + line.startByte, start + line.endByte])
  }
}
