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
import { parsePattern } from './parse.ts'
import { type PlannedEdges, planOf } from './plans.ts'
import { notInSubset } from './refusals.ts'
import type { CodePoints } from './sets.ts'
import type { Assertion, Syntax } from './syntax.ts'

/** The most nodes of one pattern. Repeats are written out, so this limits them. */
export const MAX_NODES = 4096

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
  const characters = sources.reduce((sum, { pattern }) => sum + pattern.length, 0)
  const builder = new AutomatonBuilder(sources.length, characters + 64)
  for (const { pattern, flags } of sources) {
    const syntax = parsePattern(pattern, flags)
    builder.endPattern(new Compiler(builder, pattern).start(syntax))
  }
  return builder.finish()
}

/** A choice that begins with a text. `parts` are all its parts; the first one is the text. */
interface Branch {
  readonly text: string
  readonly fold: boolean
  readonly parts: readonly Syntax[]
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
    if (this.#builder.nodes === this.#lastNode) this.#refuseSize()
    return this.#builder.node(kind, next, other)
  }

  /** Adds a node whose edges are added next. */
  #take(): number {
    if (this.#builder.nodes === this.#lastNode) this.#refuseSize()
    return this.#builder.take()
  }

  #refuseSize(): never {
    throw notInSubset(`more than ${MAX_NODES} states for the repeats`, this.#source)
  }

  #node(syntax: Syntax, next: number): number {
    switch (syntax.kind) {
      case 'text':
        return this.#text(syntax.fold ? syntax.text.toLowerCase() : syntax.text, 0, syntax.fold, next)
      case 'set':
        return this.#set(syntax.set, next)
      case 'assertion':
        return this.#add(kindOf[syntax.assertion], next)
      case 'sequence':
        return this.#parts(syntax.parts, 0, next)
      case 'either':
        return this.#either(syntax.choices, next)
      case 'repeat':
        return this.#repeat(syntax.body, syntax.min, syntax.max, next)
    }
  }

  #parts(parts: readonly Syntax[], first: number, next: number): number {
    let behind = next
    for (let i = parts.length - 1; i >= first; i--) behind = this.#node(parts[i], behind)
    return behind
  }

  /** Writes the text from offset `from` on. If `fold` is set, the text is in lower case. */
  #text(text: string, from: number, fold: boolean, next: number): number {
    if (from === text.length) return next
    const builder = this.#builder
    let end = text.length
    if (next !== builder.nodes - 1) {
      this.#take()
      this.#letter(text.charCodeAt(--end), fold, next)
    }
    if (builder.nodes + end - from > this.#lastNode) this.#refuseSize()
    builder.text(text, from, end, fold)
    return builder.nodes - 1
  }

  #letter(code: number, fold: boolean, target: number): void {
    this.#builder.edge(code * 0x101, target)
    if (fold && code >= 0x61 && code <= 0x7a) this.#builder.edge((code - 0x20) * 0x101, target)
  }

  /** Choices that begin with texts share the nodes of the texts' common beginning. */
  #either(choices: readonly Syntax[], next: number): number {
    const branches: Branch[] = []
    let entry = -1
    for (const choice of choices) {
      const parts = choice.kind === 'sequence' ? choice.parts : [choice]
      const first = parts[0]
      if (first?.kind === 'text') {
        branches.push({ text: first.fold ? first.text.toLowerCase() : first.text, fold: first.fold, parts })
      } else entry = this.#split(entry, this.#node(choice, next))
    }
    return branches.length === 0 ? entry : this.#split(entry, this.#branches(branches, 0, next))
  }

  #split(before: number, entry: number): number {
    return before < 0 ? entry : this.#add(SPLIT, entry, before)
  }

  /** Branches that share the text before `at` and all have more of it: a node with an edge for each next letter. */
  #branches(branches: readonly Branch[], at: number, next: number): number {
    if (branches.length === 1) return this.#branch(branches[0], at, next)
    const letters: number[] = []
    const alike: Branch[][] = []
    for (const branch of branches) {
      const letter = branch.text.charCodeAt(at)
      const known = letters.indexOf(letter)
      if (known >= 0) alike[known].push(branch)
      else alike[letters.push(letter) - 1] = [branch]
    }
    const targets: number[] = []
    for (const some of alike) targets.push(this.#alike(some, at + 1, next))
    const node = this.#take()
    for (let i = 0; i < letters.length; i++) this.#letter(letters[i], branches[0].fold, targets[i])
    return node
  }

  #branch({ text, fold, parts }: Branch, at: number, next: number): number {
    return this.#text(text, at, fold, this.#parts(parts, 1, next))
  }

  /** Branches that share the text before `at`. Some may end there. */
  #alike(branches: readonly Branch[], at: number, next: number): number {
    if (branches.length === 1) return this.#branch(branches[0], at, next)
    const { text, fold } = branches[0]
    const end = endOfCommon(branches, at)
    const longer: Branch[] = []
    let entry = -1
    for (const branch of branches) {
      if (branch.text.length > end) longer.push(branch)
      else entry = this.#split(entry, this.#parts(branch.parts, 1, next))
    }
    if (longer.length > 0) entry = this.#split(entry, this.#branches(longer, end, next))
    return this.#text(text.slice(0, end), at, fold, entry)
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
    const plan = planOf(set)
    if (plan.hasAllOthers) {
      const rest = this.#add(REST, next)
      const node = this.#takes(plan.ascii, next)
      this.#builder.edge(0x80ff, rest)
      return node
    }
    const firstTail = this.#builder.nodes
    for (const tail of plan.tails) this.#takesAlong(tail, firstTail, next)
    const whole = this.#takes(plan.ascii, next)
    this.#edges(plan.leads, firstTail, next)
    if (!plan.hasMalformed) return whole
    const broken = this.#add(BROKEN, next)
    const malformed = this.#take()
    this.#builder.edge(0x80c1, next)
    this.#builder.edge((0xc2 << 8) | LAST_LEAD, broken)
    this.#builder.edge(((LAST_LEAD + 1) << 8) | 0xff, next)
    return this.#add(SPLIT, whole, malformed)
  }

  /** Adds a node that takes a byte of the ranges and continues at `next`. */
  #takes(ranges: readonly number[], next: number): number {
    const node = this.#take()
    for (let i = 0; i < ranges.length; i++) this.#builder.edge(ranges[i], next)
    return node
  }

  #takesAlong(edges: PlannedEdges, firstTail: number, next: number): void {
    this.#take()
    this.#edges(edges, firstTail, next)
  }

  #edges({ ranges, tails }: PlannedEdges, firstTail: number, next: number): void {
    for (let i = 0; i < ranges.length; i++) {
      this.#builder.edge(ranges[i], tails[i] < 0 ? next : firstTail + tails[i])
    }
  }
}

/** Offset where the texts begin to differ, or where the first of them ends. */
function endOfCommon(branches: readonly Branch[], at: number): number {
  const { text } = branches[0]
  let end = text.length
  for (let i = 1; i < branches.length; i++) {
    const other = branches[i].text
    let same = at
    while (same < end && other.charCodeAt(same) === text.charCodeAt(same)) same++
    end = same
  }
  return end
}
