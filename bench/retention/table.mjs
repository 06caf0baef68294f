// Formats the figures as text: a row per contender, a column per budget.
import { aligned } from '../aligned.mjs'
import { wilson } from '../statistics.mjs'
import { BUDGETS } from './score.mjs'

const percent = (part, whole) => (whole === 0 ? '–' : ((100 * part) / whole).toFixed(1))
const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`

/**
 * Shares of all logs and of the hard ones, and the geometric mean of the smallest budget that suffices. `withoutTool`
 * adds what pith keeps of each tool's logs without the rules that only this tool needs.
 */
export function retentionRows({ retention, sufficient, withoutTool }, logs) {
  const [pith] = retention
  const hard = logs.filter((log) => log.hard)
  const cell = (kept) => {
    const keptOf = (list) => list.filter(({ id }) => kept.has(id)).length
    return `${percent(keptOf(logs), logs.length)}/${percent(keptOf(hard), hard.length)}`
  }
  const keptWithout = (size) => new Set(withoutTool.flatMap(({ kept }) => [...kept.get(size)]))
  const leftOut = withoutTool
    ? [['pith, one tool left out', ...BUDGETS.map((size) => cell(keptWithout(size))), '']]
    : []
  return [
    ['kept, % of all/hard', ...BUDGETS.map((size) => `${size} KiB`), 'smallest that suffices'],
    ...retention.flatMap(({ name, kept }) => [
      [name, ...BUDGETS.map((size) => cell(kept.get(size))), kib(sufficient.get(name))],
      ...(name === pith.name ? [...intervalRows(kept, { all: logs, hard }), ...leftOut] : []),
    ]),
  ]
}

/** Wilson's intervals of the shares of some lists of logs. A list without a log has no row. */
export const intervalRows = (kept, lists) =>
  Object.entries(lists)
    .filter(([, logs]) => logs.length > 0)
    .map(([title, logs]) => [
      `pith, 95 % interval of ${title}`,
      ...BUDGETS.map((size) =>
        intervalOf(logs.filter(({ id }) => kept.get(size).has(id)).length, logs.length),
      ),
      '',
    ])

function intervalOf(hits, trials) {
  const [low, high] = wilson(hits, trials)
  return `${(100 * low).toFixed(0)} to ${(100 * high).toFixed(0)}`
}

export const notesOf = (contenders) =>
  contenders
    .filter(({ note }) => note !== undefined)
    .map(({ name, note }) => `${name}: ${note}.`)
    .join('\n')

export function islandRows(facts) {
  const share = (value) => `${(100 * value).toFixed(1)} %`
  const column = (title, cell) => [title, ...facts.map(cell)]
  return [
    column('pith', (at) => `${at.kib} KiB`),
    column('decoys, of island bytes', (at) => share(at.decoyShare)),
    column('far from any decisive line, of island bytes', (at) => share(at.strayShare)),
    column('markers a result, median (most)', (at) => `${at.markersMedian} (${at.markersMost})`),
    column('markers and notice, of output bytes', (at) => share(at.overheadShare)),
  ]
}

/** Kept logs of all logs, by tool. With rules turned off, next to what all rules keep. */
export function toolTable(logs, kept, keptWithout) {
  const tools = [...new Set(logs.map(({ tool }) => tool))].sort()
  const row = (title, list) => [
    title,
    ...BUDGETS.map((size) => {
      const count = (of) => list.filter(({ id }) => of.get(size).has(id)).length
      const now = `${count(kept)}/${list.length}`
      return keptWithout ? `${now} → ${count(keptWithout)}` : now
    }),
  ]
  return aligned([
    ['kept by pith, by tool', ...BUDGETS.map((size) => `${size} KiB`)],
    ...tools.map((tool) =>
      row(
        tool,
        logs.filter((log) => log.tool === tool),
      ),
    ),
    row('all', logs),
  ])
}

/** The change, in percentage points, when the rows of a kind are turned off, for all logs at each budget. */
export function kindTable(logs, { retention: [pith], sufficient }, results) {
  const share = (kept, size) => (100 * kept.get(size).size) / logs.length
  const change = (kept, size) => signed(share(kept, size) - share(pith.kept, size))
  return aligned([
    [
      'pith without rows of a kind, points',
      ...BUDGETS.map((size) => `${size} KiB`),
      'smallest that suffices',
    ],
    ...results.map(({ kind, rows, kept, sufficientBytes }) => [
      `${kind} (${rows})`,
      ...BUDGETS.map((size) => change(kept, size)),
      `${kib(sufficientBytes)} (${signed((100 * sufficientBytes) / sufficient.get('pith') - 100)} %)`,
    ]),
  ])
}

const signed = (points) =>
  Math.abs(points) < 0.05 ? '0' : `${points > 0 ? '+' : '−'}${Math.abs(points).toFixed(1)}`

/** Each tool's kept logs, with all rows and without the rows that only this tool needs. */
export function leaveToolOutTable(kept, results) {
  const count = (logs, of, size) => logs.filter(({ id }) => of.get(size).has(id)).length
  const row = (title, list) => [
    title,
    ...BUDGETS.map((size) => {
      const sum = (part) => list.reduce((total, entry) => total + part(entry), 0)
      const before = sum(({ logs }) => count(logs, kept, size))
      const after = sum(({ logs, kept: left }) => count(logs, left, size))
      return `${before} → ${after} of ${sum(({ logs }) => logs.length)}`
    }),
  ]
  return aligned([
    ['leave one tool out (rows off)', ...BUDGETS.map((size) => `${size} KiB`)],
    ...results.map((entry) => row(`${entry.tool} (${entry.without.length})`, [entry])),
    row('all', results),
    intervalRow(results),
  ])
}

/** Wilson's interval of what is kept of all logs when each tool's rows are off. */
function intervalRow(results) {
  const count = results.reduce((total, { logs }) => total + logs.length, 0)
  const keptAt = (size) => results.reduce((total, { kept }) => total + kept.get(size).size, 0)
  return ['95 % interval', ...BUDGETS.map((size) => intervalOf(keptAt(size), count))]
}

export function speedLine({ bytes, pith, rival, ratio }) {
  const rate = ({ median, min, max }) => `${median.toFixed(0)} MB/s (${min.toFixed(0)}–${max.toFixed(0)})`
  return `truncate of all logs as one of ${(bytes / 1e6).toFixed(0)} MB: ${rate(pith)}; decode + split + regex a line: ${rate(rival)}; ${ratio.toFixed(2)}x`
}
