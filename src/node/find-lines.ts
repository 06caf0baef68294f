import { countLineFeeds } from '../artifacts/ranges.ts'
import { charactersOf, Found, type FoundLine, type Place, withoutLineFeed } from './found-line.ts'

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
  /** Where in the block the reason lies, for the line that `next` gave last: from, and behind. */
  readonly match: readonly [number, number]
}

const LF = 0x0a
const none = new Uint8Array(0)
/** A longer line is looked at in pieces, which overlap by so much. */
const LONGEST_LINE_BYTES = 1024 * 1024
const OVERLAP_BYTES = 64 * 1024

/** Finds lines in chunks of any size, and those around them, each once and in order; the memory is that of a line. */
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
    if (!held?.isMatch) {
      this.#finder.begin(piece, this.#long !== undefined, true, bytesBefore)
      if (this.#finder.next(0) === 0) held = this.#at(whole, this.#finder.match, charactersBefore)
      else if (this.#afterLeft > 0) held ??= this.#at(whole, undefined, charactersBefore)
    }
    const start = characterStart(piece, piece.length - OVERLAP_BYTES)
    const characters = charactersOf(piece.subarray(0, start))
    this.#long = {
      held,
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
    if (long?.held && next !== 0) {
      at = lineEnd(block, 0)
      this.#give(
        long.held.endingAt(long.charactersBefore + charactersOf(withoutLineFeed(block.subarray(0, at)))),
      )
      if (long.held.isMatch && at < block.length) next = this.#finder.next(at)
    }
    while (at < block.length) {
      const isMatch = at === next
      if (!isMatch && this.#afterLeft === 0) {
        at = this.#skipTo(block, at, next < 0 ? block.length : next, long)
        continue
      }
      const end = lineEnd(block, at)
      const [from, to] = this.#finder.match
      const place = isMatch ? ([from - at, to - at] as const) : undefined
      this.#give(this.#at(block.subarray(at, end), place, at === 0 ? long?.charactersBefore : 0))
      at = end
      if (isMatch) next = at < block.length ? this.#finder.next(at) : -1
    }
  }

  /** A line that is done; those before it go with it where it was found. */
  #give(found: Found): void {
    this.#line++
    if (!found.isMatch) {
      this.#found.push(found)
      this.#afterLeft--
      return
    }
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

/** The beginning of the character that an offset lies in. */
function characterStart(bytes: Uint8Array, offset: number): number {
  let at = offset
  while (at > offset - 3 && (bytes[at] & 0xc0) === 0x80) at--
  return at
}

interface LongLine {
  /** What is shown of it when its end is known. */
  held: Found | undefined
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
