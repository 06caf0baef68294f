// npm run bench:cold [-- --docs] [-- --quick] [-- --install] [-- --runtime PATH]…: whole processes that have just started,
// in turns, on each runtime that is here: this Node, those that `npm run test:runtimes` installs, and the programs that
// are named. `--install` installs the former. Figures are medians over an empty program, and in brackets the processor's
// time, which other work on the machine changes less.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { places, writeBlock } from './figures.mjs'
import { libraryPath, loadLibrary } from './load.mjs'
import { createRandom, shuffled } from './random.mjs'
import { aligned, digits, machine, machineLine, markdownTable } from './report.mjs'
import { poolOf, unseenLog } from './seen/logs.mjs'
import { summary } from './statistics.mjs'

const {
  docs,
  quick,
  install,
  runtime: named,
} = parseArgs({
  options: {
    docs: { type: 'boolean' },
    quick: { type: 'boolean' },
    install: { type: 'boolean' },
    runtime: { type: 'string', multiple: true, default: [] },
  },
}).values
const ROUNDS = quick ? 5 : 21
const LOG_BYTES = 100e3
const root = fileURLToPath(new URL('..', import.meta.url))
const command = join(root, 'dist/cli/main.js')
const BUN = '@oven/bun-linux-x64-baseline/bin/bun'

/** The programs of the runtimes, by their versions: each version once. */
function runtimesHere() {
  if (install) execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: join(root, '.ci/runtimes') })
  const installed = ['node-20/bin/node', 'node-22/bin/node', 'node-24/bin/node', BUN]
    .map((path) => join(root, '.ci/runtimes/node_modules', path))
    .filter((path) => existsSync(path))
  const paths = [process.execPath, ...named.map((path) => resolve(path)), ...installed]
  const found = paths.map((path) => {
    const version = execFileSync(path, ['--version'], { encoding: 'utf8' }).trim()
    return { path, name: version.startsWith('v') ? `Node ${version.slice(1)}` : `Bun ${version}` }
  })
  return found.filter(({ name }, at) => found.findIndex((other) => other.name === name) === at)
}

const folder = mkdtempSync(join(tmpdir(), 'pith-cold-'))
const file = (name, text) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

/** What is measured: the words after the runtime, and standard input. The first is empty. */
function programs() {
  const library = JSON.stringify(pathToFileURL(libraryPath).href)
  const read = "import { readFileSync } from 'node:fs'\n"
  const cut = (options) =>
    `${read}import { truncate } from ${library}\ntruncate(readFileSync('${join(folder, 'unseen.log')}')${options})\n`
  const small = file(
    'small.txt',
    `${Array.from({ length: 200 }, (_, i) => `row ${i} ${'of an answer that fits '.repeat(2)}`).join('\n')}\n`,
  )
  const lines = file('lines.txt', `${Array.from({ length: 100_000 }, (_, i) => i + 1).join('\n')}\n`)
  return {
    'an empty .mjs': { words: [file('empty.mjs', '')] },
    'import pith': { words: [file('import.mjs', `import ${library}\n`)] },
    'import, truncate 100 kB first seen': { words: [file('truncate.mjs', cut(''))] },
    'the same, `errors: false`': { words: [file('ends.mjs', cut(', { errors: false }'))] },
    '`pith --version`': { words: [command, '--version'] },
    '`pith run -- true`': { words: [command, 'run', '-q', '--', 'true'] },
    '`pith run`, 12 kB': { words: [command, 'run', '-q', '--', 'cat', small] },
    '`pith run -- true` without kept code': {
      words: [command, 'run', '-q', '--', 'true'],
      env: { NODE_DISABLE_COMPILE_CACHE: '1' },
    },
    '`seq 1 100000` into `pith`': { words: [command], input: lines },
  }
}

/** Milliseconds that a process takes, and that it and its children keep processors busy. */
function timed(runtime, { words, input = '/dev/null', env }) {
  const [state, cache] = ['state', 'cache'].map((name) => join(folder, name))
  const script = 'TIMEFORMAT="%U %S"; input=$1; shift; { time "$@" < "$input" 2>&3; } 3>&2'
  const start = performance.now()
  const { status, stderr } = spawnSync('bash', ['-c', script, 'bash', input, runtime, ...words], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C', ...env, XDG_STATE_HOME: state, XDG_CACHE_HOME: cache },
  })
  const ms = performance.now() - start
  const [, user, system] = /([\d.]+) ([\d.]+)\n$/.exec(stderr) ?? []
  if (status !== 0 || user === undefined)
    throw new Error(`${runtime} ${words.join(' ')} ended with ${status}:\n${stderr}`)
  return { ms, cpuMs: 1000 * (Number(user) + Number(system)) }
}

async function measure() {
  const { truncate, getBackend } = await loadLibrary()
  const pool = poolOf(truncate, console.error)
  const random = createRandom(20)
  mkdirSync(join(folder, 'cache'))
  const all = programs()
  const cells = runtimesHere().flatMap((runtime) =>
    Object.entries(all).map(([name, program]) => ({ runtime, name, program, times: [] })),
  )
  for (let round = -2; round < ROUNDS; round++) {
    file('unseen.log', unseenLog(pool, { size: LOG_BYTES, random }))
    for (const { runtime, program, times } of shuffled(cells, random)) {
      const time = timed(runtime.path, program)
      // The first rounds fill the caches.
      if (round >= 0) times.push(time)
    }
  }
  return { machine: machine(getBackend()), cells }
}

function rowsOf(cells) {
  const names = [...new Set(cells.map(({ runtime }) => runtime.name))]
  const medianOf = (runtime, name, key) => {
    const { times } = cells.find((cell) => cell.runtime.name === runtime && cell.name === name)
    return summary(times.map((time) => time[key])).median
  }
  const [empty, ...others] = Object.keys(programs())
  const figure = (runtime, name) => {
    const [ms, cpuMs] = ['ms', 'cpuMs'].map((key) =>
      name === empty
        ? medianOf(runtime, name, key)
        : medianOf(runtime, name, key) - medianOf(runtime, empty, key),
    )
    return `${digits(ms)} (${digits(cpuMs)})`
  }
  return [
    ['ms', ...names],
    [empty, ...names.map((runtime) => figure(runtime, empty))],
    ...others.map((name) => [`${name}, over it`, ...names.map((runtime) => figure(runtime, name))]),
  ]
}

/** The header and the rows of the document, without the processor's time. */
function documented([head, ...rows]) {
  const names = [
    'an empty .mjs',
    '`pith run -- true`, ',
    '`pith run`, 12 kB',
    '`seq 1 100000`',
    'import, truncate',
  ]
  const wanted = names.flatMap((name) => rows.filter(([title]) => title.startsWith(name)))
  // This Node alone: the other runtimes are much like it.
  const shown = (cells) => cells.slice(0, 2)
  return [shown(head), ...wanted.map((cells) => shown(cells).map((cell) => cell.replace(/ \([\d.]+\)$/, '')))]
}

try {
  const result = await measure()
  const rows = rowsOf(result.cells)
  console.log(`${machineLine(result.machine)}, ${ROUNDS} rounds\n\n${aligned(rows)}`)
  const { cpu, cores, loadAverage } = result.machine
  if (docs)
    writeBlock(
      places.cold,
      `On ${cpu}, ${cores} cores, load ${loadAverage.toFixed(1)}; medians of ${ROUNDS} rounds.\n\n${markdownTable(documented(rows))}`,
    )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
