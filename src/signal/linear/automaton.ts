import { contextRanges, END_OF_INPUT } from './bytes.ts'
import type { Program } from './program.ts'

/** Many programs as one, with numbered nodes. */
export interface Automaton {
  readonly patterns: number
  readonly kinds: Uint8Array
  readonly next: Int32Array
  readonly other: Int32Array
  readonly firstEdge: Int32Array
  readonly edges: Int32Array
  /** Which pattern a node belongs to. */
  readonly owner: Int32Array
  /** First node of each pattern. */
  readonly starts: Int32Array
  /** Bytes that no edge, context or assertion tells apart share a class. */
  readonly classOf: Uint8Array
  /** A byte of each class; the class behind the last is the end of input. */
  readonly byteOf: Int16Array
}

export function join(programs: readonly Program[]): Automaton {
  const nodes = programs.reduce((sum, { kinds }) => sum + kinds.length, 0)
  const edges = programs.reduce((sum, program) => sum + program.edges.length, 0)
  const joined = {
    patterns: programs.length,
    kinds: new Uint8Array(nodes),
    next: new Int32Array(nodes),
    other: new Int32Array(nodes),
    firstEdge: new Int32Array(nodes + 1),
    edges: new Int32Array(edges),
    owner: new Int32Array(nodes),
    starts: new Int32Array(programs.length),
  }
  let node = 0
  let edge = 0
  programs.forEach((program, pattern) => {
    copyProgram(joined, program, node, edge)
    joined.owner.fill(pattern, node, node + program.kinds.length)
    joined.starts[pattern] = node + program.start
    node += program.kinds.length
    edge += program.edges.length
  })
  joined.firstEdge[nodes] = edges / 3
  return { ...joined, ...classesOf(joined.edges) }
}

type Tables = Pick<Automaton, 'kinds' | 'next' | 'other' | 'firstEdge' | 'edges'>

function copyProgram(to: Tables, program: Program, node: number, edge: number): void {
  for (let i = 0; i < program.kinds.length; i++) {
    to.kinds[node + i] = program.kinds[i]
    to.next[node + i] = node + program.next[i]
    to.other[node + i] = node + program.other[i]
    to.firstEdge[node + i] = edge / 3 + program.firstEdge[i]
  }
  for (let i = 0; i < program.edges.length; i += 3) {
    to.edges[edge + i] = program.edges[i]
    to.edges[edge + i + 1] = program.edges[i + 1]
    to.edges[edge + i + 2] = node + program.edges[i + 2]
  }
}

/** Splits the bytes by each range in turn. */
function classesOf(edges: Int32Array): Pick<Automaton, 'classOf' | 'byteOf'> {
  const ranges = new Set<number>()
  for (const [lo, hi] of contextRanges) ranges.add(lo * 256 + hi)
  for (let i = 0; i < edges.length; i += 3) ranges.add(edges[i] * 256 + edges[i + 1])
  const classOf = new Uint8Array(256)
  const sizes = [256]
  for (const range of ranges) splitClasses(classOf, sizes, range >> 8, range & 255)
  const byteOf = new Int16Array(sizes.length + 1)
  for (let byte = 0; byte < 256; byte++) byteOf[classOf[byte]] = byte
  byteOf[sizes.length] = END_OF_INPUT
  return { classOf, byteOf }
}

/** Gives the bytes from `lo` to `hi` classes that no other byte has. `sizes`: bytes of each class. */
function splitClasses(classOf: Uint8Array, sizes: number[], lo: number, hi: number): void {
  const inside = new Array<number>(sizes.length).fill(0)
  const renamed = new Array<number>(sizes.length).fill(-1)
  for (let byte = lo; byte <= hi; byte++) inside[classOf[byte]]++
  for (let byte = lo; byte <= hi; byte++) {
    const old = classOf[byte]
    if (inside[old] === sizes[old]) continue
    if (renamed[old] < 0) {
      renamed[old] = sizes.push(inside[old]) - 1
    }
    classOf[byte] = renamed[old]
  }
  renamed.forEach((name, old) => {
    if (name >= 0) sizes[old] -= inside[old]
  })
}
