import type { Automaton } from './automaton.ts'
import { AFTER_OTHER, AT_LINE_START, contextAfter, goesOn } from './bytes.ts'
import { compilePatterns, type PatternSource } from './program.ts'
import { States } from './states.ts'
import { Stepper, StepScratch } from './stepper.ts'

/** Transitions in the cache before it is cleared: 2 MiB. */
const MAX_TRANSITIONS = 2 ** 20

/** Number of automata that read a text at the same time. */
export const LANES = 4
/** For each lane its first state and its current one, plus one new state. */
const MIN_STATES = 2 * LANES + 1

export interface MatcherOptions {
  /** States in the cache, at least 9. By default, as many as 2 MiB hold. */
  readonly maxStates?: number
  /**
   * By pattern, its lane: 0 to 3. In one lane, partial matches of one pattern multiply with those of another. So put
   * patterns that stay half matched for long into separate lanes.
   */
  readonly lanes?: readonly number[]
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
 * Deterministic automata that are built as bytes need them. A row of the table is a state, a column a byte class; the
 * last column is the end of input. An entry is 0 while unknown, else the next state. It is negative if patterns match
 * before the byte. All lanes have their states in one table.
 */
class LazyMatcher implements Matcher {
  readonly ids: Uint16Array
  readonly ends: Int32Array
  readonly #found: Uint8Array
  #count = 0
  #steps = 0
  readonly #automaton: Automaton
  readonly #steppers: readonly Stepper[]
  readonly #states: States
  readonly #columns: number
  readonly #table: Int16Array
  /** By lane, context and byte class: the transition of a state whose threads all end there. */
  readonly #begun: Int16Array
  readonly #initial = new Int32Array(LANES)
  /** The current states of the lanes while transitions are looked up. */
  readonly #current = new Int32Array(LANES)

  constructor(automaton: Automaton, { maxStates = Infinity, lanes = [] }: MatcherOptions) {
    const { patterns, kinds, starts, byteOf } = automaton
    this.#automaton = automaton
    this.ids = new Uint16Array(patterns)
    this.ends = new Int32Array(patterns)
    this.#found = new Uint8Array(patterns)
    const scratch = new StepScratch(automaton)
    this.#steppers = Array.from({ length: LANES }, (_, lane) => {
      const own = starts.filter((_, pattern) => (lanes[pattern] ?? 0) === lane)
      return new Stepper(automaton, own, scratch)
    })
    this.#columns = byteOf.length
    const rows = Math.min(maxStates, Math.floor(MAX_TRANSITIONS / this.#columns) - 1)
    const states = Math.max(MIN_STATES, rows)
    this.#states = new States(states, kinds.length + patterns)
    this.#table = new Int16Array((states + 1) * this.#columns)
    this.#begun = new Int16Array(LANES * (AFTER_OTHER + 1) * this.#columns)
    this.#clear()
  }

  get steps(): number {
    return this.#steppers.reduce((sum, { steps }) => sum + steps, this.#steps)
  }

  has(id: number): boolean {
    return this.#found[id] === 1
  }

  match(bytes: Uint8Array, start: number, end: number): number {
    this.#forget()
    this.#steps += end - start + 1
    const classOf = this.#automaton.classOf
    const columns = this.#columns
    const current = this.#current
    const table = this.#table
    let a = this.#initial[0]
    let b = this.#initial[1]
    let c = this.#initial[2]
    let d = this.#initial[3]
    for (let at = start; at < end; at++) {
      let byteClass = 0
      // This loop makes no call, so that everything it needs stays in registers.
      for (; at < end; at++) {
        byteClass = classOf[bytes[at]]
        const nextA = table[Math.imul(a, columns) + byteClass]
        const nextB = table[Math.imul(b, columns) + byteClass]
        const nextC = table[Math.imul(c, columns) + byteClass]
        const nextD = table[Math.imul(d, columns) + byteClass]
        // Negative if one of them is 0 or negative.
        if (((nextA - 1) | (nextB - 1) | (nextC - 1) | (nextD - 1)) < 0) break
        a = nextA
        b = nextB
        c = nextC
        d = nextD
      }
      if (at === end) break
      current[0] = a
      current[1] = b
      current[2] = c
      current[3] = d
      this.#step(byteClass, at)
      a = current[0]
      b = current[1]
      c = current[2]
      d = current[3]
    }
    current[0] = a
    current[1] = b
    current[2] = c
    current[3] = d
    this.#step(columns - 1, end)
    return this.#count
  }

  #forget(): void {
    for (let i = 0; i < this.#count; i++) this.#found[this.ids[i]] = 0
    this.#count = 0
  }

  /** Takes every lane over a byte, and records what matched before it. */
  #step(byteClass: number, at: number): void {
    const current = this.#current
    for (let lane = 0; lane < LANES; lane++) {
      const known = this.#table[current[lane] * this.#columns + byteClass]
      const next = known === 0 ? this.#transition(lane, byteClass) : known
      current[lane] = this.#entered(next, at)
    }
  }

  /** The state that a transition leads to. Records what matched before the byte at `end`. */
  #entered(transition: number, end: number): number {
    if (transition < 0) this.#report(-transition, end)
    return Math.abs(transition)
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
  #transition(lane: number, byteClass: number): number {
    const states = this.#states
    const state = this.#current[lane]
    const before = states.context(state)
    const byte = this.#automaton.byteOf[byteClass]
    const stepper = this.#steppers[lane]
    stepper.advance(states.items, states.first(state), states.endOfThreads(state), before, byteClass)
    if (stepper.count > 0 || stepper.matchedCount > 0 || goesOn(before, byte)) {
      stepper.begin()
      return this.#enter(lane, byteClass, contextAfter(before, byte))
    }
    // Most bytes end all threads. Only threads that begin with the byte remain.
    const begun = (lane * (AFTER_OTHER + 1) + Math.min(before, AFTER_OTHER)) * this.#columns + byteClass
    if (this.#begun[begun] === 0) {
      stepper.begin()
      this.#begun[begun] = this.#enter(lane, byteClass, contextAfter(before, byte))
    }
    this.#table[this.#current[lane] * this.#columns + byteClass] = this.#begun[begun]
    return this.#begun[begun]
  }

  /** Adds the transition to the state of the stepper's threads. */
  #enter(lane: number, byteClass: number, context: number): number {
    const { items, count, matchedCount } = this.#steppers[lane]
    const all = count + matchedCount
    let target = this.#states.intern(items, all, count, lane, context)
    if (target === 0) {
      this.#startAnew()
      target = this.#states.intern(items, all, count, lane, context)
    }
    const transition = matchedCount === 0 ? target : -target
    this.#table[this.#current[lane] * this.#columns + byteClass] = transition
    return transition
  }

  /** Clears all states except the current ones of the lanes. */
  #startAnew(): void {
    const states = this.#states
    const kept = Array.from(this.#current, (state) => ({
      threads: states.items.slice(states.first(state), states.endOfThreads(state)),
      context: states.context(state),
    }))
    this.#clear()
    kept.forEach(({ threads, context }, lane) => {
      this.#current[lane] = states.intern(threads, threads.length, threads.length, lane, context)
    })
  }

  #clear(): void {
    this.#table.fill(0, 0, (this.#states.count + 1) * this.#columns)
    this.#begun.fill(0)
    this.#states.clear()
    for (let lane = 0; lane < LANES; lane++) {
      this.#initial[lane] = this.#states.intern([], 0, 0, lane, AT_LINE_START)
    }
  }
}
