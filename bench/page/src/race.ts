import { summary } from '../../statistics.mjs'
import { type Choice, cutChunks } from './cut.ts'
import type { Progress } from './messages.ts'

/** Largest part of a file that is timed, because it is held in memory. */
const MAX_BYTES = 64 * 1024 * 1024
/** Least time of a sample, because a browser's clock is coarse: 0.1 ms in most. */
const SAMPLE_MS = 4
const ROUNDS = 7

export interface RaceRequest {
  file: Blob
  choice: Choice
}

/** Milliseconds that one cut takes: median, minimum and maximum of the rounds. */
export type Times = ReturnType<typeof summary>

export interface RaceResult {
  bytes: number
  /** True if only the first 64 MiB were timed. */
  isPart: boolean
  rounds: number
  /** Absent for a backend that the page's policy or the browser does not allow. */
  times: { wasm?: Times; js: Times }
}

/**
 * Times the cut of a file with WebAssembly and with JavaScript. They take turns, so that a busy moment affects both, and
 * the first round warms up. Throws if their results differ.
 */
export async function race(
  { file, choice }: RaceRequest,
  report: (progress: Progress) => void,
): Promise<RaceResult> {
  const bytes = new Uint8Array(await file.slice(0, MAX_BYTES).arrayBuffer())
  const cutBy = async (backend: 'wasm' | 'js') =>
    (await cutChunks([bytes], { ...choice, backend })).truncation
  const byJs = await cutBy('js')
  const other = await cutBy('wasm')
  const byWasm = other.backend === 'wasm' ? other : undefined
  if (byWasm && JSON.stringify({ ...byWasm, backend: '' }) !== JSON.stringify({ ...byJs, backend: '' }))
    throw new Error('The backends returned different results, so nothing was timed.')
  const backends = byWasm ? (['wasm', 'js'] as const) : (['js'] as const)
  const samples = { wasm: [] as number[], js: [] as number[] }
  const repeats = { wasm: 0, js: 0 }
  for (const backend of backends) repeats[backend] = await repeatsFor(() => cutBy(backend))
  for (let round = 0; round < ROUNDS; round++) {
    report({ done: round / ROUNDS, told: `Round ${round + 1} of ${ROUNDS}` })
    for (const backend of round % 2 ? backends : backends.toReversed()) {
      const start = performance.now()
      for (let i = 0; i < repeats[backend]; i++) await cutBy(backend)
      samples[backend].push((performance.now() - start) / repeats[backend])
    }
  }
  return {
    bytes: bytes.length,
    isPart: bytes.length < file.size,
    rounds: ROUNDS,
    times: { ...(byWasm && { wasm: summary(samples.wasm) }), js: summary(samples.js) },
  }
}

/**
 * How often a run is repeated in one sample. The faster of two tries counts, because the first may include compilation,
 * and either may have waited on a busy machine.
 */
export async function repeatsFor(
  run: () => Promise<unknown>,
  now: () => number = () => performance.now(),
): Promise<number> {
  const took = async (repeats: number) => {
    const start = now()
    for (let i = 0; i < repeats; i++) await run()
    return now() - start
  }
  let repeats = 1
  while (Math.min(await took(repeats), await took(repeats)) < SAMPLE_MS) repeats *= 2
  return repeats
}
