import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Prepares a measurement. Only the work that it returns is measured. */
export type Prepare = (size: number) => Work | Promise<Work>
export type Work = () => unknown

/** Least cost of the smaller input in a first measurement. A second measurement needs four times as much. */
const ROUGH_MS = 3

const LEAST_BYTES = 16 * 1024
/**
 * Largest input of the first measurement. A function that takes less than `ROUGH_MS` for it is not measured further.
 */
export const MOST_BYTES = 1024 * 1024

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** The law: four times the input may cost at most five times as much. */
const MOST_RATIO = 5
/**
 * Ratio from which a breach is reported. On a busy machine, CPU times are off by half and more. A quadratic function
 * has a ratio of 16.
 */
export const BREACH_RATIO = 9
/** Below this ratio, a rough measurement is enough. */
const CLEAR_RATIO = 4.4
/** A function that takes this long, and exceeds the law by this much, is not measured again. */
const LONG_MS = 1500
const HOPELESS_RATIO = 8

/** CPU time of this process in milliseconds. Other processes do not count. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function cost(prepare: Prepare, size: number): Promise<number> {
  const work = await prepare(size)
  const start = cpuMs()
  const made = work()
  if (made instanceof Promise) await made
  return cpuMs() - start
}

/** The cost of a size. Collects garbage first, so that earlier measurements do not count. */
function cleanCost(prepare: Prepare, size: number): Promise<number> {
  collectGarbage()
  return cost(prepare, size)
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]

/** The cost of four times the input, divided by the cost of the input. 1 if the cost is too small to measure. */
export async function ratioOf(prepare: Prepare): Promise<number> {
  let size = LEAST_BYTES
  let small = await cost(prepare, size)
  let large = await cost(prepare, 4 * size)
  while (small < ROUGH_MS && large < 4 * ROUGH_MS && size < MOST_BYTES / 4) {
    size *= 4
    small = large
    large = await cost(prepare, 4 * size)
  }
  if (large < ROUGH_MS) return 1
  const rough = large / Math.min(small, await cost(prepare, size))
  return rough <= CLEAR_RATIO ? rough : lookAgain(prepare, size, large)
}

/**
 * Measures longer, and at larger sizes if that is fast. A limit or the size of the processor's cache may lie between
 * two sizes; the law must hold again beyond them.
 */
async function lookAgain(prepare: Prepare, size: number, roughMs: number): Promise<number> {
  let least = Infinity
  for (const [rounds, factor] of [
    [1, 4],
    [5, 4],
    [5, 16],
    [9, 16],
  ]) {
    const larger = roughMs * factor < 2 * LONG_MS ? factor * size : size
    const { small, large } = await medians(prepare, larger, rounds)
    least = Math.min(least, large / small)
    if (least <= MOST_RATIO || (large > LONG_MS && least > HOPELESS_RATIO)) break
  }
  return least
}

/** Measures both sizes in turns, so that a busy moment of the machine affects both. */
async function medians(
  prepare: Prepare,
  size: number,
  rounds: number,
): Promise<{ small: number; large: number }> {
  const small: number[] = []
  const large: number[] = []
  for (let round = 0; round < rounds; round++) {
    small.push(await cleanCost(prepare, size))
    large.push(await cleanCost(prepare, 4 * size))
  }
  return { small: median(small), large: median(large) }
}
