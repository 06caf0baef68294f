import { createRandom } from '../../../random.mjs'
import { varied } from '../../../vary.mjs'
import type { Progress } from '../messages.ts'
import { kinds, ladder } from './inputs.ts'
import type { Role } from './job.ts'
import { type JobName, jobOf } from './jobs.ts'
import { type InputsOf, measure, type Speed } from './measure.ts'

export interface RaceRequest {
  job: JobName
  /** The kind of input for the sizes. */
  kind: string
  /** The largest size, in bytes. */
  largest: number
  /** The size of the input of each kind, in bytes. */
  kindSize: number
  rounds: number
}

/** One input, and how fast each contender was on it. */
export interface Cell {
  kind: string
  /** The requested size. `bytes` is the real size, because inputs end with a line. */
  size: number
  bytes: number
  speeds: Record<string, Speed>
}

export interface RaceResult extends RaceRequest {
  backend: 'wasm' | 'js'
  contenders: { name: string; role: Role }[]
  sizes: Cell[]
  kinds: Cell[]
  notes: string[]
  userAgent: string
  cores: number
}

/** From 32 bytes to 16 MiB. */
export const allSizes = [5, 8, 10, 12, 14, 16, 18, 20, 22, 24].map((bits) => 2 ** bits)

/** Times one job over sizes of one kind, then over every kind at one size. */
export async function race(request: RaceRequest, report: (progress: Progress) => void): Promise<RaceResult> {
  const job = jobOf(request.job)
  const sizes = allSizes.filter((size) => size <= request.largest)
  const inputs = [
    ...ladder(request.kind, sizes).map((bytes, at) => ({
      kind: request.kind,
      size: sizes[at],
      make: () => bytes,
    })),
    ...Object.entries(kinds).map(([kind, make]) => ({
      kind,
      size: request.kindSize,
      make: () => make(request.kindSize),
    })),
  ]
  const notes = new Set<string>()
  const random = createRandom(0x0dd5)
  const cells: Cell[] = []
  for (const [at, { kind, size, make }] of inputs.entries()) {
    report({ done: at / inputs.length, told: `${at + 1} of ${inputs.length}: ${kind}, ${sizeName(size)}` })
    const bytes = make()
    const note = job.check(bytes)
    if (note !== undefined && at >= sizes.length && kind === request.kind) notes.add(note)
    const inputsOf: InputsOf = (count) => Array.from({ length: count }, () => varied(bytes, random))
    const speeds = measure(job.contenders, bytes, {
      rounds: request.rounds,
      random,
      ...(job.isFirstSeen ? { inputsOf } : {}),
    })
    cells.push({ kind, size, bytes: bytes.length, speeds })
  }
  const contenders = job.contenders.map(({ name, role }) => ({ name, role }))
  return {
    ...request,
    backend: contenders.some(({ role }) => role === 'wasm') ? 'wasm' : 'js',
    contenders,
    sizes: cells.slice(0, sizes.length),
    kinds: cells.slice(sizes.length),
    notes: [...notes],
    userAgent: navigator.userAgent,
    cores: navigator.hardwareConcurrency,
  }
}

export function sizeName(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  return bytes < 1024 ** 2 ? `${bytes / 1024} KiB` : `${bytes / 1024 ** 2} MiB`
}
