// Writes the figures in README.md and docs/. The command that a block's comment names writes the block.
import { readFileSync, writeFileSync } from 'node:fs'
import { digits } from './report.mjs'
import { SELECT } from './tasks/select.mjs'

const root = new URL('../', import.meta.url)
const END = '<!-- end of figures -->'

const place = (file, command) => ({
  path: new URL(file, root),
  file,
  command,
  begin: `<!-- figures of ${command} -->`,
})

/** Every block of figures: its file, and the command that writes it. */
export const places = {
  sizes: place('README.md', 'node bench/sizes.mjs --docs'),
  speed: place('docs/speed.md', 'npm run bench -- --docs'),
  cold: place('docs/speed.md', 'npm run bench:cold -- --docs'),
  seen: place('docs/speed.md', 'npm run bench -- --docs: first seen'),
  chromium: place('docs/speed.md', 'npm run bench:chromium -- --docs'),
  seenShort: place('README.md', 'npm run bench -- --docs: first seen'),
  store: place('docs/command.md', 'npm run bench:store -- --docs'),
  retention: place('docs/retention.md', 'npm run bench:retention -- --made --docs'),
  corpus: place('docs/retention.md', 'npm run bench:retention -- --dir ../shared/corpus --docs'),
  found: place('docs/retention.md', 'npm run bench:retention -- --dir ../shared/corpus/found --docs'),
  signals: place('docs/retention.md', 'npm run bench:retention -- --dir LOGDX --docs'),
  kinds: place('docs/kinds.md', 'npm run bench:kinds -- --docs'),
  purpose: place('docs/answers.md', 'npm run bench:purpose -- --docs'),
  noise: place('docs/noise.md', 'npm run bench:noise -- --made --docs'),
  peerAnswers: place('docs/peers.md', 'npm run bench:peers -- --docs: answers'),
  peerTimes: place('docs/peers.md', 'npm run bench:peers -- --docs: times'),
  redaction: place('docs/secrets.md', 'node bench/redaction.mjs --docs'),
  tokenFamilies: place('docs/tokens.md', 'npm run bench:tokens -- --docs: families'),
  tokenDetails: place('docs/tokens.md', 'npm run bench:tokens -- --docs: details'),
  session: place('docs/agents.md', 'npm run bench:session'),
  agents: place('docs/agents.md', 'npm run test:agents'),
  claudeCode: place('docs/agents/claude-code.md', 'npm run test:agents'),
  opencode: place('docs/agents/opencode.md', 'npm run test:agents'),
  pi: place('docs/agents/pi.md', 'npm run test:agents'),
  gemini: place('docs/agents/gemini.md', 'npm run test:agents'),
  runtimes: place('docs/runtimes.md', 'WRITE_FIGURES=1 npm run test:runtimes'),
  codex: place('docs/agents/codex.md', 'npm run test:agents'),
}

/** Writes Markdown into a block of its own file, or of another file in tests. */
export function writeBlock({ begin, path }, markdown, into = path) {
  const text = readFileSync(into, 'utf8')
  const from = text.indexOf(begin)
  const to = text.indexOf(END, from)
  if (from < 0 || to < 0) throw new Error(`Expected ${begin} and ${END} in ${into}.`)
  writeFileSync(into, `${text.slice(0, from + begin.length)}\n${markdown}\n${text.slice(to)}`)
}

const COLUMNS = ['32 KiB', '512 KiB', '2 MiB', '64 MiB', 'real 1 MiB']

/** The contenders that are shown for each task, pith's own first. */
const ROWS = [
  ['newline count, resident', ['wasm kernel', 'Buffer.indexOf loop', 'SWAR on a Uint32Array']],
  [SELECT, ['wasm selector', 'js selector', 'tuned natives', 'naive split', 'Aho–Corasick table']],
  ['truncate, Buffer', ['truncate, wasm', 'truncate, js', 'tuned natives', 'naive split']],
]

/** Tables of a run's results, as Markdown. */
export function speedFigures({ machine, tasks, native, files, judged, small, fold, startup }) {
  const { cpu, cores, node, backend } = machine
  const [resident, ...others] = ROWS.map(([name, contenders]) => rowsOf(tasks, name, contenders))
  const rows = [...resident, ...nativeRows(native), ...others.flat()]
  return [
    `${cpu}, ${cores} cores, Node ${node}, backend ${backend}; medians, in parentheses how many times as fast the first row of a job is:`,
    '',
    markdownTable([['', ...COLUMNS], ...rows]),
    '',
    ...(files ? [markdownTable([files.columns, ...files.rows]), ''] : []),
    ...(judged ? [markdownTable([judged.columns, ...judged.rows]), ''] : []),
    markdownTable([
      ['small outputs, µs a call', 'p50', 'p99', 'plainest JS p50', 'p99'],
      ...small.map(smallRow),
    ]),
    '',
    ...(fold ? [markdownTable([fold.columns, ...fold.rows]), '', fold.note, ''] : []),
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

function startupText({ instances, processes }) {
  const [raw, loader] = instances
  const over = processes.map(({ name, overMs }) => `${name} ${digits(overMs)} ms`).slice(1)
  return `Start-up: the module as a raw instance ${digits(raw.coldMs.median)} ms, through @assemblyscript/loader ${digits(loader.coldMs.median)} ms; a process over an empty one: ${over.join(', ')}.`
}

/** Sizes in kB of 1000 bytes. */
export function sizeTable(sizes) {
  const kB = (bytes) => (bytes / 1000).toFixed(0)
  const rows = sizes.map(({ name, bytes, gzipped }) => [name, kB(bytes), kB(gzipped)])
  return markdownTable([['', 'kB', 'kB gzipped'], ...rows])
}

const escaped = (text) => text.replaceAll('|', '\\|')

/** Formats rows of texts as a Markdown table. The first row is the header. */
export function markdownTable([head, ...rows]) {
  const line = (cells) => `| ${cells.map(escaped).join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}
