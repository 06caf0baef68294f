/** A small seeded generator (xorshift32), so that a failing case can be repeated from its seed. */
export interface Random {
  /** A whole number from 0 to `bound` - 1. */
  below(bound: number): number
  pick<T>(list: readonly T[]): T
}

export function createRandom(seed: number): Random {
  // The state must not be zero, because zero would stay zero. The multiplication spreads neighbouring seeds.
  let state = Math.imul(seed + 1, 0x9e3779b1) | 1
  const below = (bound: number) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % bound
  }
  return { below, pick: (list) => list[below(list.length)] }
}
