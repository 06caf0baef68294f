// The tables of logs that were never seen before: for a terminal, for docs/speed.md, and a sentence for the README.
import { digits, markdownTable } from '../report.mjs'
import { summary } from '../statistics.mjs'
import { TAIL } from './contenders.mjs'

const SIGN = { Buffer: 'Buffer', 'one-byte string': 'string', 'two-byte string': 'two-byte string' }
/** The sizes of the document. */
const DOCUMENTED = ['8 KiB', '32 KiB', '512 KiB', '2 MiB', '16 MiB', '100 MB']

/** A row for each input, a column for each contender, and how many times as fast as each peer pith is. */
export function seenTable(title, cells, contenders) {
  const peers = contenders.filter(({ isPeer }) => isPeer)
  return [
    [
      title,
      'pith',
      'again',
      ...contenders.slice(1).map(({ name }) => name),
      ...peers.map(({ name }) => `${short(name)} : pith`),
      ...peers.slice(0, 1).map(({ name }) => `${short(name)} : tail`),
    ],
    ...cells.map((cell) => [
      `${cell.input}, ${SIGN[cell.form]}`,
      figure(cell.rows[0].ms),
      figure(cell.rows[0].againMs),
      ...contenders.slice(1).map(({ name }) => figure(rowOf(cell, name)?.ms)),
      ...peers.map(({ name }) => times(cell.ratios[name])),
      ...peers.slice(0, 1).map(({ name }) => times(ratioToTail(cell, name))),
    ]),
  ]
}

/** What each contender leaves out that is faster somewhere, and where it is. */
export function seenNote({ cells, contenders, missing }) {
  const faster = contenders.slice(1).flatMap(({ name, leavesOut, isPeer }) => {
    const where = isPeer ? cells.filter(({ ratios }) => ratios[name] < 1).length : 0
    if (where === 0) return []
    return [`${name} is faster than pith in ${where} of ${cells.length} rows. It leaves out: ${leavesOut}.`]
  })
  const gone = missing.map(({ name, version, reason }) => `${name} ${version} is not here. ${reason}`)
  return [
    'Milliseconds a call at 2000 lines and 30 KiB; cline at its own 48,000 characters. "a : b" is how many times as fast as a b is; below 1, a is faster. A peer decodes a Buffer first, because it takes text alone. "again": the same log repeated.',
    ...faster,
    ...gone,
  ].join('\n')
}

/** One table of times of bytes. */
export function seenFigures({ machine, seen }) {
  const cells = seen.sizes.filter(({ input, form }) => form === 'Buffer' && DOCUMENTED.includes(input))
  const names = seen.contenders.filter(({ name, isPeer }) => name === 'pith' || name === TAIL || isPeer)
  const rows = cells.map((cell) => [cell.input, ...names.map(({ name }) => figure(rowOf(cell, name)?.ms))])
  return `On ${machineText(machine)}; medians.\n\n${markdownTable([['first seen, ms', ...names.map(({ name }) => name)], ...rows])}`
}

/** One sentence that a person can repeat. */
export function seenInShort({ machine, seen }) {
  const timeAt = (name) => {
    const cell = seen.sizes.find(({ input, form }) => input === name && form === 'Buffer')
    return cell === undefined ? [] : [`${figure(cell.rows[0].ms)} ms (${name})`]
  }
  const told = ['32 KiB', '100 MB'].flatMap(timeAt).join(' and ')
  return `pith cuts a log that it has never seen, errors included, in ${told} on ${machineText(machine)}.`
}

const machineText = ({ cpu, cores, node, backend }) =>
  `${cpu}, ${cores} cores, Node ${node}, backend ${backend}`

const short = (name) => name.split(' ')[0]

const rowOf = ({ rows }, wanted) => rows.find(({ name }) => name === wanted)

/** The median of the ratios within a round. */
function ratioToTail(cell, name) {
  const [theirs, ours] = [rowOf(cell, name), rowOf(cell, TAIL)]
  if (!theirs || !ours) return undefined
  return summary(theirs.rounds.map((ms, i) => ms / ours.rounds[i])).median
}

const figure = (ms) => (ms === undefined ? '–' : ms.median < 0.0005 ? '<0.001' : digits(ms.median))
const times = (ratio) => (ratio === undefined ? '–' : ratio < 0.0005 ? '<0.001x' : `${digits(ratio)}x`)
