// Writes the drawings of docs/ from a run's results.
import { writeFileSync } from 'node:fs'
import { SELECT } from '../tasks/select.mjs'
import { kindsPlot } from './kinds.mjs'
import { sizesPlot } from './sizes.mjs'

/**
 * Tasks in the drawing over sizes, and the contenders shown. pith's own comes first, then js; both have fixed colours.
 */
const SIZES = {
  'newline count': [
    'wasm kernel + copy',
    'js scanner',
    'Buffer.indexOf loop',
    'SWAR on a Uint32Array',
    'latin1 + split',
    'wasm scanner',
    'latin1 + match(/\\n/g)',
    'byte loop',
  ],
  [SELECT]: ['wasm selector', 'js selector', 'tuned natives', 'naive split', 'Aho–Corasick table'],
}
const TRUNCATE = { 'truncate, Buffer': ['truncate, wasm', 'truncate, js', 'tuned natives', 'naive split'] }
/** Tasks in the drawing by kind, and the most contenders that are shown of each. */
const KINDS = ['newline count', SELECT, 'truncate, Buffer']
const MOST_BARS = 4

/** Logs first seen are one more panel over sizes, as bytes; peers that read only the ends are off its scale. */
function seenPanel({ sizes, contenders }) {
  const cells = sizes.filter(({ form }) => form === 'Buffer')
  const shown = contenders.filter(({ name, isPeer }) => !isPeer || name.startsWith('pi '))
  const byPlace = ['pith', 'pith, js', ...shown.map(({ name }) => name)]
  const names = [...new Set(byPlace)].filter((name) => shown.some((each) => each.name === name))
  return { name: 'truncate, logs first seen', cells, contenders: names }
}

/** Writes speed-sizes.svg and speed-kinds.svg into a folder. */
export function writePlots(folder, { machine, tasks, seen }) {
  const { cpu, cores, node } = machine
  const where = `${cpu}, ${cores} cores, Node ${node}`
  const shown = (name, most) => {
    return {
      ...tasks.find((task) => task.name === name),
      contenders: { ...SIZES, ...TRUNCATE }[name].slice(0, most),
    }
  }
  const sizes = [...Object.keys(SIZES).map((name) => shown(name)), seenPanel(seen)]
  const kinds = KINDS.map((name) => shown(name, MOST_BARS))
  writeFileSync(new URL('speed-sizes.svg', folder), sizesPlot(sizes, where))
  writeFileSync(new URL('speed-kinds.svg', folder), kindsPlot(kinds, where))
}
