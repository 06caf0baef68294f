import { ending } from '../../../corpus.mjs'
import { kinds as kindsOfTheBenchmark } from '../../../kinds.mjs'

/** Every kind of input there is: the same bytes in every run, at most so many. */
export const kinds: Record<string, (maxBytes: number) => Uint8Array> = kindsOfTheBenchmark

/** So much is made besides, so that any number of bytes can end with a line. */
const SLACK_BYTES = 64 * 1024

/** Inputs of one kind in several sizes, in bytes; they end with a line. */
export function ladder(kind: string, sizes: readonly number[]): Uint8Array[] {
  const all = kinds[kind](Math.max(...sizes) + SLACK_BYTES)
  return sizes.map((size) => ending(all, size))
}
