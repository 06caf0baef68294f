import {
  type Automaton,
  BROKEN,
  FIRST_LETTER,
  FOLDED,
  LINE_END,
  LINE_START,
  MATCH,
  REST,
  SPLIT,
  TAKE,
  WORD_BOUNDARY,
} from './automaton.ts'
import {
  AFTER_OTHER,
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

/** Number of kinds of bytes that assertions distinguish. */
const BYTE_KINDS = 3

/** What begins at a place: the nodes that may take the byte there, and the patterns that match without one. */
interface Beginning {
  readonly takers: Int32Array
  readonly matched: Int32Array
}

const noThreads = new Int32Array(0)

/**
 * Moves all threads over one byte at a time. A thread is the node that it continues at. What begins at a place does not
 * depend on the threads, so it is computed once for each context and byte class.
 */
export class Stepper {
  /** Threads after the byte, `count` of them. After `begin`, the matches follow them. */
  readonly items: Int32Array
  count = 0
  matchedCount = 0
  /** Nodes visited since the stepper was made. */
  steps = 0
  readonly #matched: Int32Array
  readonly #automaton: Automaton
  readonly #starts: Int32Array
  /** By context and kind of the next byte. */
  readonly #beginnings: (Beginning | undefined)[]
  /** By context and byte class: the threads after that byte. */
  readonly #begun: (Int32Array | undefined)[]
  readonly #scratch: StepScratch
  #takerCount = 0
  #context: BoundaryContext = AT_LINE_START
  #byte = END_OF_INPUT
  #byteClass = 0

  /** Steps only for the patterns whose first nodes are given. */
  constructor(automaton: Automaton, starts: Int32Array, scratch: StepScratch) {
    const contexts = AFTER_OTHER + 1
    this.#automaton = automaton
    this.#starts = starts
    this.#scratch = scratch
    this.#beginnings = new Array(contexts * BYTE_KINDS).fill(undefined)
    this.#begun = new Array(contexts * automaton.byteOf.length).fill(undefined)
    this.items = scratch.items
    this.#matched = scratch.matched
  }

  /** Takes a byte of the class with the threads `from[first]` to `from[end - 1]`. Replaces the previous result. */
  advance(
    from: Uint16Array | Int32Array,
    first: number,
    end: number,
    context: BoundaryContext,
    byteClass: number,
  ): void {
    this.#prepare(context, byteClass)
    if (!goesOn(context, this.#byte)) {
      this.#knowBegun()
      this.#prepare(context, byteClass)
    }
    this.#reach(from, first, end)
    this.#takeAll(this.#scratch.takers, this.#takerCount)
  }

  /** Adds the threads that begin with that byte, and the patterns that match before it. */
  begin(): void {
    if (!goesOn(this.#context, this.#byte)) {
      const begun = this.#begun[this.#begunKey()] ?? noThreads
      for (let i = 0; i < begun.length; i++) this.#addThread(begun[i])
      this.steps += begun.length
      const { matched } = this.#beginning()
      for (let i = 0; i < matched.length; i++) this.#addMatch(matched[i])
    }
    if (this.matchedCount > 0) this.#dropMatched()
    const nodes = this.#automaton.kinds.length
    for (let i = 0; i < this.matchedCount; i++) this.items[this.count + i] = nodes + this.#matched[i]
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
    this.#begun[key] = this.items.slice(0, this.count)
  }

  #beginning(): Beginning {
    const key = Math.min(this.#context, AFTER_OTHER) * BYTE_KINDS + byteKind(this.#byte)
    const known = this.#beginnings[key]
    if (known !== undefined) return known
    this.#reach(this.#starts, 0, this.#starts.length)
    const takers = this.#scratch.takers.slice(0, this.#takerCount)
    const beginning = { takers, matched: this.#matched.slice(0, this.matchedCount) }
    this.#beginnings[key] = beginning
    return beginning
  }

  #prepare(context: BoundaryContext, byteClass: number): void {
    this.#scratch.nextStep()
    this.count = 0
    this.#takerCount = 0
    this.matchedCount = 0
    this.#context = context
    this.#byteClass = byteClass
    this.#byte = this.#automaton.byteOf[byteClass]
  }

  /** Follows each thread to all nodes that it reaches without taking a byte. */
  #reach(from: Uint16Array | Int32Array, first: number, end: number): void {
    const { kinds, next, other } = this.#automaton
    const { stack, visited, takers, stepNumber } = this.#scratch
    let takerCount = this.#takerCount
    let depth = 0
    for (let i = first; i < end || depth > 0; ) {
      const node = depth > 0 ? stack[--depth] : from[i++]
      if (visited[node] === stepNumber) continue
      visited[node] = stepNumber
      const kind = kinds[node]
      if (kind === TAKE || kind >= FIRST_LETTER) takers[takerCount++] = node
      else if (kind === SPLIT) {
        stack[depth++] = other[node]
        stack[depth++] = next[node]
      } else if (this.#passes(kind, node)) stack[depth++] = next[node]
    }
    this.steps += takerCount + (end - first)
    this.#takerCount = takerCount
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

  #takeAll(takers: Int32Array, count: number): void {
    const { kinds, next, other, ranges, targets } = this.#automaton
    const byte = this.#byte
    if (byte < 0) return
    const letter = byte < 0x80 ? byte : -1
    const folded = byte < 0x80 ? FOLDED | byte | 0x20 : -1
    for (let i = 0; i < count; i++) {
      const node = takers[i]
      const kind = kinds[node]
      if (kind !== TAKE) {
        if (kind === letter || kind === folded) this.#addThread(node - 1)
        continue
      }
      const end = other[node]
      for (let edge = next[node]; edge < end; edge++) {
        const range = ranges[edge]
        if (byte >= range >> 8 && byte <= (range & 255)) this.#addThread(targets[edge])
      }
    }
    this.steps += count
  }

  #addThread(node: number): void {
    const { added, stepNumber } = this.#scratch
    if (added[node] === stepNumber) return
    added[node] = stepNumber
    this.items[this.count++] = node
  }

  #addMatch(pattern: number): void {
    const { matchedAt, stepNumber } = this.#scratch
    if (matchedAt[pattern] === stepNumber) return
    matchedAt[pattern] = stepNumber
    this.#matched[this.matchedCount++] = pattern
  }

  /** Drops threads of patterns that matched. Only the earliest end of a pattern's matches is reported. */
  #dropMatched(): void {
    const { matchedAt, stepNumber } = this.#scratch
    const owner = this.#automaton.owner
    let kept = 0
    for (let i = 0; i < this.count; i++) {
      const node = this.items[i]
      if (matchedAt[owner[node]] !== stepNumber) this.items[kept++] = node
    }
    this.count = kept
  }
}

/** Working memory of a step. Steppers of one automaton share it, because they step one after another. */
export class StepScratch {
  readonly items: Int32Array
  readonly matched: Int32Array
  /** Nodes reached that may take the byte. */
  readonly takers: Int32Array
  readonly stack: Int32Array
  /** These hold the number of the last step that visited a node, added a thread or matched a pattern. */
  readonly visited: Int32Array
  readonly added: Int32Array
  readonly matchedAt: Int32Array
  stepNumber = 0

  constructor({ kinds, patterns }: Automaton) {
    const nodes = kinds.length
    this.items = new Int32Array(nodes + patterns)
    this.matched = new Int32Array(patterns)
    this.takers = new Int32Array(nodes)
    // Each node is expanded once, and leads to at most two nodes.
    this.stack = new Int32Array(2 * nodes + 1)
    this.visited = new Int32Array(nodes)
    this.added = new Int32Array(nodes)
    this.matchedAt = new Int32Array(patterns)
  }

  nextStep(): void {
    if (this.stepNumber === LAST_NUMBER) {
      this.stepNumber = 0
      for (const marks of [this.visited, this.added, this.matchedAt]) marks.fill(0)
    }
    this.stepNumber++
  }
}

/** Whether an assertion holds between the context and the byte. */
function holds(assertion: number, context: BoundaryContext, byte: number): boolean {
  if (assertion === LINE_START) return context === AT_LINE_START
  if (assertion === LINE_END) return isLineEnd(byte)
  const isBoundary = (context === AFTER_WORD) !== isAsciiWord(byte)
  return isBoundary === (assertion === WORD_BOUNDARY)
}

function byteKind(byte: number): number {
  if (isLineEnd(byte)) return 0
  return isAsciiWord(byte) ? 1 : 2
}
