import type { Automaton } from './automaton.ts'
import { AT_LINE_START, contextAfter } from './bytes.ts'
import { compilePatterns, type PatternSource } from './program.ts'
import { States } from './states.ts'
import { Stepper } from './stepper.ts'

/** Transitions in the cache before it is cleared: 2 MiB. */
const MAX_TRANSITIONS = 2 ** 20
/** The first state, the current one and a new one. */
const MIN_STATES = 3

export interface MatcherOptions {
  /** States in the cache, at least 3. By default, as many as 2 MiB hold. */
  readonly maxStates?: number
}

/** Searches for all patterns at once. Its results are valid until the next `match`. */
export interface Matcher {
  /**
   * Reads the bytes from `start` to `end` (exclusive), one line or several, and returns how many patterns occur in
   * them. `start` counts as the beginning of a line, `end` as the end of one. Takes time linear in the bytes.
   */
  match(bytes: Uint8Array, start: number, end: number): number
  /** Indices of the patterns found, in the order of their ends. Only as many entries as `match` returned are valid. */
  readonly ids: Uint16Array
  /** By pattern: the end (exclusive) of its match that ends first. Only valid for the patterns found. */
  readonly ends: Int32Array
  /** Whether the pattern was found. */
  has(id: number): boolean
  /** Bytes read and nodes visited since the matcher was made. Its time is linear in this. */
  readonly steps: number
}

/**
 * Creates one matcher for all patterns, at most 65,535. A pattern's number is its index in the list.
 *
 * @throws PithError `PITH_INVALID_PATTERN` for a pattern outside the linear subset.
 */
export function createMatcher(patterns: readonly PatternSource[], options: MatcherOptions = {}): Matcher {
  return new LazyMatcher(compilePatterns(patterns), options)
}

/**
 * A deterministic automaton that is built as bytes need it. A row of the table is a state, a column a byte class; the
 * last column is the end of input. An entry is 0 while unknown, else the next state. It is negative if patterns match
 * before the byte.
 */
class LazyMatcher implements Matcher {
  readonly ids: Uint16Array
  readonly ends: Int32Array
  readonly #found: Uint8Array
  #count = 0
  #steps = 0
  readonly #automaton: Automaton
  readonly #stepper: Stepper
  readonly #states: States
  readonly #columns: number
  readonly #table: Int16Array
  #initial = 0

  constructor(automaton: Automaton, { maxStates = Infinity }: MatcherOptions) {
    const { patterns, kinds, byteOf } = automaton
    this.#automaton = automaton
    this.ids = new Uint16Array(patterns)
    this.ends = new Int32Array(patterns)
    this.#found = new Uint8Array(patterns)
    this.#stepper = new Stepper(automaton)
    this.#columns = byteOf.length
    const rows = Math.min(maxStates, Math.floor(MAX_TRANSITIONS / this.#columns) - 1, MAX_STATES)
    const states = Math.max(MIN_STATES, rows)
    this.#states = new States(states, kinds.length + patterns)
    this.#table = new Int16Array((states + 1) * this.#columns)
    this.#clear()
  }

  get steps(): number {
    return this.#steps + this.#stepper.steps
  }

  has(id: number): boolean {
    return this.#found[id] === 1
  }

  match(bytes: Uint8Array, start: number, end: number): number {
    for (let i = 0; i < this.#count; i++) this.#found[this.ids[i]] = 0
    this.#count = 0
    this.#steps += end - start + 1
    const { classOf } = this.#automaton
    const columns = this.#columns
    const table = this.#table
    let state = this.#initial
    for (let at = start; at < end; at++) {
      const byteClass = classOf[bytes[at]]
      const next = table[Math.imul(state, columns) + byteClass]
      state = next > 0 ? next : this.#step(state, byteClass, at)
    }
    this.#step(state, columns - 1, end)
    return this.#count
  }

  /** The state behind a byte. Records what matched before it. */
  #step(state: number, byteClass: number, at: number): number {
    const known = this.#table[state * this.#columns + byteClass]
    const next = known === 0 ? this.#transition(state, byteClass) : known
    if (next < 0) this.#report(-next, at)
    return Math.abs(next)
  }

  #report(state: number, end: number): void {
    const { items } = this.#states
    const nodes = this.#automaton.kinds.length
    for (let i = this.#states.endOfThreads(state); i < this.#states.end(state); i++) {
      const pattern = items[i] - nodes
      if (this.#found[pattern] === 1) continue
      this.#found[pattern] = 1
      this.ends[pattern] = end
      this.ids[this.#count++] = pattern
    }
  }

  /** Computes a transition that is not in the table, and adds it. */
  #transition(state: number, byteClass: number): number {
    const states = this.#states
    const stepper = this.#stepper
    const before = states.context(state)
    const byte = this.#automaton.byteOf[byteClass]
    stepper.advance(states.items, states.first(state), states.endOfThreads(state), before, byte)
    const { items, count, matchedCount } = stepper
    const context = contextAfter(before, byte)
    let from = state
    let target = states.intern(items, count + matchedCount, count, context)
    if (target === 0) {
      from = this.#startAnew(state)
      target = states.intern(items, count + matchedCount, count, context)
    }
    const transition = matchedCount === 0 ? target : -target
    this.#table[from * this.#columns + byteClass] = transition
    return transition
  }

  /** Clears all states except the current one. Returns its new number. */
  #startAnew(state: number): number {
    const states = this.#states
    const threads = states.items.slice(states.first(state), states.endOfThreads(state))
    const context = states.context(state)
    this.#clear()
    return states.intern(threads, threads.length, threads.length, context)
  }

  #clear(): void {
    this.#table.fill(0, 0, (this.#states.count + 1) * this.#columns)
    this.#states.clear()
    this.#initial = this.#states.intern([], 0, 0, AT_LINE_START)
  }
}

/** The numbers of states are 16-bit, and may be negative. */
const MAX_STATES = 0x7fff
