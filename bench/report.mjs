import { availableParallelism, cpus, loadavg } from 'node:os'
import { aligned } from './aligned.mjs'
import { fastest } from './statistics.mjs'

/** The machine and the versions that a figure depends on. */
export function machine(backend) {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    platform: `${process.platform} ${process.arch}`,
    node: process.versions.node,
    v8: process.versions.v8,
    backend,
    loadAverage: loadavg()[0],
  }
}

export function machineLine({ cpu, cores, platform, node, v8, backend, loadAverage }) {
  return `${cpu}, ${cores} cores, ${platform}, Node ${node} (V8 ${v8}), backend ${backend}, load ${loadAverage.toFixed(2)}`
}

/**
 * The tables of a task, one for each group of cells, with a row per contender and a column per input. A figure is the
 * median of the rounds ± half their range. A star marks the fastest rival of a column. Below the table, ratios say how
 * many times as fast pith is as the js backend, as that rival, and as the rivals that the task names.
 */
export function taskTables({ name, unit, cells, allocated, compare, note }) {
  const groups = [...new Set(cells.map(({ group }) => group))]
  const tables = groups.map((group, i) => {
    const part = cells.filter((cell) => cell.group === group)
    return groupTable({ name, unit, cells: part, compare, allocated: i === 0 ? allocated : undefined })
  })
  return `${tables.join('\n\n')}\n${note}\n`
}

function groupTable({ name, unit, cells, compare, allocated }) {
  const { rows } = cells[0]
  const extra = (text) => (allocated ? [text] : [])
  return aligned([
    [`${name}, ${unit}`, ...cells.map(({ input }) => input), ...extra('allocated')],
    ...rows.map((row) => [
      row.name,
      ...cells.map((cell) => figure(cell, row.name, unit)),
      ...extra(`${allocated?.[row.name].toFixed(2)} B/B`),
    ]),
    ...ratioRows(cells, compare).map((row) => [...row, ...extra('')]),
  ])
}

function figure({ rows }, name, unit) {
  const row = rows.find((candidate) => candidate.name === name)
  const { median, min, max } = unit === 'ms' ? row.ms : row.gbps
  const percent = Math.round((50 * (max - min)) / median)
  return `${digits(median)} ±${percent}%${fastest(rows, 'rival') === row ? '*' : ' '}`
}

function ratioRows(cells, compare) {
  const { rows, ours } = cells[0]
  const roleOf = (name) => rows.find((row) => row.name === name)?.role
  const row = (title, ratioIn) => [
    `${roleOf(ours)} : ${title}`,
    ...cells.map((cell) => `${digits(ratioIn(cell))}x `),
  ]
  const js = rows.find(({ role, name }) => role === 'js' && name !== ours)
  return [
    ...(js ? [row('js', ({ ratios }) => ratios[js.name])] : []),
    row('best rival', (cell) => cell.ratios[fastest(cell.rows, 'rival').name]),
    ...compare.map((name) => row(name, ({ ratios }) => ratios[name])),
  ]
}

/** Compares the kernel with native code. */
export function nativeTable(rows) {
  if (rows.length === 0) return 'newline count, native: no C compiler here (cc -mavx2), or no AVX2'
  const rate = ({ median, min, max }) => `${digits(median)} ±${Math.round((50 * (max - min)) / median)}%`
  return aligned([
    ['newline count, resident, GB/s', ...rows.map(({ input }) => input)],
    ['wasm kernel', ...rows.map(({ wasm }) => rate(wasm))],
    ['cc -O3 -mavx2, a process of its own', ...rows.map(({ native }) => rate(native))],
    ['wasm : native', ...rows.map(({ share }) => `${digits(share)}x`)],
  ])
}

/** Single calls: a row per cell, with the median and the 99th percentile of each contender. */
export function smallTable(cells) {
  const { rows } = cells[0]
  const spread = ({ median, min, max }) => `${digits(median)} (${digits(min)}–${digits(max)})`
  return aligned([
    ['small outputs, µs a call', ...rows.flatMap(({ name }) => [`${name} p50`, 'p99']), 'ratio of p50'],
    ...cells.map((cell) => [
      cell.input,
      ...cell.rows.flatMap(({ us }) => [spread(us.p50), spread(us.p99)]),
      `${digits(cell.rows[1].us.p50.median / cell.rows[0].us.p50.median)}x`,
    ]),
  ])
}

export function startupTables({ instances, processes, sizes }) {
  const titles = { raw: 'raw WebAssembly.Instance', loader: '@assemblyscript/loader, import included' }
  const spread = ({ median, min, max }) => `${digits(median)} (${digits(min)}–${digits(max)})`
  return [
    aligned([
      ['module', 'cold, ms', 'one more instance, ms', 'one call, ns'],
      ...instances.map(({ way, coldMs, warmMs, callNs }) => [
        titles[way],
        spread(coldMs),
        spread(warmMs),
        spread(callNs),
      ]),
    ]),
    aligned([
      ['a whole process', 'ms', 'over an empty one'],
      ...processes.map(({ name, ms, overMs }) => [name, spread(ms), digits(overMs)]),
    ]),
    aligned([
      ['size', 'bytes', 'gzipped'],
      ...sizes.map(({ name, bytes, gzipped }) => [name, String(bytes), String(gzipped)]),
    ]),
  ].join('\n\n')
}

/** Formats a table that has its columns and rows already. */
export const plainTable = ({ columns, rows }) => aligned([columns, ...rows])

/** Formats a number with three significant digits, or more if it is large. */
export function digits(n) {
  if (Math.abs(n) >= 100) return n.toFixed(0)
  if (Math.abs(n) >= 10) return n.toFixed(1)
  return Math.abs(n) >= 0.1 || n === 0 ? n.toFixed(2) : n.toFixed(3)
}
