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
