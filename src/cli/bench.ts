import { availableParallelism, cpus, loadavg } from 'node:os'
import { truncate } from '../engine/truncate.ts'
import { PithError } from '../errors.ts'
import { newlineCounterFor, ROOM_BYTES } from '../scan/newlines.ts'
import { getBackend } from '../scan/select.ts'
import { generateLog } from './bench-log.ts'
import { warn, writeOut } from './output.ts'
import type { Parsed } from './words.ts'

interface Spread {
  median: number
  min: number
  max: number
}

interface Contender {
  name: string
  run(bytes: Uint8Array): unknown
}

interface Job {
  name: string
  unit: 'GB/s' | 'ms'
  contenders: Contender[]
}

interface Cell {
  job: string
  contender: string
  input: string
  bytes: number
  ms: Spread
}

interface Pace {
  rounds: number
  /** A cell ends after so long, and then with no less than `LEAST_ROUNDS`. */
  cellMs: number
  /** For so long each contender runs before it is timed. */
  warmMs: number
}

const KIB = 1024
const MIB = 1024 * KIB
const LF = 0x0a
const LEAST_ROUNDS = 3
/** One sample runs so often that the clock's own cost does not count. */
const SAMPLE_MS = 1
const BUSY =
  'More programs want to run than there are cores: these figures are worth little, try again when it is quiet.'
const FULL = { sizes: [64 * KIB, MIB, 16 * MIB], rounds: 9, cellMs: 1200, warmMs: 150 }
const QUICK = { sizes: [64 * KIB, 256 * KIB], rounds: 3, cellMs: 100, warmMs: 20 }

/** `pith bench`: Wasm against JavaScript on this machine, on generated logs, once both gave the same answers. */
export async function bench({ values, positionals }: Parsed): Promise<number> {
  if (positionals.length > 0) {
    throw new PithError(
      'PITH_INVALID_OPTION',
      `Expected no operand after \`pith bench\`, got ${JSON.stringify(positionals[0])}.`,
    )
  }
  const { sizes, ...pace } = values.quick ? QUICK : FULL
  const log = generateLog(sizes[sizes.length - 1])
  const inputs = sizes.map((size) => log.subarray(0, log.lastIndexOf(LF, size - 1) + 1))
  // Before all else: nothing has been compiled yet.
  const firstCallMs = timeOf(() => truncate(inputs[0]))
  const machine = machineFacts()
  const jobs = jobsFor(machine.backend)
  const wrong = inputs.flatMap((bytes) => jobs.filter((job) => !agree(job, bytes)))[0]
  if (wrong) {
    warn(`The answers to "${wrong.name}" differ, so nothing was timed. This is a bug in pith.`)
    return 1
  }
  const cells = jobs.flatMap((job) =>
    inputs.flatMap((bytes, i) => measure(job, bytes, sizeName(sizes[i]), pace)),
  )
  const verdict = verdictOf(machine.backend, cells)
  if (values.json) {
    await writeOut(`${JSON.stringify({ machine, sameAnswers: true, firstCallMs, cells, verdict })}\n`)
    return 0
  }
  const { cpu, cores, platform, node, backend, load } = machine
  const parts = [
    `${cpu}, ${cores} cores, ${platform}, Node ${node}, backend ${backend}, load ${load.toFixed(2)}`,
    ...jobs.map((job) => jobTable(job, cells)),
    `first call of this process, on ${sizeName(sizes[0])}: ${digits(firstCallMs)} ms`,
    verdict,
    ...(load > cores ? [BUSY] : []),
  ]
  await writeOut(`${parts.join('\n\n')}\n`)
  return 0
}

function machineFacts() {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    platform: `${process.platform} ${process.arch}`,
    node: process.versions.node,
    backend: getBackend(),
    load: loadavg()[0],
  }
}

/** What is timed; the first contender is the one that the others are compared with. */
function jobsFor(backend: 'wasm' | 'js'): Job[] {
  const backends = backend === 'wasm' ? (['wasm', 'js'] as const) : (['js'] as const)
  const counters = backends.map((name) => ({ name, run: lineCounter(name) }))
  return [
    {
      name: 'count lines',
      unit: 'GB/s',
      contenders: [...counters, { name: 'Buffer.indexOf', run: countByIndexOf }],
    },
    {
      name: 'truncate',
      unit: 'ms',
      contenders: backends.map((name) => ({ name, run: (bytes) => truncate(bytes, { backend: name }) })),
    },
  ]
}

function lineCounter(backend: 'wasm' | 'js'): Contender['run'] {
  const counter = newlineCounterFor(backend)
  return (bytes) => {
    let lines = 0
    for (let at = 0; at < bytes.length; at += ROOM_BYTES) {
      const part = bytes.subarray(at, at + ROOM_BYTES)
      counter.room.set(part)
      lines += counter.count(0, part.length)
    }
    return lines
  }
}

function countByIndexOf(bytes: Uint8Array): number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  let lines = 0
  for (let at = buffer.indexOf(LF); at >= 0; at = buffer.indexOf(LF, at + 1)) lines++
  return lines
}

/** Whether all contenders give the same; which backend a result names does not count. */
function agree({ contenders }: Job, bytes: Uint8Array): boolean {
  const answers = contenders.map(({ run }) =>
    JSON.stringify(run(bytes), (key, value) => (key === 'backend' ? undefined : value)),
  )
  return answers.every((answer) => answer === answers[0])
}

/** Contenders take turns, so a busy moment of the machine hits them all and a median throws it out. */
function measure(job: Job, bytes: Uint8Array, input: string, { rounds, cellMs, warmMs }: Pace): Cell[] {
  const turns = job.contenders.map(({ name, run }) => ({
    name,
    run,
    repeats: repeatsOf(() => run(bytes), warmMs),
    times: [] as number[],
  }))
  const end = performance.now() + cellMs
  for (let round = 0; round < rounds && (round < LEAST_ROUNDS || performance.now() < end); round++) {
    for (const { run, repeats, times } of turns) times.push(timeOf(() => run(bytes), repeats))
    turns.reverse()
  }
  turns.sort((a, b) => orderIn(job, a.name) - orderIn(job, b.name))
  return turns.map(({ name, times }) => ({
    job: job.name,
    contender: name,
    input,
    bytes: bytes.length,
    ms: spreadOf(times),
  }))
}

const orderIn = ({ contenders }: Job, name: string) => contenders.findIndex((c) => c.name === name)

/** How many runs take a sample's time, once warm. */
function repeatsOf(run: () => unknown, warmMs: number): number {
  let repeats = 1
  const end = performance.now() + warmMs
  for (;;) {
    const sampleMs = timeOf(run, repeats) * repeats
    if (sampleMs < SAMPLE_MS) repeats *= 2
    else if (performance.now() >= end) return repeats
  }
}

/** Milliseconds of one run. */
function timeOf(run: () => unknown, repeats = 1): number {
  const start = performance.now()
  for (let i = 0; i < repeats; i++) run()
  return (performance.now() - start) / repeats
}

function spreadOf(times: readonly number[]): Spread {
  const sorted = times.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const median = sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  return { median, min: sorted[0], max: sorted[sorted.length - 1] }
}

function jobTable({ name, unit, contenders }: Job, all: readonly Cell[]): string {
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
      ...inputs.map((input) => `${digits(at(c, input).ms.median / at(ours, input).ms.median)}x`),
    ]),
  ])
}

/** The median, and half of the range in percent. */
function figure({ bytes, ms: { median, min, max } }: Cell, unit: Job['unit']): string {
  const percent = Math.round((50 * (max - min)) / median)
  return `${digits(unit === 'ms' ? median : bytes / median / 1e6)} ±${percent}%`
}

function aligned(table: readonly string[][]): string {
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)))
  return table
    .map((row) => row.map((text, i) => (i ? text.padStart(widths[i]) : text.padEnd(widths[i]))).join('  '))
    .join('\n')
}

function verdictOf(backend: 'wasm' | 'js', cells: readonly Cell[]): string {
  const { input, bytes } = cells[cells.length - 1]
  const msOf = (job: string, contender: string) =>
    cells.find((c) => c.job === job && c.contender === contender && c.input === input)?.ms.median ?? 0
  const jsMs = msOf('truncate', 'js')
  if (backend === 'js') {
    return `Wasm with SIMD can't be had here, so JavaScript runs: it truncates ${input} of log at ${digits(bytes / jsMs / 1e6)} GB/s.`
  }
  const counted = ['js', 'Buffer.indexOf'].map((c) =>
    digits(msOf('count lines', c) / msOf('count lines', 'wasm')),
  )
  const faster = jsMs / msOf('truncate', 'wasm')
  const advice = faster >= 1 ? '`--backend auto` is right here' : '`--backend js` is the faster one here'
  return `Same answers. On ${input} of log Wasm counts lines ${counted[0]} times as fast as JavaScript and ${counted[1]} times as fast as Buffer.indexOf, and truncates ${digits(faster)} times as fast as JavaScript: ${advice}.`
}

const sizeName = (bytes: number) => (bytes < MIB ? `${bytes / KIB} KiB` : `${bytes / MIB} MiB`)

const digits = (n: number) => (n >= 100 ? n.toFixed(0) : n >= 10 ? n.toFixed(1) : n.toFixed(2))
