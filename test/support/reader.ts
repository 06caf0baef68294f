import { CLIP_MARK, ELLIPSIS, readMarker, readNotice } from './grammar.ts'

/** Raw bytes of whole lines, LF included: what `pith show ID --lines A-B` prints. */
export type Show = (id: string, firstLine: number, lastLine: number) => Uint8Array

type ShowLines = (firstLine: number, lastLine: number) => Uint8Array

/**
 * Rebuilds an input from what a model sees. A marker tells which lines it stands for, and its first line is the number
 * of the line at its place. Without markers the notice, the text's last line, names the lines that are shown. Requests
 * all other lines, all lines with a clip mark or a U+FFFD, and the last line, whose LF the text does not tell of.
 */
export function rebuildFromText(text: string, showOf: Show): Uint8Array {
  // The command ends its text in a line end.
  const lines = text.replace(/\]\n$/, ']').split('\n')
  const last = lines.pop() ?? ''
  const notice = readNotice(last)
  if (notice?.form !== 'full') throw new Error(`the last line is no notice: ${JSON.stringify(last)}`)
  const id = /pith show ([0-9a-f]+)|"id":"([0-9a-f]+)"/.exec(notice.rest)
  const show: ShowLines = (first, end) => showOf(id?.[1] ?? id?.[2] ?? '', first, end)
  const { range, totalLines = Number.POSITIVE_INFINITY } = notice
  if (range) {
    if (lines.length !== range[1] - range[0] + 1)
      throw new Error(`${lines.length} lines are shown, not ${range}`)
    const kept = lines.map((line, i) => contentOf(line, range[0] + i, i === lines.length - 1, show))
    return Buffer.concat([linesOf(show, 1, range[0] - 1), ...kept, linesOf(show, range[1] + 1, totalLines)])
  }
  const parts: Uint8Array[] = []
  let next = 1
  for (const [i, line] of lines.entries()) {
    const marker = readMarker(line)
    const found = marker?.[0] === next ? show(...marker) : undefined
    if (marker && found && !beginsWith(found, line)) {
      parts.push(found)
      next = marker[1] + 1
    } else parts.push(contentOf(line, next++, i === lines.length - 1, show))
  }
  return Buffer.concat(parts)
}

const linesOf = (show: ShowLines, first: number, last: number): Uint8Array =>
  first <= last ? show(first, last) : new Uint8Array()

/** True if the line is one of the output that looks like a marker: then the lines that it names begin with itself. */
const beginsWith = (lines: Uint8Array, line: string): boolean =>
  Buffer.from(lines).toString().split('\n', 1)[0] === line

/** The bytes of a line that is shown: its own, or the requested ones where its text does not tell them all. */
function contentOf(line: string, number: number, isLast: boolean, show: ShowLines): Uint8Array {
  const isWhole = !CLIP_MARK.test(line) && !line.includes('\uFFFD') && !line.includes(ELLIPSIS)
  return isWhole && !isLast ? new TextEncoder().encode(`${line}\n`) : show(number, number)
}
