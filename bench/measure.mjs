// Contenders take turns: every round runs each of them once for a short while, in a random order. So a busy moment of
// the machine hits them all, and a median over rounds throws it out.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Bench } from 'tinybench'
import { shuffled } from './random.mjs'

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
 * Milliseconds of one run, by contender: median, least and most of the rounds' medians. The first round is thrown away:
 * it warms up.
 *
 * @param {{ name: string, run: (bytes: Uint8Array, argument: unknown) => unknown }[]} contenders
 * @param {{ rounds: number, roundMs: number, random: () => number }} options
 */
export function measure(contenders, bytes, argument, { rounds, roundMs, random }) {
  const repeats = Math.max(1, Math.floor(SAMPLE_BYTES / bytes.length))
  const times = new Map(contenders.map(({ name }) => [name, []]))
  for (let round = 0; round <= rounds; round++) {
    const bench = new Bench({ iterations: 1, time: roundMs, warmup: false })
    for (const { name, run } of shuffled(contenders, random)) {
      const sample = () => {
        for (let i = 0; i < repeats; i++) sink.value = run(bytes, argument)
      }
      bench.add(name, sample, { async: false, beforeAll })
    }
    bench.runSync()
    if (round === 0) continue
    for (const task of bench.tasks) times.get(task.name).push(medianOf(task) / repeats)
  }
  return new Map([...times].map(([name, list]) => [name, summary(list)]))
}

function medianOf({ name, result }) {
  if (result.state === 'errored')
    throw new Error(`${name} failed while it was timed`, { cause: result.error })
  return result.latency.p50
}

/** Median, least and most of some numbers. */
export function summary(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const median = sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  return { median, min: sorted[0], max: sorted.at(-1) }
}
