interface Timed {
  line: string
  time: bigint
  at: number
}

const byTime = (a: Timed, b: Timed): number => (a.time === b.time ? a.at - b.at : a.time < b.time ? 1 : -1)

/** Lines in the order of their times, the newest first. Holds a number of them, and at most twice as many for a while. */
export class Newest {
  readonly #most: number
  #held: Timed[] = []
  #count = 0
  #isOver = false

  constructor(most: number) {
    this.#most = most
  }

  /**
   * Adds a line.
   *
   * @returns lines to write now, in the order in which they came, because there are too many to order all of them
   */
  add(line: string, time: bigint): string[] | undefined {
    this.#held.push({ line, time, at: this.#count++ })
    if (this.#isOver) {
      this.#trim()
      return [line]
    }
    if (this.#count <= this.#most) return undefined
    this.#isOver = true
    return this.#held.map((each) => each.line)
  }

  /** The newest lines. */
  first(count: number): string[] {
    return this.#held
      .sort(byTime)
      .slice(0, count)
      .map(({ line }) => line)
  }

  /** The lines that `add` did not return, the newest first. */
  rest(): string[] {
    return this.#isOver ? [] : this.#held.sort(byTime).map(({ line }) => line)
  }

  #trim(): void {
    if (this.#held.length < 2 * this.#most) return
    this.#held = this.#held.sort(byTime).slice(0, this.#most)
  }
}
