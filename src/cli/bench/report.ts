import type { Cell, Job } from './timing.ts'

const KIB = 1024
const MIB = 1024 * KIB

export function jobTable({ name, unit, contenders }: Job, all: readonly Cell[]): string {
  const cells = all.filter((cell) => cell.job === name)
  const inputs = [...new Set(cells.map(({ input }) => input))]
  const at = (contender: string, input: string) =>
    cells.find((cell) => cell.contender === contender && cell.input === input) as Cell
  const [ours, ...others] = contenders.map((contender) => contender.name)
  return aligned([
    [`${name}, ${unit}`, ...inputs],
    ...[ours, ...others].map((c) => [c, ...inputs.map((input) => figure(at(c, input), unit))]),
    ...others.map((c) => [
      `${ours} : ${c}`,
      ...inputs.map((input) => `${threeDigits(at(c, input).ms.median / at(ours, input).ms.median)}x`),
    ]),
  ])
}

/** The median, and half of the range in percent. */
function figure({ bytes, ms: { median, min, max } }: Cell, unit: Job['unit']): string {
  const percent = Math.round((50 * (max - min)) / median)
  return `${threeDigits(unit === 'ms' ? median : bytes / median / 1e6)} ±${percent}%`
}

function aligned(table: readonly string[][]): string {
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)))
  return table
    .map((row) => row.map((text, i) => (i ? text.padStart(widths[i]) : text.padEnd(widths[i]))).join('  '))
    .join('\n')
}

export function verdictOf(backend: 'wasm' | 'js', cells: readonly Cell[]): string {
  const { input, bytes } = cells[cells.length - 1]
  const msOf = (job: string, contender: string) =>
    cells.find((c) => c.job === job && c.contender === contender && c.input === input)?.ms.median ?? 0
  const jsMs = msOf('truncate', 'js')
  if (backend === 'js') {
    return `Wasm with SIMD is not available here, so JavaScript runs: it truncates ${input} of log at ${threeDigits(bytes / jsMs / 1e6)} GB/s.`
  }
  const counted = ['js', 'Buffer.indexOf'].map((c) =>
    threeDigits(msOf('count lines', c) / msOf('count lines', 'wasm')),
  )
  const faster = jsMs / msOf('truncate', 'wasm')
  const advice = faster >= 1 ? '`--backend auto` is right here' : '`--backend js` is faster here'
  return `Same answers. On ${input} of log Wasm counts lines ${counted[0]} times as fast as JavaScript and ${counted[1]} times as fast as Buffer.indexOf, and truncates ${threeDigits(faster)} times as fast as JavaScript: ${advice}.`
}

export const sizeName = (bytes: number) => (bytes < MIB ? `${bytes / KIB} KiB` : `${bytes / MIB} MiB`)

export const threeDigits = (n: number) => (n >= 100 ? n.toFixed(0) : n >= 10 ? n.toFixed(1) : n.toFixed(2))
