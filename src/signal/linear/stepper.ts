import type { Automaton } from './automaton.ts'
import {
  AFTER_OTHER,
  AFTER_WORD,
  AT_LINE_START,
  type Context,
  END_OF_INPUT,
  endsLine,
  goesOn,
  isInSequence,
  isWordByte,
} from './bytes.ts'
import { BROKEN, LINE_END, LINE_START, MATCH, REST, SPLIT, TAKE, WORD_BOUNDARY } from './program.ts'

/** Where the numbers of steps begin anew. */
const LAST_NUMBER = 0x7fffffff

/** Kinds of bytes that assertions tell apart. */
const BYTE_KINDS = 3

/** What begins at a place: the nodes that may take a byte there, and the patterns that match without one. */
interface Beginning {
  readonly takers: Int32Array
  readonly matched: readonly number[]
}

/**
 * Steps of all threads over one byte at a time. A thread is the node it goes on at. What begins at a place doesn't
 * depend on the threads, so it is worked out once for each context and byte class.
 */
export interface Stepper {
  /** Threads behind the byte, `count` of them. */
  readonly threads: Int32Array
  readonly count: number
  /** Patterns that match before the byte, `matchedCount` of them. */
  readonly matched: Int32Array
  readonly matchedCount: number
  /** Nodes visited since the beginning. */
  readonly steps: number
  /** Takes a byte of the class with the threads in `from` from `first` to `end`; replaces what was there. */
  advance(from: Int32Array, first: number, end: number, context: Context, byteClass: number): void
  /** Adds the threads that begin with that byte, and the patterns that match before it. */
  begin(): void
}

export function createStepper(automaton: Automaton): Stepper {
  return new ThreadStepper(automaton)
}

class ThreadStepper implements Stepper {
  readonly threads: Int32Array
  count = 0
  readonly matched: Int32Array
  matchedCount = 0
  steps = 0
  readonly #automaton: Automaton
  /** By context and by what kind of byte comes. */
  readonly #beginnings: (Beginning | undefined)[]
  /** By context and byte class: the threads behind that byte. */
  readonly #begun: (Int32Array | undefined)[]
  /** Nodes visited, threads added and patterns matched in this step hold its number. */
  #stepNumber = 0
  readonly #visited: Int32Array
  readonly #added: Int32Array
  readonly #matchedAt: Int32Array
  readonly #stack: Int32Array
  /** Nodes reached that may take the byte. */
  readonly #takers: Int32Array
  #takerCount = 0
  #context: Context = AT_LINE_START
  #byte = END_OF_INPUT
  #byteClass = 0

  constructor(automaton: Automaton) {
    const nodes = automaton.kinds.length
    const contexts = AFTER_OTHER + 1
    this.#automaton = automaton
    this.#beginnings = new Array(contexts * BYTE_KINDS).fill(undefined)
    this.#begun = new Array(contexts * automaton.byteOf.length).fill(undefined)
    this.threads = new Int32Array(nodes)
    this.matched = new Int32Array(automaton.patterns)
    this.#takers = new Int32Array(nodes)
    this.#visited = new Int32Array(nodes)
    this.#added = new Int32Array(nodes)
    this.#matchedAt = new Int32Array(automaton.patterns)
    // A node is looked into once, and at most two lead on from it.
    this.#stack = new Int32Array(2 * nodes + 1)
  }

  advance(from: Int32Array, first: number, end: number, context: Context, byteClass: number): void {
    this.#prepare(context, byteClass)
    if (!goesOn(context, this.#byte)) this.#knowBegun()
    this.#prepare(context, byteClass)
    this.#reach(from, first, end)
    this.#takeAll(this.#takers, this.#takerCount)
  }

  begin(): void {
    if (!goesOn(this.#context, this.#byte)) {
      const begun = this.#begun[this.#begunKey()] ?? this.threads.subarray(0, 0)
      for (let i = 0; i < begun.length; i++) this.#addThread(begun[i])
      this.steps += begun.length
      for (const pattern of this.#beginning().matched) this.#addMatch(pattern)
    }
    if (this.matchedCount > 0) this.#dropMatched()
  }

  #begunKey(): number {
    return Math.min(this.#context, AFTER_OTHER) * this.#automaton.byteOf.length + this.#byteClass
  }

  #knowBegun(): void {
    const key = this.#begunKey()
    if (this.#begun[key] !== undefined) return
    const { takers } = this.#beginning()
    this.#prepare(this.#context, this.#byteClass)
    this.#takeAll(takers, takers.length)
    this.#begun[key] = this.threads.slice(0, this.count)
  }

  #beginning(): Beginning {
    const key = Math.min(this.#context, AFTER_OTHER) * BYTE_KINDS + byteKind(this.#byte)
    const known = this.#beginnings[key]
    if (known !== undefined) return known
    const { starts } = this.#automaton
    this.#reach(starts, 0, starts.length)
    const matched = Array.from(this.matched.subarray(0, this.matchedCount))
    const beginning = { takers: this.#takers.slice(0, this.#takerCount), matched }
    this.#beginnings[key] = beginning
    return beginning
  }

  #prepare(context: Context, byteClass: number): void {
    if (this.#stepNumber === LAST_NUMBER) this.#forgetSteps()
    this.#stepNumber++
    this.count = 0
    this.#takerCount = 0
    this.matchedCount = 0
    this.#context = context
    this.#byteClass = byteClass
    this.#byte = this.#automaton.byteOf[byteClass]
  }

  #forgetSteps(): void {
    this.#stepNumber = 0
    for (const marks of [this.#visited, this.#added, this.#matchedAt]) marks.fill(0)
  }

  /** Goes from each thread to all that is reached from there without taking a byte. */
  #reach(from: Int32Array, first: number, end: number): void {
    const { kinds, next, other } = this.#automaton
    const stack = this.#stack
    const visited = this.#visited
    const takers = this.#takers
    const stepNumber = this.#stepNumber
    let takerCount = this.#takerCount
    let depth = 0
    for (let i = first; i < end || depth > 0; ) {
      const node = depth > 0 ? stack[--depth] : from[i++]
      if (visited[node] === stepNumber) continue
      visited[node] = stepNumber
      const kind = kinds[node]
      if (kind === TAKE) takers[takerCount++] = node
      else if (kind === SPLIT) {
        stack[depth++] = other[node]
        stack[depth++] = next[node]
      } else if (this.#passes(kind, node)) stack[depth++] = next[node]
    }
    this.steps += takerCount + (end - first)
    this.#takerCount = takerCount
  }

  /** Whether what stands at the node is done before the byte. */
  #passes(kind: number, node: number): boolean {
    if (kind === MATCH) {
      this.#addMatch(this.#automaton.owner[node])
      return false
    }
    if (kind !== REST && kind !== BROKEN) return holds(kind, this.#context, this.#byte)
    if (!goesOn(this.#context, this.#byte)) return kind === REST || isInSequence(this.#context)
    this.#addThread(node)
    return false
  }

  #takeAll(takers: Int32Array, count: number): void {
    const { edges, firstEdge } = this.#automaton
    const threads = this.threads
    const added = this.#added
    const stepNumber = this.#stepNumber
    const byte = this.#byte
    let threadCount = this.count
    for (let i = 0; i < count; i++) {
      const end = 3 * firstEdge[takers[i] + 1]
      for (let edge = 3 * firstEdge[takers[i]]; edge < end; edge += 3) {
        if (byte < edges[edge] || byte > edges[edge + 1]) continue
        const target = edges[edge + 2]
        if (added[target] === stepNumber) continue
        added[target] = stepNumber
        threads[threadCount++] = target
      }
    }
    this.steps += count
    this.count = threadCount
  }

  #addThread(node: number): void {
    if (this.#added[node] === this.#stepNumber) return
    this.#added[node] = this.#stepNumber
    this.threads[this.count++] = node
  }

  #addMatch(pattern: number): void {
    if (this.#matchedAt[pattern] === this.#stepNumber) return
    this.#matchedAt[pattern] = this.#stepNumber
    this.matched[this.matchedCount++] = pattern
  }

  /** What a pattern would find behind its earliest end is not asked for. */
  #dropMatched(): void {
    const owner = this.#automaton.owner
    let kept = 0
    for (let i = 0; i < this.count; i++) {
      const node = this.threads[i]
      if (this.#matchedAt[owner[node]] !== this.#stepNumber) this.threads[kept++] = node
    }
    this.count = kept
  }
}

/** Whether an assertion holds between the context and the byte. */
export function holds(assertion: number, context: Context, byte: number): boolean {
  if (assertion === LINE_START) return context === AT_LINE_START
  if (assertion === LINE_END) return endsLine(byte)
  const isBoundary = (context === AFTER_WORD) !== isWordByte(byte)
  return isBoundary === (assertion === WORD_BOUNDARY)
}

function byteKind(byte: number): number {
  if (endsLine(byte)) return 0
  return isWordByte(byte) ? 1 : 2
}
