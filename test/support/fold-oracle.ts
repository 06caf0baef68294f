import { MOST_COMPARED, NEAR_LINES } from '../../src/core/clean/like-finder.ts'
import { RECENT_LINES, slotOf } from '../../src/core/clean/recent-lines.ts'
import { BLOCK_LINES } from '../../src/core/clean/repeats.ts'
import { ERROR_SCORE } from '../../src/core/judge/evidence.ts'
import { createJudge } from '../../src/core/judge/judge.ts'
import { afterStamp, MAX_SKIPPED, shapeOf } from '../../src/core/scan/line-facts.ts'

const numbers =
  /(?<!\w)0x[0-9a-f]+|(?<!\w)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?!\w)|(?<!\w)(?=[a-f]*\d)[0-9a-f]{6,}(?!\w)|\d+/gi
const stampAlone = /^#-#-#[T ]#:#:#(\.#)?(Z|[+-]#(:#)?)?[ \t\r]*$/
const assessor = createJudge()

interface Line {
  text: string
  key: string
  slot: number
  isError: boolean
  isBarrier: boolean
}

interface Shown {
  line: Line
  number: number
}

interface Repeated {
  line: Line
  /** The shown line that it is like. */
  like: Shown
  /** True for an error that no line like it follows soon. */
  isLast: boolean
}

export interface Folded {
  view: string
  /** Error lines that the view does not show. */
  hiddenErrors: number
  errors: number
}

/** Folds repeated lines of a text in Latin-1, all of it at once. */
export function foldedByOracle(input: string): Folded {
  const shown: string[] = []
  const lines = (input.endsWith('\n') ? input.slice(0, -1) : input).split('\n').map(lineOf)
  let recent: Shown[] = []
  let hiddenErrors = 0
  for (let at = 0; at < lines.length; ) {
    const run = runFrom(lines, at, recent)
    const isOpen = at + run.length === lines.length && !input.endsWith('\n')
    const hidden = isOpen || staysLast(lines, at + run.length, run.at(-1)) ? run.slice(0, -1) : run
    const isFolded = isEnough(hidden, at + 1)
    if (isFolded) {
      shown.push(markOf(hidden, at + 1))
      hiddenErrors += hidden.filter(({ like }) => like.line.isError).length
      at += hidden.length
    }
    const rest = isFolded ? run.length - hidden.length : Math.max(1, run.length)
    for (const line of lines.slice(at, at + rest)) {
      shown.push(line.text)
      recent = line.isBarrier ? [] : [...recent, { line, number: ++at }].slice(-RECENT_LINES)
      if (line.isBarrier) at++
    }
  }
  const view = input === '' ? '' : shown.join('\n') + (input.endsWith('\n') ? '\n' : '')
  return { view, hiddenErrors, errors: lines.filter((line) => line.isError).length }
}

/** The lines from one on that recent lines are like. */
function runFrom(lines: readonly Line[], from: number, recent: readonly Shown[]): Repeated[] {
  const run: Repeated[] = []
  for (let at = from; at < lines.length && !lines[at].isBarrier; at++) {
    const line = lines[at]
    const compared = recent.filter((other) => other.line.slot === line.slot).slice(-MOST_COMPARED)
    const like = compared.findLast((other) => other.line.key === line.key)
    if (!like) break
    const isLast = line.isError && !comesAgain(lines, at)
    run.push({ line, like, isLast })
    if (isLast) break
  }
  return run
}

/** True when a line like it follows soon. */
function comesAgain(lines: readonly Line[], at: number): boolean {
  const near = lines.slice(at + 1, at + 1 + NEAR_LINES)
  const again = near.findIndex(({ key }) => key === lines[at].key)
  return again >= 0 && !near.slice(0, again).some(({ isBarrier }) => isBarrier)
}

/** True for a run whose last line stays. */
function staysLast(lines: readonly Line[], stop: number, last: Repeated | undefined): boolean {
  if (!last || last.isLast) return last !== undefined
  const block = lines.slice(Math.max(0, stop - 1 - BLOCK_LINES), stop - 1)
  const from = block.findLastIndex(({ isBarrier }) => isBarrier) + 1
  return block.slice(from).some(({ key }) => key === last.line.key)
}

function isEnough(hidden: readonly Repeated[], firstNumber: number): boolean {
  const bytes = hidden.reduce((sum, { line }) => sum + line.text.length + 1, 0)
  if (bytes < Math.max(48, 16 + 4 * String(firstNumber).length)) return false
  return hidden.length >= 2 || isEqual(hidden)
}

const isEqual = (hidden: readonly Repeated[]): boolean =>
  hidden.every(({ line, like }) => line.text === like.line.text)

function markOf(hidden: readonly Repeated[], firstNumber: number): string {
  const like = hidden.map(({ like }) => like.number)
  const numbers = range(firstNumber, firstNumber + hidden.length - 1)
  return `[...${numbers} ${isEqual(hidden) ? 'repeat' : 'like'} ${range(Math.min(...like), Math.max(...like))}]`
}

const range = (first: number, last: number): string => (first === last ? `${first}` : `${first}-${last}`)

function lineOf(text: string): Line {
  const bytes = Buffer.from(text, 'latin1')
  const skeleton = text.replace(numbers, '#')
  const words =
    /[A-Za-z\x80-\xff]{3}|%/.test(skeleton) || stampAlone.test(skeleton) ? skeleton : `exactly ${text}`
  const { score, kinds } = judged(bytes)
  const shape = shapeOf(bytes, 0, bytes.length)
  const codes = score >= ERROR_SCORE && text.match(/(?<![\w\x80-\xff])[A-Z]{1,4}\d{3,}(?![\w\x80-\xff])/g)
  return {
    text,
    key: JSON.stringify([words, shape, score, kinds, codes]),
    slot: slotOf(shape),
    isError: score >= ERROR_SCORE,
    isBarrier: text.startsWith('[...') || text.length > 1024,
  }
}

function judged(bytes: Uint8Array): { score: number; kinds: number } {
  const end = bytes.length
  const hasReturns = bytes.subarray(0, -1).includes(0x0d)
  let strongest = { score: 0, kinds: 0 }
  for (let from = 0; from < end; ) {
    const cr = hasReturns ? bytes.indexOf(0x0d, from) : -1
    const to = cr < 0 ? end : cr
    const words = afterStamp(bytes, from, Math.min(to, from + MAX_SKIPPED))
    const found = to > from ? assessor.assess(bytes, words, to) : undefined
    if (found && found.score > strongest.score) strongest = found
    from = to + 1
  }
  return strongest
}
