import { errorsInLines, PART_BYTES } from '../core/hold/line-errors.ts'
import { createMatcher, type Matcher } from '../core/judge/linear/matcher.ts'
import type { PatternSource } from '../core/judge/linear/program.ts'
import type { MatchRange } from './found-line.ts'

const LF = 0x0a
const LITERAL = /^[\w \-:;,=<>@#%&"'~`!]+$/

/** Decides which lines of a block are found. */
export interface LineFinder {
  /**
   * Takes the next block: whole lines, except for the very last one, or pieces of a line that is very long.
   *
   * @param startsInside true if the first line began before the block. A match at the block's start was found before.
   * @param endsInside true if the block is a part of a line that continues. A match at its end is found again later.
   * @param bytesBefore bytes of the first line before the block.
   */
  begin(block: Uint8Array, startsInside: boolean, endsInside: boolean, bytesBefore: number): void
  /** Where the first found line at or after `from` begins, or -1. `from` begins a line, and never decreases. */
  next(from: number): number
  /** The block's ranges that match, in order, for the line that `next` returned last. */
  readonly matches: readonly MatchRange[]
  /** True if a line is found once for each match, including matches in its later pieces. */
  readonly isPerMatch: boolean
}

/** @throws {PithError} `PITH_INVALID_PATTERN` */
export function createLineFinder(pattern: string | RegExp): LineFinder {
  const given = typeof pattern === 'string' ? { pattern } : { pattern: pattern.source, flags: pattern.flags }
  const matcher = createMatcher([given])
  const isLiteral = LITERAL.test(given.pattern) && !given.flags?.includes('i')
  return isLiteral ? new LiteralFinder(given.pattern) : new PatternFinder(matcher, given)
}

/** Finds plain text. `Buffer.indexOf` is faster than a matcher. */
class LiteralFinder implements LineFinder {
  readonly isPerMatch = false
  matches: [MatchRange] = [[0, 0]]
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
    this.matches = [[at, at + this.#literal.length]]
    return at === 0 ? 0 : this.#block.lastIndexOf(LF, at - 1) + 1
  }
}

/** Bytes matched at once at first. Doubles whenever nothing is found. */
const FIRST_SPAN_BYTES = 256

/** Matches several lines as if they were one text, then the found line alone. */
class PatternFinder implements LineFinder {
  readonly isPerMatch = false
  matches: [MatchRange] = [[0, 0]]
  readonly #matcher: Matcher
  readonly #given: PatternSource
  readonly #inside = new Map<string, Matcher>()
  #block: Uint8Array = new Uint8Array(0)
  #startsInside = false
  #endsInside = false

  constructor(matcher: Matcher, given: PatternSource) {
    this.#matcher = matcher
    this.#given = given
  }

  begin(block: Uint8Array, startsInside: boolean, endsInside: boolean): void {
    this.#block = block
    this.#startsInside = startsInside
    this.#endsInside = endsInside
  }

  next(from: number): number {
    if (from > 0 || !(this.#startsInside || this.#endsInside)) return this.#nextLine(from)
    const end = lineEnd(this.#block, 0)
    const matcher = this.#insideMatcher()
    if (matcher.match(this.#block, 0, end) === 0) return this.#nextLine(end + 1)
    this.matches = [[Math.max(0, matcher.ends[0] - 1), matcher.ends[0]]]
    return 0
  }

  /** Also matches one character before and after the block, if the line continues there, for `^`, `$` and `\b`. */
  #insideMatcher(): Matcher {
    const { pattern, flags } = this.#given
    const inside = `${this.#startsInside ? '.' : ''}(?:${pattern})${this.#endsInside ? '.' : ''}`
    const matcher =
      this.#inside.get(inside) ??
      createMatcher([flags === undefined ? { pattern: inside } : { pattern: inside, flags }])
    this.#inside.set(inside, matcher)
    return matcher
  }

  #nextLine(from: number): number {
    const block = this.#block
    // A final LF begins no line.
    const end = block[block.length - 1] === LF ? block.length - 1 : block.length
    let span = FIRST_SPAN_BYTES
    for (let at = from; at <= end; ) {
      const to = lineEnd(block, Math.min(end, at + span))
      if (this.#matcher.match(block, at, to) === 0) {
        at = to + 1
        span *= 2
        continue
      }
      const behind = this.#matcher.ends[0]
      const start = behind <= at ? at : Math.max(at, block.lastIndexOf(LF, behind - 1) + 1)
      at = lineEnd(block, start)
      // The match may have begun in the line before, because `\s` also matches a line end.
      if (this.#matcher.match(block, start, at) > 0) {
        this.matches = [[Math.max(start, this.#matcher.ends[0] - 1), this.#matcher.ends[0]]]
        return start
      }
      at++
    }
    return -1
  }
}

/** The offset of a line's LF, or the block's end. */
function lineEnd(block: Uint8Array, from: number): number {
  const at = block.indexOf(LF, from)
  return at < 0 ? block.length : at
}

export const createErrorFinder = (): LineFinder => new ErrorFinder()

/**
 * Errors this close to the end of a block inside a line are left to the next block, because how they continue is not
 * known yet. Blocks overlap by more than twice as much.
 */
const EDGE_BYTES = 4 * PART_BYTES

/** Finds errors. Whether a line is an error depends only on its own text, so blocks change nothing. */
class ErrorFinder implements LineFinder {
  readonly isPerMatch = true
  matches: MatchRange[] = []
  #errors: MatchRange[] = []
  #at = 0
  #block: Uint8Array = new Uint8Array(0)
  /** Errors of the open line that begin before this byte were found in the previous block. */
  #searchedBytes = 0

  begin(block: Uint8Array, startsInside: boolean, endsInside: boolean, bytesBefore: number): void {
    this.#block = block
    this.#at = 0
    // A long line is judged in parts, counted from the line's beginning.
    const start = (PART_BYTES - (bytesBefore % PART_BYTES)) % PART_BYTES
    const from = startsInside ? this.#searchedBytes - bytesBefore : 0
    const to = endsInside ? block.length - EDGE_BYTES : block.length
    this.#errors = errorsInLines(block.subarray(start))
      .map(([at, end]): MatchRange => [start + at, start + end])
      .filter(([at]) => at >= from && at < to)
    this.#searchedBytes = bytesBefore + to
  }

  next(from: number): number {
    const errors = this.#errors
    while (this.#at < errors.length && errors[this.#at][0] < from) this.#at++
    if (this.#at === errors.length) return -1
    const first = this.#at
    const [start] = errors[first]
    const end = lineEnd(this.#block, start)
    while (this.#at < errors.length && errors[this.#at][0] < end) this.#at++
    this.matches = errors.slice(first, this.#at)
    return start === 0 ? 0 : this.#block.lastIndexOf(LF, start - 1) + 1
  }
}
