// The tables of logs that were never seen before.
import { digits } from '../report.mjs'
import { TAIL } from './contenders.mjs'

const SIGN = { Buffer: 'Buffer', 'one-byte string': 'string', 'two-byte string': 'two-byte string' }

/** A row for each input, a column for each contender, and how many times as fast as each peer pith is. */
export function seenTable({ title, cells, contenders }) {
  const peers = contenders.filter(({ isPeer }) => isPeer)
  return {
    columns: [
      title,
      'pith',
      'again',
      ...contenders.slice(1).map(({ name }) => name),
      ...peers.map(({ name }) => `${short(name)} : pith`),
      ...peers.slice(0, 1).map(({ name }) => `${short(name)} : tail`),
    ],
    rows: cells.map((cell) => [
      `${cell.input}, ${SIGN[cell.form]}`,
      figure(cell.rows[0].ms),
      figure(cell.rows[0].againMs),
      ...contenders.slice(1).map(({ name }) => figure(rowOf(cell, name)?.ms)),
      ...peers.map(({ name }) => times(cell.ratios[name])),
      ...peers.slice(0, 1).map(({ name }) => times(ratioToTail(cell, name))),
    ]),
  }
}

/** What each contender leaves out that is faster somewhere, and where it is. */
export function seenNote({ cells, contenders, missing }) {
  const faster = contenders.slice(1).flatMap(({ name, leavesOut, isPeer }) => {
    if (!isPeer) return []
    const where = cells.filter(({ ratios }) => ratios[name] < 1)
    if (where.length === 0) return []
    return [
      `${name} is faster than pith in ${where.length} of ${cells.length} rows. It leaves out: ${leavesOut}.`,
    ]
  })
  const gone = missing.map(({ name, version, reason }) => `${name} ${version} is not here. ${reason}`)
  return [
    `Milliseconds a call at ${limitText}; cline at its own 48,000 characters. "a : b" is how many times as fast as a b is; below 1, a is faster. A peer decodes a Buffer first, because it takes text alone. "again": the same log repeated.`,
    ...faster,
    ...gone,
  ].join('\n')
}

const limitText = '2000 lines and 30 KiB'

const short = (name) => name.split(' ')[0]

const rowOf = ({ rows }, wanted) => rows.find(({ name }) => name === wanted)

/** The median of the ratios within a round. */
function ratioToTail(cell, name) {
  const [theirs, ours] = [rowOf(cell, name), rowOf(cell, TAIL)]
  if (!theirs || !ours) return undefined
  const ratios = theirs.rounds.map((ms, i) => ms / ours.rounds[i]).sort((a, b) => a - b)
  return ratios[ratios.length >> 1]
}

const figure = (ms) => (ms === undefined ? '–' : ms.median < 0.0005 ? '<0.001' : digits(ms.median))
const times = (ratio) => (ratio === undefined ? '–' : ratio < 0.0005 ? '<0.001x' : `${digits(ratio)}x`)
