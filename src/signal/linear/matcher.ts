import { type Automaton, join } from './automaton.ts'
import { AFTER_OTHER, AT_LINE_START, type Context, contextAfter, goesOn } from './bytes.ts'
import type { Program } from './program.ts'
import { States } from './states.ts'
import { createStepper, type Stepper } from './stepper.ts'

/** States kept before the cache starts anew. */
const MAX_STATES = 6144
/** How the table grows: it doubles, then goes on by so many rows. */
const FIRST_ROWS = 64
const MOST_NEW_ROWS = 1024

/** Bits of a transition that name the next row; those above name what matched. */
const ROW_BITS = 20
const ROW_MASK = 2 ** ROW_BITS - 1
/** Lists of patterns that matched at once; a transition has room for no more. */
const MAX_LISTS = 2047

export interface MatcherOptions {
  /** States of the cache, at least 2; 6144 unless told. */
  readonly maxStates?: number
}

/** Looks for all patterns at once. What it found stays until the next `match`. */
export interface Matcher {
  /**
   * Reads the bytes from `start` to `end` (exclusive), a line or several, and says how many patterns occur there.
   * `start` is taken for the beginning of a line and `end` for the end of one. Linear in the bytes.
   */
  match(bytes: Uint8Array, start: number, end: number): number
  /** The patterns found, by their place in the list given; in the order of their ends, as many as `match` said. */
  readonly ids: Uint16Array
  /** By pattern: where its match that ends first ends (exclusive). Only good for the patterns found. */
  readonly ends: Int32Array
  /** Whether the pattern was found. */
  has(id: number): boolean
  /** Bytes read and nodes visited since the matcher was made: what its time is linear in. */
  readonly steps: number
}

/** One matcher for all programs; a pattern's number is its place in the list, at most 65,535 of them. */
export function createMatcher(programs: readonly Program[], options: MatcherOptions = {}): Matcher {
  return new LazyMatcher(join(programs), options.maxStates ?? MAX_STATES)
}

/**
 * A deterministic automaton made as the bytes ask for it. A row of the table is a state, a column a byte class; the
 * last column is the end of input. An entry is 0 where nothing is known yet, the offset of the next row, or, where
 * patterns match before the byte, minus that and the number of their list.
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
  #table: Int32Array
  /** By context and byte class: the transition of a state whose threads all end there. */
  readonly #begun: Int32Array
  #initial = 0
  #lists: (readonly number[])[] = []
  readonly #listNumbers = new Map<string, number>()

  constructor(automaton: Automaton, maxStates: number) {
    this.#automaton = automaton
    this.ids = new Uint16Array(automaton.patterns)
    this.ends = new Int32Array(automaton.patterns)
    this.#found = new Uint8Array(automaton.patterns)
    this.#stepper = createStepper(automaton)
    this.#columns = automaton.byteOf.length
    const rows = Math.min(maxStates, Math.floor(ROW_MASK / this.#columns) - 1)
    this.#states = new States(rows, automaton.kinds.length)
    this.#table = new Int32Array(FIRST_ROWS * this.#columns)
    this.#begun = new Int32Array((AFTER_OTHER + 1) * this.#columns)
    this.#clear()
  }

  get steps(): number {
    return this.#steps + this.#stepper.steps
  }

  has(id: number): boolean {
    return this.#found[id] === 1
  }

  match(bytes: Uint8Array, start: number, end: number): number {
    this.#forget()
    this.#steps += end - start + 1
    const classOf = this.#automaton.classOf
    let table = this.#table
    let row = this.#initial
    for (let at = start; at < end; at++) {
      let next = table[row + classOf[bytes[at]]]
      if (next <= 0) {
        if (next === 0) {
          next = this.#transition(row, classOf[bytes[at]])
          table = this.#table
        }
        if (next < 0) next = this.#report(next, at)
      }
      row = next
    }
    const endClass = this.#columns - 1
    const last = table[row + endClass] || this.#transition(row, endClass)
    if (last < 0) this.#report(last, end)
    return this.#count
  }

  #forget(): void {
    for (let i = 0; i < this.#count; i++) this.#found[this.ids[i]] = 0
    this.#count = 0
  }

  /** Notes what matched up to `end` and gives the next row. */
  #report(transition: number, end: number): number {
    for (const pattern of this.#lists[-transition >>> ROW_BITS]) {
      if (this.#found[pattern] === 1) continue
      this.#found[pattern] = 1
      this.ends[pattern] = end
      this.ids[this.#count++] = pattern
    }
    return -transition & ROW_MASK
  }

  /** Works out a transition that isn't in the table and puts it there, unless its row had to go. */
  #transition(row: number, byteClass: number): number {
    const state = row / this.#columns
    const states = this.#states
    const stepper = this.#stepper
    const before = states.context(state)
    const byte = this.#automaton.byteOf[byteClass]
    stepper.advance(states.threads, states.first(state), states.end(state), before, byteClass)
    const context = contextAfter(before, byte)
    if (stepper.count > 0 || stepper.matchedCount > 0 || goesOn(before, byte)) {
      stepper.begin()
      return this.#enter(row + byteClass, context)
    }
    // Most bytes end all threads: what is left has begun with the byte.
    const begun = Math.min(before, AFTER_OTHER) * this.#columns + byteClass
    const known = this.#begun[begun]
    if (known !== 0) {
      this.#table[row + byteClass] = known
      return known
    }
    stepper.begin()
    const transition = this.#enter(row + byteClass, context)
    this.#begun[begun] = transition
    return transition
  }

  /** The transition to the state of the stepper's threads, put into the table's entry unless that had to go. */
  #enter(entry: number, context: Context): number {
    const { threads, count } = this.#stepper
    let target = this.#states.intern(threads, count, context)
    let list = this.#listOfMatched()
    const isFull = target === 0 || list < 0
    if (isFull) {
      this.#clear()
      target = this.#states.intern(threads, count, context)
      list = this.#listOfMatched()
    }
    this.#makeRoom(target)
    const next = target * this.#columns
    const transition = list === 0 ? next : -(list * (ROW_MASK + 1) + next)
    if (!isFull) this.#table[entry] = transition
    return transition
  }

  /** The number of a list of patterns, 0 for none, -1 when there is no room for a new one. */
  #listOfMatched(): number {
    if (this.#stepper.matchedCount === 0) return 0
    const matched = Array.from(this.#stepper.matched.subarray(0, this.#stepper.matchedCount))
    const key = matched.join()
    const known = this.#listNumbers.get(key)
    if (known !== undefined) return known
    if (this.#lists.length > MAX_LISTS) return -1
    this.#listNumbers.set(key, this.#lists.length)
    return this.#lists.push(matched) - 1
  }

  #makeRoom(state: number): void {
    const needed = (state + 1) * this.#columns
    if (needed <= this.#table.length) return
    const rows = this.#table.length / this.#columns
    const larger = new Int32Array((rows + Math.min(rows, MOST_NEW_ROWS)) * this.#columns)
    larger.set(this.#table)
    this.#table = larger
  }

  /** Starts anew with the state before the first byte. */
  #clear(): void {
    this.#table.fill(0, 0, (this.#states.count + 1) * this.#columns)
    this.#begun.fill(0)
    this.#states.clear()
    this.#lists = [[]]
    this.#listNumbers.clear()
    this.#initial = this.#states.intern(new Int32Array(0), 0, AT_LINE_START) * this.#columns
  }
}
