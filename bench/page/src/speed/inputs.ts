import { ending } from '../../../corpus.mjs'
import { kinds as kindsOfTheBenchmark } from '../../../kinds.mjs'

/** Every kind of input, at most `maxBytes`, with the same bytes in every run. */
export const kinds: Record<string, (maxBytes: number) => Uint8Array> = kindsOfTheBenchmark

/** Extra bytes that are generated, so that an input of any size can end with a line. */
const SLACK_BYTES = 64 * 1024

/** Inputs of one kind in several sizes, in bytes. Each ends with a line. */
export function ladder(kind: string, sizes: readonly number[]): Uint8Array[] {
  const all = kinds[kind](Math.max(...sizes) + SLACK_BYTES)
  return sizes.map((size) => ending(all, size))
}
