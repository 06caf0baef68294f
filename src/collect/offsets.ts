/** Offsets in the input that were found and not gone over yet, ascending; each is taken once. */
export class Offsets {
  readonly #all: number[] = []
  #first = 0

  add(offset: number): void {
    this.#all.push(offset)
  }

  /** The first one; Infinity where there is none. */
  get next(): number {
    return this.#first < this.#all.length ? this.#all[this.#first] : Infinity
  }

  /** Takes those before `end`, and gives the last of them; -1 for none. */
  takeBefore(end: number): number {
    const all = this.#all
    const first = this.#first
    let next = first
    while (next < all.length && all[next] < end) next++
    this.#first = next
    return next === first ? -1 : all[next - 1]
  }

  /** Gives the memory of those that were taken back. */
  settle(): void {
    if (this.#first === this.#all.length) this.#all.length = 0
    else this.#all.splice(0, this.#first)
    this.#first = 0
  }
}
