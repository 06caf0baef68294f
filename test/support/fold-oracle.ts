import { RECENT_LINES } from '../../src/core/clean/recent-lines.ts'
import { MOST_COMPARED } from '../../src/core/clean/repeats.ts'
import { ERROR_SCORE } from '../../src/core/judge/evidence.ts'
import { createJudge } from '../../src/core/judge/judge.ts'
import { skipPrefixes } from '../../src/core/judge/prefixes.ts'
import { afterStamp, MAX_SKIPPED } from '../../src/core/scan/line-facts.ts'

const progress =
  /\d ?%|[[(] *\d+ *\/ *\d+ *[\])]|\b\d+ of \d+\b|[[|](?:[#=>]|\xe2\x96[\x80-\x9f]){2,}[ .-]*[\]|]|\d ?[kKMGT]i?B\/s\b|\bETA\b/
const assessor = createJudge()

interface Line {
  text: string
  key: string
  /** The text with one sign for each number. */
  form: string
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
    const hidden = isOpen || !isEqual(run.slice(-1)) ? run.slice(0, -1) : run
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
    const compared = recent.filter((other) => other.line.form === line.form).slice(-MOST_COMPARED)
    const like = compared.findLast((other) => other.line.key === line.key)
    if (!like) break
    run.push({ line, like })
  }
  return run
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
  const { score, kinds } = judged(bytes)
  const form = /^[\d\s,.:;+-]*$/.test(text) ? text : text.replace(/\d+/g, '#')
  const start = skipPrefixes(bytes, bytes.length)
  const [prefix, own] = [text.slice(0, start).replace(/\d+/g, '#'), text.slice(start)]
  const isData = own !== '' && !/[A-Za-z\x80-\xff]/.test(own.trimEnd())
  const key = progress.test(text) ? [form, score, kinds] : [isData ? text.slice(0, start) : prefix, own]
  return {
    text,
    key: JSON.stringify(key),
    form,
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
