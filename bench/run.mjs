// npm run bench [-- --quick --only NAME --json FILE --docs --no-files --no-peers --gib]: compares Wasm, JS, other
// systems and what a sceptic would use instead. Every answer is compared with that of a simple oracle.
import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { runSmall, runTask } from './cells.mjs'
import { places, writeBlock } from './figures.mjs'
import { measureFold } from './fold.mjs'
import { createInputs } from './inputs.mjs'
import { loadKernels, loadLibrary, loadScanners } from './load.mjs'
import { measureNative } from './native.mjs'
import { writePlots } from './plot/plots.mjs'
import { createRandom } from './random.mjs'
import {
  machine,
  machineLine,
  nativeTable,
  plainTable,
  smallTable,
  startupTables,
  taskTables,
} from './report.mjs'
import { seenFigures, seenInShort } from './seen/docs.mjs'
import { measureSeen, seenTables } from './seen/run.mjs'
import { sizes } from './sizes.mjs'
import { measureInstances, measureProcesses } from './startup.mjs'
import { countTask, residentTask } from './tasks/count.mjs'
import { positionsTask } from './tasks/positions.mjs'
import { selectTask } from './tasks/select.mjs'
import { SMALL_NOTE, smallCells } from './tasks/small.mjs'
import { truncateTasks } from './tasks/truncate.mjs'

const SEED = 20_260_314
const KIB = 1024
const MIB = 1024 * KIB
const GIB = 1024 * MIB
const folder = new URL('../docs/', import.meta.url)

const args = parseArgs({
  allowNegative: true,
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    json: { type: 'string' },
    docs: { type: 'boolean', default: false },
    files: { type: 'boolean', default: true },
    peers: { type: 'boolean', default: true },
    gib: { type: 'boolean', default: false },
  },
}).values
const { quick, only } = args
const SEEN = 'first seen'
if (args.docs && (quick || (only !== undefined && only !== SEEN)))
  throw new Error(`Expected --docs without --quick, and without --only or with --only '${SEEN}'.`)

const began = performance.now()
const random = createRandom(SEED)
const options = quick ? { rounds: 3, roundMs: 5, random } : { rounds: 7, roundMs: 10, random }
const isWanted = (name) => only === undefined || name.includes(only)
const library = await loadLibrary()
const scanners = await loadScanners()
const { errorPatterns } = scanners
const pith = { truncate: library.truncate, hasWasm: library.getBackend() === 'wasm', errorPatterns }
let created
const inputs = () => (created ??= createInputs({ quick }))

const result = { machine: machine(library.getBackend()), seed: SEED, quick }
console.log(`${machineLine(result.machine)}
Median of ${options.rounds} rounds, ± half their range; * the fastest rival; ratios are of the same round, their median.
1 GB is 10^9 bytes. Copies into the scanner and all decoding are included unless said otherwise. Allocated: bytes a byte
of input, at 1 MiB.
`)
if (isWanted(SEEN)) result.seen = await measuredSeen()
result.tasks = measuredTasks()
if (pith.hasWasm && isWanted('newline count, native')) result.native = measuredNative()
if (isWanted('small outputs')) result.small = measuredSmall()
if (isWanted('fold')) result.fold = measuredFold()
if (isWanted('start-up')) result.startup = await measuredStartup()
if (args.files && !quick && isWanted('files')) result.files = await measuredFiles()
if (args.files && !quick && isWanted('judged')) result.judged = await measuredJudged()
const { seen, tasks, native, small, fold, startup } = result
if (tasks.length === 0 && !(seen ?? native ?? small ?? fold ?? startup ?? result.files ?? result.judged))
  throw new Error(`Expected --only to be a part of a table's name, got ${only}.`)
result.seconds = (performance.now() - began) / 1000
const { user, system } = process.cpuUsage()
console.log(
  `${result.seconds.toFixed(0)} s, ${((user + system) / 1e6).toFixed(0)} s of this process; load at the end ${loadavg()[0].toFixed(2)}: a wide ± is other work on the machine.`,
)
if (args.json) writeFileSync(args.json, `${JSON.stringify(result, null, 2)}\n`)
if (args.docs) {
  writeBlock(places.seen, seenFigures(result))
  writeBlock(places.seenShort, seenInShort(result))
}
if (args.docs && only === undefined) writePlots(folder, result)

async function measuredSeen() {
  const { peers: withPeers, gib } = args
  const tell = (line) => console.error(line)
  const seen = await measureSeen({ ...pith, seed: SEED, rounds: options.rounds, quick, withPeers, gib, tell })
  const { tables, note } = seenTables(seen)
  for (const table of tables) console.log(`${plainTable(table)}\n`)
  console.log(`${note}\n`)
  return seen
}

function measuredTasks() {
  const list = [
    countTask(scanners),
    ...(pith.hasWasm ? [residentTask(loadKernels())] : []),
    positionsTask(scanners),
    selectTask(scanners),
    ...truncateTasks(pith),
  ]
  const results = []
  for (const task of list.filter(({ name }) => isWanted(name))) {
    results.push(runTask(task, inputs(), errorPatterns, options))
    console.log(taskTables(results.at(-1)))
  }
  return results
}

function measuredNative() {
  const isShown = ({ group, bytes }) => group === 'size' && bytes.length >= 8 * KIB && bytes.length <= 2 * MIB
  const rows = measureNative(loadKernels(), inputs().filter(isShown), options)
  console.log(`${nativeTable(rows)}\n`)
  return rows
}

function measuredSmall() {
  const log = inputs().find(({ name }) => name === '2 MiB').bytes
  const cells = runSmall(smallCells(pith, log), { rounds: options.rounds, calls: quick ? 500 : 2000, random })
  console.log(`${smallTable(cells)}\n${SMALL_NOTE}\n`)
  return cells
}

function measuredFold() {
  const fold = measureFold(pith, { quick, rounds: options.rounds })
  console.log(`${plainTable(fold)}\n${fold.note}\n`)
  return fold
}

async function measuredStartup() {
  const processes = quick ? 5 : 15
  const startup = {
    instances: measureInstances(random, processes),
    processes: measureProcesses(random, processes),
    sizes: await sizes(),
  }
  console.log(`${startupTables(startup)}\n`)
  return startup
}

async function measuredJudged() {
  const { measureJudged } = await import('./files/judged.mjs')
  const { rounds } = options
  const measured = await measureJudged({ bytes: 100e6, rounds, random, withPeers: args.peers })
  console.log(`${plainTable(measured)}\n`)
  return measured
}

async function measuredFiles() {
  const { measureFiles } = await import('./files/run.mjs')
  const measured = await measureFiles({ bytes: GIB, random })
  console.log(`${plainTable(measured)}\n`)
  return measured
}
