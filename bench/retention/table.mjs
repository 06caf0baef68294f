// The figures as rows of text: a row per contender or tool, a column per budget.
import { wilson } from '../statistics.mjs'
import { BUDGETS } from './score.mjs'

const percent = (part, whole) => (whole === 0 ? '–' : ((100 * part) / whole).toFixed(1))
const keptOf = (logs, kept) => logs.filter(({ id }) => kept.has(id)).length

/** Shares of all logs and of the hard ones, and the geometric mean of the smallest budget that suffices. */
export function retentionRows({ retention, sufficient }, logs) {
  const [pith] = retention
  const hard = logs.filter((log) => log.hard)
  const cell = (kept) =>
    `${percent(keptOf(logs, kept), logs.length)}/${percent(keptOf(hard, kept), hard.length)}`
  const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`
  return [
    ['kept, % of all/hard', ...BUDGETS.map((size) => `${size} KiB`), 'smallest that suffices'],
    ...retention.flatMap(({ name, kept }) => [
      [name, ...BUDGETS.map((size) => cell(kept.get(size))), kib(sufficient.get(name))],
      ...(name === pith.name ? intervalRows(kept, { all: logs, hard }) : []),
    ]),
  ]
}

/** Wilson's intervals of the shares of some lists of logs. A list without a log has no row. */
const intervalRows = (kept, lists) =>
  Object.entries(lists)
    .filter(([, logs]) => logs.length > 0)
    .map(([title, logs]) => [
      `pith, 95 % interval of ${title}`,
      ...BUDGETS.map((size) => intervalOf(keptOf(logs, kept.get(size)), logs.length)),
      '',
    ])

function intervalOf(hits, trials) {
  const [low, high] = wilson(hits, trials)
  return `${(100 * low).toFixed(0)} to ${(100 * high).toFixed(0)}`
}

/** Kept logs of all logs, by tool. */
export function toolRows(logs, kept) {
  const row = (title, list) => [
    title,
    ...BUDGETS.map((size) => `${keptOf(list, kept.get(size))}/${list.length}`),
  ]
  const tools = [...new Set(logs.map(({ tool }) => tool))].sort()
  return [
    ['kept by pith, by tool', ...BUDGETS.map((size) => `${size} KiB`)],
    ...tools.map((tool) =>
      row(
        tool,
        logs.filter((log) => log.tool === tool),
      ),
    ),
    row('all', logs),
  ]
}
