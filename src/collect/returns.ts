import type { WindowFacts } from '../scan/scanner.ts'

const LF = 0x0a
const CR = 0x0d

/**
 * The offset in a window of the first CR inside each line that has one. `bytes` are the window's bytes. The window's
 * first byte always counts, because a CR may stand before it.
 */
export function returnsIn(bytes: Uint8Array, { lineEnds, newlines }: WindowFacts): number[] {
  const found: number[] = []
  let line = 0
  let at = 0
  while (at >= 0) {
    found.push(at)
    while (line < newlines && lineEnds[line] < at) line++
    if (line === newlines) break
    at = loneReturn(bytes, lineEnds[line] + 1)
  }
  return found
}

/** The next CR that is followed by a byte other than LF; -1 for none. */
function loneReturn(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(CR, from); at >= 0; at = bytes.indexOf(CR, at + 1)) {
    if (at + 1 < bytes.length && bytes[at + 1] !== LF) return at
  }
  return -1
}
