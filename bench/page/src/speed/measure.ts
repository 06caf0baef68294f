import { Bench } from 'tinybench'
import { shuffled } from '../../../random.mjs'
import { summary } from '../../../statistics.mjs'
import type { Contender } from './job.ts'

/** Least time of a sample, because a browser's clock is coarse: 0.1 ms in most. */
const SAMPLE_MS = 2
const ROUND_MS = 8

/** Bytes of input per second: median, minimum and maximum of the rounds. */
export interface Speed {
  median: number
  min: number
  max: number
}

/** Results are stored here, so that no run is optimised away. */
const sink: { value: unknown } = { value: undefined }

/** The inputs of `count` runs of a sample. */
export type InputsOf = (count: number) => readonly Uint8Array[]

/**
 * Measures speeds by contender's name. Contenders take turns: every round runs each of them once for a short while, in
 * random order, so that a busy moment affects all of them. The first round warms up and is thrown away. After it, the
 * number of repeats per sample is determined.
 *
 * With `inputsOf`, every run has an input of its own, as long as `bytes`. It is made before the clock starts.
 */
export function measure(
  contenders: readonly Contender[],
  bytes: Uint8Array,
  {
    rounds,
    random,
    inputsOf = (count) => new Array<Uint8Array>(count).fill(bytes),
  }: { rounds: number; random: () => number; inputsOf?: InputsOf },
): Record<string, Speed> {
  const calibrated = () => new Map(contenders.map(({ name, run }) => [name, repeatsFor(() => run(bytes))]))
  runRound(contenders, inputsOf, calibrated())
  const repeats = calibrated()
  const speeds = new Map<string, number[]>(contenders.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const [name, milliseconds] of runRound(shuffled(contenders, random), inputsOf, repeats)) {
      speeds.get(name)?.push((bytes.length / milliseconds) * 1000)
    }
  }
  return Object.fromEntries([...speeds].map(([name, list]) => [name, summary(list)]))
}

/** Milliseconds of one run, by contender's name. */
function runRound(
  contenders: readonly Contender[],
  inputsOf: InputsOf,
  repeats: ReadonlyMap<string, number>,
): [string, number][] {
  const timesOf = (name: string) => repeats.get(name) ?? 1
  const bench = new Bench({ iterations: 1, time: ROUND_MS, warmup: false })
  for (const { name, run } of contenders) {
    let inputs: readonly Uint8Array[] = []
    const beforeEach = () => {
      inputs = inputsOf(timesOf(name))
    }
    const sample = () => {
      for (const input of inputs) sink.value = run(input)
    }
    bench.add(name, sample, { async: false, beforeEach })
  }
  bench.runSync()
  return bench.tasks.map((task) => [task.name, medianMs(task) / timesOf(task.name)])
}

/**
 * How often a run is repeated in one sample. The fastest of several tries counts, because the first may include
 * compilation, and any may have waited on a busy machine. The number is tried again, because a run that only waited
 * would later be too short for the clock. Nothing is concluded from how long a sample took: on a busy machine a long one
 * mostly waited, and a part of it may be over at once.
 */
export function repeatsFor(run: () => unknown, now: () => number = () => performance.now()): number {
  const took = (repeats: number) => {
    const start = now()
    for (let i = 0; i < repeats; i++) sink.value = run()
    return now() - start
  }
  const quickest = (repeats: number) => Math.min(took(repeats), took(repeats), took(repeats))
  let repeats = 1
  while (quickest(repeats) < SAMPLE_MS || quickest(repeats) < SAMPLE_MS / 2) repeats *= 2
  return repeats
}

function medianMs({ name, result }: Bench['tasks'][number]): number {
  if (!('latency' in result) || result.latency === undefined)
    throw new Error(`${name} failed while it was timed.`)
  return result.latency.p50
}
