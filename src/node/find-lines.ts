import { countLineFeeds } from '../store/ranges.ts'
import { excerptsOf } from './excerpts.ts'
import {
  characterStart,
  charactersOf,
  Found,
  type FoundLine,
  type Place,
  withoutLineFeed,
} from './found-line.ts'

export interface FindOptions {
  /** Lines before and after each that are found too, from 0. */
  before: number
  after: number
  /** Code points. */
  maxLineLength: number
}

/** What tells which lines of a block are looked for. */
export interface LineFinder {
  /**
   * Takes the next block: whole lines, but for the last one of all, and pieces of one that is very long.
   *
   * @param startsInside the first line began before the block; what touches the block's start was seen before.
   * @param endsInside the block is a part of a line that goes on; what touches the block's end is seen again.
   * @param bytesBefore of the first line, before the block.
   */
  begin(block: Uint8Array, startsInside: boolean, endsInside: boolean, bytesBefore: number): void
  /** Where the first such line at or after `from` begins; -1 for none. `from` begins a line, and never goes back. */
  next(from: number): number
  /** Where in the block the reasons lie, for the line that `next` gave last, in order. */
  readonly matches: readonly Place[]
  /** True where a line is given once for each reason, also those in its later pieces; else the first is enough. */
  readonly givesEach: boolean
}

const LF = 0x0a
const none = new Uint8Array(0)
/** A longer line is looked at in pieces, which overlap by so much. */
const LONGEST_LINE_BYTES = 1024 * 1024
const OVERLAP_BYTES = 64 * 1024

/**
 * Finds lines in chunks of any size, and those around them, in order: each once, or once for each reason where the
 * finder gives them. The memory is that of a line, and of a very long one that of a piece.
 */
export class LineSearch {
  readonly #finder: LineFinder
  readonly #options: FindOptions
  #line: number
  #carry: Uint8Array = none
  /** What the carry is the front of, with room for more; empty where it is not. */
  #room: Uint8Array = none
  /** The last lines of what came before that were not found. */
  #before: Found[] = []
  #afterLeft = 0
  /** A line goes on of which pieces were looked at. */
  #long: LongLine | undefined
  #found: FoundLine[] = []

  /** `firstLine` is the number of the line that the first chunk begins with. */
  constructor(finder: LineFinder, firstLine: number, options: FindOptions) {
    this.#finder = finder
    this.#line = firstLine
    this.#options = options
  }

  /** Takes the next chunk, which must not change any more; gives what was found in it. */
  write(chunk: Uint8Array): FoundLine[] {
    const end = chunk.lastIndexOf(LF) + 1
    if (end === 0) this.#append(chunk)
    else {
      this.#take(concat(this.#carry, chunk.subarray(0, end)))
      this.#carry = chunk.subarray(end)
      this.#room = none
    }
    if (this.#carry.length >= LONGEST_LINE_BYTES) this.#takePiece()
    return this.#taken()
  }

  /** What the last line, if it has no LF, brings. */
  end(): FoundLine[] {
    if (this.#carry.length > 0) this.#take(this.#carry)
    return this.#taken()
  }

  #taken(): FoundLine[] {
    const found = this.#found
    this.#found = []
    return found
  }

  /** A piece of a line that is longer than what is held of one. */
  #takePiece(): void {
    const piece = this.#carry
    const { charactersBefore, bytesBefore } = this.#long ?? { charactersBefore: 0, bytesBefore: 0 }
    // The last character may be cut in two.
    const whole = piece.subarray(0, characterStart(piece, piece.length - 1))
    let held = this.#long?.held
    let isGiven = this.#long?.isGiven ?? false
    if (!held?.isMatch) {
      this.#finder.begin(piece, this.#long !== undefined, true, bytesBefore)
      if (this.#finder.next(0) !== 0) {
        if (this.#afterLeft > 0 && !isGiven) held ??= this.#at(whole, undefined, charactersBefore)
      } else if (this.#finder.givesEach) {
        this.#giveExcerpts(whole, charactersBefore, true, false)
        isGiven = true
        held = undefined
      } else held = this.#at(whole, this.#finder.matches[0], charactersBefore)
    }
    const start = characterStart(piece, piece.length - OVERLAP_BYTES)
    const characters = charactersOf(piece.subarray(0, start))
    this.#long = {
      held,
      isGiven,
      charactersBefore: charactersBefore + characters,
      bytesBefore: bytesBefore + start,
    }
    this.#carry = piece.slice(start)
    this.#room = none
  }

  /** Behind the carry; small chunks of a long line must not copy all of it each time. */
  #append(chunk: Uint8Array): void {
    const length = this.#carry.length + chunk.length
    if (this.#room.length < length) {
      const room = new Uint8Array(this.#carry.length === 0 ? length : 2 * length)
      room.set(this.#carry)
      this.#room = room
    }
    this.#room.set(chunk, this.#carry.length)
    this.#carry = this.#room.subarray(0, length)
  }

  /** The line that is next, or a part of it, behind so many characters. */
  #at(bytes: Uint8Array, match: Place | undefined, charactersBefore = 0): Found {
    return new Found(this.#line, bytes, this.#options.maxLineLength, match, charactersBefore)
  }

  #take(block: Uint8Array): void {
    const long = this.#long
    this.#long = undefined
    this.#finder.begin(block, long !== undefined, false, long?.bytesBefore ?? 0)
    let at = 0
    let next = long?.held?.isMatch ? -1 : this.#finder.next(0)
    if (long && next !== 0 && (long.held || long.isGiven)) {
      at = lineEnd(block, 0)
      this.#endLong(long, block.subarray(0, at))
      if (long.held?.isMatch && at < block.length) next = this.#finder.next(at)
    }
    while (at < block.length) {
      const isMatch = at === next
      if (!isMatch && this.#afterLeft === 0) {
        at = this.#skipTo(block, at, next < 0 ? block.length : next, long)
        continue
      }
      const end = lineEnd(block, at)
      const line = block.subarray(at, end)
      if (isMatch) this.#giveMatches(line, at, at === 0 ? long : undefined)
      else this.#give(this.#at(line, undefined, at === 0 ? long?.charactersBefore : 0))
      at = end
      if (isMatch) next = at < block.length ? this.#finder.next(at) : -1
    }
  }

  /** The end of a line of which something is held, or was given. */
  #endLong({ held, charactersBefore }: LongLine, rest: Uint8Array): void {
    if (held) this.#give(held.endingAt(charactersBefore + charactersOf(withoutLineFeed(rest))))
    else this.#line++
  }

  /** A line that was found, and begins at an offset of the block; of a long one this is the last piece. */
  #giveMatches(line: Uint8Array, at: number, long: LongLine | undefined): void {
    const { matches, givesEach } = this.#finder
    const bytes = withoutLineFeed(line)
    const isLong = (long?.bytesBefore ?? 0) + bytes.length >= LONGEST_LINE_BYTES
    const charactersBefore = long?.charactersBefore ?? 0
    if (givesEach && (isLong || matches.length > 1)) {
      this.#giveExcerpts(bytes, charactersBefore, isLong, true, at)
      this.#line++
      return
    }
    const [from, to] = matches[0]
    this.#give(this.#at(line, [from - at, to - at], charactersBefore))
  }

  /** One for each match in a line, or a piece of one, that begins at an offset of the block. */
  #giveExcerpts(
    bytes: Uint8Array,
    charactersBefore: number,
    isUncounted: boolean,
    isEnd: boolean,
    at = 0,
  ): void {
    const matches = this.#finder.matches.map(([from, to]) => [from - at, to - at] as const)
    const stretch = { line: this.#line, bytes, charactersBefore, isUncounted, isEnd }
    for (const found of excerptsOf(stretch, matches, this.#options.maxLineLength)) this.#giveMatch(found)
  }

  /** A line that is done; those before it go with it where it was found. */
  #give(found: Found): void {
    this.#line++
    if (found.isMatch) this.#giveMatch(found)
    else {
      this.#found.push(found)
      this.#afterLeft--
    }
  }

  #giveMatch(found: Found): void {
    this.#found.push(...this.#before, found)
    this.#before = []
    this.#afterLeft = this.#options.after
  }

  /** Goes over lines that are not found, and remembers the last of them. */
  #skipTo(block: Uint8Array, from: number, to: number, long: LongLine | undefined): number {
    const lines = countLineFeeds(block.subarray(from, to)) + (block[to - 1] === LF ? 0 : 1)
    const { before, maxLineLength } = this.#options
    const kept: Found[] = []
    for (let end = to, line = this.#line + lines - 1; end > from && kept.length < before; line--) {
      const start = end < 2 ? 0 : Math.max(from, block.lastIndexOf(LF, end - 2) + 1)
      const charactersBefore = start === 0 ? (long?.charactersBefore ?? 0) : 0
      kept.unshift(new Found(line, block.subarray(start, end), maxLineLength, undefined, charactersBefore))
      end = start
    }
    this.#before = [...this.#before, ...kept].slice(-before || Number.POSITIVE_INFINITY)
    this.#line += lines
    return to
  }
}

/** The offset behind a line's LF, or the block's end. */
function lineEnd(block: Uint8Array, from: number): number {
  const at = block.indexOf(LF, from)
  return at < 0 ? block.length : at + 1
}

interface LongLine {
  /** What is shown of it when its end is known. */
  held: Found | undefined
  /** True when matches in it were given already. */
  isGiven: boolean
  /** Code points, and bytes, before the piece that is next. */
  charactersBefore: number
  bytesBefore: number
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b
  const all = new Uint8Array(a.length + b.length)
  all.set(a)
  all.set(b, a.length)
  return all
}
