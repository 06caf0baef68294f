import { lowerBound } from '../text/binary-search.ts'

/** The offsets of error matches near both ends of a stream, and the number of all matches. Matches arrive in order. */
export class ErrorIndex {
  /** Offsets of the matches before `headBytes`. */
  readonly head: number[] = []
  /** The first match after the head, its line, and the number of matches in that line from there on. */
  #beyond = { offset: Infinity, line: 0, count: 0 }
  total = 0
  last = -1
  readonly #headBytes: number
  readonly #tailBytes: number
  #recent: number[] = []

  constructor(headBytes: number, tailBytes: number) {
    this.#headBytes = headBytes
    this.#tailBytes = tailBytes
  }

  add(offset: number, line: number): void {
    if (offset < this.#headBytes) this.head.push(offset)
    else if (this.#beyond.count === 0) this.#beyond = { offset, line, count: 1 }
    else if (this.#beyond.line === line) this.#beyond.count++
    this.#recent.push(offset)
    this.total++
    this.last = offset
  }

  /** Forgets matches that lie more than `tailBytes` before `endByte`, because nobody asks for them again. */
  trim(endByte: number): void {
    const from = lowerBound(this.#recent, endByte - this.#tailBytes)
    if (from > 1024 && from * 2 > this.#recent.length) this.#recent = this.#recent.slice(from)
  }

  /** Offsets of the matches at or after `startByte`, which must lie in the tail. */
  since(startByte: number): number[] {
    return this.#recent.slice(lowerBound(this.#recent, startByte))
  }

  /** Offsets of the matches in a range that begins in the tail. */
  between(startByte: number, endByte: number): number[] {
    const recent = this.#recent
    if (recent.length === 0 || this.last < startByte) return []
    return recent.slice(lowerBound(recent, startByte), lowerBound(recent, endByte))
  }

  /** Number of matches before `offset`, which must lie in the tail. */
  before(offset: number): number {
    return this.total - this.#recent.length + lowerBound(this.#recent, offset)
  }

  /** Number of matches before `lineEnd`, the end of the line in which the head ends. */
  beforeHeadLineEnd(lineEnd: number): number {
    const { offset, count } = this.#beyond
    return this.head.length + (offset < lineEnd ? count : 0)
  }
}
