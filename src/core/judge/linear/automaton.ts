import { contextRanges, END_OF_INPUT } from './bytes.ts'

// Kinds of nodes.

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

/** Collects nodes and edges. A node is added after the nodes it leads to, except for what `link` sets. */
export class AutomatonBuilder {
  readonly #kinds: number[] = []
  readonly #next: number[] = []
  readonly #other: number[] = []
  readonly #owner: number[] = []
  readonly #ranges: number[] = []
  readonly #targets: number[] = []
  readonly #starts: number[] = []

  /** Number of nodes so far. */
  get nodes(): number {
    return this.#kinds.length
  }

  node(kind: number, next: number, other = 0): number {
    this.#next.push(next)
    this.#other.push(other)
    this.#owner.push(this.#starts.length)
    return this.#kinds.push(kind) - 1
  }

  /** A node that takes a byte. Its edges are added next. */
  take(): number {
    return this.node(TAKE, this.#ranges.length, this.#ranges.length)
  }

  link(node: number, next: number): void {
    this.#next[node] = next
  }

  /** Adds an edge for the bytes from `lo` to `hi` to the last node. */
  edge(lo: number, hi: number, target: number): void {
    this.#targets.push(target)
    this.#other[this.nodes - 1] = this.#ranges.push((lo << 8) | hi)
  }

  endPattern(start: number): void {
    this.#starts.push(start)
  }

  finish(): Automaton {
    return {
      patterns: this.#starts.length,
      kinds: Uint8Array.from(this.#kinds),
      next: Int32Array.from(this.#next),
      other: Int32Array.from(this.#other),
      ranges: Uint16Array.from(this.#ranges),
      targets: Int32Array.from(this.#targets),
      owner: Uint16Array.from(this.#owner),
      starts: Int32Array.from(this.#starts),
      ...classesOf([...contextRanges, ...this.#ranges.map((range) => [range >> 8, range & 255] as const)]),
    }
  }
}

/** Classes of bytes that are in the same ranges. */
function classesOf(
  ranges: readonly (readonly [lo: number, hi: number])[],
): Pick<Automaton, 'classOf' | 'byteOf'> {
  // Where a range begins or ends behind it, another class may begin.
  const isBorder = new Uint8Array(257)
  for (const [lo, hi] of ranges) isBorder[lo] = isBorder[hi + 1] = 1
  const classOf = new Uint8Array(256)
  const byteOf = [0]
  for (let byte = 1; byte < 256; byte++) {
    if (isBorder[byte] === 1) byteOf.push(byte)
    classOf[byte] = byteOf.length - 1
  }
  return { classOf, byteOf: Int16Array.of(...byteOf, END_OF_INPUT) }
}
