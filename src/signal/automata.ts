import {
  AFTER_OTHER,
  AFTER_WORD,
  AT_LINE_START,
  type Context,
  contextAfter,
  contextRanges,
  END_OF_INPUT,
  goesOn,
  isInSequence,
  isWordByte,
} from './linear/bytes.ts'
import {
  BROKEN,
  LINE_END,
  LINE_START,
  MATCH,
  type PatternNodes,
  REST,
  SPLIT,
  TAKE,
  TAKE_FOLDED,
  WORD_BOUNDARY,
} from './pattern-nodes.ts'

// A cell is the offset of the next state's row, or one of these:

/** The pattern matches before the symbol. */
export const HIT = -1
/** The pattern can no longer match, or it has not matched before the end of the line. */
const DEAD = -2
/** Not known yet. */
export const UNKNOWN = -3

const BYTES = 256

/**
 * An automaton that is made while lines are read, as assembly/automata.ts makes it: a transition when a line first leads
 * there. A state is the context between two bytes and the nodes that are waiting there. The first one has the first row.
 */
export class Automaton {
  readonly form: number
  /** By row and column. Longer when there are more states. */
  cells: Int32Array
  /** By byte, its column. */
  readonly classOf: Uint8Array
  /** The column of the end of the line. */
  readonly endColumn: number
  readonly #nodes: PatternNodes
  readonly #isAnchored: boolean
  readonly #contexts: Context[] = []
  readonly #threads: (readonly number[])[] = []
  readonly #rows = new Map<string, number>()
  readonly #hasWords: boolean
  /** By symbol, 1 if a match may begin with it. The last one is the end of the line. */
  readonly #starts: Uint8Array
  // Of the transition that is made:
  /** Nodes to visit. */
  readonly #open: number[] = []
  /** Nodes that take the symbol lead to these, and those that wait. */
  #reached: number[] = []
  /** By node, the transition that visited it last, and the one that reached it last. */
  readonly #seenBy: Uint32Array
  readonly #reachedBy: Uint32Array
  #transitions = 0

  constructor(form: number, nodes: PatternNodes, isAnchored: boolean) {
    this.form = form
    this.#nodes = nodes
    this.#isAnchored = isAnchored
    this.#hasWords = nodes.hasWords
    this.classOf = columnsOf(nodes, this.#hasWords)
    this.endColumn = Math.max(...this.classOf) + 1
    this.cells = new Int32Array(8 * this.width)
    this.#starts = startsOf(nodes)
    this.#seenBy = new Uint32Array(nodes.kinds.length)
    this.#reachedBy = new Uint32Array(nodes.kinds.length)
    this.#rowOf(AT_LINE_START, [])
  }

  get states(): number {
    return this.#contexts.length
  }

  /** Columns of a row. */
  get width(): number {
    return this.endColumn + 1
  }

  get nodes(): number {
    return this.#nodes.kinds.length
  }

  /** How many nodes wait in a state. */
  waiting(state: number): number {
    return this.#threads[state].length
  }

  /** The row of the state behind a byte of ASCII, if nothing that began before it matters. `cells` may be another list afterwards. */
  rowAfter(byte: number): number {
    return this.#rowOf(this.#hasWords && isWordByte(byte) ? AFTER_WORD : AFTER_OTHER, [])
  }

  /** Makes all cells of a state, which makes the states that they lead to. */
  makeRow(state: number): void {
    for (let byte = 0; byte < BYTES; byte++) this.makeCell(state * this.width, byte)
    this.makeCell(state * this.width, END_OF_INPUT)
  }

  /** Makes the cell of a row for a byte, or for END_OF_INPUT. `cells` may be another list afterwards. */
  makeCell(row: number, symbol: number): number {
    const cell = this.#transition(row, symbol)
    this.cells[row + (symbol === END_OF_INPUT ? this.endColumn : this.classOf[symbol])] = cell
    return cell
  }

  #transition(row: number, symbol: number): number {
    const state = row / this.width
    const context = this.#contexts[state]
    const threads = this.#threads[state]
    const isInside = goesOn(context, symbol)
    this.#transitions++
    this.#reached = []
    for (const node of threads) this.#push(node)
    if (this.#visit(context, symbol, isInside)) return HIT
    const begins = context === AT_LINE_START || !this.#isAnchored
    if (begins && !isInside && this.#starts[symbol === END_OF_INPUT ? BYTES : symbol] === 1) {
      const isOther = threads.length > 0 || isInSequence(context)
      if (this.#reached.length === 0 && isOther && symbol !== END_OF_INPUT)
        return this.#cellOfNone(context, symbol)
      this.#push(this.#nodes.start)
      if (this.#visit(context, symbol, isInside)) return HIT
    }
    if (symbol === END_OF_INPUT || (this.#reached.length === 0 && this.#isAnchored)) return DEAD
    const after = contextAfter(context, symbol)
    return this.#rowOf(
      after === AFTER_WORD && !this.#hasWords ? AFTER_OTHER : after,
      this.#reached.sort((a, b) => a - b),
    )
  }

  /** The cell of a state without nodes, for a symbol that ends all that has begun: only what begins with it is left. */
  #cellOfNone(context: Context, symbol: number): number {
    const none = this.#rowOf(Math.min(context, AFTER_OTHER), [])
    const cell = this.cells[none + this.classOf[symbol]]
    return cell === UNKNOWN ? this.makeCell(none, symbol) : cell
  }

  /** Visits the open nodes and those that they lead to. True if the pattern has matched. */
  #visit(context: Context, symbol: number, isInside: boolean): boolean {
    const { kinds, low, high, next, other } = this.#nodes
    let isMatched = false
    for (let node = this.#open.pop(); node !== undefined; node = this.#open.pop()) {
      const kind = kinds[node]
      if (kind === TAKE || kind === TAKE_FOLDED) {
        const byte = kind === TAKE_FOLDED && symbol < 0x80 ? symbol | 0x20 : symbol
        if (byte >= low[node] && byte <= high[node]) this.#reach(next[node])
        if (other[node] !== 0) this.#push(other[node])
      } else if (kind === SPLIT) {
        this.#push(next[node])
        this.#push(other[node])
      } else if (kind === MATCH) isMatched = true
      else if (isInside && (kind === REST || kind === BROKEN)) this.#reach(node)
      else if (holds(kind, context, symbol)) this.#push(next[node])
    }
    return isMatched
  }

  #push(node: number): void {
    if (this.#seenBy[node] === this.#transitions) return
    this.#seenBy[node] = this.#transitions
    this.#open.push(node)
  }

  #reach(node: number): void {
    if (this.#reachedBy[node] === this.#transitions) return
    this.#reachedBy[node] = this.#transitions
    this.#reached.push(node)
  }

  #rowOf(context: Context, threads: readonly number[]): number {
    const key = String.fromCharCode(context, ...threads)
    const known = this.#rows.get(key)
    if (known !== undefined) return known
    const row = this.states * this.width
    this.#rows.set(key, row)
    this.#contexts.push(context)
    this.#threads.push(threads)
    if (row + this.width > this.cells.length) {
      const longer = new Int32Array(2 * this.cells.length)
      longer.set(this.cells)
      this.cells = longer
    }
    this.cells.fill(UNKNOWN, row, row + this.width)
    return row
  }
}

/** The symbols that nodes at the start of a match take, or all if a match may be empty. */
function startsOf({ kinds, low, high, next, other, start }: PatternNodes): Uint8Array {
  const starts = new Uint8Array(BYTES + 1)
  const seen = new Set([start])
  for (const node of seen) {
    const kind = kinds[node]
    if (kind === MATCH) starts.fill(1)
    else if (kind === TAKE || kind === TAKE_FOLDED) {
      starts.fill(1, low[node], high[node] + 1)
      if (kind === TAKE_FOLDED) starts[low[node] - 0x20] = 1
    } else seen.add(next[node])
    if (other[node] !== 0 || kind === SPLIT) seen.add(other[node])
  }
  return starts
}

/** Whether a node is passed without taking a byte. */
function holds(kind: number, context: Context, symbol: number): boolean {
  if (kind === REST) return true
  if (kind === BROKEN) return isInSequence(context)
  if (kind === LINE_START) return context === AT_LINE_START
  if (kind === LINE_END) return symbol === END_OF_INPUT
  return ((context === AFTER_WORD) !== isWordByte(symbol)) === (kind === WORD_BOUNDARY)
}

/**
 * Bytes that no node and no context distinguish share a column. Each range that is distinguished has two random numbers,
 * and bytes with the same sums share a column.
 */
function columnsOf({ kinds, low, high, next, other }: PatternNodes, hasWords: boolean): Uint8Array {
  const even = new Int32Array(BYTES + 1)
  const odd = new Int32Array(BYTES + 1)
  const distinguish = (lo: number, hi: number, seed: number): void => {
    const first = random(seed, 0x85ebca6b)
    const second = random(seed, 0xc2b2ae35)
    even[lo] += first
    even[hi + 1] -= first
    odd[lo] += second
    odd[hi + 1] -= second
  }
  contextRanges.forEach(([lo, hi], i) => {
    const isWord = isWordByte(lo)
    if (!isWord || hasWords) distinguish(lo, hi, isWord ? -1 : -2 - i)
  })
  // Nodes that are entered together follow each other. Their ranges that lead to the same node are alike.
  let group = 0
  kinds.forEach((kind, node) => {
    if (kind !== TAKE && kind !== TAKE_FOLDED) return
    if (other[node] === 0) group = node + 1
    const seed = (group << 16) | next[node]
    distinguish(low[node], high[node], seed)
    if (kind === TAKE_FOLDED) distinguish(low[node] - 0x20, low[node] - 0x20, seed)
  })
  return numbered(even, odd)
}

/** By byte, the number of its sums. */
function numbered(even: Int32Array, odd: Int32Array): Uint8Array {
  const known = new Map<number, number>()
  const classOf = new Uint8Array(BYTES)
  let first = 0
  let second = 0
  let column = 0
  for (let byte = 0; byte < BYTES; byte++) {
    if (byte === 0 || even[byte] !== 0 || odd[byte] !== 0) {
      first = (first + even[byte]) | 0
      second = (second + odd[byte]) >>> 0
      const sums = first * 0x100000000 + second
      column = known.get(sums) ?? known.size
      known.set(sums, column)
    }
    classOf[byte] = column
  }
  return classOf
}

function random(seed: number, factor: number): number {
  let mixed = Math.imul(seed ^ (seed >>> 16), factor)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0x9e3779b1)
  return mixed ^ (mixed >>> 16)
}
