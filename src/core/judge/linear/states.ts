import type { BoundaryContext } from './bytes.ts'

/** Limit for the items of all states together, 128 KiB, unless a few large states need more. */
const MAX_ITEMS = 2 ** 16
/** The highest mark. After it, marks start again at 1. */
const LAST_MARK = 0x7fffffff

/**
 * Sets of threads. Each state has its context, and the patterns that matched on the way to it. States are
 * numbered from 1 in the order they came. An item is a thread, or a pattern plus the number of nodes.
 */
export class States {
  readonly #maxStates: number
  readonly #maxItems: number
  #count = 0
  readonly #items: Uint16Array | Int32Array
  #used = 0
  /** Where a state's items begin. The next state's items follow them. */
  readonly #first: Int32Array
  /** Number of a state's items that are threads. */
  readonly #threads: Int32Array
  readonly #contexts: Uint8Array
  /** Hash table with open addressing. A slot holds a state's number, or 0. */
  readonly #slots: Uint16Array
  readonly #hashes: Int32Array
  /** Marks the items that `intern` looks for. */
  readonly #marks: Int32Array
  #mark = 0

  /** Holds at most `maxStates` states, 32,767 or fewer. Items are numbers below `kinds`. */
  constructor(maxStates: number, kinds: number) {
    this.#maxStates = maxStates
    this.#maxItems = Math.max(MAX_ITEMS, 4 * kinds)
    this.#items = kinds > 0xffff ? new Int32Array(this.#maxItems) : new Uint16Array(this.#maxItems)
    this.#first = new Int32Array(maxStates + 2)
    this.#threads = new Int32Array(maxStates + 1)
    this.#contexts = new Uint8Array(maxStates + 1)
    this.#hashes = new Int32Array(maxStates + 1)
    this.#slots = new Uint16Array(2 ** Math.ceil(Math.log2(2 * maxStates + 2)))
    this.#marks = new Int32Array(kinds)
  }

  get count(): number {
    return this.#count
  }

  /** All items of all states. A state's threads are from `first` to `endOfThreads`, its matches from there to `end`. */
  get items(): Uint16Array | Int32Array {
    return this.#items
  }

  first(state: number): number {
    return this.#first[state]
  }

  endOfThreads(state: number): number {
    return this.#first[state] + this.#threads[state]
  }

  end(state: number): number {
    return this.#first[state + 1]
  }

  context(state: number): BoundaryContext {
    return this.#contexts[state]
  }

  clear(): void {
    this.#count = 0
    this.#used = 0
    this.#slots.fill(0)
  }

  /** The number of the state with these items, in any order. Adds it if it is new; returns 0 if there is no room. */
  intern(items: ArrayLike<number>, count: number, threads: number, context: BoundaryContext): number {
    const hash = hashOf(items, count, context)
    const slots = this.#slots
    let isMarked = false
    let slot = hash & (slots.length - 1)
    for (; slots[slot] !== 0; slot = (slot + 1) & (slots.length - 1)) {
      const state = slots[slot]
      if (this.#hashes[state] !== hash) continue
      if (!isMarked) this.#markAll(items, count)
      isMarked = true
      if (this.#isMarked(state, count, threads, context)) return state
    }
    if (this.#count === this.#maxStates || this.#used + count > this.#maxItems) return 0
    const state = ++this.#count
    slots[slot] = state
    this.#hashes[state] = hash
    this.#contexts[state] = context
    this.#threads[state] = threads
    this.#append(state, items, count)
    return state
  }

  #append(state: number, items: ArrayLike<number>, count: number): void {
    const used = this.#used
    const all = this.#items
    for (let i = 0; i < count; i++) all[used + i] = items[i]
    this.#first[state] = used
    this.#used += count
    this.#first[state + 1] = this.#used
  }

  #markAll(items: ArrayLike<number>, count: number): void {
    if (this.#mark === LAST_MARK) this.#marks.fill(0)
    this.#mark = this.#mark === LAST_MARK ? 1 : this.#mark + 1
    const marks = this.#marks
    const mark = this.#mark
    for (let i = 0; i < count; i++) marks[items[i]] = mark
  }

  #isMarked(state: number, count: number, threads: number, context: BoundaryContext): boolean {
    const first = this.#first[state]
    if (this.#contexts[state] !== context || this.#threads[state] !== threads) return false
    if (this.#first[state + 1] - first !== count) return false
    const marks = this.#marks
    const mark = this.#mark
    const items = this.#items
    for (let i = 0; i < count; i++) {
      if (marks[items[first + i]] !== mark) return false
    }
    return true
  }
}

/** Hash of the items. It does not depend on their order. */
function hashOf(items: ArrayLike<number>, count: number, context: BoundaryContext): number {
  let sum = context
  for (let i = 0; i < count; i++) {
    const mixed = Math.imul(items[i] + 1, 0x9e3779b1)
    sum = (sum + Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b)) | 0
  }
  return Math.imul(sum ^ (sum >>> 13), 0xc2b2ae35) ^ (sum >>> 16)
}
