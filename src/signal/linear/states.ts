import type { Context } from './bytes.ts'

/** Threads of all states together, where no single state needs more: 1 MiB. */
const MAX_THREADS = 2 ** 18
/** Where the marks begin anew. */
const LAST_MARK = 0x7fffffff

/** Sets of threads with a context, numbered from 1 in the order they came, at most `maxStates` of them. */
export class States {
  readonly #maxStates: number
  readonly #nodes: number
  readonly #maxThreads: number
  #count = 0
  #threads = new Int32Array(1024)
  #used = 0
  readonly #firstThread: Int32Array
  readonly #contexts: Uint8Array
  /** Open addressing: the state's number or 0. */
  readonly #slots: Int32Array
  readonly #hashes: Int32Array
  /** Marks the threads that are looked for. */
  readonly #marks: Int32Array
  #mark = 0

  /** `nodes`: threads are numbers below. */
  constructor(maxStates: number, nodes: number) {
    this.#maxStates = maxStates
    this.#nodes = nodes
    this.#maxThreads = Math.max(MAX_THREADS, nodes)
    this.#firstThread = new Int32Array(maxStates + 2)
    this.#contexts = new Uint8Array(maxStates + 1)
    this.#hashes = new Int32Array(maxStates + 1)
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * maxStates + 2)))
    this.#marks = new Int32Array(nodes)
  }

  get count(): number {
    return this.#count
  }

  /** All threads of all states; one state's are from `first` to `end`. */
  get threads(): Int32Array {
    return this.#threads
  }

  first(state: number): number {
    return this.#firstThread[state]
  }

  end(state: number): number {
    return this.#firstThread[state + 1]
  }

  context(state: number): Context {
    return this.#contexts[state]
  }

  clear(): void {
    this.#count = 0
    this.#used = 0
    this.#slots.fill(0)
  }

  /** The number of the state with these threads, in any order; 0 when it is new and there is no room. */
  intern(threads: Int32Array, count: number, context: Context): number {
    const hash = hashOf(threads, count, context)
    const slots = this.#slots
    this.#markAll(threads, count)
    let slot = hash & (slots.length - 1)
    for (; slots[slot] !== 0; slot = (slot + 1) & (slots.length - 1)) {
      const state = slots[slot]
      if (this.#hashes[state] === hash && this.#isMarked(state, count, context)) return state
    }
    if (this.#count === this.#maxStates || this.#used + count > this.#maxThreads) return 0
    const state = ++this.#count
    slots[slot] = state
    this.#hashes[state] = hash
    this.#contexts[state] = context
    this.#append(state, threads, count)
    return state
  }

  #append(state: number, threads: Int32Array, count: number): void {
    if (this.#used + count > this.#threads.length) {
      const larger = new Int32Array(2 * this.#threads.length + this.#nodes)
      larger.set(this.#threads)
      this.#threads = larger
    }
    const all = this.#threads
    const used = this.#used
    for (let i = 0; i < count; i++) all[used + i] = threads[i]
    this.#firstThread[state] = this.#used
    this.#used += count
    this.#firstThread[state + 1] = this.#used
  }

  #markAll(threads: Int32Array, count: number): void {
    if (this.#mark === LAST_MARK) this.#marks.fill(0)
    this.#mark = this.#mark === LAST_MARK ? 1 : this.#mark + 1
    const marks = this.#marks
    const mark = this.#mark
    for (let i = 0; i < count; i++) marks[threads[i]] = mark
  }

  #isMarked(state: number, count: number, context: Context): boolean {
    const first = this.#firstThread[state]
    if (this.#contexts[state] !== context || this.#firstThread[state + 1] - first !== count) return false
    const marks = this.#marks
    const mark = this.#mark
    const threads = this.#threads
    for (let i = 0; i < count; i++) {
      if (marks[threads[first + i]] !== mark) return false
    }
    return true
  }
}

/** The same for every order of the threads. */
function hashOf(threads: Int32Array, count: number, context: Context): number {
  let sum = context
  for (let i = 0; i < count; i++) {
    const mixed = Math.imul(threads[i] + 1, 0x9e3779b1)
    sum = (sum + Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b)) | 0
  }
  return Math.imul(sum ^ (sum >>> 13), 0xc2b2ae35) ^ (sum >>> 16)
}
