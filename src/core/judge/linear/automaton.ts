import { contextRanges, END_OF_INPUT } from './bytes.ts'

/**
 * Kinds of nodes. A kind from here on is the printable ASCII character that the node takes. Such a node continues at
 * the node before it in the list.
 */
export const FIRST_LETTER = 0x20
/** Set in the kind of a node that takes a letter in either case. The kind holds the small letter. */
export const FOLDED = 0x80
/** Takes a byte along one of its edges, which are numbered from `next` to `other`, exclusive. */
export const TAKE = 0
/** Continues at both `next` and `other`. */
export const SPLIT = 1
/** The pattern has matched. */
export const MATCH = 2
/** Takes the rest of a code point whose first byte is already taken. */
export const REST = 3
/** Takes the rest of a sequence that turns out to be unfinished. */
export const BROKEN = 4
export const LINE_START = 5
export const LINE_END = 6
export const WORD_BOUNDARY = 7
export const NO_WORD_BOUNDARY = 8

/** Many patterns as one nondeterministic automaton over bytes. Each list has one entry for each node, unless noted. */
export interface Automaton {
  readonly patterns: number
  readonly kinds: Uint8Array
  readonly next: Int32Array
  /** Second way of a split. Also the end of a node's edges. */
  readonly other: Int32Array
  /** By edge: its lowest byte times 256, plus its highest byte. */
  readonly ranges: Uint16Array
  /** By edge: the node that it leads to. */
  readonly targets: Int32Array
  /** The pattern that a node belongs to. */
  readonly owner: Uint16Array
  /** By pattern: its first node. */
  readonly starts: Int32Array
  /** By byte: its class. Bytes that no edge, context or assertion distinguishes share a class. */
  readonly classOf: Uint8Array
  /** By class: one of its bytes. The last class is the end of input. */
  readonly byteOf: Int16Array
}

/**
 * Collects nodes and edges in lists that grow. A node is added after the nodes it leads to, except for what `link` sets.
 */
export class AutomatonBuilder {
  /** Number of nodes so far. */
  nodes = 0
  #edges = 0
  #kinds: Uint8Array
  #next: Int32Array
  #other: Int32Array
  #owner: Uint16Array
  #ranges: Uint16Array
  #targets: Int32Array
  readonly #starts: Int32Array
  #patterns = 0
  /** Number of nodes of finished patterns. */
  #ended = 0
  readonly #knownRanges = new Uint8Array(0x10000)
  readonly #classes = new ByteClasses()

  /** `size`: estimated number of nodes. */
  constructor(patterns: number, size: number) {
    this.#kinds = new Uint8Array(size)
    this.#next = new Int32Array(size)
    this.#other = new Int32Array(size)
    this.#owner = new Uint16Array(size)
    this.#ranges = new Uint16Array(size)
    this.#targets = new Int32Array(size)
    this.#starts = new Int32Array(patterns)
    for (const [lo, hi] of contextRanges) this.#know((lo << 8) | hi)
  }

  node(kind: number, next: number, other = 0): number {
    const node = this.nodes
    if (node === this.#kinds.length) this.#growNodes(1)
    this.#kinds[node] = kind
    this.#next[node] = next
    this.#other[node] = other
    return this.nodes++
  }

  take(): number {
    return this.node(TAKE, this.#edges, this.#edges)
  }

  text(text: string, from: number, end: number, fold: boolean): void {
    const length = end - from
    if (this.nodes + length > this.#kinds.length) this.#growNodes(length)
    const kinds = this.#kinds
    let node = this.nodes
    for (let i = end - 1; i >= from; i--) {
      const code = text.charCodeAt(i)
      kinds[node++] = fold && code >= 0x61 && code <= 0x7a ? code | FOLDED : code
    }
    this.nodes = node
  }

  link(node: number, next: number): void {
    this.#next[node] = next
  }

  edge(range: number, target: number): void {
    if (this.#edges === this.#ranges.length) this.#growEdges()
    if (this.#knownRanges[range] === 0) this.#know(range)
    this.#ranges[this.#edges] = range
    this.#targets[this.#edges] = target
    this.#other[this.nodes - 1] = ++this.#edges
  }

  endPattern(start: number): void {
    this.#owner.fill(this.#patterns, this.#ended, this.nodes)
    this.#ended = this.nodes
    this.#starts[this.#patterns++] = start
  }

  finish(): Automaton {
    return {
      patterns: this.#patterns,
      kinds: this.#kinds.subarray(0, this.nodes),
      next: this.#next,
      other: this.#other,
      ranges: this.#ranges,
      targets: this.#targets,
      owner: this.#owner,
      starts: this.#starts,
      classOf: this.#classes.classOf,
      byteOf: this.#classes.bytes(),
    }
  }

  #know(range: number): void {
    this.#knownRanges[range] = 1
    this.#classes.split(range >> 8, range & 255)
  }

  #growNodes(more: number): void {
    const size = 2 * this.nodes + more
    this.#kinds = grown(this.#kinds, new Uint8Array(size))
    this.#next = grown(this.#next, new Int32Array(size))
    this.#other = grown(this.#other, new Int32Array(size))
    this.#owner = grown(this.#owner, new Uint16Array(size))
  }

  #growEdges(): void {
    const size = 2 * this.#edges + 16
    this.#ranges = grown(this.#ranges, new Uint16Array(size))
    this.#targets = grown(this.#targets, new Int32Array(size))
  }
}

function grown<List extends Uint8Array | Uint16Array | Int32Array>(from: List, to: List): List {
  to.set(from)
  return to
}

/** Classes of bytes, split by one range after another. Each printable ASCII byte has its own class from the start. */
class ByteClasses {
  readonly classOf = new Uint8Array(256)
  /** Number of bytes in each class. */
  readonly #sizes: number[]
  /** By class: how many of its bytes are in the range, and their new class. */
  readonly #inside = new Uint16Array(256)
  readonly #renamed = new Uint8Array(256)

  constructor() {
    const printable = 0x7f - FIRST_LETTER
    for (let i = 0; i < printable; i++) this.classOf[FIRST_LETTER + i] = i + 1
    this.#sizes = [256 - printable, ...new Array<number>(printable).fill(1)]
  }

  /** Splits classes so that no class has bytes both inside and outside `lo` to `hi`. */
  split(lo: number, hi: number): void {
    if (lo >= FIRST_LETTER && hi < 0x7f) return
    const { classOf } = this
    const sizes = this.#sizes
    const inside = this.#inside
    for (let byte = lo; byte <= hi; byte++) inside[classOf[byte]]++
    for (let byte = lo; byte <= hi; byte++) {
      const old = classOf[byte]
      if (inside[old] === sizes[old]) continue
      if (this.#renamed[old] === 0) this.#renamed[old] = sizes.push(0) - 1
      const name = this.#renamed[old]
      classOf[byte] = name
      sizes[name]++
    }
    for (let old = sizes.length - 1; old >= 0; old--) {
      if (this.#renamed[old] !== 0) sizes[old] -= inside[old]
      inside[old] = this.#renamed[old] = 0
    }
  }

  bytes(): Int16Array {
    const byteOf = new Int16Array(this.#sizes.length + 1)
    for (let byte = 0; byte < 256; byte++) byteOf[this.classOf[byte]] = byte
    byteOf[this.#sizes.length] = END_OF_INPUT
    return byteOf
  }
}
