/** Contenders to compare. The first one is the reference. */
export interface Job {
  name: string
  unit: 'GB/s' | 'ms'
  contenders: Contender[]
}

export interface Contender {
  name: string
  run(bytes: Uint8Array): unknown
}

interface Spread {
  median: number
  min: number
  max: number
}

/** The times of one contender on one input. */
export interface Cell {
  job: string
  contender: string
  input: string
  bytes: number
  ms: Spread
}

export interface Effort {
  rounds: number
  /** A cell ends after this time, but not before `LEAST_ROUNDS`. */
  cellMs: number
  /** How long each contender runs before it is timed. */
  warmMs: number
}

const LEAST_ROUNDS = 3
/** Least time of a sample, so that the cost of reading the clock is negligible. */
const SAMPLE_MS = 1

/** Contenders take turns, so a busy moment of the machine affects all of them and the median removes it. */
export function measureContenders(
  job: Job,
  bytes: Uint8Array,
  input: string,
  { rounds, cellMs, warmMs }: Effort,
): Cell[] {
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

/** Number of runs that a sample needs, once the code is warm. */
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
export function timeOf(run: () => unknown, repeats = 1): number {
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
