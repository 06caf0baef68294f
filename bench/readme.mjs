// The README's figures, from a run's results: what stands there is what a command printed.
import { readFileSync, writeFileSync } from 'node:fs'
import { digits } from './report.mjs'

const BEGIN = '<!-- figures of npm run bench -- --readme -->'
const END = '<!-- end of figures -->'
const COLUMNS = ['32 KiB', '512 KiB', '2 MiB', '64 MiB', 'real 1 MiB']

/** Which contenders of a task are told, and how; pith's own first. */
const ROWS = [
  ['newline count, resident', ['wasm kernel', 'Buffer.indexOf loop', 'SWAR on a Uint32Array']],
  [
    'error lines with positions and line numbers',
    ['wasm scanner', 'js scanner', '/\\b(…)/gi, string ready', 'Aho–Corasick table'],
  ],
  ['whole facts', ['wasm scanner', 'js scanner', 'tuned natives', 'naive split']],
  ['truncate, Buffer', ['truncate, wasm', 'truncate, js', 'tuned natives', 'naive split']],
]

/** Puts the figures between the two comments of a Markdown file. */
export function writeFigures(path, result) {
  writeBetween(path, BEGIN, END, figures(result))
}

/** Puts Markdown between two comments of a file. */
export function writeBetween(path, beginComment, endComment, markdown) {
  const text = readFileSync(path, 'utf8')
  const [begin, end] = [text.indexOf(beginComment), text.indexOf(endComment)]
  if (begin < 0 || end < begin) throw new Error(`Expected ${beginComment} and ${endComment} in ${path}.`)
  writeFileSync(path, `${text.slice(0, begin + beginComment.length)}\n${markdown}\n${text.slice(end)}`)
}

/** Tables of a run's results, as Markdown. */
function figures({ machine, tasks, native, files, small, startup }) {
  const { cpu, cores, node, backend } = machine
  const [resident, ...others] = ROWS.map(([name, contenders]) => rowsOf(tasks, name, contenders))
  const rows = [...resident, ...nativeRows(native), ...others.flat()]
  return [
    `${cpu}, ${cores} cores, Node ${node}, backend ${backend}; medians, in parentheses how many times as fast the first row of a job is:`,
    '',
    markdownTable([['', ...COLUMNS], ...rows]),
    '',
    ...(files ? [markdownTable([files.columns, ...files.rows]), ''] : []),
    markdownTable([
      ['small outputs, µs a call', 'p50', 'p99', 'plainest JS p50', 'p99'],
      ...small.map(smallRow),
    ]),
    '',
    startupText(startup),
  ].join('\n')
}

function rowsOf(tasks, name, contenders) {
  const { cells, unit } = tasks.find((task) => task.name === name)
  const isFitting = (contender) => cells[0].rows.some((row) => row.name === contender)
  return contenders.filter(isFitting).map((contender, i) => {
    const title = i === 0 ? `**${name}, ${unit}: ${contender}**` : contender
    return [title, ...COLUMNS.map((input) => figure(cells, input, unit, contender))]
  })
}

function nativeRows(native = []) {
  if (native.length === 0) return []
  const figures = COLUMNS.map((column) => {
    const row = native.find(({ input }) => input === column)
    return row ? `${digits(row.native.median)} (${digits(row.share)})` : '–'
  })
  return [['C with AVX2 (`cc -O3 -mavx2`)', ...figures]]
}

function figure(cells, input, unit, contender) {
  const cell = cells.find((each) => each.input === input)
  if (cell === undefined) return '–'
  const row = cell.rows.find(({ name }) => name === contender)
  const value = digits((unit === 'ms' ? row.ms : row.gbps).median)
  return contender === cell.ours ? value : `${value} (${digits(cell.ratios[contender])})`
}

const smallRow = ({ input, rows }) => [
  input,
  ...rows.flatMap(({ us }) => [digits(us.p50.median), digits(us.p99.median)]),
]

function startupText({ instances, processes, sizes }) {
  const [raw, loader] = instances
  const over = processes.map(({ name, overMs }) => `${name} ${digits(overMs)} ms`).slice(1)
  const bytes = sizes.map(({ name, bytes, gzipped }) => `${name} ${bytes} bytes (${gzipped} gzipped)`)
  return `Start-up: the module as a raw instance ${digits(raw.coldMs.median)} ms, through @assemblyscript/loader ${digits(loader.coldMs.median)} ms; a process over an empty one: ${over.join(', ')}. Size: ${bytes.join(', ')}.`
}

const escaped = (text) => text.replaceAll('|', '\\|')

/** Rows of texts, the first one the head, as Markdown. */
export function markdownTable([head, ...rows]) {
  const line = (cells) => `| ${cells.map(escaped).join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}
