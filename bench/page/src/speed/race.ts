import { Bench } from 'tinybench'
import { getBackend, truncate } from '../../../../src/index.ts'
import { ending, mixedLog } from '../../../corpus.mjs'
import { createRandom, shuffled } from '../../../random.mjs'
import { summary } from '../../../statistics.mjs'
import { varied } from '../../../vary.mjs'
import type { Progress } from '../messages.ts'

const LIMITS = { maxLines: 2000, maxBytes: 30 * 1024 }
/** Extra bytes that are generated, so that an input of any size can end with a line. */
const SLACK_BYTES = 64 * 1024
/** Least time of a sample, because a browser's clock is coarse: 0.1 ms in most. */
const SAMPLE_MS = 2
const ROUND_MS = 8

export interface RaceRequest {
  /** The largest size, in bytes. */
  largest: number
  rounds: number
}

/** Bytes of input per second: median, minimum and maximum of the rounds. */
export interface Speed {
  median: number
  min: number
  max: number
}

/** One size of input, and how fast each contender was on it. */
export interface Cell {
  size: number
  speeds: Record<string, Speed>
}

export interface RaceResult extends RaceRequest {
  contenders: string[]
  cells: Cell[]
  userAgent: string
}

interface Contender {
  name: string
  run(bytes: Uint8Array): unknown
}

/** From 256 bytes to 16 MiB. */
export const allSizes = [8, 10, 12, 14, 16, 18, 20, 22, 24].map((bits) => 2 ** bits)

/** Results are stored here, so that no run is optimised away. */
const sink: { value: unknown } = { value: undefined }

/**
 * Times `truncate` with WebAssembly, with JavaScript, and what one would write without pith, over sizes of a log. Every run
 * has an input that was never seen before. Throws if the two backends differ.
 */
export async function race(request: RaceRequest, report: (progress: Progress) => void): Promise<RaceResult> {
  const sizes = allSizes.filter((size) => size <= request.largest)
  const log = mixedLog(Math.max(...sizes) + SLACK_BYTES)
  const random = createRandom(0x0dd5)
  const cut = (backend: 'wasm' | 'js') => (bytes: Uint8Array) => truncate(bytes, { ...LIMITS, backend })
  const contenders: Contender[] = [
    ...(getBackend() === 'wasm' ? [{ name: 'wasm', run: cut('wasm') }] : []),
    { name: 'js', run: cut('js') },
    { name: 'split + regex', run: cutBySplit },
  ]
  const cells = sizes.map((size, at): Cell => {
    report({ done: at / sizes.length, told: `${at + 1} of ${sizes.length}: ${sizeName(size)}` })
    const bytes = ending(log, size)
    const answers = contenders.slice(0, -1).map(({ run }) => ({ ...(run(bytes) as object), backend: '' }))
    if (new Set(answers.map((answer) => JSON.stringify(answer))).size > 1)
      throw new Error('The backends returned different results, so nothing was timed.')
    return { size, speeds: measure(contenders, bytes, request.rounds, random) }
  })
  const names = contenders.map(({ name }) => name)
  return { ...request, contenders: names, cells, userAgent: navigator.userAgent }
}

/** The least code for a comparable text: head, tail, and lines between them with a word of failure. */
function cutBySplit(bytes: Uint8Array): string {
  const lines = new TextDecoder().decode(bytes).split('\n')
  const errors = lines.filter((line) => /\b(?:error|fail|fatal|panic|exception)/i.test(line))
  const third = LIMITS.maxBytes / 3
  const part = (some: readonly string[]) =>
    some
      .slice(0, LIMITS.maxLines / 3)
      .join('\n')
      .slice(0, third)
  return [
    part(lines),
    part(errors),
    lines
      .slice(-LIMITS.maxLines / 3)
      .join('\n')
      .slice(-third),
  ].join('\n')
}

/**
 * Contenders take turns: every round runs each of them once for a short while, in random order, so that a busy moment
 * affects all of them. The first round warms up and is thrown away.
 */
function measure(
  contenders: readonly Contender[],
  bytes: Uint8Array,
  rounds: number,
  random: () => number,
): Record<string, Speed> {
  const speeds = new Map<string, number[]>(contenders.map(({ name }) => [name, []]))
  for (let round = -1; round < rounds; round++) {
    const bench = new Bench({ iterations: 1, time: ROUND_MS, warmup: false })
    const repeats = new Map(contenders.map(({ name, run }) => [name, repeatsFor(() => run(bytes))]))
    for (const { name, run } of shuffled(contenders, random)) {
      let inputs: Uint8Array[] = []
      const beforeEach = () => {
        inputs = Array.from({ length: repeats.get(name) ?? 1 }, () => varied(bytes, random))
      }
      const sample = () => {
        for (const input of inputs) sink.value = run(input)
      }
      bench.add(name, sample, { async: false, beforeEach })
    }
    bench.runSync()
    for (const { name, result } of bench.tasks) {
      if (!('latency' in result) || result.latency === undefined)
        throw new Error(`${name} failed while it was timed.`)
      const perRun = result.latency.p50 / (repeats.get(name) ?? 1)
      if (round >= 0) speeds.get(name)?.push((bytes.length / perRun) * 1000)
    }
  }
  return Object.fromEntries([...speeds].map(([name, list]) => [name, summary(list)]))
}

/**
 * How often a run is repeated in one sample. The fastest of several tries counts, because the first may include
 * compilation, and any may have waited on a busy machine. The number is tried again, because a run that only waited
 * would later be too short for the clock.
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

export function sizeName(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  return bytes < 1024 ** 2 ? `${bytes / 1024} KiB` : `${bytes / 1024 ** 2} MiB`
}
