/** Holds back the last bytes of a stream, up to a capacity, and passes on those before them. */
export class HeldBack {
  readonly #capacity: number
  #buffer: Uint8Array = new Uint8Array(0)
  /** Where the oldest byte is, once the buffer is full. */
  #start = 0
  #length = 0

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get length(): number {
    return this.#length
  }

  /** Takes bytes. What `pass` gets is valid during its call. */
  push(bytes: Uint8Array, pass: (bytes: Uint8Array) => void): void {
    const held = Math.max(0, bytes.length - this.#capacity)
    if (held > 0) {
      this.#passOldest(this.#length, pass)
      pass(bytes.subarray(0, held))
    }
    const last = bytes.subarray(held)
    this.#passOldest(Math.max(0, this.#length + last.length - this.#capacity), pass)
    this.#growTo(this.#length + last.length)
    const end = this.#start + this.#length
    const at = end < this.#buffer.length ? end : end - this.#buffer.length
    const first = Math.min(last.length, this.#buffer.length - at)
    this.#buffer.set(last.subarray(0, first), at)
    this.#buffer.set(last.subarray(first))
    this.#length += last.length
  }

  /** What is held, as a copy. */
  bytes(): Uint8Array {
    const all = new Uint8Array(this.#length)
    const first = this.#buffer.subarray(this.#start, this.#start + this.#length)
    all.set(first)
    all.set(this.#buffer.subarray(0, this.#length - first.length), first.length)
    return all
  }

  #passOldest(count: number, pass: (bytes: Uint8Array) => void): void {
    if (count === 0) return
    const end = this.#start + count
    pass(this.#buffer.subarray(this.#start, end))
    if (end > this.#buffer.length) pass(this.#buffer.subarray(0, end - this.#buffer.length))
    this.#start = end < this.#buffer.length ? end : end - this.#buffer.length
    this.#length -= count
  }

  /** Grows on demand, so that a short stream needs little memory. Until the buffer has its full size, it is in order. */
  #growTo(length: number): void {
    if (length <= this.#buffer.length) return
    const grown = new Uint8Array(Math.min(this.#capacity, Math.max(4096, 2 * length)))
    grown.set(this.bytes())
    this.#buffer = grown
    this.#start = 0
  }
}
