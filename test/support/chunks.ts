import { expect, inject } from 'vitest'
import type { TruncateOptions } from '../../src/options.ts'
import type { Truncation } from '../../src/truncation.ts'
import { createCollector, truncate } from './checked.ts'
import type { Sample } from './samples.ts'

/** Ways to split an input into chunks. All of them must return the same result. */

export const tight: TruncateOptions = { maxLines: 5, maxBytes: 40 }
export const narrow: TruncateOptions = {
  maxLines: 30,
  maxBytes: 2000,
  maxLineLength: 100,
  source: { artifact: '3f9a1c2b40de7781' },
}

/** Feeds an input in chunks that end at the given places, reusing one buffer for all of them. */
export function collect(whole: Uint8Array, cuts: readonly number[], o: TruncateOptions): Truncation {
  const collector = createCollector(o)
  const buffer = new Uint8Array(whole.length)
  let start = 0
  for (const cut of [...cuts, whole.length]) {
    buffer.set(whole.subarray(start, cut))
    collector.write(buffer.subarray(0, cut - start))
    buffer.fill(0x2a)
    start = cut
  }
  return collector.end()
}

/** Fails at the first way of splitting that returns another result. */
export function expectSame(
  { name, bytes }: Sample,
  options: TruncateOptions,
  ways: Iterable<readonly number[]>,
): void {
  const expected = JSON.stringify(truncate(bytes, options))
  for (const cuts of ways) {
    const got = JSON.stringify(collect(bytes, cuts, options))
    if (got !== expected) expect({ name, cuts, got }).toEqual({ name, cuts, got: expected })
  }
}

export function* cutsIntoTwo(length: number, step = 1, first = 0): Iterable<number[]> {
  for (let cut = first; cut <= length; cut += step) yield [cut]
}

/** The deep suite tries every pair of places. Other runs try every eleventh, a different one for each first place. */
export const PAIRS_APART = inject('thorough') ? 1 : 11

/** Every way to split into three, or those whose two places add up to a multiple of `apart`. */
export function* cutsIntoThree(length: number, apart = 1): Iterable<number[]> {
  for (let first = 0; first <= length; first++) {
    for (let second = first; second <= length; second++) {
      if ((first + second) % apart === 0) yield [first, second]
    }
  }
}

export const everyByte = (length: number, step = 1): number[] =>
  Array.from({ length: Math.floor(length / step) }, (_, i) => (i + 1) * step)

export const CHUNK_SIZES = [
  1, 2, 3, 5, 7, 8, 13, 16, 17, 31, 32, 64, 127, 255, 512, 1000, 2047, 4096, 10_000, 65_535, 65_536, 262_144,
  300_001,
]
