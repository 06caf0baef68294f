// Makes a nondeterministic automaton (src/signal/linear/automaton.ts) deterministic, for lines without LF. A state of
// the result is the context between two bytes and the threads there, as in src/signal/linear/stepper.ts.

const SYMBOLS = 257
/** The symbol for the end of the line. Others are bytes. */
export const END = 256
const LF = 10

/** Where a transition leads when the pattern matches before its symbol: nothing more has to be known. */
export const HIT = -1
/** Where a transition leads when the pattern can no longer match. */
export const DEAD = -2

/**
 * An automaton over symbols. `classOf`: by symbol, its column. `next`: by state and column, the state after it, HIT or
 * DEAD. State 0 is the first.
 *
 * @param nfa The automaton of one pattern.
 * @param bytes src/signal/linear/bytes.ts
 * @param kinds Kinds of nodes, from automaton.ts.
 * @returns undefined if it has more than `maxStates` states.
 */
export function determinise(nfa, { bytes, kinds, maxStates }) {
  const stepper = new Stepper(nfa, bytes, kinds)
  const { columns, symbolOf } = stepper
  const numbers = new Map()
  const states = []
  const numberOf = (context, threads) => {
    const key = `${context}:${threads}`
    const known = numbers.get(key)
    if (known !== undefined) return known
    numbers.set(key, states.length)
    return states.push({ context, threads }) - 1
  }
  numberOf(bytes.AT_LINE_START, [])
  const next = []
  for (let state = 0; state < states.length; state++) {
    if (states.length > maxStates) return undefined
    for (let column = 0; column < columns; column++) {
      const threads = stepper.step(states[state], column)
      const symbol = symbolOf[column]
      if (threads === undefined) next.push(HIT)
      else
        next.push(
          symbol === END ? DEAD : numberOf(bytes.contextAfter(states[state].context, symbol), threads),
        )
    }
  }
  return { states: states.length, columns, classOf: stepper.classOf, next }
}

class Stepper {
  #nfa
  #bytes
  #kinds
  #edges
  /** Steps of the state seen last, by kind of symbol. */
  #state
  #reached = new Map()
  #begun = new Map()

  constructor(nfa, bytes, kinds) {
    this.#nfa = nfa
    this.#bytes = bytes
    this.#kinds = kinds
    this.#edges = edgesOf(nfa, kinds)
    const { classOf, symbolOf } = this.#classes()
    this.classOf = classOf
    this.symbolOf = symbolOf
    this.columns = symbolOf.length
  }

  /** The threads after a symbol; undefined if the pattern matches before it. */
  step(state, column) {
    const symbol = this.symbolOf[column]
    const byte = symbol === END ? this.#bytes.END_OF_INPUT : symbol
    const goesOn = this.#bytes.goesOn(state.context, byte)
    if (this.#state !== state) this.#reached.clear()
    this.#state = state
    const kind = `${this.#kindOf(byte)}${goesOn}`
    const reached = this.#once(this.#reached, kind, () =>
      this.#reach(state.threads, state.context, byte, goesOn),
    )
    const all = [reached]
    if (!goesOn) {
      const context = Math.min(state.context, this.#bytes.AFTER_OTHER)
      const key = `${context}${kind}`
      all.push(this.#once(this.#begun, key, () => this.#reach([this.#nfa.starts[0]], context, byte, false)))
    }
    if (all.some(({ matched }) => matched)) return undefined
    if (byte < 0) return []
    const threads = new Set(all.flatMap(({ waiting }) => waiting))
    for (const { takers } of all) {
      for (const node of takers) for (const target of this.#edges[node][symbol] ?? []) threads.add(target)
    }
    return Array.from(threads).sort((a, b) => a - b)
  }

  #once(known, key, make) {
    if (!known.has(key)) known.set(key, make())
    return known.get(key)
  }

  #kindOf(byte) {
    if (this.#bytes.endsLine(byte)) return 0
    return this.#bytes.isWordByte(byte) ? 1 : 2
  }

  /** What threads reach without taking a byte. */
  #reach(threads, context, byte, goesOn) {
    const { kinds, next, other } = this.#nfa
    const kind = this.#kinds
    const seen = new Set()
    const takers = []
    const waiting = []
    let matched = false
    const open = [...threads]
    while (open.length > 0) {
      const node = open.pop()
      if (seen.has(node)) continue
      seen.add(node)
      const of = kinds[node]
      if (of === kind.TAKE || of >= kind.FIRST_LETTER) takers.push(node)
      else if (of === kind.SPLIT) open.push(other[node], next[node])
      else if (of === kind.MATCH) matched = true
      else if (of === kind.REST || of === kind.BROKEN) {
        if (goesOn) waiting.push(node)
        else if (of === kind.REST || this.#bytes.isInSequence(context)) open.push(next[node])
      } else if (this.#holds(of, context, byte)) open.push(next[node])
    }
    return { takers, waiting, matched }
  }

  #holds(assertion, context, byte) {
    if (assertion === this.#kinds.LINE_START) return context === this.#bytes.AT_LINE_START
    if (assertion === this.#kinds.LINE_END) return this.#bytes.endsLine(byte)
    const isBoundary = (context === this.#bytes.AFTER_WORD) !== this.#bytes.isWordByte(byte)
    return isBoundary === (assertion === this.#kinds.WORD_BOUNDARY)
  }

  /** Symbols that no edge, context or assertion distinguishes share a class. LF never occurs. */
  #classes() {
    const bytes = this.#bytes
    const known = new Map()
    const classOf = new Array(SYMBOLS)
    const symbolOf = []
    const rows = Array.from({ length: SYMBOLS }, () => [])
    this.#edges.forEach((targets, node) => {
      targets?.forEach((some, symbol) => {
        rows[symbol].push(node, ...some)
      })
    })
    for (let symbol = 0; symbol < SYMBOLS; symbol++) {
      if (symbol === LF) continue
      const byte = symbol === END ? bytes.END_OF_INPUT : symbol
      const contexts = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((context) => bytes.contextAfter(context, byte))
      const key = `${this.#kindOf(byte)};${byte < 0 ? '' : contexts};${rows[symbol]}`
      if (!known.has(key)) known.set(key, symbolOf.push(symbol) - 1)
      classOf[symbol] = known.get(key)
    }
    classOf[LF] = classOf[LF + 1]
    return { classOf, symbolOf }
  }
}

/** By node that takes a byte: by byte, the nodes that it leads to. */
function edgesOf({ kinds, next, other, ranges, targets }, kind) {
  return Array.from(kinds, (of, node) => {
    const edges = []
    const add = (byte, target) => {
      edges[byte] ??= []
      edges[byte].push(target)
    }
    if (of === kind.TAKE) {
      for (let edge = next[node]; edge < other[node]; edge++) {
        for (let byte = ranges[edge] >> 8; byte <= (ranges[edge] & 255); byte++) add(byte, targets[edge])
      }
    } else if (of >= kind.FIRST_LETTER) {
      const letter = of & ~kind.FOLDED
      add(letter, node - 1)
      if ((of & kind.FOLDED) !== 0) add(letter - 0x20, node - 1)
    } else return undefined
    return edges
  })
}
