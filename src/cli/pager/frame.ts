import { type FoundPlaces, hasPlace } from './found.ts'
import type { ViewRow } from './lines.ts'
import { columnsFrom } from './text.ts'

/** What the pager shows. */
export interface ViewState {
  title: string
  totalLines: number
  rows: readonly ViewRow[]
  /** Columns that are scrolled away at the left. */
  left: number
  /** The line that was jumped to. */
  focus: number | undefined
  isFolded: boolean
  errors: FoundPlaces
  matches: FoundPlaces | undefined
  pattern: string
  /** What is typed after `/` or `:`. */
  prompt: { sign: '/' | ':'; text: string } | undefined
  message: string
  isHelp: boolean
}

/** Narrower screens show the text alone. */
const LEAST_FOR_EDGES = 40

const style = (codes: string, text: string, hasColours: boolean): string =>
  hasColours ? `\u001b[${codes}m${text}\u001b[0m` : text

const RED = '31'
const YELLOW = '33'
const DIM = '2'

const HELP = [
  ['q', 'end'],
  ['j k ↓ ↑', 'one line down, up'],
  ['space b', 'one screen down, up'],
  ['g G', 'first, last line'],
  ['h l ← →', 'to the left, to the right'],
  ['n p', 'next, previous error or match'],
  ['/', 'search for a regular expression'],
  ['Esc', 'end the search'],
  [':', 'go to a line'],
  ['f', 'folded, or the output as it came'],
  ['?', 'this help'],
] as const

/** Between the keys and what they do. Narrow screens have less of it, so that all words fit 40 columns. */
const keyColumns = (width: number): number => (width < 50 ? 8 : 11)

const helpRow = (at: number, width: number): string => {
  const [keys, says] = HELP[at] ?? ['', '']
  return columnsFrom(`${keys.padEnd(keyColumns(width))}${says}`, 0, width)
}

/** The rows of the screen. No row is wider than the screen, and the last one says where the reader is. */
export function frameOf(state: ViewState, height: number, width: number, hasColours: boolean): string[] {
  const body = height - 1
  const hasEdges = width >= LEAST_FOR_EDGES
  const digits = hasEdges ? String(state.totalLines).length : 0
  const textWidth = width - (hasEdges ? digits + 4 : 0)
  const shown = Array.from({ length: body }, (_, at) => {
    if (state.isHelp) return helpRow(at, width)
    const row = state.rows[at]
    const text = row ? rowText(row, state, textWidth, hasColours) : columnsFrom('', 0, textWidth)
    if (!hasEdges) return text
    const gutter = row ? gutterOf(row, state, digits, hasColours) : ' '.repeat(digits + 2)
    return `${gutter}${text} ${mapSign(at, body, state, hasColours)}`
  })
  return height === 1
    ? [statusRow(state, width, hasColours)]
    : [...shown, statusRow(state, width, hasColours)]
}

function rowText({ text, isMark }: ViewRow, { left }: ViewState, width: number, hasColours: boolean): string {
  const columns = columnsFrom(text, isMark ? 0 : left, width)
  return isMark ? style(DIM, columns, hasColours) : columns
}

/** `!` for an error, `*` for a match, and the number of the line. */
function gutterOf(row: ViewRow, state: ViewState, digits: number, hasColours: boolean): string {
  const { firstLine, lastLine, isMark } = row
  const isError = hasPlace(state.errors.lines, firstLine, lastLine)
  const isMatch = state.matches !== undefined && hasPlace(state.matches.lines, firstLine, lastLine)
  const sign = isMatch ? '*' : isError ? '!' : ' '
  const number = (isMark ? '' : String(firstLine)).padStart(digits)
  const hasFocus = state.focus !== undefined && state.focus >= firstLine && state.focus <= lastLine
  const codes = `${hasFocus ? '7;' : ''}${isMatch ? YELLOW : isError ? RED : DIM}`
  return `${style(codes, `${sign}${number}`, hasColours)} `
}

/** The map of the whole artifact at the right edge: errors, matches, and which part is on the screen. */
function mapSign(at: number, height: number, state: ViewState, hasColours: boolean): string {
  const { totalLines, rows, errors, matches } = state
  const first = Math.floor((at * totalLines) / height) + 1
  const last = Math.max(first, Math.floor(((at + 1) * totalLines) / height))
  const top = rows[0]?.firstLine ?? 1
  const bottom = rows[Math.min(rows.length, height) - 1]?.lastLine ?? 1
  const isShown = last >= top && first <= bottom
  const isMatch = matches !== undefined && hasPlace(matches.lines, first, last)
  const isError = hasPlace(errors.lines, first, last)
  const sign = isMatch ? '*' : isError ? '!' : isShown ? '┃' : '│'
  const codes = `${isShown ? '7;' : ''}${isMatch ? YELLOW : isError ? RED : DIM}`
  return style(codes, sign, hasColours)
}

function statusRow(state: ViewState, width: number, hasColours: boolean): string {
  const { prompt, message, title } = state
  if (prompt) return columnsFrom(`${prompt.sign}${prompt.text}█`, promptLeft(prompt.text, width), width)
  const said = message === '' ? facts(state, width) : message
  const room = width - said.length - 2
  const name = room >= 8 ? `${columnsFrom(title, 0, room)}  ` : ''
  return style('7', columnsFrom(`${name}${said}`, 0, width), hasColours)
}

/** Keeps the end of what is typed on the screen. */
const promptLeft = (text: string, width: number): number => Math.max(0, text.length + 2 - width)

/** Where the reader is, and what was found. On a narrow screen, what matters less is left out. */
function facts(state: ViewState, width: number): string {
  const { rows, totalLines, errors, matches, pattern, isFolded } = state
  if (totalLines === 0) return 'empty  ? help'
  const first = rows[0]?.firstLine ?? 1
  const last = rows[rows.length - 1]?.lastLine ?? first
  const parts = [
    `${first}-${last} of ${totalLines}`,
    countOf(errors, 'error', 's'),
    ...(matches === undefined ? [] : [`/${pattern}: ${countOf(matches, 'match', 'es')}`]),
    isFolded ? 'folded' : 'raw',
    '? help',
  ]
  const drop = [...(matches === undefined ? [] : [1]), parts.length - 2, parts.length - 1, 1]
  while (parts.filter(Boolean).join('  ').length > width && drop.length > 0) parts[drop.shift() ?? 0] = ''
  return parts.filter(Boolean).join('  ')
}

function countOf({ lines, isDone, isFull, failure }: FoundPlaces, noun: string, plural: string): string {
  if (failure !== undefined) return `${noun} search failed`
  const ending = lines.length === 1 && isDone ? '' : plural
  return `${lines.length}${isFull ? '+' : ''} ${noun}${ending}${isDone ? '' : ' so far'}`
}
