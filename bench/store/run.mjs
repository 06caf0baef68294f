// node bench/store/run.mjs [--rounds N] [--only TEXT]: measures what keeping full outputs costs, compared with a
// program that does less, and beside many others. `npm run bench:store`. Commands take turns. Only the ratio within a
// round is reliable. `--only beside` measures the latter alone.
import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { plainTable } from '../report.mjs'
import { summary } from '../statistics.mjs'
import { besideTable, measureBeside } from './beside.mjs'

const MIB = 1024 ** 2
const ARTIFACTS = 10_000
const EVENTS = 20_000

const dist = (name) => new URL(`../../dist/${name}`, import.meta.url)
const command = fileURLToPath(dist('cli/main.js'))
const { createFileStore } = await import(dist('store/backends/files.js'))
const { createEventLog } = await import(dist('node/index.js'))

const { rounds, only } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
  },
}).values

/** An environment without any pith settings but the ones named here. */
const plainEnvironment = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PITH_'))),
  PITH_EVENTS: '0',
}
const folder = mkdtempSync(join(tmpdir(), 'pith-bench-'))
try {
  const rows = []
  for (const [name, measure] of Object.entries({
    "run 'yes | head -c 1000000000'": () => measureRun('yes | head -c 1000000000'),
    "run 'seq 1 20000000'": () => measureRun('seq 1 20000000'),
    'write 1 MiB and 256 MiB': measureWriting,
    'a page from the end of 1 GiB': measurePage,
    'list and collect 10,000 artifacts': measureMany,
    'an event': measureEvents,
  })) {
    if (name.includes(only)) rows.push(...(await measure()))
  }
  if (rows.length > 0)
    console.log(plainTable({ columns: ['what', 'median', 'least', 'most', 'unit', 'of'], rows }))
  if ('beside others'.includes(only)) {
    const beside = measureBeside({ command, folder, env: plainEnvironment, rounds: 2 * Number(rounds) })
    console.log(besideTable(beside))
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function row(what, numbers, unit, of, digits = 2) {
  const { median, min, max } = summary(numbers)
  return [what, ...[median, min, max].map((n) => n.toFixed(digits)), unit, of]
}

/** The time of `pith run`, artifact included, as a ratio to the same command through tee, and its peak memory. */
async function measureRun(script) {
  const runs = { tee: () => throughTee(script), pith: () => throughPith(script) }
  const ratios = []
  const peaks = []
  const times = []
  for (let round = 0; round < Number(rounds); round++) {
    const order = round % 2 === 0 ? ['tee', 'pith'] : ['pith', 'tee']
    const found = {}
    for (const name of order) found[name] = await runs[name]()
    ratios.push(found.pith.ms / found.tee.ms)
    times.push(found.pith.ms / 1000)
    peaks.push(found.pith.peakBytes / MIB)
  }
  const name = `pith run -- sh -c '${script}'`
  return [
    row(name, ratios, 'x', `sh -c '... | tee FILE | tail -n 2000'`),
    row('', times, 's', ''),
    row('', peaks, 'MiB', 'peak of the process', 0),
  ]
}

async function throughTee(script) {
  const file = join(folder, 'tee')
  const ran = await timed('sh', ['-c', `${script} | tee "$FILE" | tail -n 2000`], { FILE: file })
  rmSync(file)
  return ran
}

/** Fails when not all of the output was kept, because less work would be measured then. */
async function throughPith(script) {
  const directory = join(folder, 'run')
  const env = { PITH_ARTIFACTS: directory, PITH_MAX_ARTIFACT_BYTES: `${2 ** 40}`, PITH_KEEP_FREE_BYTES: '0' }
  const ran = await timed(process.execPath, [command, 'run', '-q', '--', 'sh', '-c', script], env)
  const store = createFileStore({ directory })
  const [artifact] = await store.list()
  if (!artifact || artifact.missing) throw new Error(`Not all that '${script}' printed was kept.`)
  rmSync(directory, { recursive: true })
  return ran
}

/** The time and the peak memory of a command whose output is read and dropped. */
function timed(file, words, env) {
  const startedAt = performance.now()
  const child = spawn(file, words, {
    env: { ...plainEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let peakBytes = 0
  const look = () => {
    const status = existsSync(`/proc/${child.pid}/status`)
      ? readFileSync(`/proc/${child.pid}/status`, 'latin1')
      : ''
    peakBytes = Math.max(peakBytes, 1024 * Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0))
  }
  const timer = setInterval(look, 50)
  child.stdout.resume()
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      clearInterval(timer)
      if (code === 0) resolve({ ms: performance.now() - startedAt, peakBytes })
      else reject(new Error(`${file} ended with status ${code}`))
    })
  })
}

async function keep(store, bytes, times) {
  const writer = await store.open({ tool: 'bench' })
  for (let i = 0; i < times; i++) await writer.write(bytes)
  const end = await writer.close()
  if (!end.complete) throw new Error(end.message)
  return end.ref
}

/** Lines of bytes that no other artifact has. */
function linesFrom(number, bytes) {
  const line = `line ${number} of what a tool printed while it was busy\n`
  return Buffer.from(line.repeat(Math.ceil(bytes / line.length))).subarray(0, bytes)
}

async function measureWriting() {
  const rows = []
  for (const mib of [1, 256]) {
    const ratios = []
    for (let round = 0; round < 2 * Number(rounds); round++) {
      const store = createFileStore({ directory: join(folder, 'writing') })
      const bytes = linesFrom(round, MIB)
      const plainAt = performance.now()
      for (let i = 0; i < mib; i++) appendFileSync(join(folder, 'plain'), bytes)
      const plainMs = performance.now() - plainAt
      rmSync(join(folder, 'plain'))
      const storeAt = performance.now()
      const { id } = await keep(store, bytes, mib)
      ratios.push((performance.now() - storeAt) / plainMs)
      await store.delete(id)
    }
    rows.push(row(`an artifact of ${mib} MiB`, ratios, 'x', 'appendFileSync, without sync, hash or index'))
  }
  return rows
}

async function measurePage() {
  const store = createFileStore({ directory: join(folder, 'page') })
  const { id } = await keep(store, linesFrom(7, 4 * MIB), 256)
  const { lines } = await store.stat(id)
  const times = []
  for (let round = 0; round < 20 * Number(rounds); round++) {
    const startedAt = performance.now()
    const range = { firstLine: lines - 2000 - round, lastLine: lines - round }
    for await (const part of store.lines(id, range)) part.length
    times.push(performance.now() - startedAt)
  }
  await store.delete(id)
  return [row('2001 lines from the end of an artifact of 1 GiB', times, 'ms', '')]
}

async function measureMany() {
  const directory = join(folder, 'many')
  // A process that ends makes the artifacts, because those of a running process are never collected.
  const script = `
    const { createFileStore } = await import(process.argv[1])
    const store = createFileStore({ directory: process.argv[2] })
    for (let i = 0; i < ${ARTIFACTS}; i++) {
      const writer = await store.open({ tool: 'bench' })
      await writer.write(Buffer.from('artifact ' + i))
      await writer.close()
    }`
  const words = ['--input-type=module', '-e', script, dist('store/backends/files.js').href, directory]
  await timed(process.execPath, words, {})
  const store = createFileStore({ directory, ttlMs: 1 })
  const lists = []
  for (let round = 0; round < 2 * Number(rounds); round++) {
    const startedAt = performance.now()
    const { length } = await store.list()
    lists.push(performance.now() - startedAt)
    if (length !== ARTIFACTS) throw new Error(`${length} artifacts are listed.`)
  }
  const startedAt = performance.now()
  const { removed } = await store.gc()
  const collected = performance.now() - startedAt
  if (removed.length !== ARTIFACTS) throw new Error(`${removed.length} artifacts were collected.`)
  return [
    row(`${ARTIFACTS} artifacts listed`, lists, 'ms', '', 0),
    row(`${ARTIFACTS} artifacts collected`, [collected], 'ms', '', 0),
  ]
}

function measureEvents() {
  const events = createEventLog({ directory: join(folder, 'events'), run: 'bench' })
  const event = {
    tool: 'bash',
    status: 'ok',
    durationMs: 5,
    truncated: false,
    totalBytes: 1,
    totalLines: 1,
    totalTokens: 1,
    outputBytes: 1,
    outputLines: 1,
    outputTokens: 1,
    keptBytes: 1,
    keptLines: 1,
    omittedBytes: 0,
    omittedLines: 0,
    errorsKept: 0,
    errorsOmitted: 0,
  }
  const times = []
  for (let round = 0; round < 2 * Number(rounds); round++) {
    const startedAt = performance.now()
    for (let i = 0; i < EVENTS / 10; i++) events.record(event)
    times.push(((performance.now() - startedAt) / (EVENTS / 10)) * 1000)
  }
  events.close()
  if (events.dropped > 0) throw new Error(`${events.dropped} events were dropped.`)
  return [row('an event', times, 'us', '', 1)]
}
