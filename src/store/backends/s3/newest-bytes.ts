/** Holds the newest bytes of a stream, up to a capacity. */
export class NewestBytes {
  readonly #ring: Uint8Array
  #total = 0

  constructor(capacity: number) {
    this.#ring = new Uint8Array(capacity)
  }

  /** The number of all bytes that were pushed. */
  get total(): number {
    return this.#total
  }

  push(bytes: Uint8Array): void {
    const capacity = this.#ring.length
    const skipped = Math.max(0, bytes.length - capacity)
    for (let at = skipped; at < bytes.length; ) {
      const place = (this.#total + at) % capacity
      const piece = bytes.subarray(at, at + capacity - place)
      this.#ring.set(piece, place)
      at += piece.length
    }
    this.#total += bytes.length
  }

  /** The bytes from the oldest to the newest. They share the ring's memory when no byte was overwritten. */
  take(): Uint8Array {
    const capacity = this.#ring.length
    if (this.#total <= capacity) return this.#ring.subarray(0, this.#total)
    const oldest = this.#total % capacity
    const all = new Uint8Array(capacity)
    all.set(this.#ring.subarray(oldest))
    all.set(this.#ring.subarray(0, oldest), capacity - oldest)
    return all
  }
}
