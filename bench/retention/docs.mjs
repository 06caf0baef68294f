// Writes the figures and the plot of docs/retention.md: a block for each set that it has a place for.
import { writeFileSync } from 'node:fs'
import { markdownTable, places, writeBlock } from '../figures.mjs'
import { alarmLine } from './alarms.mjs'
import { retentionPlot } from './plot.mjs'
import { firstStatementsLine, roleRows } from './roles.mjs'
import { BUDGETS } from './score.mjs'
import { signalRows } from './signals.mjs'
import { islandRows, notesOf, retentionRows } from './table.mjs'

/** What the block of a set names as its source. Everybody can make the made logs. */
const SOURCES = {
  corpus:
    'Source: [BugSwarm](https://github.com/BugSwarm/bugswarm) at e6a7717 (17 logs, BSD-3-Clause), [cidiff](https://github.com/labri-progress/cidiff) at 3cad9e8 (8, Apache-2.0), and 19 made with real tools on small broken projects. These logs are not part of the repository.',
  found:
    'Source: logs and parser fixtures in public repositories on GitHub, under the licences of these, for evaluation only. These logs are not part of the repository.',
  signals:
    'Source: [LogDx-CI](https://github.com/eyuansu62/LogDx) at b958762, its dev and stress splits (CC-BY-4.0, by its authors). These logs are not part of the repository.',
}

/**
 * The name of a set's block in `places`.
 *
 * @throws {Error} for a set that the document does not show.
 */
export function blockOf({ name, signals }) {
  if (signals.length > 0) return 'signals'
  if (name === 'made') return 'retention'
  if (name in SOURCES) return name
  throw new Error(`Expected --docs with --made or with folders named corpus, found or LogDx-CI, got ${name}.`)
}

/** Writes the figures of a set into its block, those of the made set with the plot. */
export function writeFigures(set, result) {
  const block = blockOf(set)
  if (block === 'retention') writePlot(result)
  const parts = block === 'signals' ? [signalTableOf(set, result)] : logTables(set, result)
  if (block === 'retention') parts.splice(2, 0, notes(result))
  writeBlock(places[block], [SOURCES[block], ...parts].filter(Boolean).join('\n\n'))
}

const signalTableOf = ({ signals }, result) => markdownTable(signalRows(result.signals, signals.length))

function logTables({ logs, successes }, result) {
  const size = logs.reduce((sum, { bytes }) => sum + bytes.length, 0)
  return [
    `${logs.length} logs, ${(size / 1e6).toFixed(1)} MB; % of all / of the ${hardOf(logs).length} whose cause is in neither the first nor the last 8 KiB:`,
    markdownTable(retentionRows(result, logs)),
    markdownTable(roleRows(result.roles)),
    firstStatementsLine(result.firstStatements),
    markdownTable(islandRows(result.islands)),
    successes.length > 0 && alarmLine(result.alarms, successes),
  ]
}

const notes = ({ contenders }) =>
  notesOf(contenders)
    .split('\n')
    .map((note) => `- ${note}`)
    .join('\n')

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
