// Tables. Lists and trees are recorded.
import { createRandom } from '../../random.mjs'
import { tableTasks, widthTasks } from '../tasks/lines.mjs'
import { names } from './words.mjs'

/** The cells of a row of CSV without line breaks in cells. */
const csvCells = (line) => [...line.matchAll(/(?:^|,)("(?:[^"]|"")*"|[^,]*)/g)].map(([, cell]) => cell)
const tsvCells = (line) => line.split('\t')

const sales = (random) => {
  const rows = Array.from({ length: 2600 }, (_, i) =>
    [
      4000 + i,
      `${names.pick(random)} ${i}`,
      `"${names.pick(random)}, ${names.pick(random)}"`,
      (random() * 900).toFixed(2),
      random() < 0.1 ? 'open' : 'paid',
    ].join(','),
  )
  const text = `order,customer,"city, country",amount,state\n${rows.join('\n')}\n`
  return {
    kind: 'csv',
    name: 'orders',
    command: 'cat orders.csv',
    text,
    tasks: (of) => [
      ...tableTasks({ text: of, cells: csvCells }),
      ...widthTasks({ text: of, cells: csvCells }),
    ],
  }
}

const counts = (random) => {
  const rows = Array.from({ length: 1400 }, (_, i) =>
    [`${names.pick(random)}-${i}`, i * 3, Math.floor(random() * 1e6), names.pick(random)].join('\t'),
  )
  return {
    kind: 'tsv',
    name: 'counts by key',
    command: 'cut -f 1-4 counts.tsv',
    text: `key\tfirst\tbytes\tgroup\n${rows.join('\n')}\n`,
    tasks: (text) => [...tableTasks({ text, cells: tsvCells }), ...widthTasks({ text, cells: tsvCells })],
  }
}

const containers = (random) => {
  const row = (cells) =>
    [20, 34, 28, 20, 26]
      .map((width, i) => String(cells[i]).padEnd(width))
      .join('')
      .trimEnd()
  const rows = Array.from({ length: 180 }, (_, i) =>
    row([
      (i * 2_654_435_761).toString(16).slice(-12).padStart(12, '0'),
      `registry/${names.pick(random)}:${i % 9}.1`,
      `"/bin/${names.pick(random)} --all"`,
      `${i + 2} hours ago`,
      `${names.pick(random)}_${i}`,
    ]),
  )
  return {
    kind: 'table',
    name: 'containers',
    command: 'docker ps -a',
    text: `${row(['CONTAINER ID', 'IMAGE', 'COMMAND', 'CREATED', 'NAMES'])}\n${rows.join('\n')}\n`,
    tasks: (text) => tableTasks({ text, cells: (line) => line.split(/ {2,}/) }),
  }
}

const pods = (random) => {
  const row = (cells) =>
    [44, 9, 20, 12, 8]
      .map((width, i) => String(cells[i]).padEnd(width))
      .join('')
      .trimEnd()
  const states = ['Running', 'Running', 'Running', 'CrashLoopBackOff', 'Completed']
  const rows = Array.from({ length: 420 }, (_, i) =>
    row([
      `${names.pick(random)}-${names.pick(random)}-${(i * 48_271).toString(36)}`,
      '1/1',
      states[Math.floor(random() * 5)],
      i % 7,
      `${i % 40}d`,
    ]),
  )
  return {
    kind: 'table',
    name: 'pods',
    command: 'kubectl get pods -A',
    text: `${row(['NAME', 'READY', 'STATUS', 'RESTARTS', 'AGE'])}\n${rows.join('\n')}\n`,
    tasks: (text) => tableTasks({ text, cells: (line) => line.split(/ {2,}/) }),
  }
}

export const tableOutputs = (seed) => {
  const random = createRandom(seed)
  return [sales, counts, containers, pods].map((make) => ({ exitCode: 0, ...make(random) }))
}
