import { AT_LINE_START, type Context, contextAfter, END_OF_INPUT, goesOn, isInSequence } from './bytes.ts'
import { BROKEN, MATCH, type Program, REST, SPLIT, TAKE } from './program.ts'
import { holds } from './stepper.ts'

/**
 * Where the longest match of one pattern begins that ends at `matchEnd`, in the text from `start` to `end` that a
 * matcher found it in; -1 when none ends there. For the one match that is shown: it takes the pattern's nodes times
 * the bytes before `matchEnd`.
 */
export function startOfMatch(
  program: Program,
  bytes: Uint8Array,
  start: number,
  end: number,
  matchEnd: number,
): number {
  const threads = new Threads(program)
  let context: Context = AT_LINE_START
  for (let at = start; at <= matchEnd; at++) {
    const byte = at < end ? bytes[at] : END_OF_INPUT
    const found = threads.step(context, byte, at)
    if (at === matchEnd) return found
    context = contextAfter(context, byte)
  }
  return -1
}

/** Threads in the order of their beginnings: the first that comes to a node has begun before all others there. */
class Threads {
  readonly #program: Program
  #nodes: number[] = []
  #begins: number[] = []
  /** The place where a node was last visited, and last taken to. */
  readonly #visitedAt: Int32Array
  readonly #takenAt: Int32Array

  constructor(program: Program) {
    this.#program = program
    this.#visitedAt = new Int32Array(program.kinds.length).fill(-1)
    this.#takenAt = new Int32Array(program.kinds.length).fill(-1)
  }

  /** Takes the byte at `at`; gives where the longest match before it begins, or -1. */
  step(context: Context, byte: number, at: number): number {
    const nodes = this.#nodes
    const begins = this.#begins
    this.#nodes = []
    this.#begins = []
    if (!goesOn(context, byte)) {
      nodes.push(this.#program.start)
      begins.push(at)
    }
    let found = -1
    nodes.forEach((node, i) => {
      const isMatch = this.#follow(node, context, byte, at, begins[i])
      if (isMatch && found < 0) found = begins[i]
    })
    return found
  }

  #follow(from: number, context: Context, byte: number, at: number, begin: number): boolean {
    const { kinds, next, other } = this.#program
    let isMatch = false
    const stack = [from]
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (this.#visitedAt[node] === at) continue
      this.#visitedAt[node] = at
      const kind = kinds[node]
      if (kind === MATCH) isMatch = true
      else if (kind === TAKE) this.#take(node, byte, at, begin)
      else if (kind === SPLIT) stack.push(other[node], next[node])
      else if (kind !== REST && kind !== BROKEN) {
        if (holds(kind, context, byte)) stack.push(next[node])
      } else if (goesOn(context, byte)) this.#add(node, at, begin)
      else if (kind === REST || isInSequence(context)) stack.push(next[node])
    }
    return isMatch
  }

  #take(node: number, byte: number, at: number, begin: number): void {
    const { edges, firstEdge } = this.#program
    for (let edge = 3 * firstEdge[node]; edge < 3 * firstEdge[node + 1]; edge += 3) {
      if (byte >= edges[edge] && byte <= edges[edge + 1]) this.#add(edges[edge + 2], at, begin)
    }
  }

  #add(node: number, at: number, begin: number): void {
    if (this.#takenAt[node] === at) return
    this.#takenAt[node] = at
    this.#nodes.push(node)
    this.#begins.push(begin)
  }
}
