import { CLIP_MARK, ELLIPSIS, readNotice } from './grammar.ts'

/** Raw bytes of whole lines, LF included: what `pith show ID --lines A-B` prints. */
export type Show = (id: string, firstLine: number, lastLine: number) => Uint8Array

/**
 * Rebuilds an input from what a model sees. The ranges of the notice, the text's last line, say which lines the text
 * shows. Requests all other lines, and all lines with a clip mark or a U+FFFD.
 */
export function rebuildFromText(text: string, show: Show): Uint8Array {
  const lines = text.split('\n')
  const last = lines.pop() ?? ''
  const notice = readNotice(last)
  if (notice?.form !== 'full') throw new Error(`the last line is no notice: ${JSON.stringify(last)}`)
  const id = /pith show ([^ \]]+)/.exec(notice.rest)?.[1] ?? ''
  const { ranges, totalLines } = notice
  const kept = ranges.reduce((sum, [first, end]) => sum + end - first + 1, 0)
  const spare = lines.length - kept - (ranges.length - 1)
  const isMarker = (line: string | undefined) => line?.startsWith('[... line') === true
  const hasFirst = spare > 0 && ranges[0][0] > 1 && isMarker(lines[0])
  if (spare - Number(hasFirst) > 1 || spare < 0)
    throw new Error(`${spare} lines more than the notice tells of`)
  const parts: Uint8Array[] = []
  const ask = (first: number, end: number) => {
    if (first <= end) parts.push(show(id, first, end))
  }
  let at = hasFirst ? 1 : 0
  let next = 1
  for (const [first, end] of ranges) {
    ask(next, first - 1)
    if (next > 1 && !isMarker(lines[at++])) throw new Error(`no marker stands before line ${first}`)
    for (let line = first; line <= end; line++) {
      const content = lines[at++]
      const isWhole = !CLIP_MARK.test(content) && !content.includes('\uFFFD') && !content.includes(ELLIPSIS)
      const lineEnd = line === totalLines && notice.noFinalNewline ? '' : '\n'
      if (isWhole) parts.push(new TextEncoder().encode(content + lineEnd))
      else ask(line, line)
    }
    next = end + 1
  }
  ask(next, totalLines)
  return Buffer.concat(parts)
}
