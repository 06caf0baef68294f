// Formats the figures as rows of text.
import { SIZES } from './score.mjs'

const percent = (score) => `${(100 * score).toFixed(0)} %`

/** A row for each method, and one that tells how far pith is above the better of head and tail. */
export const kindRows = ({ kind, methods, ratios }, outputs) => [
  [`${kind}, ${outputs} outputs`, ...SIZES.map((kib) => `${kib} KiB`)],
  ...methods.map(({ method, scores }) => [method, ...scores.map(percent)]),
  ['pith : better of head and tail', ...ratios.map((ratio) => `${ratio.toFixed(2)}x`)],
]

/** What pith does not do, one line for each output and size. */
export const missedLines = ({ missed }) =>
  missed.map((row) => `  ${row.output}, ${row.kib} KiB, ${row.as ?? 'lines'}: ${row.missed.join('; ')}`)

/** What pith and the others do of the tasks of all kinds: the mean of the kinds at each size. */
export function overviewRows(kinds) {
  const scoresOf = ({ methods }, i) => {
    const of = (name) => methods.find(({ method }) => method === name).scores[i]
    const others = methods.filter(({ method }) => !method.startsWith('pith')).map(({ scores }) => scores[i])
    return [of('pith'), Math.max(of('head'), of('tail')), Math.max(...others)]
  }
  const meanAt = (i, row) => kinds.reduce((sum, kind) => sum + scoresOf(kind, i)[row], 0) / kinds.length
  return [
    [`tasks done, mean of ${kinds.length} kinds`, ...SIZES.map((kib) => `${kib} KiB`)],
    ...['pith', 'better of head and tail', 'best other'].map((title, row) => [
      title,
      ...SIZES.map((_, i) => percent(meanAt(i, row))),
    ]),
  ]
}
