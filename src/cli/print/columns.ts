// Fits text into the columns of a terminal.
import { visibleInLine } from './visible.ts'

/** Fits a name into a number of columns. Leaves out the middle, because the tools of one server differ at the end. */
export function fitted(name: string, columns: number): string {
  const text = visibleInLine(name)
  const clusters = graphemes(text)
  if (columnsOf(text) <= columns) return text + ' '.repeat(columns - columnsOf(text))
  let head = ''
  for (const cluster of clusters) {
    if (columnsOf(head + cluster) > Math.ceil((columns - 1) / 2)) break
    head += cluster
  }
  let tail = ''
  for (const cluster of clusters.toReversed()) {
    if (columnsOf(cluster + tail) + columnsOf(head) + 1 > columns) break
    tail = cluster + tail
  }
  const short = `${head}…${tail}`
  return short + ' '.repeat(Math.max(0, columns - columnsOf(short)))
}

export function wrapped(text: string, width: number): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines[lines.length - 1]
    if (last === '') lines[lines.length - 1] = word
    else if (last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Whether each character takes one column. Most text is plain, so this keeps tables of many thousand rows fast. */
const isPlain = (text: string): boolean => /^[ -~]*$/.test(text)

let segmenter: Intl.Segmenter | undefined
function graphemes(text: string): string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

const WIDE =
  /\p{Emoji_Presentation}|\ufe0f|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}\u3000-\u303f\u30a0-\u30ff\uff01-\uff60\uffe0-\uffe6]/u

/** Number of columns that a text takes on most terminals. */
export function columnsOf(text: string): number {
  if (isPlain(text)) return text.length
  return graphemes(text).reduce((sum, cluster) => sum + (WIDE.test(cluster) ? 2 : 1), 0)
}
