// Writes the figures and the plot of docs/retention.md.
import { writeFileSync } from 'node:fs'
import { markdownTable, places, writeBlock } from '../figures.mjs'
import { retentionPlot } from './plot.mjs'
import { roleRows } from './roles.mjs'
import { BUDGETS } from './score.mjs'
import { signalRows } from './signals.mjs'
import { islandRows, notesOf, retentionRows } from './table.mjs'

/** The figures of the made logs. */
export function writeMade(result) {
  const { logs, contenders, retention, islands, roles } = result
  const hard = logs.filter((log) => log.hard)
  const plot = retentionPlot(plotRows(retention, logs, hard), { all: logs.length, hard: hard.length })
  writeFileSync(new URL('../../docs/retention.svg', import.meta.url), plot)
  const size = logs.reduce((sum, { bytes }) => sum + bytes.length, 0)
  const figures = [
    `${logs.length} logs, ${(size / 1e6).toFixed(1)} MB; % of all / of the ${hard.length} whose cause is in neither the first nor the last 8 KiB:`,
    markdownTable(retentionRows(result, logs)),
    notesOf(contenders)
      .split('\n')
      .map((note) => `- ${note}`)
      .join('\n'),
    markdownTable(roleRows(roles)),
    markdownTable(islandRows(islands)),
  ]
  writeBlock(places.retention, figures.join('\n\n'))
}

/** The rows of LogDx-CI. */
export const writeSignals = ({ signals }) =>
  writeBlock(places.signals, markdownTable(signalRows(signals.table, signals.cases)))

function plotRows(rows, logs, hard) {
  const shareOf = (list, kept) => list.filter(({ id }) => kept.has(id)).length / Math.max(1, list.length)
  return rows.map(({ name, kept }) => ({
    name,
    all: BUDGETS.map((kib) => shareOf(logs, kept.get(kib))),
    hard: BUDGETS.map((kib) => shareOf(hard, kept.get(kib))),
  }))
}
