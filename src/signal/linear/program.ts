import { type ByteEdge, type ByteNode, leadEdges } from './encode.ts'
import { parsePattern } from './parse.ts'
import { notInSubset } from './refusals.ts'
import { type CodePoints, has, MAX_CODE_POINT, slice } from './sets.ts'
import type { Assertion, Syntax } from './syntax.ts'

/** States of one program; repeats are written out, so it is what bounds them. */
export const MAX_NODES = 4096

/** Takes a byte along one of its edges. */
export const TAKE = 0
/** Goes on at both `next` and `other`. */
export const SPLIT = 1
/** The pattern has matched. */
export const MATCH = 2
/** Takes the rest of a code point whose first byte was taken. */
export const REST = 3
/** Takes the rest of a sequence that turns out to be broken off. */
export const BROKEN = 4
export const LINE_START = 5
export const LINE_END = 6
export const WORD_BOUNDARY = 7
export const NO_WORD_BOUNDARY = 8

const REPLACEMENT = 0xfffd
const LAST_LEAD = 0xf4

const kindOf: Readonly<Record<Assertion, number>> = {
  'line-start': LINE_START,
  'line-end': LINE_END,
  'word-boundary': WORD_BOUNDARY,
  'no-word-boundary': NO_WORD_BOUNDARY,
}

/** A pattern as a nondeterministic automaton over bytes: one entry in each list for each node. */
export interface Program {
  readonly kinds: readonly number[]
  readonly next: readonly number[]
  /** Second way of a split. */
  readonly other: readonly number[]
  /** Where the node's edges begin in `edges`; they end where the next node's begin. */
  readonly firstEdge: readonly number[]
  /** Three numbers an edge: the least byte, the greatest byte, the node behind. */
  readonly edges: readonly number[]
  readonly start: number
}

/**
 * Compiles a pattern of the linear subset. It sees UTF-8 by code points; malformed bytes count as the U+FFFD that
 * the WHATWG decoder makes of them.
 *
 * @throws PithError `PITH_INVALID_PATTERN` for what the subset lacks, and beyond `MAX_NODES` states.
 */
export function compilePattern(source: string, flags = ''): Program {
  const syntax = parsePattern(source, flags)
  return new Compiler(source).whole(syntax)
}

/** Writes nodes from the end of the pattern to its beginning, so that every node knows what follows. */
class Compiler {
  readonly #source: string
  readonly #kinds: number[] = []
  readonly #next: number[] = []
  readonly #other: number[] = []
  readonly #firstEdge: number[] = []
  readonly #edges: number[] = []

  constructor(source: string) {
    this.#source = source
  }

  whole(syntax: Syntax): Program {
    const start = this.#node(syntax, this.#add(MATCH, 0))
    return {
      kinds: this.#kinds,
      next: this.#next,
      other: this.#other,
      firstEdge: [...this.#firstEdge, this.#edges.length / 3],
      edges: this.#edges,
      start,
    }
  }

  #add(kind: number, next: number, other = 0): number {
    if (this.#kinds.length === MAX_NODES)
      throw notInSubset(`more than ${MAX_NODES} states for the repeats`, this.#source)
    this.#next.push(next)
    this.#other.push(other)
    this.#firstEdge.push(this.#edges.length / 3)
    return this.#kinds.push(kind) - 1
  }

  #node(syntax: Syntax, next: number): number {
    switch (syntax.kind) {
      case 'set':
        return this.#set(syntax.set, next)
      case 'assertion':
        return this.#add(kindOf[syntax.assertion], next)
      case 'sequence':
        return syntax.parts.reduceRight((behind, part) => this.#node(part, behind), next)
      case 'either':
        return syntax.choices
          .map((choice) => this.#node(choice, next))
          .reduceRight((others, choice) => this.#add(SPLIT, choice, others))
      case 'repeat':
        return this.#repeat(syntax.body, syntax.min, syntax.max, next)
    }
  }

  #repeat(body: Syntax, min: number, max: number, next: number): number {
    let entry = next
    let required = min
    if (max === Infinity) {
      const loop = this.#add(SPLIT, 0, next)
      const once = this.#node(body, loop)
      this.#next[loop] = once
      entry = min === 0 ? loop : once
      required = Math.max(0, min - 1)
    } else {
      entry = this.#times(max - min, entry, (behind) => this.#add(SPLIT, this.#node(body, behind), next))
    }
    return this.#times(required, entry, (behind) => this.#node(body, behind))
  }

  /** A body that writes no node matches nothing but the empty text: once is as good as a million times. */
  #times(times: number, next: number, write: (behind: number) => number): number {
    let entry = next
    for (let i = 0; i < times; i++) {
      const size = this.#kinds.length
      entry = write(entry)
      if (this.#kinds.length === size) break
    }
    return entry
  }

  #set(set: CodePoints, next: number): number {
    if (set.length === 0 || set[set.length - 1] < 0x80) return this.#take(set, [], next)
    const ascii = slice(set, 0, 0x7f)
    const others = slice(set, 0x80, MAX_CODE_POINT)
    if (others.length === 2 && others[0] === 0x80 && others[1] === MAX_CODE_POINT) {
      return this.#take(ascii, [0x80, 0xff, this.#add(REST, next)], next)
    }
    const whole = this.#take(ascii, this.#edgesOf(leadEdges(set), next, new Map()), next)
    if (!has(set, REPLACEMENT)) return whole
    const broken = this.#add(BROKEN, next)
    const malformed = [0x80, 0xc1, next, 0xc2, LAST_LEAD, broken, LAST_LEAD + 1, 0xff, next]
    return this.#add(SPLIT, whole, this.#take([], malformed, next))
  }

  /** A node that takes an ASCII byte to `next`, or one of `edges`. */
  #take(ascii: CodePoints, edges: readonly number[], next: number): number {
    const node = this.#add(TAKE, next)
    for (let i = 0; i < ascii.length; i += 2) this.#edges.push(ascii[i], ascii[i + 1], next)
    this.#edges.push(...edges)
    return node
  }

  #edgesOf(edges: readonly ByteEdge[], next: number, written: Map<ByteNode, number>): number[] {
    return edges.flatMap(({ lo, hi, to }) => [
      lo,
      hi,
      to === undefined ? next : this.#tail(to, next, written),
    ])
  }

  #tail(node: ByteNode, next: number, written: Map<ByteNode, number>): number {
    const seen = written.get(node)
    if (seen !== undefined) return seen
    const entry = this.#take([], this.#edgesOf(node.edges, next, written), next)
    written.set(node, entry)
    return entry
  }
}
