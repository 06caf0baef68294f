import { END } from './contexts'
import { DIFFERENCES, SIGNATURES } from './memory'
import { hasWords, NODE_HIGH, NODE_LOW, NODE_NEXT, NODE_OTHER, NODE_SHIFT, nodes, TAKE, TAKE_FOLDED } from './nodes'

// Bytes that no node and no context distinguish share a column. Each range of bytes that is distinguished has a random
// number, and bytes with the same sum of numbers share a column.

/** The lowest and the highest byte of each range that contexts.ts distinguishes. Those of words come first. */
const CONTEXT_RANGES: usize = memory.data<u8>([
  0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a,
  0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc2, 0xdf, 0xe0, 0xe0, 0xe1, 0xef, 0xed, 0xed, 0xf0, 0xf0, 0xf1, 0xf3, 0xf4, 0xf4,
])
const WORD_RANGES: usize = 4
const RANGES: usize = 14

/** Number of columns made last. The last one is the end of the line. */
export let columns: u32 = 0

/** Writes the columns by byte to `target`, for the nodes made last. */
export function makeColumns(nodesAt: usize, target: usize): void {
  memory.fill(DIFFERENCES, 0, <usize>(END + 1) << 3)
  markContexts()
  markNodes(nodesAt)
  columns = 0
  let sum: u64 = 0
  let column: u32 = 0
  for (let byte: u32 = 0; byte < END; byte++) {
    const difference = load<u64>(DIFFERENCES + (<usize>byte << 3))
    if (difference != 0 || byte == 0) {
      sum += difference
      column = columnOf(sum)
    }
    store<u8>(target + byte, <u8>column)
  }
  columns++
}

function columnOf(sum: u64): u32 {
  for (let column: u32 = 0; column < columns; column++) {
    if (load<u64>(SIGNATURES + (<usize>column << 3)) == sum) return column
  }
  store<u64>(SIGNATURES + (<usize>columns << 3), sum)
  return columns++
}

function distinguish(low: u32, high: u32, number: u64): void {
  const from = DIFFERENCES + (<usize>low << 3)
  const to = DIFFERENCES + (<usize>(high + 1) << 3)
  store<u64>(from, load<u64>(from) + number)
  store<u64>(to, load<u64>(to) - number)
}

/** Marks what contexts.ts distinguishes. */
function markContexts(): void {
  for (let range: usize = hasWords ? 0 : WORD_RANGES; range < RANGES; range++) {
    const low = <u32>load<u8>(CONTEXT_RANGES + (range << 1))
    const high = <u32>load<u8>(CONTEXT_RANGES + (range << 1), 1)
    distinguish(low, high, random(range < WORD_RANGES ? 1 : <u64>range))
  }
}

/** Nodes that are entered together follow each other. Their ranges that lead to the same node are alike. */
function markNodes(nodesAt: usize): void {
  let group: u64 = 0
  for (let node: u32 = 0; node < nodes; node++) {
    const place = nodesAt + (<usize>node << NODE_SHIFT)
    const kind = load<u8>(place)
    if (kind != TAKE && kind != TAKE_FOLDED) continue
    if (load<u16>(place, NODE_OTHER) == 0) group = <u64>(node + 1) << 16
    const number = random(group | <u64>load<u16>(place, NODE_NEXT))
    const low = <u32>load<u8>(place, NODE_LOW)
    distinguish(low, <u32>load<u8>(place, NODE_HIGH), number)
    if (kind == TAKE_FOLDED) distinguish(low - 0x20, low - 0x20, number)
  }
}

/** Splitmix64. */
function random(seed: u64): u64 {
  let mixed = (seed + 1) * 0x9e3779b97f4a7c15
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb
  return mixed ^ (mixed >> 31)
}
