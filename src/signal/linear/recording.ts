import { MATCH, type NodeSink, SPLIT } from './automaton.ts'

/** Compiled patterns, written as the calls that made their nodes. */
export interface Recording {
  readonly patterns: number
  /** Number of nodes that the calls make. */
  readonly nodes: number
  readonly calls: string
}

// A call is a letter followed by its arguments. A node is written as its rank among all nodes, by how recently it was
// made or named, because most arguments are among the last few. A number has base-45 digits, one character each, the
// lowest first. All digits but the last are marked. A text is written as it is, after its length.
export const CALL = {
  text: 0x54,
  foldedText: 0x46,
  take: 0x4b,
  letter: 0x65,
  bothCases: 0x67,
  range: 0x45,
  split: 0x53,
  /** A split whose first way is linked later. */
  loop: 0x4f,
  match: 0x4d,
  node: 0x4e,
  link: 0x4c,
  end: 0x50,
} as const

export const BASE = 45
export const ZERO = 0x23
/** Distance from a capital to its small letter. */
export const CASE = 0x20

/** Adds the nodes of a recording after those that a builder already has. */
export function replay({ calls }: Recording, builder: NodeSink): void {
  const reader = new Reader(calls, builder)
  while (reader.at < calls.length) reader.call(calls.charCodeAt(reader.at++))
}

class Reader {
  at = 0
  readonly #calls: string
  readonly #builder: NodeSink
  /** Nodes, the most recently used last. */
  readonly #latest: number[] = []

  constructor(calls: string, builder: NodeSink) {
    this.#calls = calls
    this.#builder = builder
  }

  call(call: number): void {
    const builder = this.#builder
    if (call === CALL.letter || call === CALL.bothCases) {
      const letter = this.#calls.charCodeAt(this.at++)
      const target = this.#node()
      builder.edge(letter * 0x101, target)
      if (call === CALL.bothCases) builder.edge((letter - CASE) * 0x101, target)
    } else if (call === CALL.range) this.#range()
    else if (call === CALL.link) builder.link(this.#node(), this.#node())
    else if (call === CALL.end) builder.endPattern(this.#node())
    else {
      if (call === CALL.text || call === CALL.foldedText) this.#text(call === CALL.foldedText)
      else if (call === CALL.take) builder.take()
      else if (call === CALL.split) builder.node(SPLIT, this.#node(), this.#node())
      else if (call === CALL.loop) builder.node(SPLIT, 0, this.#node())
      else if (call === CALL.match) builder.node(MATCH, 0)
      else builder.node(this.#number(), this.#node())
      this.#latest.push(builder.nodes - 1)
    }
  }

  #number(): number {
    let number = 0
    for (let place = 1; ; place *= BASE) {
      const digit = this.#calls.charCodeAt(this.at++) - ZERO
      if (digit < BASE) return number + digit * place
      number += (digit - BASE) * place
    }
  }

  #node(): number {
    const latest = this.#latest
    let place = latest.length - 1 - this.#number()
    const node = latest[place]
    for (; place < latest.length - 1; place++) latest[place] = latest[place + 1]
    latest[place] = node
    return node
  }

  #text(fold: boolean): void {
    const length = this.#number()
    this.#builder.text(this.#calls, this.at, this.at + length, fold)
    this.at += length
  }

  #range(): void {
    const low = this.#number()
    const high = low + this.#number()
    this.#builder.edge((low << 8) | high, this.#node())
  }
}
