import { createMatcher, type Matcher } from '../signal/linear/matcher.ts'
import type { PatternSource } from '../signal/linear/program.ts'
import { JUDGED_BYTES, PIECE_STEP } from '../signal/pieces.ts'
import { truncate } from '../truncate.ts'
import type { LineFinder } from './find-lines.ts'

const LF = 0x0a
const LITERAL = /^[\w \-:;,=<>@#%&"'~`!]+$/

/** @throws {PithError} `PITH_INVALID_PATTERN` */
export function createLineFinder(pattern: string | RegExp): LineFinder {
  const given = typeof pattern === 'string' ? { pattern } : { pattern: pattern.source, flags: pattern.flags }
  const matcher = createMatcher([given])
  const isLiteral = LITERAL.test(given.pattern) && !given.flags?.includes('i')
  return isLiteral ? new LiteralFinder(given.pattern) : new PatternFinder(matcher, given)
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
    this.match = [Math.max(0, matcher.ends[0] - 1), matcher.ends[0]]
    return 0
  }

  /** One that has a character of the line on the sides where the line goes on, so that `^`, `$` and `\b` are true. */
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

export const createErrorFinder = (): LineFinder => new ErrorFinder()

/** At a block's ends inside a line it is not known how a piece goes on; blocks overlap by more than twice as much. */
const EDGE_BYTES = 2 * JUDGED_BYTES

/** Has a block's error lines found by the engine: each is one by its own text alone, so that blocks make no difference. */
class ErrorFinder implements LineFinder {
  match: [number, number] = [0, 0]
  #evidence: [number, number][] = []
  #at = 0
  #block: Uint8Array = new Uint8Array(0)

  begin(block: Uint8Array, startsInside: boolean, endsInside: boolean, bytesBefore: number): void {
    this.#block = block
    this.#evidence = []
    this.#at = 0
    // A long line is judged in pieces that are counted from its beginning.
    const start = (PIECE_STEP - (bytesBefore % PIECE_STEP)) % PIECE_STEP
    this.#collect(start, block.length)
    const from = startsInside ? start + EDGE_BYTES : 0
    const to = endsInside ? block.length - EDGE_BYTES : block.length
    this.#evidence = this.#evidence.filter(([at]) => at >= from && at < to)
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

  /** A result lists no more than so many errors; a block with more of them is halved. Of one line the first do. */
  #collect(start: number, end: number): void {
    const { errors } = truncate(this.#block.subarray(start, end), {
      errors: true,
      keep: 'head',
      maxLines: 1,
      maxBytes: 1024,
      notice: { off: true },
    })
    const middle = errors.total > errors.lines.length ? this.#middle(start, end) : end
    if (middle < end) {
      this.#collect(start, middle)
      this.#collect(middle, end)
      return
    }
    for (const line of errors.lines) this.#evidence.push([start + line.startByte, start + line.endByte])
  }

  /** The beginning of a line that is about in the middle; not before `end` where there is but one line. */
  #middle(start: number, end: number): number {
    const half = start + ((end - start) >> 1)
    const line = this.#block.lastIndexOf(LF, half) + 1
    return line > start ? line : lineEnd(this.#block, half) + 1
  }
}
