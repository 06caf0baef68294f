import { BLOCK_BYTES, type WindowFacts } from '../scan/scanner.ts'

/** Counts the lines right after line `i` of a window that have its shape and opening and end at or before `lastEnd`. */
export function linesAlike(facts: WindowFacts, i: number, lastEnd: number): number {
  const { lineEnds, lineShapes, lineOpenings, newlines, blockNewlines, blockAlike } = facts
  const shape = lineShapes[i]
  const opening = lineOpenings[i]
  let next = i + 1
  let blockEnd = lineEnds[i] - (lineEnds[i] % BLOCK_BYTES) + BLOCK_BYTES
  while (next < newlines && lineShapes[next] === shape && lineOpenings[next] === opening) {
    const block = Math.floor(lineEnds[next] / BLOCK_BYTES)
    // At the first line that ends in a block, skip the whole block if all its lines are alike.
    next += lineEnds[next] >= blockEnd && blockAlike[block] === 1 ? blockNewlines[block] : 1
    blockEnd = (block + 1) * BLOCK_BYTES
  }
  while (next > i + 1 && lineEnds[next - 1] > lastEnd) next--
  return next - i - 1
}
