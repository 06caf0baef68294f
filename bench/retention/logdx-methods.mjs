// The methods of LogDx-CI's leaderboard that need neither a model nor another program, at a number of bytes. Its own
// methods have no limit of bytes (tail has 200 lines). Here grep is cut after the limit, and tail before it.
import { fill, matching, onDecoded, tailOf } from './lines.mjs'

/** The expression and the context of its `grep` (tools/run_baseline.py at b958762). */
const WORDS = /error|failed|failure|traceback|exception|assert|panic|exit code|##\[error\]/i
const CONTEXT = { before: 3, after: 8 }

const tail = ({ utf8 }, maxBytes) => tailOf(utf8, maxBytes)

const grep = ({ lines }, maxBytes) => fill(lines, matching(lines, WORDS, CONTEXT), maxBytes)

/** `hybrid-grep-120k-tail` with another limit: grep where all of it fits, else tail. */
function hybrid(log, maxBytes) {
  const all = [...matching(log.lines, WORDS, CONTEXT)].map((index) => `${log.lines[index]}\n`).join('')
  return Buffer.byteLength(all) <= maxBytes ? all : tail(log, maxBytes)
}

/** Not on the leaderboard: both at once. */
function halves(log, maxBytes) {
  const last = tail(log, maxBytes >> 1)
  return grep(log, maxBytes - Buffer.byteLength(last)) + last
}

/** @type {Record<string, (bytes: Uint8Array, maxBytes: number) => string>} */
export const logdxMethods = {
  'hybrid: grep if it fits, else tail': onDecoded(hybrid),
  'half grep, half tail': onDecoded(halves),
  grep: onDecoded(grep),
  tail: onDecoded(tail),
}
