import { type ByteEdge, type ByteNode, leadEdges } from './encode.ts'
import { type CodePoints, has, MAX_CODE_POINT, slice } from './sets.ts'

const REPLACEMENT = 0xfffd

/** The edges for a set of code points, independent of the node that follows. */
export interface SetPlan {
  /** Ranges of ASCII bytes: the lowest times 256, plus the highest. */
  readonly ascii: readonly number[]
  /** Whether every code point beyond ASCII is in the set. */
  readonly hasAllOthers: boolean
  /** First bytes of longer sequences, unless all of them are in the set. */
  readonly leads: PlannedEdges
  /** Nodes after the first bytes, by number. */
  readonly tails: readonly PlannedEdges[]
  /** Whether malformed bytes are in the set. */
  readonly hasMalformed: boolean
}

export interface PlannedEdges {
  readonly ranges: readonly number[]
  /** For each range, the number of the tail after it; -1 for the end of the sequence. */
  readonly tails: readonly number[]
}

const noEdges: PlannedEdges = { ranges: [], tails: [] }

/** Plans by set. Common sets such as \s are always the same object. */
const knownPlans = new WeakMap<CodePoints, SetPlan>()

export function planOf(set: CodePoints): SetPlan {
  const known = knownPlans.get(set)
  if (known !== undefined) return known
  const plan = makePlan(set)
  knownPlans.set(set, plan)
  return plan
}

function makePlan(set: CodePoints): SetPlan {
  const below = slice(set, 0, 0x7f)
  const ascii: number[] = []
  for (let i = 0; i < below.length; i += 2) ascii.push((below[i] << 8) | below[i + 1])
  const none = { ascii, hasAllOthers: false, leads: noEdges, tails: [], hasMalformed: false }
  if (set.length === 0 || set[set.length - 1] < 0x80) return none
  const others = slice(set, 0x80, MAX_CODE_POINT)
  if (others.length === 2 && others[0] === 0x80 && others[1] === MAX_CODE_POINT) {
    return { ...none, hasAllOthers: true }
  }
  const tails: PlannedEdges[] = []
  const leads = plannedEdges(leadEdges(set), tails, new Map())
  return { ...none, leads, tails, hasMalformed: has(set, REPLACEMENT) }
}

function plannedEdges(
  edges: readonly ByteEdge[],
  tails: PlannedEdges[],
  known: Map<ByteNode, number>,
): PlannedEdges {
  const ranges = edges.map(({ lo, hi }) => (lo << 8) | hi)
  const numbers = edges.map(({ to }) => {
    if (to === undefined) return -1
    const seen = known.get(to)
    if (seen !== undefined) return seen
    const number = tails.push(plannedEdges(to.edges, tails, known)) - 1
    known.set(to, number)
    return number
  })
  return { ranges, tails: numbers }
}
