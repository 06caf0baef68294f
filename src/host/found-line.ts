import { clipLine } from '../core/words/clip.ts'

/** A line that was found in an artifact, or a line near one. A line with several errors is returned once for each. */
export interface FoundLine {
  /** 1-indexed. */
  line: number
  /** False for a context line, returned because a line near it was found. */
  isMatch: boolean
  /** Without the LF. Malformed bytes become U+FFFD. A long line is cut to `maxLineLength` around its match. */
  readonly text: string
}

/** A line, or a part of it. */
export interface LineExcerpt {
  text: string
  match: { start: number; end: number } | undefined
  /** Code points before and after the text. */
  outside: { before: number; after: number }
}

/** Offsets of the first byte, and after the last one. */
export type MatchRange = readonly [number, number]

const LF = 0x0a
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export const withoutLineFeed = (line: Uint8Array): Uint8Array =>
  line[line.length - 1] === LF ? line.subarray(0, -1) : line

/** Number of code points. Each maximal part of a malformed sequence counts as one. */
export function charactersOf(bytes: Uint8Array): number {
  const text = decoder.decode(bytes)
  let pairs = 0
  for (let at = 0; at < text.length; at++) if ((text.charCodeAt(at) & 0xfc00) === 0xdc00) pairs++
  return text.length - pairs
}

/** Offset of the first byte of the character that contains an offset. */
export function characterStart(bytes: Uint8Array, offset: number): number {
  let at = offset
  while (at > offset - 3 && (bytes[at] & 0xc0) === 0x80) at--
  return at
}

/** Makes its text on demand, because often only a page of the found lines is shown. */
export class FoundText implements FoundLine {
  readonly line: number
  readonly isMatch: boolean
  readonly #bytes: Uint8Array
  readonly #maxLineLength: number
  readonly #match: MatchRange | undefined
  readonly #charactersBefore: number
  /** Code points of the whole line. Undefined if the bytes reach its end. */
  #characters: number | undefined

  constructor(
    line: number,
    bytes: Uint8Array,
    maxLineLength: number,
    match: MatchRange | undefined,
    charactersBefore: number,
  ) {
    this.line = line
    this.isMatch = match !== undefined
    this.#bytes = withoutLineFeed(bytes)
    this.#maxLineLength = maxLineLength
    this.#match = match
    this.#charactersBefore = charactersBefore
  }

  /** Sets the code points of a line that goes on after these bytes. `Infinity` if they are not counted. */
  endingAt(characters: number): this {
    this.#characters = characters
    return this
  }

  /**
   * The line, or about `mostBytes` of a longer one around its match, with the code points that are left out on either
   * side. `match` has UTF-16 indices in the text.
   */
  excerpt(mostBytes: number): LineExcerpt {
    const bytes = this.#bytes
    const [matchFrom, matchTo] = this.#match ?? [0, 0]
    const isLong = bytes.length > mostBytes
    const half = Math.max(0, Math.min(matchFrom - (mostBytes >> 1), bytes.length - mostBytes))
    const from = isLong ? characterStart(bytes, half) : 0
    // At the end of a line, the first character may begin up to three bytes earlier.
    const end = from + mostBytes + 3
    const to = isLong && end < bytes.length ? characterStart(bytes, end) : bytes.length
    const part = bytes.subarray(from, to)
    const indexOf = (at: number) => decoder.decode(part.subarray(0, Math.max(0, at - from))).length
    const after =
      this.#characters === undefined ? 0 : this.#characters - this.#charactersBefore - charactersOf(bytes)
    return {
      text: decoder.decode(part),
      match: this.#match && { start: indexOf(matchFrom), end: indexOf(matchTo) },
      outside: {
        before: this.#charactersBefore + (from === 0 ? 0 : charactersOf(bytes.subarray(0, from))),
        after: after + (to === bytes.length ? 0 : charactersOf(bytes.subarray(to))),
      },
    }
  }

  get text(): string {
    const bytes = this.#bytes
    const text = decoder.decode(bytes)
    const before = this.#charactersBefore
    const all = this.#characters
    if (before === 0 && all === undefined && text.length <= this.#maxLineLength) return text
    const [from, to] = this.#match ?? [0, 0]
    const start = decoder.decode(bytes.subarray(0, from)).length
    const end = decoder.decode(bytes.subarray(0, Math.max(from, to))).length
    const after = all === undefined ? 0 : all - before - charactersOf(bytes)
    return clipLine(text, this.#maxLineLength, { start, end }, { before, after }).shown
  }
}
