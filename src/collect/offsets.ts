/** A queue of offsets in the input, in ascending order. Each is taken once. */
export class Offsets {
  readonly #all: number[] = []
  #first = 0

  add(offset: number): void {
    this.#all.push(offset)
  }

  /** The first offset that was not taken yet; Infinity when there is none. */
  get next(): number {
    return this.#first < this.#all.length ? this.#all[this.#first] : Infinity
  }

  /** Takes the offsets before `end`. Returns the last of them, or -1 when there is none. */
  takeBefore(end: number): number {
    const all = this.#all
    const first = this.#first
    let next = first
    while (next < all.length && all[next] < end) next++
    this.#first = next
    return next === first ? -1 : all[next - 1]
  }

  /** Frees the memory of the offsets that were taken. */
  settle(): void {
    if (this.#first === this.#all.length) this.#all.length = 0
    else this.#all.splice(0, this.#first)
    this.#first = 0
  }
}
