/** A priority queue of numbers: the greatest key first and, of equal keys, the smaller number first. */
export class PriorityQueue {
  #keys: Float64Array
  #items: Uint32Array
  #length = 0

  /** @param room how many numbers there are at first; more may come */
  constructor(room = 16) {
    this.#keys = new Float64Array(room)
    this.#items = new Uint32Array(room)
  }

  push(item: number, key: number): void {
    if (this.#length === this.#items.length) this.#grow()
    const keys = this.#keys
    const items = this.#items
    let at = this.#length++
    for (let parent = (at - 1) >> 1; at > 0 && isBefore(key, item, keys[parent], items[parent]); ) {
      keys[at] = keys[parent]
      items[at] = items[parent]
      at = parent
      parent = (at - 1) >> 1
    }
    keys[at] = key
    items[at] = item
  }

  /** The greatest key; 0 when there is none. */
  get key(): number {
    return this.#length > 0 ? this.#keys[0] : 0
  }

  /** Takes the item with the greatest key; undefined when there is none. */
  pop(): number | undefined {
    if (this.#length === 0) return undefined
    const first = this.#items[0]
    const last = --this.#length
    if (last > 0) this.#sink(this.#items[last], this.#keys[last])
    return first
  }

  #grow(): void {
    const keys = this.#keys
    const items = this.#items
    this.#keys = new Float64Array(2 * keys.length + 1)
    this.#items = new Uint32Array(2 * items.length + 1)
    this.#keys.set(keys)
    this.#items.set(items)
  }

  #sink(item: number, key: number): void {
    const keys = this.#keys
    const items = this.#items
    const length = this.#length
    let at = 0
    for (let child = 1; child < length; child = 2 * at + 1) {
      const other = child + 1
      if (other < length && isBefore(keys[other], items[other], keys[child], items[child])) child = other
      if (!isBefore(keys[child], items[child], key, item)) break
      keys[at] = keys[child]
      items[at] = items[child]
      at = child
    }
    keys[at] = key
    items[at] = item
  }
}

const isBefore = (key: number, item: number, otherKey: number, otherItem: number): boolean =>
  key > otherKey || (key === otherKey && item < otherItem)
