import { irregularCase } from './irregular/cases.ts'
import { createRandom } from './random.ts'

/** An output with a structure, whole or broken, and how it is cut. */
export interface StructureCase {
  seed: number
  bytes: Uint8Array
  /** The name of the form that was generated. */
  form: string
  command: string
  maxBytes: number
  maxLines: number
  /** Sizes of chunks, used by turns. */
  chunks: number[]
}

/** Most outputs are longer than the limits, so that they are cut. */
const MOST_BYTES = 8000

/** The case of a seed. */
export function structureCase(seed: number): StructureCase {
  const random = createRandom(seed + 0xca5e)
  const { bytes, form, command } = irregularCase(seed, undefined, random.below(MOST_BYTES))
  const maxBytes = random.pick([random.below(300), 300 + random.below(400), 300 + random.below(4000)])
  const maxLines = random.pick([Infinity, Infinity, 1 + random.below(60)])
  const sizes = Array.from({ length: 1 + random.below(3) }, () => random.pick([1, 2, 7, 60, 1000, 65_536]))
  // Chunks of some bytes would take a second for a large input.
  const chunks = bytes.length > 20_000 ? [65_536, 977] : sizes
  return { seed, bytes, form, command, maxBytes, maxLines, chunks }
}
