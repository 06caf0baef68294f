// npm run bench:table [-- --against CHECKOUT --run NAME… --json FILE]: one table with the figures of all benchmarks, beside
// those of another checkout. Sizes and lines are counted now. The others are read from build/out/figures/NAME.json of each
// checkout, where `--run NAME` (or `--run all`) has the benchmark write them.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { markdownTable } from './figures.mjs'
import { digits } from './report.mjs'
import { SELECT } from './tasks/select.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** @typedef {{ name: string, value: number, unit: string }} Figure */

/**
 * The benchmarks: how each is run, and which figures of its JSON are shown. One that writes `figures` itself needs no
 * `read`.
 *
 * @type {Record<string, { script: string, args?: string[], read?: (json: any) => Figure[] }>}
 */
const benchmarks = {
  retention: { script: 'bench/retention/run.mjs', args: ['--made', '--quick'], read: readRetention },
  purpose: { script: 'bench/purpose/run.mjs' },
  lean: { script: 'bench/lean/run.mjs' },
  noise: { script: 'bench/noise/run.mjs', args: ['--made'], read: readNoise },
  kinds: { script: 'bench/structure/run.mjs', read: readKinds },
  tokens: { script: 'bench/tokens/run.mjs', args: ['--no-speed'], read: readTokens },
  speed: { script: 'bench/run.mjs', args: ['--quick', '--no-files', '--no-peers'], read: readSpeed },
}

const options = {
  against: { type: 'string' },
  run: { type: 'string', multiple: true, default: [] },
  json: { type: 'string' },
}
const args = parseArgs({ options }).values
const names = Object.keys(benchmarks)
const unknown = args.run.find((name) => name !== 'all' && !names.includes(name))
if (unknown) throw new Error(`Expected --run to be all or one of ${names.join(', ')}, got ${unknown}.`)
const checkouts = args.against === undefined ? [root] : [resolve(args.against), root]
for (const checkout of checkouts)
  for (const name of names) if (args.run.some((each) => each === name || each === 'all')) run(checkout, name)

const columns = await Promise.all(checkouts.map(columnOf))
const table = tableOf(columns)
console.log(`${markdownTable(table)}

*: measured before the last build of its checkout.`)
if (args.json) writeFileSync(args.json, `${JSON.stringify(columns, null, 2)}\n`)

function run(checkout, name) {
  const { script, args: own = [] } = benchmarks[name]
  if (!existsSync(join(checkout, script))) return
  mkdirSync(join(checkout, 'build/out/figures'), { recursive: true })
  console.error(`${checkout}: ${name}`)
  // The outputs that are asked about differ from run to run, so one run measures both checkouts.
  const both = name === 'purpose' && checkout === root && args.against ? ['--against', args.against] : []
  const command = [script, ...own, ...both, '--json', pathOf(checkout, name)]
  const { status } = spawnSync(process.execPath, command, {
    cwd: checkout,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) console.error(`${checkout}: ${name} ended with ${status}`)
}

function pathOf(checkout, name) {
  return join(checkout, `build/out/figures/${name}.json`)
}

/**
 * @returns {Promise<Record<string, { figures: Figure[], isOld?: boolean, reason?: string }>>} the figures of a checkout, by
 *   benchmark
 */
async function columnOf(checkout) {
  const column = {}
  for (const [name, { script }] of Object.entries(benchmarks)) {
    if (existsSync(pathOf(checkout, name))) column[name] = read(checkout, name)
    else {
      const reason = existsSync(join(checkout, script)) ? 'not run' : 'no such benchmark'
      column[name] = ofBoth(checkout, name) ?? { figures: [], reason }
    }
  }
  return { ...column, size: await sizesOf(checkout), lines: { figures: linesOf(checkout) } }
}

function read(checkout, name) {
  const path = pathOf(checkout, name)
  const json = JSON.parse(readFileSync(path, 'utf8'))
  const built = join(checkout, 'dist/index.js')
  const isOld = existsSync(built) && statSync(built).mtimeMs > statSync(path).mtimeMs
  return { figures: json.figures ?? benchmarks[name].read?.(json) ?? [], isOld }
}

/** What this checkout's run has measured of the other one, which need not have the benchmark. */
function ofBoth(checkout, name) {
  if (checkout === root || !existsSync(pathOf(root, name))) return undefined
  const { against } = JSON.parse(readFileSync(pathOf(root, name), 'utf8'))
  return against?.checkout === checkout ? { figures: against.figures } : undefined
}

function tableOf(all) {
  const rows = Object.keys(all[0]).flatMap((name) => {
    const titles = [...new Set(all.flatMap((column) => column[name].figures.map((figure) => figure.name)))]
    if (titles.length === 0) return [[name, ...all.map((column) => column[name].reason ?? 'not run')]]
    return titles.map((title) => [`${name}: ${title}`, ...all.map((column) => cellOf(column[name], title))])
  })
  return [['', ...(all.length > 1 ? ['old', 'new'] : ['here'])], ...rows]
}

function cellOf({ figures, isOld, reason }, title) {
  const figure = figures.find(({ name }) => name === title)
  if (!figure) return reason ?? '–'
  const number = Number.isInteger(figure.value) ? String(figure.value) : digits(figure.value)
  return `${number}${figure.unit && ` ${figure.unit}`}${isOld ? '*' : ''}`
}

/** The share of logs that keep their cause, by set and budget. */
function readRetention(sets) {
  return sets.flatMap(({ set, logs = [], retention = [] }) => {
    const [pith] = retention
    return Object.entries(pith?.kept ?? {}).map(([kib, kept]) =>
      share(`${set}, cause kept, ${kib} KiB`, kept.length / logs.length),
    )
  })
}

function readNoise({ noise, words, worth }) {
  const four = words.find(({ kib }) => kib === 4)
  return [
    share('of nine in ten sessions at most', noise.sessions.tenth),
    share('of nine in ten failure logs at most', noise.logs.tenth),
    share('markers and notice at 4 KiB, mean', four.mean),
    share('failures of a run that keep their cause', worth.kept / worth.failures),
    { name: 'a successful run, median', value: worth.successBytes.median, unit: 'B' },
  ]
}

/** The mean of all kinds, by size. */
function readKinds({ kinds }) {
  const own = kinds.map(({ methods }) => methods.find(({ method }) => method === 'pith').scores)
  return [2, 4, 16].map((kib, i) =>
    share(`tasks done, ${kib} KiB`, own.reduce((sum, scores) => sum + scores[i], 0) / own.length),
  )
}

function readTokens({ summaries }) {
  const unseen = summaries.pith.filter(({ fittedKind }) => !fittedKind)
  const kinds = unseen.reduce((sum, each) => sum + each.kinds, 0)
  const square = unseen.reduce((sum, each) => sum + each.kinds * each.rms ** 2, 0) / kinds
  const low = unseen.reduce((sum, { tooLow }) => sum + tooLow, 0)
  return [
    share('error of kinds that were not fitted, root mean square', Math.sqrt(square)),
    { name: `more than 25 % low, of ${kinds} such kinds`, value: low, unit: '' },
  ]
}

function readSpeed({ tasks, startup }) {
  const rate = (task, row, input) =>
    tasks
      .find(({ name }) => name === task)
      ?.cells.find((cell) => cell.input === input)
      ?.rows.find(({ name }) => name === row)?.gbps?.median
  const rates = ['512 KiB', '2 MiB'].flatMap((input) => [
    { name: `truncate, ${input}`, value: rate('truncate, Buffer', 'truncate, wasm', input), unit: 'GB/s' },
    { name: `scan, ${input}`, value: rate(SELECT, 'wasm selector', input), unit: 'GB/s' },
  ])
  const over = startup?.processes.map(({ name, overMs }) => ({
    name: `a process: ${name}`,
    value: overMs,
    unit: 'ms',
  }))
  return [...rates, ...(over?.slice(1) ?? [])].filter(({ value }) => value !== undefined)
}

/** What an application downloads, as the checkout's own script measures it. */
async function sizesOf(checkout) {
  if (!existsSync(join(checkout, 'dist/index.js'))) return { figures: [], reason: 'not built' }
  const { sizes } = await import(join(checkout, 'bench/sizes.mjs'))
  const figures = await sizes()
  return {
    figures: figures.map(({ name, gzipped }) => ({
      name: `${name}, gzipped`,
      value: gzipped / 1000,
      unit: 'kB',
    })),
  }
}

/** Lines of the files in git. */
function linesOf(checkout) {
  const list = execFileSync('git', ['ls-files', 'src', 'assembly', 'test', 'bench'], {
    cwd: checkout,
    encoding: 'utf8',
  })
  const counts = { src: 0, assembly: 0, test: 0, bench: 0 }
  for (const path of list.split('\n')) {
    const [folder] = path.split('/')
    if (/\.(?:ts|mjs|sh)$/.test(path) && existsSync(join(checkout, path)))
      counts[folder] += readFileSync(join(checkout, path), 'utf8').split('\n').length - 1
  }
  return Object.entries(counts).map(([name, value]) => ({ name, value, unit: '' }))
}

function share(name, part) {
  return { name, value: 100 * part, unit: '%' }
}
