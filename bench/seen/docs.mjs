// Formats the figures of logs first seen, for docs/speed.md and the README.
import { markdownTable } from '../figures.mjs'
import { digits } from '../report.mjs'
import { TAIL } from './contenders.mjs'
import { seenTables } from './run.mjs'

const IN_SHORT = ['32 KiB', '512 KiB', '2 MiB', '100 MB']

/** Both tables, and what faster peers leave out. */
export function seenFigures({ machine, seen }) {
  const { tables, note } = seenTables(seen)
  const parts = tables.map(({ columns, rows }) => markdownTable([columns, ...rows]))
  return [`On ${machineText(machine)}; medians.`, ...parts, listed(note)].join('\n\n')
}

/** A paragraph: few sizes, pith in both ways, and the peer that reads all of the input too. */
export function seenInShort({ machine, seen }) {
  const cells = IN_SHORT.map((name) =>
    seen.sizes.find(({ input, form }) => input === name && form === 'Buffer'),
  )
  const shown = cells.filter(Boolean)
  const each = (textOf) => shown.map((cell) => `${textOf(cell)} (${cell.input})`).join(', ')
  const peer = seen.contenders.find(({ isPeer }) => isPeer)
  const timesOf = (name) => (cell) => `${digits(1 / cell.ratios[name])}x`
  const beside = peer
    ? ` ${peer.name} does without ${peer.leavesOut}, and takes ${each((cell) => `${digits(cell.ratios[peer.name])}x`)} as long as pith.`
    : ''
  return `Logs of real tools, never seen before, as a Buffer: ${each(({ rows }) => timeText(rows[0].ms))}. The same log again: ${each(({ rows }) => timeText(rows[0].againMs))}. With the tail alone and no judgement, pith is ${each(timesOf(TAIL))} as fast.${beside} On ${machineText(machine)}.`
}

const timeText = ({ median }) => `${digits(median)} ms`

const listed = (note) => {
  const [first, ...others] = note.split('\n')
  return [first, '', ...others.map((line) => `- ${line}`)].join('\n').trimEnd()
}

const machineText = ({ cpu, cores, node, backend }) =>
  `${cpu}, ${cores} cores, Node ${node}, backend ${backend}`
