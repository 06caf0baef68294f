// How hosts cut what a command printed. `own` is the cut with the host's own limits; `cut` is the same at another size.
// Hosts that count characters get a limit in characters; the text is then lowered until its bytes fit.
import { pi } from '../../dist/profiles/index.js'
import { lowered } from '../retention/contenders.mjs'
import { headOf, tailOf } from '../retention/lines.mjs'

const LINES = 2000
const KIB = 1024
/** The markers of Codex in bytes, at most. */
const CODEX_MARK = 64
/** What Claude Code shows of an output that it has saved to a file. */
const PREVIEW = 2000

/** @typedef {import('../retention/lines.mjs').DecodedLog} DecodedLog */

/** @type {{ name: string, limit: string, cut: (log: DecodedLog, n: number) => string, own: (log: DecodedLog) => string }[]} */
export const hosts = [
  {
    name: 'Claude Code, middle left out',
    limit: '30,000 characters',
    cut: (log, n) => lowered(n, (chars) => middleLeftOut(log.text, chars)),
    own: ({ text }) => (text.length <= 30_000 ? text : middleLeftOut(text, 30_000)),
  },
  {
    name: 'Claude Code, saved to a file',
    limit: '30,000 characters, then 2,000',
    own: ({ text }) => (text.length <= 30_000 ? text : text.slice(0, PREVIEW)),
  },
  {
    name: 'Codex',
    limit: '10,000 bytes',
    cut: (log, n) => codex(log, n - CODEX_MARK),
    own: (log) => (log.utf8.length <= 10_000 ? log.text : codex(log, 10_000)),
  },
  {
    name: 'opencode and pi',
    limit: '50 KiB, 2,000 lines',
    cut: (log, n) => tailOfLines(log.text, n),
    own: ({ text }) => tailOfLines(text, 50 * KIB, LINES),
  },
  {
    name: 'Gemini CLI',
    limit: '40,000 characters',
    cut: (log, n) => lowered(n, (chars) => gemini(log.text, chars)),
    own: ({ text }) => (text.length <= 40_000 ? text : gemini(text, 40_000)),
  },
]

/** Half of the characters at each end. */
function middleLeftOut(text, chars) {
  const half = Math.max(0, chars >> 1)
  const head = text.slice(0, half)
  const tail = half === 0 ? '' : text.slice(-half)
  const left = text.slice(half, text.length - half).split('\n').length
  return `${head}\n\n... [${left} lines truncated] ...\n\n${tail}`
}

/** Half of the bytes at each end, below a line with the number of lines. */
function codex({ text, utf8 }, bytes) {
  const half = bytes >> 1
  const head = headOf(utf8, half)
  const tail = tailOf(utf8, bytes - half)
  const left = text.length - head.length - tail.length
  return `Total output lines: ${text.replace(/\n$/, '').split('\n').length}\n\n${head}…${left} chars truncated…${tail}`
}

/** A fifth of the characters at the head, the rest at the tail. */
function gemini(text, chars) {
  const head = Math.floor(Math.max(0, chars) * 0.2)
  const tail = Math.max(1, chars - head)
  return `${text.slice(0, head)}\n\n... [${text.length - head - tail} characters omitted] ...\n\n${text.slice(-tail)}`
}

const tailOfLines = (text, maxBytes, maxLines = 100_000) =>
  pi.truncateTail(text, { maxBytes, maxLines }).content
