// Formats the figures of logs first seen, for docs/speed.md and the README.
import { markdownTable } from '../figures.mjs'
import { digits } from '../report.mjs'
import { TAIL } from './contenders.mjs'

/** The sizes of the document. */
const DOCUMENTED = ['8 KiB', '32 KiB', '512 KiB', '2 MiB', '16 MiB', '100 MB']

/** One table of times of bytes. */
export function seenFigures({ machine, seen }) {
  const cells = seen.sizes.filter(({ input, form }) => form === 'Buffer' && DOCUMENTED.includes(input))
  const names = seen.contenders.filter(({ name, isPeer }) => name === 'pith' || name === TAIL || isPeer)
  const rows = cells.map(({ input, rows }) => [
    input,
    ...names.map(({ name }) => timeOf(rows.find((row) => row.name === name))),
  ])
  return [
    `On ${machineText(machine)}; medians.`,
    markdownTable([['first seen, ms', ...names.map(({ name }) => name)], ...rows]),
  ].join('\n\n')
}

/** One sentence that a person can repeat. */
export function seenInShort({ machine, seen }) {
  const timeAt = (name) => {
    const cell = seen.sizes.find(({ input, form }) => input === name && form === 'Buffer')
    return cell === undefined ? [] : [`${timeOf(cell.rows[0])} ms (${name})`]
  }
  const times = ['32 KiB', '100 MB'].flatMap(timeAt).join(' and ')
  return `pith cuts a log that it has never seen, errors included, in ${times} on ${machineText(machine)}.`
}

const timeOf = (row) => (row === undefined ? '–' : row.ms.median < 0.0005 ? '<0.001' : digits(row.ms.median))

const machineText = ({ cpu, cores, node, backend }) =>
  `${cpu}, ${cores} cores, Node ${node}, backend ${backend}`
