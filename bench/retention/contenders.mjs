// Ways to cut a log to a number of bytes. Each returns at most `maxBytes` UTF-8 bytes, and a smaller log unchanged.
import { attractor, openclaw, pi, vtcode, zdx } from '../../dist/profiles/index.js'
import { fill, headOf, matching, onDecoded, tailOf } from './lines.mjs'

/** In effect no limit of lines, because only bytes are compared. */
const MAX_LINES = 100_000
/** Gives markers the width that they have when the full log can be read back. */
const SOURCE = { artifact: '0123456789abcdef' }
const MIDDLE_MARKER = '\n[... middle left out ...]\n'
const TAIL_SHARE = 0.25
const LINES_BEFORE = 1
const LINES_AFTER = 3
/** Words that agents search for in a line. */
const errorWords = /error|fail|exception|fatal|panic|assert/i

/** pith's result for one log at one budget. Only its `text` is compared. */
export const cutByPith = (truncate, bytes, maxBytes, { fold = false } = {}) =>
  truncate(bytes, { maxBytes, maxLines: MAX_LINES, source: SOURCE, fold })

/**
 * @param {typeof import('../../dist/index.js').truncate} truncate
 * @returns {{ name: string, note?: string, cut: (bytes: Uint8Array, maxBytes: number) => string }[]}
 */
export function contendersFor(truncate) {
  const rivals = [
    { name: 'head', cut: (log, n) => headOf(log.utf8, n) },
    { name: 'tail', cut: (log, n) => tailOf(log.utf8, n) },
    { name: 'middle cut 50:50', cut: middleCut },
    { name: 'first regex lines', note: `${errorWords} a line, in order until full`, cut: regexLines },
    {
      name: 'regex + context + tail',
      note: `the same with ${LINES_BEFORE} line before and ${LINES_AFTER} after, and ${TAIL_SHARE * 100} % for the tail`,
      cut: regexContext,
    },
    ...profiles,
  ]
  return [
    { name: 'pith', cut: (bytes, maxBytes) => cutByPith(truncate, bytes, maxBytes).text },
    ...rivals.map((rival) => ({ ...rival, cut: onDecoded(rival.cut) })),
  ]
}

// Each profile runs without its limit of lines and with its other limit set to the budget. If a unit or a marker
// exceeds the budget, the limit is lowered until the text fits.
const profiles = [
  {
    name: 'pi',
    note: 'truncateTail of its bash, its notice not counted; bash itself has a fixed 30 KiB',
    cut: (log, n) => pi.truncateTail(log.text, { maxBytes: n, maxLines: MAX_LINES }).content,
  },
  {
    name: 'attractor',
    note: 'run_command; its limit is in characters without markers, lowered until all is within the budget',
    cut: (log, n) =>
      lowered(n, (maxChars) =>
        attractor.truncateTool('run_command', log.text, { maxChars, maxLines: MAX_LINES }),
      ),
  },
  {
    name: 'zdx',
    note: 'the cut of its bash; bash itself has a fixed 40 KiB a stream',
    cut: (log, n) => zdx.truncateAtUtf8Boundary(log.text, n),
  },
  {
    name: 'vtcode',
    note: 'its limit is in tokens; here a byte is one',
    cut: (log, n) => vtcode.truncate(log.text, { maxTokens: n, tokens: bytesAsTokens }).text,
  },
  {
    name: 'openclaw',
    note: 'its limit is in UTF-16 units, lowered until all is within the budget',
    cut: (log, n) => lowered(n, (maxChars) => openclaw.truncateToolResultText(log.text, maxChars)),
  },
]

const bytesAsTokens = { name: 'bytes', count: (text) => Buffer.byteLength(text) }

/** Lowers the limit until the result is within `maxBytes`, and returns this result. */
export function lowered(maxBytes, cut) {
  for (let limit = maxBytes; limit > 0; ) {
    const text = cut(limit)
    const excess = Buffer.byteLength(text) - maxBytes
    if (excess <= 0) return text
    limit -= excess
  }
  return ''
}

function middleCut({ utf8 }, maxBytes) {
  const half = (maxBytes - MIDDLE_MARKER.length) >> 1
  return headOf(utf8, half) + MIDDLE_MARKER + tailOf(utf8, half)
}

const regexLines = ({ lines }, maxBytes) => fill(lines, matching(lines, errorWords), maxBytes)

function regexContext({ lines, utf8 }, maxBytes) {
  const tail = tailOf(utf8, Math.floor(maxBytes * TAIL_SHARE))
  const around = matching(lines, errorWords, { before: LINES_BEFORE, after: LINES_AFTER })
  return fill(lines, around, maxBytes - Buffer.byteLength(tail)) + tail
}
