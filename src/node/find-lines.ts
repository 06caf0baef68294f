import { countLineFeeds } from '../artifacts/ranges.ts'
import { clipLine } from '../render/clip.ts'

/** A line that was found in an artifact, or one around it. */
export interface FoundLine {
  /** 1-indexed. */
  line: number
  /** False for a line that is there because one next to it was found. */
  isMatch: boolean
  /** Without its LF, malformed bytes as U+FFFD; a long line is cut to `maxLineLength` so that the match is seen. */
  readonly text: string
}

export interface FindOptions {
  /** Lines before and after each that are found too, from 0. */
  before: number
  after: number
  /** Code points. */
  maxLineLength: number
}

/** What tells which lines of a block are looked for. */
export interface LineFinder {
  /** Takes the next block: whole lines, but for the last one of all, and pieces of one that is very long. */
  begin(block: Uint8Array): void
  /** Where the first such line at or after `from` begins; -1 for none. `from` begins a line, and never goes back. */
  next(from: number): number
  /** Where in the block the reason lies, for the line that `next` gave last: from, and behind. */
  readonly match: readonly [number, number]
}

const LF = 0x0a
/** A longer line is looked at in pieces, which overlap by so much. */
const LONGEST_LINE_BYTES = 1024 * 1024
const OVERLAP_BYTES = 64 * 1024

/** Finds lines in chunks of any size, and those around them, each once and in order; the memory is that of a line. */
export class LineSearch {
  readonly #finder: LineFinder
  readonly #options: FindOptions
  #line: number
  #carry: Uint8Array = new Uint8Array(0)
  /** The last lines of what came before that were not found. */
  #before: Found[] = []
  #afterLeft = 0
  /** A line goes on of which a piece was looked at, and whether it was found. */
  #long: 'none' | 'unfound' | 'found' = 'none'
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
    if (end === 0) this.#carry = concat(this.#carry, chunk)
    else {
      this.#take(concat(this.#carry, chunk.subarray(0, end)))
      this.#carry = chunk.subarray(end)
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
    this.#finder.begin(piece)
    if (this.#long !== 'found' && this.#finder.next(0) === 0) {
      this.#emit(new Found(this.#line, true, piece, this.#options.maxLineLength, this.#finder.match))
      this.#long = 'found'
    } else if (this.#long === 'none') {
      this.#long = 'unfound'
      if (this.#afterLeft > 0) this.#around(piece)
    }
    this.#carry = piece.slice(piece.length - OVERLAP_BYTES)
  }

  #around(bytes: Uint8Array): void {
    this.#found.push(new Found(this.#line, false, bytes, this.#options.maxLineLength))
    this.#afterLeft--
    this.#long = 'found'
  }

  #take(block: Uint8Array): void {
    this.#finder.begin(block)
    let at = 0
    if (this.#long === 'found') {
      at = lineEnd(block, 0)
      this.#line++
    }
    this.#long = 'none'
    let next = at < block.length ? this.#finder.next(at) : -1
    while (at < block.length) {
      if (at === next) {
        const end = lineEnd(block, at)
        const [from, to] = this.#finder.match
        this.#emit(
          new Found(this.#line, true, block.subarray(at, end), this.#options.maxLineLength, [
            from - at,
            to - at,
          ]),
        )
        this.#line++
        at = end
        next = at < block.length ? this.#finder.next(at) : -1
      } else if (this.#afterLeft > 0) {
        const end = lineEnd(block, at)
        this.#found.push(new Found(this.#line++, false, block.subarray(at, end), this.#options.maxLineLength))
        this.#afterLeft--
        at = end
      } else at = this.#skipTo(block, at, next < 0 ? block.length : next)
    }
  }

  /** Goes over lines that are not found, and remembers the last of them. */
  #skipTo(block: Uint8Array, from: number, to: number): number {
    const lines = countLineFeeds(block.subarray(from, to)) + (block[to - 1] === LF ? 0 : 1)
    const { before, maxLineLength } = this.#options
    const kept: Found[] = []
    for (let end = to, line = this.#line + lines - 1; end > from && kept.length < before; line--) {
      const start = end < 2 ? 0 : Math.max(from, block.lastIndexOf(LF, end - 2) + 1)
      kept.unshift(new Found(line, false, block.subarray(start, end), maxLineLength))
      end = start
    }
    this.#before = [...this.#before, ...kept].slice(-before || Number.POSITIVE_INFINITY)
    this.#line += lines
    return to
  }

  #emit(found: Found): void {
    this.#found.push(...this.#before, found)
    this.#before = []
    this.#afterLeft = this.#options.after
  }
}

/** The offset behind a line's LF, or the block's end. */
function lineEnd(block: Uint8Array, from: number): number {
  const at = block.indexOf(LF, from)
  return at < 0 ? block.length : at + 1
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Its text is made when it is asked for: of many lines found only a page is shown. */
class Found implements FoundLine {
  readonly line: number
  readonly isMatch: boolean
  readonly #bytes: Uint8Array
  readonly #maxLineLength: number
  readonly #match: readonly [number, number] | undefined

  constructor(
    line: number,
    isMatch: boolean,
    bytes: Uint8Array,
    maxLineLength: number,
    match?: readonly [number, number],
  ) {
    this.line = line
    this.isMatch = isMatch
    this.#bytes = bytes
    this.#maxLineLength = maxLineLength
    this.#match = match
  }

  get text(): string {
    const bytes = this.#bytes
    const length = bytes.length - (bytes[bytes.length - 1] === LF ? 1 : 0)
    const text = decoder.decode(bytes.subarray(0, length))
    if (text.length <= this.#maxLineLength) return text
    const [from, to] = this.#match ?? [0, 0]
    const start = decoder.decode(bytes.subarray(0, from)).length
    const end = decoder.decode(bytes.subarray(0, Math.max(from, to))).length
    return clipLine(text, this.#maxLineLength, { start, end }).shown
  }
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b
  const all = new Uint8Array(a.length + b.length)
  all.set(a)
  all.set(b, a.length)
  return all
}
