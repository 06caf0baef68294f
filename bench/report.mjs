import { availableParallelism, cpus, loadavg } from 'node:os'
import { aligned } from './aligned.mjs'

/** What a figure depends on. */
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
 * One task's table: a row a contender, a column an input. A figure is the median of the rounds, ± half their range; the
 * fastest rival of a column has a star, and the last row compares with that one.
 */
export function taskTable({ name, unit, cells, allocated }) {
  const names = [...new Set(cells.flatMap(({ rows }) => rows.map((row) => row.name)))]
  const table = [
    [`${name}, ${unit}`, ...cells.map(({ input }) => input), 'allocated'],
    ...names.map((contender) => [
      contender,
      ...cells.map((cell) => figure(cell, contender, unit)),
      `${allocated[contender].toFixed(2)} B/B`,
    ]),
    ...['js', 'rival'].map((role) => ratioRow(cells, role)).filter((row) => row !== undefined),
  ]
  return aligned(table)
}

export function startupTable(rows) {
  const titles = {
    raw: 'raw WebAssembly.Instance',
    loader: '@assemblyscript/loader, import included',
    library: 'import pith + first truncate()',
  }
  const cell = (spread) =>
    spread ? `${digits(spread.median)} (${digits(spread.min)}–${digits(spread.max)})` : '–'
  return aligned([
    ['start-up', 'cold, ms', 'one more instance, ms', 'one call, ns'],
    ...rows.map(({ way, coldMs, warmMs, callNs }) => [titles[way], cell(coldMs), cell(warmMs), cell(callNs)]),
  ])
}

function figure({ rows, ratios }, name, unit) {
  const row = rows.find((candidate) => candidate.name === name)
  if (!row) return '–'
  const { median, min, max } = unit === 'ms' ? row.ms : row.gbps
  const percent = Math.round((50 * (max - min)) / median)
  return `${digits(median)} ±${percent}%${ratios.rival?.to === name ? '*' : ' '}`
}

function ratioRow(cells, role) {
  const ratios = cells.map((cell) => cell.ratios[role])
  if (ratios.every((ratio) => ratio === undefined)) return undefined
  const title = `${ratios[0].of} : ${role === 'js' ? 'js' : 'best rival'}`
  return [title, ...ratios.map((ratio) => `${digits(ratio.value)}x `), '']
}

/** How many times faster Wasm is than the js backend and the fastest rival; without Wasm, how many times js is. */
export function ratiosOf(rows) {
  const ours = rows.find(({ role }) => role === 'wasm') ?? rows.find(({ role }) => role === 'js')
  const ratios = {}
  for (const role of ['js', 'rival']) {
    const others = rows.filter((row) => row.role === role && row !== ours)
    if (others.length === 0) continue
    const best = others.reduce((a, b) => (b.ms.median < a.ms.median ? b : a))
    ratios[role] = { of: ours.role, to: best.name, value: best.ms.median / ours.ms.median }
  }
  return ratios
}

const digits = (n) =>
  n >= 100 ? n.toFixed(0) : n >= 10 ? n.toFixed(1) : n >= 0.1 ? n.toFixed(2) : n.toFixed(3)
