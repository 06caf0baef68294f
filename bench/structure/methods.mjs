// Ways to cut an output to a number of bytes. Head, tail and both ends keep whole lines where there are lines.
import { pi } from '../../dist/profiles/index.js'
import { headOf, tailOf } from '../retention/lines.mjs'
import { linesOf } from './cut.mjs'

/** In effect no limit of lines, because only bytes are compared. */
const MAX_LINES = 100_000
/** Gives markers the width that they have when the output can be read back. */
const SOURCE = { artifact: '0123456789abcdef' }
const MARK_BYTES = 40

/** How pith cuts an output, with the kind that its words and its first bytes tell, or by lines alone. */
export function cutByPith(
  { createCollector, kindsFor },
  { bytes, command, exitCode },
  maxBytes,
  hasKinds = true,
) {
  const structure = hasKinds ? { structure: kindsFor({ command }) } : {}
  const collector = createCollector({ maxBytes, maxLines: MAX_LINES, ...structure })
  collector.write(bytes)
  const result = collector.end(SOURCE, { exitCode })
  const { text, notice, kind } = result
  const at = notice === undefined ? text.length : text.lastIndexOf(notice)
  return { text, content: text.slice(0, at), kind }
}

/** @returns {{ name: string, only?: string[], cut: (output: object, maxBytes: number) => import('./cut.mjs').Cut | undefined }[]} */
export const methodsFor = (library) => [
  { name: 'pith', cut: (output, maxBytes) => cutByPith(library, output, maxBytes) },
  { name: 'pith, lines', cut: (output, maxBytes) => cutByPith(library, output, maxBytes, false) },
  { name: 'head', cut: ({ bytes }, maxBytes) => plain(bytes, maxBytes, wholeHead) },
  { name: 'tail', cut: ({ bytes }, maxBytes) => plain(bytes, maxBytes, wholeTail) },
  { name: 'both ends', cut: ({ bytes }, maxBytes) => plain(bytes, maxBytes, bothEnds) },
  { name: 'pi', cut: cutByPi },
]

function plain(bytes, maxBytes, cut) {
  const text = bytes.length <= maxBytes ? bytes.toString() : cut(bytes, maxBytes)
  return { text, content: text }
}

/** The head up to its last line end. Where it has none, it ends inside the line. */
export function wholeHead(bytes, maxBytes) {
  const head = headOf(bytes, maxBytes)
  const end = head.lastIndexOf('\n') + 1
  return end > 0 ? head.slice(0, end) : head
}

export function wholeTail(bytes, maxBytes) {
  if (maxBytes <= 0) return ''
  const isLineStart = bytes[bytes.length - maxBytes - 1] === 0x0a
  const tail = tailOf(bytes, maxBytes)
  const start = isLineStart ? 0 : tail.indexOf('\n') + 1
  return start < tail.length ? tail.slice(start) : tail
}

export function bothEnds(bytes, maxBytes) {
  const half = (maxBytes - MARK_BYTES) >> 1
  const head = wholeHead(bytes, half)
  const tail = wholeTail(bytes, half)
  const left = linesOf(bytes.toString()).length - linesOf(head).length - linesOf(tail).length
  const end = head.endsWith('\n') ? '' : '\n'
  return `${head}${end}[... ${Math.max(0, left)} lines left out ...]\n${tail}`
}

/** pi's bash keeps the tail and says which lines it shows. What it says is not counted here. */
function cutByPi({ text }, maxBytes) {
  const { content, truncated, totalLines, outputLines } = pi.truncateTail(text, {
    maxBytes,
    maxLines: MAX_LINES,
  })
  if (!truncated) return { text: content, content }
  const notice = `[Showing lines ${totalLines - outputLines + 1}-${totalLines} of ${totalLines}.]`
  return { text: `${content}\n${notice}`, content }
}
