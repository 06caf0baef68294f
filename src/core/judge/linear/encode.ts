import { type CodePoints, MAX_CODE_POINT, slice } from './sets.ts'

/**
 * A position inside the UTF-8 bytes of a set of code points. An edge to `undefined` leads to the position after them.
 */
export interface ByteNode {
  readonly edges: readonly ByteEdge[]
}

export interface ByteEdge {
  readonly lo: number
  readonly hi: number
  readonly to: ByteNode | undefined
}

/** Lead bytes by length: the first and last of them, the bits that they hold, and the code points that they cover. */
const lengths = [
  { first: 0xc2, last: 0xdf, mask: 0x1f, tail: 1, lo: 0x80, hi: 0x7ff },
  { first: 0xe0, last: 0xef, mask: 0x0f, tail: 2, lo: 0x800, hi: 0xffff },
  { first: 0xf0, last: 0xf4, mask: 0x07, tail: 3, lo: 0x10000, hi: MAX_CODE_POINT },
]

/**
 * The edges of the UTF-8 sequences of the code points from U+0080 in `set`. Sequences share their beginnings and ends.
 * The edges of a node are disjoint.
 */
export function leadEdges(set: CodePoints): readonly ByteEdge[] {
  const scalars = [...slice(set, 0x80, 0xd7ff), ...slice(set, 0xe000, MAX_CODE_POINT)]
  const known = new Map<string, ByteNode>()
  const edges: ByteEdge[] = []
  if (scalars.length === 0) return edges
  for (const { first, last, mask, tail, lo, hi } of lengths) {
    const part = slice(scalars, lo, hi)
    for (let lead = first; lead <= last && part.length > 0; lead++) {
      addEdge(edges, lead, (lead & mask) << (6 * tail), part, tail, known)
    }
  }
  return edges
}

/** Adds the edge of `byte`, which `tail` bytes follow, for the code points of `set` from `base` on. */
function addEdge(
  edges: ByteEdge[],
  byte: number,
  base: number,
  set: CodePoints,
  tail: number,
  known: Map<string, ByteNode>,
): void {
  const part = slice(set, base, base + (1 << (6 * tail)) - 1, base)
  if (part.length === 0) return
  const to = tail === 0 ? undefined : tailNode(part, tail, known)
  const before = edges.at(-1)
  if (before !== undefined && before.to === to && before.hi === byte - 1) {
    edges[edges.length - 1] = { lo: before.lo, hi: byte, to }
  } else {
    edges.push({ lo: byte, hi: byte, to })
  }
}

function tailNode(set: CodePoints, length: number, known: Map<string, ByteNode>): ByteNode {
  const key = `${length}:${set}`
  const seen = known.get(key)
  if (seen !== undefined) return seen
  const edges: ByteEdge[] = []
  const shift = 6 * (length - 1)
  const last = set[set.length - 1] >> shift
  for (let digit = set[0] >> shift; digit <= last; digit++) {
    addEdge(edges, 0x80 + digit, digit << shift, set, length - 1, known)
  }
  const node = { edges }
  known.set(key, node)
  return node
}
