import { headOf, LINE_BYTES_SEEN, shapeOf } from './line-facts.ts'
import type { WindowFacts } from './scanner.ts'
import { AT_LINE_BYTES, AT_LINE_HEAD, AT_LINE_SHAPE, CARRY_BYTES, reserveLines } from './state.ts'

const LF = 0x0a

/**
 * Lists the lines that end in a window of `length` bytes, and leaves the open one in the state. `bytes` are the
 * carry and the window; all that a line's facts are made of is there, or they are known.
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
    facts.lineHeads[i] = isKnown ? view.getUint32(AT_LINE_HEAD, true) : headOf(bytes, start, lineEnd)
    isKnown = false
    start = lineEnd + 1
  }
  view.setUint32(AT_LINE_BYTES, Math.min(end - start, LINE_BYTES_SEEN + 1), true)
  if (isKnown) return
  view.setUint32(AT_LINE_SHAPE, shapeOf(bytes, start, end), true)
  view.setUint32(AT_LINE_HEAD, headOf(bytes, start, end), true)
}
