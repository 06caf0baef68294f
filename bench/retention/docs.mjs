// Writes the figures and the plot of docs/retention.md: a block for each set that it has a place for.
import { writeFileSync } from 'node:fs'
import { places, writeBlock } from '../figures.mjs'
import { markdownTable } from '../report.mjs'
import { retentionPlot } from './plot.mjs'
import { BUDGETS } from './score.mjs'

/** The rows of the document: pith, plain cuts and the best that a script does. */
const DOCUMENTED = ['pith', 'tail', 'regex + context + tail']

/**
 * The name of a set's block in `places`.
 *
 * @throws {Error} for a set that the document does not show.
 */
export function blockOf({ name }) {
  if (name === 'made') return 'retention'
  if (name === 'found') return name
  throw new Error(`Expected --docs with --made or with a folder named found, got ${name}.`)
}

/** Writes the figures of a set into its block, those of the made set with the plot. */
export function writeFigures(set, result) {
  const block = blockOf(set)
  if (block === 'retention') writePlot(result)
  writeBlock(places[block], markdownTable(documentRows(result, set.logs)))
}

/** The share of all logs that a few contenders keep, in %. */
function documentRows({ retention }, logs) {
  const rows = retention.filter(({ name }) => DOCUMENTED.includes(name))
  const sizes = BUDGETS.filter((kib) => kib < 32)
  const share = (kept) => ((100 * kept.size) / logs.length).toFixed(0)
  return [
    [`kept of ${logs.length} logs, %`, ...sizes.map((kib) => `${kib} KiB`)],
    ...rows.map(({ name, kept }) => [name, ...sizes.map((kib) => share(kept.get(kib)))]),
  ]
}

const hardOf = (logs) => logs.filter((log) => log.hard)

function writePlot({ logs, retention }) {
  const hard = hardOf(logs)
  const shareOf = (list, kept) => list.filter(({ id }) => kept.has(id)).length / Math.max(1, list.length)
  const rows = retention.map(({ name, kept }) => ({
    name,
    all: BUDGETS.map((kib) => shareOf(logs, kept.get(kib))),
    hard: BUDGETS.map((kib) => shareOf(hard, kept.get(kib))),
  }))
  const plot = retentionPlot(rows, { all: logs.length, hard: hard.length })
  writeFileSync(new URL('../../docs/retention.svg', import.meta.url), plot)
}
