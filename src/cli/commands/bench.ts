import { availableParallelism, cpus, loadavg } from 'node:os'
import { getBackend } from '../../core/scan/backend.ts'
import { newlineCounterFor, ROOM_BYTES } from '../../core/scan/newlines.ts'
import { truncate } from '../../core/truncate.ts'
import { PithError } from '../../errors.ts'
import { generateLog } from '../bench/log.ts'
import { jobTable, sizeName, threeDigits, verdictOf } from '../bench/report.ts'
import { type Contender, type Job, measureContenders, timeOf } from '../bench/timing.ts'
import type { Parsed } from '../options/arguments.ts'
import { jsonLine, warn, writeOut } from '../print/output.ts'

const KIB = 1024
const MIB = 1024 * KIB
const LF = 0x0a
const BUSY = 'The machine is busy, so these figures are not reliable. Try again when fewer programs run.'
const FULL = { sizes: [64 * KIB, MIB, 16 * MIB], rounds: 9, cellMs: 1200, warmMs: 150 }
const QUICK = { sizes: [64 * KIB, 256 * KIB], rounds: 3, cellMs: 100, warmMs: 20 }

/** `pith bench`: times Wasm against JavaScript on generated logs, after checking that both return the same results. */
export async function bench({ values, positionals }: Parsed): Promise<number> {
  if (positionals.length > 0) {
    throw new PithError(
      'PITH_INVALID_OPTION',
      `Expected no operand after \`pith bench\`, got ${JSON.stringify(positionals[0])}.`,
    )
  }
  const { sizes, ...effort } = values.quick ? QUICK : FULL
  const log = generateLog(sizes[sizes.length - 1])
  const inputs = sizes.map((size) => log.subarray(0, log.lastIndexOf(LF, size - 1) + 1))
  // Comes first, because nothing has been compiled yet.
  const firstCallMs = timeOf(() => truncate(inputs[0]))
  const machine = machineFacts()
  const jobs = jobsFor(machine.backend)
  const wrong = inputs.flatMap((bytes) => jobs.filter((job) => !agree(job, bytes)))[0]
  if (wrong) {
    warn(`The results of "${wrong.name}" differ, so nothing was timed. This is a bug in pith.`)
    return 1
  }
  const cells = jobs.flatMap((job) =>
    inputs.flatMap((bytes, i) => measureContenders(job, bytes, sizeName(sizes[i]), effort)),
  )
  const verdict = verdictOf(machine.backend, cells)
  if (values.json) {
    await writeOut(jsonLine({ machine, sameAnswers: true, firstCallMs, cells, verdict }))
    return 0
  }
  const { cpu, cores, platform, node, backend, load } = machine
  const parts = [
    `${cpu}, ${cores} cores, ${platform}, Node ${node}, backend ${backend}, load ${load.toFixed(2)}`,
    ...jobs.map((job) => jobTable(job, cells)),
    `first call of this process, on ${sizeName(sizes[0])}: ${threeDigits(firstCallMs)} ms`,
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

/** Whether all contenders return the same, apart from the backend that a result names. */
function agree({ contenders }: Job, bytes: Uint8Array): boolean {
  const answers = contenders.map(({ run }) =>
    JSON.stringify(run(bytes), (key, value) => (key === 'backend' ? undefined : value)),
  )
  return answers.every((answer) => answer === answers[0])
}
