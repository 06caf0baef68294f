import type { ShareRequest } from '../extra/budget/allocate.ts'
import type { TokenUsage } from '../extra/budget/budget.ts'
import { columnsOf, fitted, wrapped } from './print/columns.ts'
import { visibleInLine } from './print/visible.ts'

export interface BudgetView {
  usage: TokenUsage
  /** Tokens that the next output may have. */
  limitTokens: number
  /** Shares of the context, 0 to 1, to mark on its bar. */
  marks: readonly number[]
  requests: readonly ShareRequest[]
  shares: Readonly<Record<string, number>> | undefined
  /** True if the size of the context was not given. */
  isAssumed: boolean
}

export interface ScreenSize {
  columns: number
  hasColour: boolean
}

const MOST_COLUMNS = 100
const LEAST_COLUMNS = 30
/** Most components, and most calls, that get a row of their own. */
const MAX_ROWS = 20
/** A shorter bar would show nothing useful. */
const LEAST_BAR = 6
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']
const colours = { ok: 32, warn: 33, alert: 31 } as const

/** Draws a budget for a terminal. The lines are as wide as the terminal, but 30 to 100 columns. */
export function drawBudget(view: BudgetView, { columns, hasColour }: ScreenSize): string {
  const width = Math.min(MOST_COLUMNS, Math.max(LEAST_COLUMNS, columns))
  const paint = (code: number, text: string) =>
    hasColour && text !== '' ? `\u001b[${code}m${text}\u001b[0m` : text
  const { usage, shares } = view
  const parts = [
    contextLines(view, width, paint),
    componentLines(usage, width, paint),
    outlookLines(view),
    shares ? shareLines(view.requests, shares, width) : [],
    view.isAssumed ? wrapped(`No --context or --model: assuming ${usage.contextTokens} tokens.`, width) : [],
  ]
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => `${line.trimEnd()}\n`).join(''))
    .join('\n')
}

type Paint = (code: number, text: string) => string

function contextLines({ usage, marks }: BudgetView, width: number, paint: Paint): string[] {
  const { totalTokens, contextTokens, ratio, status } = usage
  const word = paint(colours[status], status)
  if (contextTokens === Infinity) return [`${totalTokens} tokens, ${word}`]
  const head = `${totalTokens} of ${contextTokens} tokens`
  const share = percent(totalTokens, contextTokens)
  const isWide = head.length + share.length + status.length + 4 <= width
  return [
    ...(isWide ? [`${head}, ${share}, ${word}`] : [head, `${share}, ${word}`]),
    pressureBar(ratio, marks, width, (text) => paint(colours[status], text), paint),
  ]
}

/** A bar of whole cells. Fills at least one if anything is used, and the last one only if nothing is left. */
function pressureBar(
  ratio: number,
  marks: readonly number[],
  cells: number,
  full: (text: string) => string,
  paint: Paint,
): string {
  const filled = Math.min(cells, Math.max(ratio > 0 ? 1 : 0, Math.floor(ratio * cells)))
  const at = marks.map((mark) => Math.floor(mark * cells))
  const rest = Array.from({ length: cells - filled }, (_, i) => (at.includes(filled + i) ? '┊' : '░'))
  return full('█'.repeat(filled)) + paint(2, rest.join(''))
}

/** Rows of the components, the largest first. The length of a bar is proportional to its tokens. */
function componentLines(usage: TokenUsage, width: number, paint: Paint): string[] {
  const sorted = Object.entries(usage.components).sort(
    ([a, tokens], [b, others]) => others - tokens || (a < b ? -1 : 1),
  )
  const rows = bounded(sorted, (rest): [string, number] => [
    othersName(rest),
    sumOf(rest.map(([, tokens]) => tokens)),
  ])
  if (rows.length === 0) return []
  const most = Math.max(...rows.map(([, tokens]) => tokens))
  const isKnown = usage.contextTokens !== Infinity
  const numbers = aligned(
    rows.map(([, tokens]) => [`${tokens}`, ...(isKnown ? [percent(tokens, usage.contextTokens)] : [])]),
  )
  const room = width - numbers[0].length - 2
  const longest = Math.max(...rows.map(([name]) => columnsOf(visibleInLine(name))))
  const named = Math.min(longest, Math.max(Math.floor(width * 0.35), room - LEAST_BAR - 2 >= 8 ? 8 : 0))
  const cells = room - named - 2
  const hasBars = cells >= LEAST_BAR
  return rows.map(([name, tokens], i) => {
    if (!hasBars) return `${fitted(name, Math.max(1, Math.min(longest, room)))}  ${numbers[i]}`
    const bar = finelyDrawn(most > 0 ? tokens / most : 0, cells)
    return `${fitted(name, named)}  ${paint(36, bar)}${' '.repeat(cells - bar.length)}  ${numbers[i]}`
  })
}

/** The first rows, and one row that sums up all others. A single other row is kept as it is. */
function bounded<Row>(rows: readonly Row[], others: (rest: readonly Row[]) => Row): readonly Row[] {
  if (rows.length <= MAX_ROWS + 1) return rows
  return [...rows.slice(0, MAX_ROWS), others(rows.slice(MAX_ROWS))]
}

const othersName = (rest: readonly unknown[]): string => `${rest.length} others`

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/** A bar in eighths of cells. Any share above 0 gets at least one eighth. */
function finelyDrawn(share: number, cells: number): string {
  const eighths = Math.max(share > 0 ? 1 : 0, Math.round(share * cells * 8))
  return '█'.repeat(eighths >> 3) + EIGHTHS[eighths & 7]
}

function outlookLines({ usage, limitTokens }: BudgetView): string[] {
  const { totalTokens, contextTokens, remainingTokens } = usage
  const over = totalTokens - contextTokens
  const left: [string, number] = over > 0 ? ['too many', over] : ['remaining', remainingTokens]
  const rows: [string, number][] = [left, ['next output', limitTokens]]
  const shown = rows.filter(([, tokens]) => tokens !== Infinity)
  const numbers = aligned(shown.map(([, tokens]) => [`${tokens}`]))
  return shown.map(([name], i) => `${name.padEnd(11)}  ${numbers[i]}`)
}

function shareLines(
  requests: readonly ShareRequest[],
  shares: Readonly<Record<string, number>>,
  width: number,
): string[] {
  const each = requests.map(({ id, want }) => ({ id, want, share: shares[id] }))
  const shown = bounded(each, (rest) => ({
    id: othersName(rest),
    want: sumOf(rest.map(({ want }) => want)),
    share: sumOf(rest.map(({ share }) => share)),
  }))
  const numbers = aligned(shown.map(({ share }) => [`${share}`]))
  const longest = Math.max(...shown.map(({ id }) => columnsOf(visibleInLine(id))))
  const texts = shown.map(({ want }, i) => numbers[i] + (want === Infinity ? '' : ` of ${want}`))
  const room = Math.max(1, width - 2 - Math.max(...texts.map((text) => text.length)))
  const rows = shown.map(({ id }, i) => `${fitted(id, Math.min(longest, room))}  ${texts[i]}`)
  return ['calls at once may have', ...rows]
}

const percent = (tokens: number, of: number): string => `${((100 * tokens) / of).toFixed(1)} %`

/** Rows of cells as lines, each column ending where its longest cell ends. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column].length))) ?? []
  return rows.map((row) => row.map((cell, column) => cell.padStart(widths[column])).join('  '))
}
