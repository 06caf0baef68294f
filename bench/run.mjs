// npm run bench [-- --json FILE]: Wasm against JS against what a sceptic would use instead. Every answer is compared
// with a plain oracle's before anything is timed.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { allocatedBytes } from './allocation.mjs'
import { cjkLog, mixedLog, prefix, tabLog } from './corpus.mjs'
import { loadKernels, loadLibrary, loadScanners } from './load.mjs'
import { measure } from './measure.mjs'
import { createRandom } from './random.mjs'
import { machine, machineLine, ratiosOf, startupTable, taskTable } from './report.mjs'
import { measureStartup } from './startup.mjs'
import { countTask } from './tasks/count.mjs'
import { errorsTask } from './tasks/errors.mjs'
import { positionsTask } from './tasks/positions.mjs'
import { truncateTask } from './tasks/truncate.mjs'

const KIB = 1024
const MIB = 1024 * KIB
const SEED = 20_260_314

const { json } = parseArgs({ options: { json: { type: 'string' } } }).values
const random = createRandom(SEED)
const inputs = createInputs()
const tasks = await createTasks()
const facts = machine(tasks.backend)
console.log(`${machineLine(facts)}
Median of the rounds, ± half their range; * the fastest rival. Copies into the scanner and all decoding are included.
A log of about 80 bytes a line, 0.8 % error lines. Allocated: bytes a byte of input, at 1 MiB.
`)

const results = tasks.list.map((task) => {
  const cells = inputs.map((input) => runCell(task, input))
  const result = { name: task.name, unit: task.unit, cells, allocated: allocations(task) }
  console.log(`${taskTable(result)}\n${result.cells.at(-1).note ?? ''}`)
  return result
})
const startup = measureStartup(random)
console.log(
  `${startupTable(startup)}\n\nLoad at the end: ${loadavg()[0].toFixed(2)}; a wide ± is other work on the machine.`,
)
if (json)
  writeFileSync(json, `${JSON.stringify({ machine: facts, seed: SEED, results, startup }, null, 2)}\n`)

function createInputs() {
  const log = mixedLog(64 * MIB)
  const small = { rounds: 9, roundMs: 30 }
  return [
    { name: '4 KiB', bytes: prefix(log, 4 * KIB), ...small },
    { name: '64 KiB', bytes: prefix(log, 64 * KIB), ...small },
    { name: '1 MiB', bytes: prefix(log, MIB), ...small },
    { name: '1 MiB tabs', bytes: tabLog(MIB), ...small },
    { name: '1 MiB CJK', bytes: cjkLog(MIB), ...small },
    { name: '16 MiB', bytes: prefix(log, 16 * MIB), rounds: 6, roundMs: 30 },
    { name: '64 MiB', bytes: log, rounds: 5, roundMs: 0 },
  ]
}

async function createTasks() {
  const { scannerFor, patterns, errorPatterns } = await loadScanners()
  const { truncate, getBackend } = await loadLibrary()
  const backend = getBackend()
  const hasWasm = backend === 'wasm'
  const wasm = hasWasm ? scannerFor('wasm') : undefined
  const scanners = { wasm, js: scannerFor('js'), kernels: loadKernels(), patterns, errorPatterns }
  assert.equal(scanners.js.backend, 'js')
  if (hasWasm) assert.equal(wasm?.backend, 'wasm')
  const list = [
    countTask(scanners),
    positionsTask(scanners),
    errorsTask(scanners),
    truncateTask({ truncate, hasWasm, errorPatterns }),
  ]
  return { backend, list }
}

function runCell(task, { name, bytes, rounds, roundMs }) {
  const argument = task.argument?.(bytes)
  const expected = task.expected(bytes, argument)
  for (const contender of task.contenders)
    assertAnswer(contender, bytes, argument, expected, `${task.name}, ${name}`)
  const times = measure(task.contenders, bytes, argument, { rounds, roundMs, random })
  const size = task.bytesOf(bytes, expected)
  const rows = task.contenders.map(({ name, role }) => {
    const ms = times.get(name)
    const gbps = { median: size / ms.median / 1e6, min: size / ms.max / 1e6, max: size / ms.min / 1e6 }
    return { name, role, ms, gbps }
  })
  return { input: name, bytes: bytes.length, rows, ratios: ratiosOf(rows), note: task.note?.(expected) }
}

/** Bytes taken a byte of input: at 1 MiB, where fixed costs do not show and a run's garbage is not collected halfway. */
function allocations(task) {
  const { bytes } = inputs.find(({ name }) => name === '1 MiB')
  const argument = task.argument?.(bytes)
  const entries = task.contenders.map(({ name, run }) => [
    name,
    allocatedBytes(() => run(bytes, argument)) / bytes.length,
  ])
  return Object.fromEntries(entries)
}

function assertAnswer({ name, run, read, answers = 'all' }, bytes, argument, expected, where) {
  const result = run(bytes, argument)
  assert.deepEqual(read ? read(result) : result, expected[answers], `${where}: ${name}`)
}
