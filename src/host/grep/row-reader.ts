import { FoundText } from '../found-line.ts'
import type { LineFinder } from '../line-finders.ts'
import { LineSearch } from '../line-search.ts'

const NUL = 0
const LF = 0x0a
const COLON = 0x3a
const LEAST_DIGIT = 0x30
const GREATEST_DIGIT = 0x39
/** A longer line is searched while it arrives. A context line keeps only its beginning. */
const LONGEST_BYTES = 256 * 1024

/** A line that ripgrep printed. */
export interface FoundRow {
  path: string
  found: FoundText
}

/**
 * Reads what ripgrep prints with `--null --line-number`: the path, a NUL, the number, `:` for a match or `-` for context,
 * and the line. A path may have line ends in it. Holds at most a part of a long line.
 */
export class RowReader {
  readonly #finder: LineFinder
  #state: 'path' | 'number' | 'line' = 'path'
  #held: Uint8Array[] = []
  #heldBytes = 0
  #pathBytes: Buffer = Buffer.alloc(0)
  #path = ''
  #line = 0
  #isMatch = true
  #long:
    | { search: LineSearch | undefined; head: Uint8Array; characters: number; decoder: TextDecoder }
    | undefined

  constructor(finder: LineFinder) {
    this.#finder = finder
  }

  /** The rows that end in a chunk. */
  *write(chunk: Uint8Array): Generator<FoundRow, void, undefined> {
    for (let at = 0; at < chunk.length; ) {
      if (this.#state === 'number') at = this.#readNumber(chunk, at)
      else {
        const mark = this.#state === 'path' ? NUL : LF
        const end = chunk.indexOf(mark, at)
        this.#hold(chunk.subarray(at, end < 0 ? chunk.length : end))
        at = end < 0 ? chunk.length : end + 1
        if (end < 0) continue
        if (this.#state === 'line') yield this.#endLine()
        else this.#endPath()
      }
    }
  }

  #readNumber(chunk: Uint8Array, from: number): number {
    let at = from
    for (; at < chunk.length; at++) {
      const byte = chunk[at]
      if (byte < LEAST_DIGIT || byte > GREATEST_DIGIT) {
        this.#isMatch = byte === COLON
        this.#state = 'line'
        return at + 1
      }
      this.#line = 10 * this.#line + byte - LEAST_DIGIT
    }
    return at
  }

  #hold(bytes: Uint8Array): void {
    if (this.#long) this.#addToLong(bytes)
    else {
      // A copy, because the stream may use its buffer again.
      this.#held.push(new Uint8Array(bytes))
      this.#heldBytes += bytes.length
      if (this.#state === 'line' && this.#heldBytes > LONGEST_BYTES) this.#beginLong()
    }
  }

  #take(): Buffer {
    const bytes = Buffer.concat(this.#held, this.#heldBytes)
    this.#held = []
    this.#heldBytes = 0
    return bytes
  }

  #endPath(): void {
    const bytes = this.#take()
    if (!bytes.equals(this.#pathBytes)) {
      this.#pathBytes = bytes
      this.#path = bytes.toString()
    }
    this.#state = 'number'
    this.#line = 0
  }

  #beginLong(): void {
    const head = this.#take()
    const search = this.#isMatch
      ? new LineSearch(this.#finder, this.#line, {
          before: 0,
          after: 0,
          maxLineLength: Number.POSITIVE_INFINITY,
        })
      : undefined
    this.#long = { search, head, characters: 0, decoder: new TextDecoder('utf-8', { ignoreBOM: true }) }
    this.#addToLong(head)
  }

  #addToLong(bytes: Uint8Array): void {
    const long = this.#long
    if (!long) return
    long.characters += codePoints(long.decoder.decode(bytes, { stream: true }))
    // A line is found at its end, which has not come yet.
    long.search?.write(new Uint8Array(bytes))
  }

  #endLine(): FoundRow {
    this.#state = 'path'
    const long = this.#long
    this.#long = undefined
    if (!long) return { path: this.#path, found: this.#short(this.#take()) }
    const [found] = long.search?.end() ?? []
    if (found) return { path: this.#path, found }
    const all = long.characters + codePoints(long.decoder.decode())
    const head = new FoundText(this.#line, long.head, 0, this.#isMatch ? [0, 0] : undefined, 0)
    return { path: this.#path, found: head.endingAt(all) }
  }

  #short(bytes: Uint8Array): FoundText {
    if (!this.#isMatch) return new FoundText(this.#line, bytes, 0, undefined, 0)
    this.#finder.begin(bytes, false, false, 0)
    const isFound = this.#finder.next(0) === 0
    return new FoundText(this.#line, bytes, 0, isFound ? this.#finder.matches[0] : [0, 0], 0)
  }
}

function codePoints(text: string): number {
  let pairs = 0
  for (let at = 0; at < text.length; at++) if ((text.charCodeAt(at) & 0xfc00) === 0xdc00) pairs++
  return text.length - pairs
}
