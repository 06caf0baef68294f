import { countLineFeeds } from '../store/ranges.ts'
import { excerptsOf } from './excerpts.ts'
import { characterStart, charactersOf, FoundText, type MatchRange, withoutLineFeed } from './found-line.ts'
import type { LineFinder } from './line-finders.ts'

export interface FindOptions {
  /** Lines before and after each found line that are returned as well, from 0. */
  before: number
  after: number
  /** Code points. */
  maxLineLength: number
}

const LF = 0x0a
const none = new Uint8Array(0)
/** A longer line is searched in pieces. */
const LONGEST_LINE_BYTES = 1024 * 1024
/** Overlap between two pieces. */
const OVERLAP_BYTES = 64 * 1024

/**
 * Finds lines, and the lines around them, in chunks of any size. Each line is found once, or once for each match if the
 * finder asks for that. Holds one line in memory, or one piece of a very long line.
 */
export class LineSearch {
  readonly #finder: LineFinder
  readonly #options: FindOptions
  #line: number
  #carry: Uint8Array = none
  /** The buffer whose front is the carry, with space for more. Empty if the carry has no buffer of its own. */
  #room: Uint8Array = none
  /** The last lines before this one that were not found. */
  #before: FoundText[] = []
  #afterLeft = 0
  /** Set inside a long line, after its first piece was searched. */
  #long: LongLine | undefined
  #found: FoundText[] = []

  /** `firstLine` is the number of the line that the first chunk begins with. */
  constructor(finder: LineFinder, firstLine: number, options: FindOptions) {
    this.#finder = finder
    this.#line = firstLine
    this.#options = options
  }

  /** Searches the next chunk, which must not change afterwards. */
  write(chunk: Uint8Array): FoundText[] {
    const end = chunk.lastIndexOf(LF) + 1
    if (end === 0) this.#append(chunk)
    else {
      const lines = chunk.subarray(0, end)
      this.#search(this.#carry.length === 0 ? lines : Buffer.concat([this.#carry, lines]))
      this.#carry = chunk.subarray(end)
      this.#room = none
    }
    if (this.#carry.length >= LONGEST_LINE_BYTES) this.#searchPiece()
    return this.#drain()
  }

  /** Searches the last line, if it has no LF. */
  end(): FoundText[] {
    if (this.#carry.length > 0) this.#search(this.#carry)
    return this.#drain()
  }

  #drain(): FoundText[] {
    const found = this.#found
    this.#found = []
    return found
  }

  /** Searches a piece of a line that is too long to hold in memory. */
  #searchPiece(): void {
    const piece = this.#carry
    const { charactersBefore, bytesBefore } = this.#long ?? { charactersBefore: 0, bytesBefore: 0 }
    // Leaves out the last character, which may be incomplete.
    const whole = piece.subarray(0, characterStart(piece, piece.length - 1))
    let held = this.#long?.held
    let isReturned = this.#long?.isReturned ?? false
    if (!held?.isMatch) {
      this.#finder.begin(piece, this.#long !== undefined, true, bytesBefore)
      if (this.#finder.next(0) !== 0) {
        if (this.#afterLeft > 0 && !isReturned) held ??= this.#at(whole, undefined, charactersBefore)
      } else if (this.#finder.isPerMatch) {
        this.#returnExcerpts(whole, charactersBefore, true, false)
        isReturned = true
        held = undefined
      } else held = this.#at(whole, this.#finder.matches[0], charactersBefore)
    }
    const start = characterStart(piece, piece.length - OVERLAP_BYTES)
    const characters = charactersOf(piece.subarray(0, start))
    this.#long = {
      held,
      isReturned,
      charactersBefore: charactersBefore + characters,
      bytesBefore: bytesBefore + start,
    }
    // Not `slice()`, because that of a Buffer does not copy.
    this.#carry = new Uint8Array(piece.subarray(start))
    this.#room = none
  }

  /**
   * Appends to the carry. Its buffer doubles as it grows, so that small chunks of a long line are not copied each time.
   */
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

  /** The next line, or the part of it after `charactersBefore`. */
  #at(bytes: Uint8Array, match: MatchRange | undefined, charactersBefore = 0): FoundText {
    return new FoundText(this.#line, bytes, this.#options.maxLineLength, match, charactersBefore)
  }

  #search(block: Uint8Array): void {
    const long = this.#long
    this.#long = undefined
    this.#finder.begin(block, long !== undefined, false, long?.bytesBefore ?? 0)
    let at = 0
    let next = long?.held?.isMatch ? -1 : this.#finder.next(0)
    if (long && next !== 0 && (long.held || long.isReturned)) {
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
      if (isMatch) this.#returnMatches(line, at, at === 0 ? long : undefined)
      else this.#return(this.#at(line, undefined, at === 0 ? long?.charactersBefore : 0))
      at = end
      if (isMatch) next = at < block.length ? this.#finder.next(at) : -1
    }
  }

  /** Ends a long line whose part is held or was returned. */
  #endLong({ held, charactersBefore }: LongLine, rest: Uint8Array): void {
    if (held) this.#return(held.endingAt(charactersBefore + charactersOf(withoutLineFeed(rest))))
    else this.#line++
  }

  /** Returns a found line that begins at an offset of the block. The line may be the last piece of a long one. */
  #returnMatches(line: Uint8Array, at: number, long: LongLine | undefined): void {
    const { matches, isPerMatch } = this.#finder
    const bytes = withoutLineFeed(line)
    const isLong = (long?.bytesBefore ?? 0) + bytes.length >= LONGEST_LINE_BYTES
    const charactersBefore = long?.charactersBefore ?? 0
    if (isPerMatch && (isLong || matches.length > 1)) {
      this.#returnExcerpts(bytes, charactersBefore, isLong, true, at)
      this.#line++
      return
    }
    const [from, to] = matches[0]
    this.#return(this.#at(line, [from - at, to - at], charactersBefore))
  }

  /** Returns one excerpt for each match in a line, or in a piece of one, that begins at an offset of the block. */
  #returnExcerpts(
    bytes: Uint8Array,
    charactersBefore: number,
    isUncounted: boolean,
    isEnd: boolean,
    at = 0,
  ): void {
    const matches = this.#finder.matches.map(([from, to]) => [from - at, to - at] as const)
    const part = { line: this.#line, bytes, charactersBefore, isUncounted, isEnd }
    for (const found of excerptsOf(part, matches, this.#options.maxLineLength)) this.#returnMatch(found)
  }

  /** Returns a line, with the lines before it if it was found. */
  #return(found: FoundText): void {
    this.#line++
    if (found.isMatch) this.#returnMatch(found)
    else {
      this.#found.push(found)
      this.#afterLeft--
    }
  }

  #returnMatch(found: FoundText): void {
    this.#found.push(...this.#before, found)
    this.#before = []
    this.#afterLeft = this.#options.after
  }

  /** Skips lines that are not found, and keeps the last of them. */
  #skipTo(block: Uint8Array, from: number, to: number, long: LongLine | undefined): number {
    const lines = countLineFeeds(block.subarray(from, to)) + (block[to - 1] === LF ? 0 : 1)
    const { before, maxLineLength } = this.#options
    const kept: FoundText[] = []
    for (let end = to, line = this.#line + lines - 1; end > from && kept.length < before; line--) {
      const start = end < 2 ? 0 : Math.max(from, block.lastIndexOf(LF, end - 2) + 1)
      const charactersBefore = start === 0 ? (long?.charactersBefore ?? 0) : 0
      kept.unshift(
        new FoundText(line, block.subarray(start, end), maxLineLength, undefined, charactersBefore),
      )
      end = start
    }
    this.#before = [...this.#before, ...kept].slice(-before || Number.POSITIVE_INFINITY)
    this.#line += lines
    return to
  }
}

/** The offset after a line's LF, or the block's end. */
function lineEnd(block: Uint8Array, from: number): number {
  const at = block.indexOf(LF, from)
  return at < 0 ? block.length : at + 1
}

interface LongLine {
  /** The part of the line to show, held until the line's end is known. */
  held: FoundText | undefined
  /** True if matches in the line were already returned. */
  isReturned: boolean
  /** Code points and bytes before the next piece. */
  charactersBefore: number
  bytesBefore: number
}
