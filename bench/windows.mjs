// How pith's own code feeds a scanner: window by window, each byte copied once. The copy is part of every figure.

import { countLines } from './oracle.mjs'

const WINDOW_BYTES = 256 * 1024
const BLOCK_BYTES = 2048

/** Hands each window's facts to `take` until it returns true; gives the totals. */
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
 * Each line's first match, as offset, pattern and line (1-indexed) in turns. Lines are counted by the facts' blocks;
 * within a block, `countIn(part, from, to)` counts them in what the window holds.
 */
export function scanMatches(scanner, patterns, bytes, countIn) {
  const found = []
  let linesBefore = 0
  const { newlines, lateCandidates } = scan(scanner, patterns, bytes, (facts, part) => {
    const { candidates, candidateCount, startByte } = facts
    const lineAt = lineFinder(facts, part, linesBefore, countIn)
    for (let i = 0; i < 2 * candidateCount; i += 2) {
      const at = candidates[i]
      // A match may lie in the window before: its last bytes wait for what follows them.
      const line = at < 0 ? lineBehind(bytes, startByte + at, startByte, linesBefore) : lineAt(at)
      found.push(startByte + at, candidates[i + 1], line)
    }
    linesBefore += facts.newlines
    return false
  })
  for (let i = 0; i < lateCandidates.length; i += 2) {
    const at = lateCandidates[i]
    found.push(at, lateCandidates[i + 1], lineBehind(bytes, at, bytes.length, newlines))
  }
  return found
}

/** Lines of offsets that come in ascending order. */
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

/** The line of `at`, where `lines` end before `end`, a few bytes behind it. */
const lineBehind = (bytes, at, end, lines) => lines - countLines(bytes.subarray(at, end)) + 1

/** Hands each window to a kernel: `take(ptr, length, offset)` until it returns true. */
export function scanRaw(kernels, bytes, take) {
  const window = new Uint8Array(kernels.memory.buffer, kernels.windowAt.value, WINDOW_BYTES)
  for (let at = 0; at < bytes.length; at += WINDOW_BYTES) {
    const part = bytes.subarray(at, at + WINDOW_BYTES)
    window.set(part)
    if (take(kernels.windowAt.value, part.length, at)) return
  }
}

/** The same bytes as a Buffer, for the natives that only it has. */
export const asBuffer = (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
