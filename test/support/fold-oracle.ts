import { hasCueAtStart, hasCueBehindReturn } from '../../src/collect/cues.ts'
import { preparedFor } from '../../src/collect/signal.ts'
import { afterStamp, MAX_SKIPPED, shapeOf } from '../../src/scan/line-facts.ts'
import { beginsIn } from '../../src/scan/literal-search.ts'
import { createAssessor, ERROR_SCORE } from '../../src/signal/evidence.ts'

const numbers =
  /(?<!\w)0x[0-9a-f]+|(?<!\w)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?!\w)|(?<!\w)(?=[a-f]*\d)[0-9a-f]{6,}(?!\w)|\d+/gi
const stampAlone = /^#-#-#[T ]#:#:#(\.#)?(Z|[+-]#(:#)?)?[ \t\r]*$/
const assessor = createAssessor()
const { patterns } = preparedFor([])

interface Line {
  text: string
  key: string
  isError: boolean
  isBarrier: boolean
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
  let recent: { line: Line; number: number }[] = []
  let hiddenErrors = 0
  for (let at = 0; at < lines.length; ) {
    const run: { line: Line; like: { line: Line; number: number } }[] = []
    for (let next = at; next < lines.length && !lines[next].isBarrier; next++) {
      const like = recent.findLast(({ line }) => line.key === lines[next].key)
      if (!like) break
      run.push({ line: lines[next], like })
    }
    const hidden = run.slice(0, -1)
    const bytes = hidden.reduce((sum, { line }) => sum + line.text.length + 1, 0)
    if (hidden.length >= 2 && bytes >= Math.max(64, 20 + 4 * String(at + 1).length)) {
      const found = hidden.map(({ like }) => like.number)
      const [first, last] = [Math.min(...found), Math.max(...found)]
      const isEqual = hidden.every(({ line, like }) => line.text === like.line.text)
      const range = first === last ? `${first}` : `${first}-${last}`
      shown.push(`[...${at + 1}-${at + hidden.length} ${isEqual ? 'repeat' : 'like'} ${range}]`)
      hiddenErrors += hidden.filter(({ like }) => like.line.isError).length
      recent = []
      at += hidden.length
    }
    for (const line of run.length > 0 && recent.length > 0 ? lines.slice(at, at + run.length) : [lines[at]]) {
      shown.push(line.text)
      recent = line.isBarrier ? [] : [...recent, { line, number: at + 1 }].slice(-16)
      at++
    }
  }
  const view = input === '' ? '' : shown.join('\n') + (input.endsWith('\n') ? '\n' : '')
  return { view, hiddenErrors, errors: lines.filter((line) => line.isError).length }
}

function lineOf(text: string): Line {
  const bytes = Buffer.from(text, 'latin1')
  const skeleton = text.replace(numbers, '#')
  const words =
    /[A-Za-z\x80-\xff]{3}|%/.test(skeleton) || stampAlone.test(skeleton) ? skeleton : `exactly ${text}`
  const { score, kinds } = judged(bytes)
  return {
    text,
    key: JSON.stringify([words, shapeOf(bytes, 0, bytes.length), score, kinds]),
    isError: score >= ERROR_SCORE,
    isBarrier: text.startsWith('[...') || text.length > 1024,
  }
}

function judged(bytes: Uint8Array): { score: number; kinds: number } {
  const end = bytes.length
  const hasReturns = bytes.subarray(0, -1).includes(0x0d)
  const hasCue =
    hasCueAtStart(bytes, 0, end) ||
    beginsIn(patterns, bytes, 0, end) ||
    (hasReturns && hasCueBehindReturn(bytes))
  let strongest = { score: 0, kinds: 0 }
  if (!hasCue) return strongest
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
