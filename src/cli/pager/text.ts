import stringWidth from 'string-width'
import { visibleInLine } from '../print/visible.ts'

const TAB_COLUMNS = 8

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Whether each character takes one column. Most text is plain, and this saves taking it apart. */
const isPlain = (text: string): boolean => /^[ -~]*$/.test(text)

/** A line of others as a terminal may show it: hidden characters and controls in visible form, tabs as blanks. */
export function shownLine(line: string): string {
  if (isPlain(line)) return line
  const parts = line.split('\t').map(visibleInLine)
  let shown = ''
  for (const [at, part] of parts.entries()) {
    shown += part
    if (at < parts.length - 1) shown += ' '.repeat(TAB_COLUMNS - (stringWidth(shown) % TAB_COLUMNS))
  }
  return shown
}

/**
 * The columns of a text from `left` on, as many as fit. A character of two columns that is cut at an edge becomes a
 * blank. The result takes exactly `columns`.
 */
export function columnsFrom(text: string, left: number, columns: number): string {
  if (columns <= 0) return ''
  if (isPlain(text)) return text.slice(left, left + columns).padEnd(columns)
  let shown = ''
  let at = 0
  const end = left + columns
  for (const { segment } of segmenter.segment(text)) {
    const next = at + stringWidth(segment)
    if (next > left && at < end) {
      const isWhole = at >= left && next <= end
      shown += isWhole ? segment : ' '.repeat(Math.min(next, end) - Math.max(at, left))
    }
    at = next
    if (at >= end) break
  }
  return shown + ' '.repeat(Math.max(0, end - Math.max(at, left)))
}
