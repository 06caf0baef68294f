// Feeds a scanner as pith's own code does: window by window, copying each byte once. Every figure includes the copy.

import { countLines } from './oracle.mjs'

const WINDOW_BYTES = 256 * 1024
const BLOCK_BYTES = 2048

/** Passes each window's facts to `take` until it returns true. Returns the totals. */
export function scan(scanner, patterns, bytes, take) {
  const session = scanner.open({ patterns })
  for (let at = 0; at < bytes.length; at += WINDOW_BYTES) {
    const part = bytes.subarray(at, at + WINDOW_BYTES)
    session.window().set(part)
    if (take(session.advance(part.length), part)) return undefined
  }
  return session.finish()
}

/**
 * Each line's first match, as offset, pattern and line (1-indexed) in turns. Counts lines by the facts' blocks. Within
 * a block, `countIn(part, from, to)` counts them in the bytes of the window.
 */
export function scanMatches(scanner, patterns, bytes, countIn) {
  const found = []
  let linesBefore = 0
  const { newlines, lateMatches } = scan(scanner, patterns, bytes, (facts, part) => {
    const { matches, matchCount, startByte } = facts
    const lineAt = lineFinder(facts, part, linesBefore, countIn)
    for (let i = 0; i < 2 * matchCount; i += 2) {
      const at = matches[i]
      // A match may lie in the window before, whose last bytes are reported only with the next window.
      const line = at < 0 ? lineBehind(bytes, startByte + at, startByte, linesBefore) : lineAt(at)
      found.push(startByte + at, matches[i + 1], line)
    }
    linesBefore += facts.newlines
    return false
  })
  for (let i = 0; i < lateMatches.length; i += 2) {
    const at = lateMatches[i]
    found.push(at, lateMatches[i + 1], lineBehind(bytes, at, bytes.length, newlines))
  }
  return found
}

/** Finds the lines of offsets that come in ascending order. */
function lineFinder({ blockNewlines }, part, linesBefore, countIn) {
  let block = 0
  let blockLines = linesBefore
  let lines = linesBefore
  let counted = 0
  return (offset) => {
    if (offset >= (block + 1) * BLOCK_BYTES) {
      while (offset >= (block + 1) * BLOCK_BYTES) blockLines += blockNewlines[block++]
      lines = blockLines
      counted = block * BLOCK_BYTES
    }
    lines += countIn(part, counted, offset)
    counted = offset
    return lines + 1
  }
}

/** The line of `at`, when `lines` lines end before `end`, a few bytes after it. */
const lineBehind = (bytes, at, end, lines) => lines - countLines(bytes.subarray(at, end)) + 1

/** Passes each window to a kernel: calls `take(ptr, length, offset)` until it returns true. */
export function scanRaw(kernels, bytes, take) {
  const window = new Uint8Array(kernels.memory.buffer, kernels.windowAt.value, WINDOW_BYTES)
  for (let at = 0; at < bytes.length; at += WINDOW_BYTES) {
    const part = bytes.subarray(at, at + WINDOW_BYTES)
    window.set(part)
    if (take(kernels.windowAt.value, part.length, at)) return
  }
}

/** The same bytes as a Buffer, for native methods that only a Buffer has. */
export const asBuffer = (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
