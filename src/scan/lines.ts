import { LINE_BYTES_SEEN, openingOf, shapeOf } from './line-facts.ts'
import { BLOCK_BYTES, type WindowFacts } from './scanner.ts'
import { AT_LINE_BYTES, AT_LINE_OPENING, AT_LINE_SHAPE, CARRY_BYTES, reserveLines } from './state.ts'

const LF = 0x0a

/**
 * Writes the facts of the lines that end in a window of `length` bytes, and saves the open line in the state. `bytes`
 * are the carry and the window. They hold all bytes that a line's facts depend on, unless the state already has those
 * facts.
 */
export function scanLines(bytes: Uint8Array, length: number, facts: WindowFacts, view: DataView): void {
  const end = CARRY_BYTES + length
  const seen = view.getUint32(AT_LINE_BYTES, true)
  const { newlines } = facts
  reserveLines(facts, newlines)
  let start = CARRY_BYTES - seen
  let isKnown = seen > LINE_BYTES_SEEN
  for (let i = 0; i < newlines; i++) {
    let lineEnd = Math.max(start, CARRY_BYTES)
    while (bytes[lineEnd] !== LF) lineEnd++
    facts.lineEnds[i] = lineEnd - CARRY_BYTES
    facts.lineShapes[i] = isKnown ? view.getUint32(AT_LINE_SHAPE, true) : shapeOf(bytes, start, lineEnd)
    facts.lineOpenings[i] = isKnown ? view.getUint32(AT_LINE_OPENING, true) : openingOf(bytes, start, lineEnd)
    isKnown = false
    start = lineEnd + 1
  }
  markAlike(length, facts)
  view.setUint32(AT_LINE_BYTES, Math.min(end - start, LINE_BYTES_SEEN + 1), true)
  if (isKnown) return
  view.setUint32(AT_LINE_SHAPE, shapeOf(bytes, start, end), true)
  view.setUint32(AT_LINE_OPENING, openingOf(bytes, start, end), true)
}

function markAlike(length: number, facts: WindowFacts): void {
  const { blockNewlines, blockAlike, lineShapes, lineOpenings } = facts
  let i = 0
  for (let block = 0; block * BLOCK_BYTES < length; block++) {
    const end = i + blockNewlines[block]
    let isAlike = i > 0 && i < end
    for (; i < end; i++)
      if (lineShapes[i] !== lineShapes[i - 1] || lineOpenings[i] !== lineOpenings[i - 1]) isAlike = false
    blockAlike[block] = isAlike ? 1 : 0
  }
}
