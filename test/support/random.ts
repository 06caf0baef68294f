import { inject } from 'vitest'

/** A small seeded generator (xorshift32), so that a failing case can be repeated from its seed. */
export interface Random {
  /** A whole number from 0 to `bound` - 1. */
  below(bound: number): number
  pick<T>(list: readonly T[]): T
}

/** A seed of a test under the seed of the run (`PITH_SEED`), which is 1 where nothing else is asked for. */
// The step is a prime above the number of seeds that a test tries, so that two runs share no case.
export const seedFor = (seed: number): number => (seed + (inject('seed') - 1) * 1_000_003) | 0

export function createRandom(seed: number): Random {
  // The state must not be zero, because zero would stay zero. The multiplication spreads neighbouring seeds.
  let state = Math.imul(seedFor(seed) + 1, 0x9e3779b1) | 1
  const below = (bound: number) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % bound
  }
  return { below, pick: (list) => list[below(list.length)] }
}
