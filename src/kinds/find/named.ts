import { type Bytes, listNames, MOST_NAMES } from './find.ts'

/** Most ranges that are kept. Neighbours are joined, so that more are rare. */
const MOST_RANGES = 10_000

/** Collects the ranges of a name: those that are called exactly so, or else those of the only other name that fits. */
export class NamedRanges {
  readonly #isExact: (name: string) => boolean
  readonly #fits: (name: string) => boolean
  #found: { ranges: Bytes[]; isExact: boolean; name: string } | undefined
  readonly #fitting: string[] = []
  #isAmbiguous = false
  readonly #names: string[] = []
  #last: string | undefined
  #total = 0
  isCapped = false

  constructor(isExact: (name: string) => boolean, fits: (name: string) => boolean) {
    this.#isExact = isExact
    this.#fits = fits
  }

  get hasNames(): boolean {
    return this.#total > 0
  }

  /** Adds the ranges of the names, which are different names of one thing. */
  add(names: readonly string[], range: Bytes): void {
    const [first] = names
    if (first !== this.#last) {
      this.#total++
      this.#last = first
      if (this.#names.length < MOST_NAMES && !this.#names.includes(first)) this.#names.push(first)
    }
    const exact = names.find(this.#isExact)
    const name = exact ?? names.find(this.#fits)
    if (name === undefined) return
    if (exact !== undefined && !this.#found?.isExact) this.#found = { ranges: [], isExact: true, name }
    this.#found ??= { ranges: [], isExact: false, name }
    if (this.#found.isExact) {
      if (exact !== undefined) this.#push(range)
    } else if (this.#found.name === name) this.#push(range)
    else this.#isAmbiguous = true
    if (exact === undefined && this.#fitting.length < MOST_NAMES && !this.#fitting.includes(name))
      this.#fitting.push(name)
  }

  #push([start, end]: Bytes): void {
    const ranges = this.#found?.ranges ?? []
    const last = ranges.at(-1)
    if (last && last[1] === start) ranges[ranges.length - 1] = [last[0], end]
    else if (ranges.length < MOST_RANGES) ranges.push([start, end])
    else this.isCapped = true
  }

  /** The ranges, or a sentence that says what there is. */
  result(noun: string): Bytes[] | string {
    if (this.#found && (this.#found.isExact || !this.#isAmbiguous)) return this.#found.ranges
    if (this.#found) return `Several ${noun} fit: ${listNames(this.#fitting, this.#fitting.length)}.`
    if (this.#total === 0) return `There are no ${noun}.`
    return `There are ${noun} ${listNames(this.#names, this.#total)}.`
  }
}
