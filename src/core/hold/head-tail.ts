/** The first bytes of a stream, up to a capacity. */
export class Head {
  readonly capacity: number
  #bytes = new Uint8Array(0)
  #length = 0

  constructor(capacity: number) {
    this.capacity = capacity
  }

  push(bytes: Uint8Array): void {
    const take = Math.min(bytes.length, this.capacity - this.#length)
    if (take <= 0) return
    if (this.#length + take > this.#bytes.length) {
      const grown = new Uint8Array(Math.min(this.capacity, Math.max(4096, 2 * (this.#length + take))))
      grown.set(this.#bytes.subarray(0, this.#length))
      this.#bytes = grown
    }
    this.#bytes.set(bytes.subarray(0, take), this.#length)
    this.#length += take
  }

  /** A view that later pushes may invalidate. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }
}

/**
 * The last bytes of a stream, up to a capacity. The buffer is twice as large. Bytes are appended, and moved to the
 * front when it is full, so that the kept bytes are always contiguous.
 */
export class Tail {
  readonly capacity: number
  #buffer = new Uint8Array(0)
  #end = 0
  /** Bytes pushed so far. */
  total = 0

  constructor(capacity: number) {
    this.capacity = capacity
  }

  push(bytes: Uint8Array): void {
    this.total += bytes.length
    const last = bytes.length > this.capacity ? bytes.subarray(bytes.length - this.capacity) : bytes
    if (this.#end + last.length > this.#buffer.length) this.#makeRoom(last.length)
    this.#buffer.set(last, this.#end)
    this.#end += last.length
  }

  #makeRoom(length: number): void {
    const kept = Math.min(this.#end, this.capacity)
    const wanted = Math.min(2 * this.capacity, Math.max(4096, 2 * (kept + length)))
    const buffer = wanted > this.#buffer.length ? new Uint8Array(wanted) : this.#buffer
    const fromEnd = Math.min(kept, this.capacity - Math.min(length, this.capacity))
    buffer.set(this.#buffer.subarray(this.#end - fromEnd, this.#end))
    this.#buffer = buffer
    this.#end = fromEnd
  }

  /** A view of the last bytes, which the next push invalidates. */
  get bytes(): Uint8Array {
    return this.#buffer.subarray(Math.max(0, this.#end - this.capacity), this.#end)
  }

  /** Offset in the stream of the first byte of `bytes`. */
  get startByte(): number {
    return this.total - Math.min(this.#end, this.capacity)
  }
}
