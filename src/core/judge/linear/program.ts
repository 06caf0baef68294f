import {
  type Automaton,
  AutomatonBuilder,
  BROKEN,
  LINE_END,
  LINE_START,
  MATCH,
  NO_WORD_BOUNDARY,
  REST,
  SPLIT,
  WORD_BOUNDARY,
} from './automaton.ts'
import { type ByteEdge, type ByteNode, leadEdges } from './encode.ts'
import { parsePattern } from './parse.ts'
import { notInSubset } from './refusals.ts'
import { type CodePoints, has, MAX_CODE_POINT, slice } from './sets.ts'
import type { Assertion, Syntax } from './syntax.ts'

/** The most nodes of one pattern. Repeats are written out, so this limits them. */
export const MAX_NODES = 4096

const REPLACEMENT = 0xfffd
const FIRST_LEAD = 0xc2
const LAST_LEAD = 0xf4

const kindOf: Readonly<Record<Assertion, number>> = {
  'line-start': LINE_START,
  'line-end': LINE_END,
  'word-boundary': WORD_BOUNDARY,
  'no-word-boundary': NO_WORD_BOUNDARY,
}

export interface PatternSource {
  readonly pattern: string
  readonly flags?: string
}

/**
 * Compiles patterns of the linear subset. They read UTF-8 as code points. Malformed bytes count as the U+FFFD that the
 * WHATWG decoder makes of them.
 *
 * @throws PithError `PITH_INVALID_PATTERN` for a pattern outside the subset, or with more than `MAX_NODES` nodes.
 */
export function compilePatterns(sources: readonly PatternSource[]): Automaton {
  const builder = new AutomatonBuilder()
  for (const { pattern, flags } of sources) {
    const syntax = parsePattern(pattern, flags)
    builder.endPattern(new Compiler(builder, pattern).start(syntax))
  }
  return builder.finish()
}

/** Writes nodes from the end of a pattern to its beginning, so that each node knows which node follows. */
class Compiler {
  readonly #builder: AutomatonBuilder
  readonly #source: string
  readonly #lastNode: number

  constructor(builder: AutomatonBuilder, source: string) {
    this.#builder = builder
    this.#source = source
    this.#lastNode = builder.nodes + MAX_NODES
  }

  start(syntax: Syntax): number {
    return this.#node(syntax, this.#add(MATCH, 0))
  }

  #add(kind: number, next: number, other = 0): number {
    this.#checkSize()
    return this.#builder.node(kind, next, other)
  }

  /** Adds a node whose edges are added next. */
  #take(): number {
    this.#checkSize()
    return this.#builder.take()
  }

  #checkSize(): void {
    if (this.#builder.nodes < this.#lastNode) return
    throw notInSubset(`more than ${MAX_NODES} states for the repeats`, this.#source)
  }

  #node(syntax: Syntax, next: number): number {
    switch (syntax.kind) {
      case 'set':
        return this.#set(syntax.set, next)
      case 'assertion':
        return this.#add(kindOf[syntax.assertion], next)
      case 'sequence':
        return syntax.parts.reduceRight((behind, part) => this.#node(part, behind), next)
      case 'either': {
        const [first, ...others] = syntax.choices.map((choice) => this.#node(choice, next))
        return others.reduce((before, entry) => this.#add(SPLIT, entry, before), first)
      }
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
      this.#builder.link(loop, once)
      entry = min === 0 ? loop : once
      required = Math.max(0, min - 1)
    } else {
      entry = this.#times(max - min, entry, (behind) => this.#add(SPLIT, this.#node(body, behind), next))
    }
    return this.#times(required, entry, (behind) => this.#node(body, behind))
  }

  /**
   * Writes a body several times. Stops at a body that writes no node: it matches only the empty text, so once is
   * enough.
   */
  #times(times: number, next: number, write: (behind: number) => number): number {
    let entry = next
    for (let i = 0; i < times; i++) {
      const size = this.#builder.nodes
      entry = write(entry)
      if (this.#builder.nodes === size) break
    }
    return entry
  }

  #set(set: CodePoints, next: number): number {
    const ascii = slice(set, 0, 0x7f)
    const others = slice(set, 0x80, MAX_CODE_POINT)
    const isAll = others.length === 2 && others[0] === 0x80 && others[1] === MAX_CODE_POINT
    const rest = isAll ? this.#add(REST, next) : -1
    const edges = isAll ? [] : this.#withNodes(leadEdges(set), next, new Map())
    const whole = this.#take()
    for (let i = 0; i < ascii.length; i += 2) this.#builder.edge(ascii[i], ascii[i + 1], next)
    if (isAll) this.#builder.edge(0x80, 0xff, rest)
    for (const [{ lo, hi }, target] of edges) this.#builder.edge(lo, hi, target)
    if (isAll || !has(set, REPLACEMENT)) return whole
    const broken = this.#add(BROKEN, next)
    const malformed = this.#take()
    this.#builder.edge(0x80, FIRST_LEAD - 1, next)
    this.#builder.edge(FIRST_LEAD, LAST_LEAD, broken)
    this.#builder.edge(LAST_LEAD + 1, 0xff, next)
    return this.#add(SPLIT, whole, malformed)
  }

  /** Adds the nodes to which edges lead, and gives each edge its node. */
  #withNodes(
    edges: readonly ByteEdge[],
    next: number,
    known: Map<ByteNode, number>,
  ): (readonly [ByteEdge, number])[] {
    return edges.map((edge) => {
      if (edge.to === undefined) return [edge, next]
      const node = known.get(edge.to) ?? this.#tail(edge.to, next, known)
      known.set(edge.to, node)
      return [edge, node]
    })
  }

  #tail({ edges }: ByteNode, next: number, known: Map<ByteNode, number>): number {
    const targets = this.#withNodes(edges, next, known)
    const node = this.#take()
    for (const [{ lo, hi }, target] of targets) this.#builder.edge(lo, hi, target)
    return node
  }
}
