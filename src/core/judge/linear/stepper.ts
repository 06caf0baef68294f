import {
  type Automaton,
  BROKEN,
  LINE_END,
  LINE_START,
  MATCH,
  REST,
  SPLIT,
  TAKE,
  WORD_BOUNDARY,
} from './automaton.ts'
import {
  AFTER_WORD,
  AT_LINE_START,
  type BoundaryContext,
  END_OF_INPUT,
  goesOn,
  isAsciiWord,
  isInSequence,
  isLineEnd,
} from './bytes.ts'

/** The highest step number. After it, numbers start again at 1. */
const LAST_NUMBER = 0x7fffffff

/** Moves all threads over one byte at a time. A thread is the node that it continues at. */
export class Stepper {
  /** Threads after the byte, `count` of them. The patterns that matched before it follow, each plus the number of nodes. */
  readonly items: Int32Array
  count = 0
  matchedCount = 0
  /** Nodes visited since the stepper was made. */
  steps = 0
  readonly #automaton: Automaton
  readonly #matched: Int32Array
  /** Nodes reached that may take the byte. */
  readonly #takers: Int32Array
  readonly #stack: Int32Array
  /** These hold the number of the last step that visited a node, added a thread or matched a pattern. */
  readonly #visited: Int32Array
  readonly #added: Int32Array
  readonly #matchedAt: Int32Array
  #stepNumber = 0
  #takerCount = 0
  #context: BoundaryContext = AT_LINE_START
  #byte = END_OF_INPUT

  constructor(automaton: Automaton) {
    const nodes = automaton.kinds.length
    const { patterns } = automaton
    this.#automaton = automaton
    this.items = new Int32Array(nodes + patterns)
    this.#matched = new Int32Array(patterns)
    this.#takers = new Int32Array(nodes)
    // Each node is expanded once, and leads to at most two nodes.
    this.#stack = new Int32Array(2 * nodes + 1)
    this.#visited = new Int32Array(nodes)
    this.#added = new Int32Array(nodes)
    this.#matchedAt = new Int32Array(patterns)
  }

  /** Takes a byte with the threads `from[first]` to `from[end - 1]`, and with those that begin there. */
  advance(
    from: Uint16Array | Int32Array,
    first: number,
    end: number,
    context: BoundaryContext,
    byte: number,
  ): void {
    this.#nextStep()
    this.count = this.#takerCount = this.matchedCount = 0
    this.#context = context
    this.#byte = byte
    this.#reach(from, first, end)
    const { starts, kinds } = this.#automaton
    if (!goesOn(context, byte)) this.#reach(starts, 0, starts.length)
    this.#takeAll()
    if (this.matchedCount > 0) this.#dropMatched()
    for (let i = 0; i < this.matchedCount; i++) this.items[this.count + i] = kinds.length + this.#matched[i]
  }

  #nextStep(): void {
    if (this.#stepNumber === LAST_NUMBER) {
      this.#stepNumber = 0
      for (const marks of [this.#visited, this.#added, this.#matchedAt]) marks.fill(0)
    }
    this.#stepNumber++
  }

  /** Follows each thread to all nodes that it reaches without taking a byte. */
  #reach(from: Uint16Array | Int32Array, first: number, end: number): void {
    const { kinds, next, other } = this.#automaton
    const stack = this.#stack
    const visited = this.#visited
    let depth = 0
    for (let i = first; i < end || depth > 0; ) {
      const node = depth > 0 ? stack[--depth] : from[i++]
      if (visited[node] === this.#stepNumber) continue
      visited[node] = this.#stepNumber
      this.steps++
      const kind = kinds[node]
      if (kind === TAKE) this.#takers[this.#takerCount++] = node
      else if (kind === SPLIT) {
        stack[depth++] = other[node]
        stack[depth++] = next[node]
      } else if (this.#passes(kind, node)) stack[depth++] = next[node]
    }
  }

  /** Whether a thread passes the node before the byte. Records a match or a waiting thread if it does not. */
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

  #takeAll(): void {
    const { next, other, ranges, targets } = this.#automaton
    const byte = this.#byte
    if (byte < 0) return
    for (let i = 0; i < this.#takerCount; i++) {
      const node = this.#takers[i]
      for (let edge = next[node]; edge < other[node]; edge++) {
        const range = ranges[edge]
        if (byte >= range >> 8 && byte <= (range & 255)) this.#addThread(targets[edge])
      }
    }
  }

  #addThread(node: number): void {
    if (this.#added[node] === this.#stepNumber) return
    this.#added[node] = this.#stepNumber
    this.items[this.count++] = node
  }

  #addMatch(pattern: number): void {
    if (this.#matchedAt[pattern] === this.#stepNumber) return
    this.#matchedAt[pattern] = this.#stepNumber
    this.#matched[this.matchedCount++] = pattern
  }

  /** Drops threads of patterns that matched. Only the earliest end of a pattern's matches is reported. */
  #dropMatched(): void {
    const { owner } = this.#automaton
    let kept = 0
    for (let i = 0; i < this.count; i++) {
      const node = this.items[i]
      if (this.#matchedAt[owner[node]] !== this.#stepNumber) this.items[kept++] = node
    }
    this.count = kept
  }
}

/** Whether an assertion holds between the context and the byte. */
function holds(assertion: number, context: BoundaryContext, byte: number): boolean {
  if (assertion === LINE_START) return context === AT_LINE_START
  if (assertion === LINE_END) return isLineEnd(byte)
  const isBoundary = (context === AFTER_WORD) !== isAsciiWord(byte)
  return isBoundary === (assertion === WORD_BOUNDARY)
}
