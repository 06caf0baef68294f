// Contenders take turns: every round runs each of them once for a short while, in random order. So a busy moment of the
// machine affects all of them, and the median over rounds removes it.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Bench } from 'tinybench'
import { shuffled } from './random.mjs'
import { quantile, summary } from './statistics.mjs'

export { summary }

/** A sample runs a small input often enough to make the cost of reading the clock negligible. */
const SAMPLE_BYTES = 256 * 1024

setFlagsFromString('--expose-gc')
/** Collects garbage: all of it, or only the young generation with `{ type: 'minor' }`. */
export const gc = runInNewContext('gc')

/** Results are stored here, so that no run is optimised away. */
export const sink = { value: undefined }

/**
 * Runs before each turn, so that no contender collects the young garbage of another. It is not a full collection: V8
 * would then throw away optimised code for shapes without live objects, and the warm-up would be timed.
 */
const beforeAll = () => gc({ type: 'minor' })

/**
 * Milliseconds of one run, by contender: the median of each round in `rounds`, and the median, minimum and maximum of
 * these. With `roundMs`, the first round is a warm-up and is thrown away. Without it, a round is a single run, and
 * comparing the answers has warmed up the code.
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

/** Runs each contender until V8 has optimised it, before the first cell is timed. */
export function warmUp(contenders, bytes, argument, milliseconds) {
  for (const { run } of contenders) {
    const end = performance.now() + milliseconds
    while (performance.now() < end) sink.value = run(bytes, argument)
  }
}

/**
 * Microseconds of single warm calls. Takes the median and the 99th percentile of each round's calls, and for both the
 * median, minimum and maximum over the rounds. Includes the cost of reading the clock, about 0.05 µs.
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
