// How every benchmark prints: the machine, numbers, and rows of texts as a table.
import { availableParallelism, cpus, loadavg } from 'node:os'

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

/** Formats a number with three significant digits, or more if it is large. */
export function digits(n) {
  if (Math.abs(n) >= 100) return n.toFixed(0)
  if (Math.abs(n) >= 10) return n.toFixed(1)
  return Math.abs(n) >= 0.1 || n === 0 ? n.toFixed(2) : n.toFixed(3)
}

/** A share as a percentage: `12 %`. */
export const percent = (share, decimals = 0) => `${(100 * share).toFixed(decimals)} %`

/**
 * Formats rows of texts as lines. Columns are two blanks apart. The first is left-aligned, the others right-aligned.
 */
export function aligned(table) {
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)))
  return table
    .map((row) =>
      row.map((text, i) => (i === 0 ? text.padEnd(widths[i]) : text.padStart(widths[i]))).join('  '),
    )
    .join('\n')
}

/** Formats rows of texts as a Markdown table. The first row is the header. */
export function markdownTable([head, ...rows]) {
  const line = (cells) => `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}
