// Contenders take turns: every round runs each of them once for a short while, in a random order. So a busy moment of
// the machine hits them all, and a median over rounds throws it out.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Bench } from 'tinybench'
import { shuffled } from './random.mjs'
import { quantile, summary } from './statistics.mjs'

export { summary }

/** Small inputs are run so often in one sample that the clock's own cost does not count. */
const SAMPLE_BYTES = 256 * 1024

setFlagsFromString('--expose-gc')
/** Collects garbage: all of it, or with `{ type: 'minor' }` the young. */
export const gc = runInNewContext('gc')

/** Results go here, so that none is optimised away. */
export const sink = { value: undefined }

/**
 * Before each turn, so that nobody collects another's young garbage. Not a full collection: V8 then throws away
 * optimised code that refers to shapes of which no object is left, and would be timed while it warms up again.
 */
const beforeAll = () => gc({ type: 'minor' })

/**
 * Milliseconds of one run, by contender: the median of each `rounds`, and their median, least and most. With `roundMs` the first round is
 * thrown away: it warms up. Without, a round is one run, and who compared the answers has warmed up.
 *
 * @param {{ name: string, run: (bytes: Uint8Array, argument: unknown) => unknown }[]} contenders
 * @param {{ rounds: number, roundMs: number, random: () => number }} options
 */
export function measure(contenders, bytes, argument, { rounds, roundMs, random }) {
  const repeats = Math.max(1, Math.floor(SAMPLE_BYTES / bytes.length))
  const times = new Map(contenders.map(({ name }) => [name, []]))
  for (let round = roundMs > 0 ? -1 : 0; round < rounds; round++) {
    const bench = new Bench({ iterations: 1, time: roundMs, warmup: false })
    for (const { name, run } of shuffled(contenders, random)) {
      const sample = () => {
        for (let i = 0; i < repeats; i++) sink.value = run(bytes, argument)
      }
      bench.add(name, sample, { async: false, beforeAll })
    }
    bench.runSync()
    if (round < 0) continue
    for (const task of bench.tasks) times.get(task.name).push(medianOf(task) / repeats)
  }
  return new Map([...times].map(([name, list]) => [name, { ...summary(list), rounds: list }]))
}

function medianOf({ name, result }) {
  if (result.state === 'errored')
    throw new Error(`${name} failed while it was timed`, { cause: result.error })
  return result.latency.p50
}

/** Runs each contender for so long that V8 has optimised it before the first cell is timed. */
export function warmUp(contenders, bytes, argument, milliseconds) {
  for (const { run } of contenders) {
    const end = performance.now() + milliseconds
    while (performance.now() < end) sink.value = run(bytes, argument)
  }
}

/**
 * Microseconds of single calls, warm: of each round's calls the median and the 99th percentile, of the rounds the
 * median, least and most of both. The clock's own cost, some 0.05 µs, is within.
 */
export function measureCalls(contenders, inputs, { rounds, calls, random }) {
  const times = new Map(contenders.map(({ name }) => [name, { p50: [], p99: [] }]))
  for (let round = -1; round < rounds; round++) {
    for (const { name, run } of shuffled(contenders, random)) {
      gc({ type: 'minor' })
      const taken = callTimes(run, inputs, calls)
      if (round < 0) continue
      times.get(name).p50.push(quantile(taken, 0.5))
      times.get(name).p99.push(quantile(taken, 0.99))
    }
  }
  return new Map([...times].map(([name, { p50, p99 }]) => [name, { p50: summary(p50), p99: summary(p99) }]))
}

function callTimes(run, inputs, calls) {
  const taken = new Float64Array(calls)
  for (let i = 0; i < calls; i++) {
    const input = inputs[i % inputs.length]
    const start = performance.now()
    sink.value = run(input)
    taken[i] = (performance.now() - start) * 1000
  }
  return taken
}
