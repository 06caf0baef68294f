import type { UnitAnswer } from '../../kinds/kind.ts'
import { partition } from '../bytes/binary-search.ts'
import { concat } from '../bytes/concat.ts'
import { LEAST_SHARE, QueryLines } from './query-lines.ts'

// What a query asks for in an input that is read by its units. The query looks at the input before it is folded, because
// folding may hide what answers. A reader gets a line only after the query has looked at it, so that the unit of an answer
// stays in memory. How the input was cut into chunks does not matter.

/** Places of answers that are remembered. */
const MOST_PLACES = 1024

export class AskedPlaces {
  readonly #lines: QueryLines
  readonly #pass: (bytes: Uint8Array, owned: boolean) => void
  /** In order. */
  readonly #places: number[] = []
  #best = 0
  /** What no reader has yet: the line that is open. */
  #rest: Uint8Array = new Uint8Array(0)
  #totalBytes = 0

  /** @param pass takes the bytes that have been looked at */
  constructor(words: readonly string[], pass: (bytes: Uint8Array, owned: boolean) => void) {
    this.#lines = new QueryLines(words)
    this.#pass = pass
  }

  write(bytes: Uint8Array, owned: boolean): void {
    this.#note(this.#lines.push(bytes))
    const start = this.#totalBytes
    this.#totalBytes += bytes.length
    const cut = this.#lines.openByte - start
    if (cut < 0) {
      this.#rest = concat(this.#rest, bytes)
      return
    }
    if (this.#rest.length > 0) this.#pass(this.#rest, true)
    if (cut > 0) this.#pass(bytes.subarray(0, cut), owned)
    this.#rest = bytes.slice(cut)
  }

  end(): void {
    this.#note(this.#lines.end())
    if (this.#rest.length > 0) this.#pass(this.#rest, true)
    this.#rest = new Uint8Array(0)
  }

  /** True for a range of what was passed on in which a line answers. */
  isIn(startByte: number, endByte: number): boolean {
    const places = this.#places
    return places[partition(places.length, (at) => places[at] < startByte)] < endByte
  }

  answers(): UnitAnswer[] {
    return this.#lines.answers()
  }

  #note(entered: ReturnType<QueryLines['push']>): void {
    for (const { hitByte, value } of entered) {
      this.#best = Math.max(this.#best, value)
      if (value >= LEAST_SHARE * this.#best && this.#places.length < MOST_PLACES) this.#places.push(hitByte)
    }
  }
}
