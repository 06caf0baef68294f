/** A priority queue of numbers: the greatest key first and, of equal keys, the smaller number first. */
export class PriorityQueue {
  readonly #keys: number[] = []
  readonly #items: number[] = []

  push(item: number, key: number): void {
    const keys = this.#keys
    const items = this.#items
    let at = items.length
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
    return this.#keys[0] ?? 0
  }

  /** Takes the item with the greatest key; undefined when there is none. */
  pop(): number | undefined {
    const keys = this.#keys
    const items = this.#items
    if (items.length === 0) return undefined
    const first = items[0]
    const key = keys.pop() ?? 0
    const item = items.pop() ?? 0
    if (items.length > 0) this.#sink(item, key)
    return first
  }

  #sink(item: number, key: number): void {
    const keys = this.#keys
    const items = this.#items
    let at = 0
    for (let child = 1; child < items.length; child = 2 * at + 1) {
      const other = child + 1
      if (other < items.length && isBefore(keys[other], items[other], keys[child], items[child]))
        child = other
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
