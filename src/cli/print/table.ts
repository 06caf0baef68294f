import { columnsOf, fitted } from './columns.ts'
import { visibleInLine } from './visible.ts'

export interface TableColumn {
  title: string
  align?: 'right'
  /**
   * Columns with higher numbers are dropped first if the table is too wide. The column without a number is shortened.
   */
  drop?: number
}

const GAP = '  '
const LEAST_COLUMNS = 20

/** Width of the terminal in columns. Infinity if the output is not a terminal. */
export const screenColumns = (): number =>
  process.stdout.isTTY ? Math.max(LEAST_COLUMNS, process.stdout.columns || 80) : Number.POSITIVE_INFINITY

/** Draws rows under their titles. No line is wider than `width`. */
export function drawTable(columns: readonly TableColumn[], rows: readonly string[][], width: number): string {
  const cells = [columns.map(({ title }) => title), ...rows.map((row) => row.map(visibleInLine))]
  const widths = columns.map((_, at) => cells.reduce((most, row) => Math.max(most, columnsOf(row[at])), 0))
  const shown = columns.map((_, at) => at)
  const excess = () => shown.reduce((sum, at) => sum + widths[at] + GAP.length, -GAP.length) - width
  const byDrop = [...shown].sort((a, b) => (columns[b].drop ?? 0) - (columns[a].drop ?? 0))
  for (const at of byDrop) {
    if (excess() <= 0 || columns[at].drop === undefined) break
    shown.splice(shown.indexOf(at), 1)
  }
  const flexible = shown.find((at) => columns[at].drop === undefined) ?? shown[0]
  if (excess() > 0) widths[flexible] = Math.max(1, widths[flexible] - excess())
  const line = (row: readonly string[]) =>
    shown
      .map((at) => placed(row[at], widths[at], columns[at].align))
      .join(GAP)
      .trimEnd()
  return cells.map((row) => `${line(row)}\n`).join('')
}

function placed(text: string, width: number, align: TableColumn['align']): string {
  const own = columnsOf(text)
  if (own > width) return fitted(text, width)
  const blanks = ' '.repeat(width - own)
  return align === 'right' ? blanks + text : text + blanks
}

/** Formats an age: `12 s`, `5 min`, `3 h`, `4 d`. */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`
  return seconds < 48 * 3600 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86_400)} d`
}
