import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** What is measured: `prepare` is not, what it gives is. */
export type Prepare = (size: number) => Work | Promise<Work>
export type Work = () => unknown

/** The smaller input of the first look costs at least so much; that of a second look four times as much. */
const ROUGH_MS = 3

const LEAST_BYTES = 16 * 1024
/** For the first look. A function that takes less than `ROUGH_MS` for so much is not measured any further. */
export const MOST_BYTES = 1024 * 1024

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** The law: four times the input may cost five times as much. */
const MOST_RATIO = 5
/**
 * On a busy machine a measurement of CPU time is off by half and more. A breach is told from here on; what grows with
 * the square gives 16.
 */
export const BREACH_RATIO = 9
/** Below this a rough look is enough. */
const CLEAR_RATIO = 4.4
/** What takes so long, and so much more than the law allows, is not measured again. */
const LONG_MS = 600
const HOPELESS_RATIO = 8

/** CPU time of this process, in milliseconds: what else the machine does is not in it. */
function cpuMs(): number {
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

/** Without the garbage of what was measured before. */
function cleanCost(prepare: Prepare, size: number): Promise<number> {
  collectGarbage()
  return cost(prepare, size)
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]

/** How many times as much four times the input costs; 1 where all of it is too little to be measured. */
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
 * Looks longer, and at larger sizes where that takes no time. Between two sizes a limit may lie, or the end of the
 * processor's cache: beyond them the law holds again, if it does.
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

/** By turns, so that a busy moment of the machine meets both sizes. */
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
