import type { Random } from '../random.ts'

// What all generators of irregular outputs are made of. Each is a plain function of a seeded random, and is told about how
// many bytes are wanted.

export type Generator = (random: Random, bytes: number) => string

/** A number below a bound, mostly a small one. */
export const skewed = (random: Random, bound: number): number =>
  random.below(1 << random.below(1 + Math.floor(Math.log2(Math.max(1, bound)))))

export const oneIn = (random: Random, count: number): boolean => random.below(count) === 0

const WORDS = [
  'alpha',
  'beta',
  'x',
  'größe',
  '日本語',
  'naïve',
  'k',
  'error',
  'failed',
  'warning',
  'status',
  'name',
  'id',
  'e\u0301',
  '👩‍👩‍👧',
  '\u200b',
  'the',
  'quick',
  'connection refused',
  'TODO',
  '0x1f',
]

export const word = (random: Random): string => random.pick(WORDS)

/** Some words, now and then none or very many. */
export function words(random: Random, most = 12): string {
  if (oneIn(random, 400)) return random.pick(['', 'x', 'é', '👍🏽']).repeat(skewed(random, 20_000))
  return Array.from({ length: skewed(random, most) }, () => word(random)).join(' ')
}

const NUMBERS = [
  '0',
  '-0',
  '1',
  '-1',
  '1.0',
  '1e400',
  '-1E-400',
  '12345678901234567890',
  '0.1',
  '1e5',
  '6.02e+23',
]

export const number = (random: Random): string =>
  oneIn(random, 3) ? random.pick(NUMBERS) : String(random.below(10 ** (1 + random.below(9))))

export const name = (random: Random): string =>
  oneIn(random, 60)
    ? random.pick(['n', 'ü', '_']).repeat(1 + skewed(random, 9000))
    : `${random.pick(['a', 'src', 'lib', 'über', 'test', 'x-y', 'B2'])}${skewed(random, 300)}`

/** A path of some folders. */
export const path = (random: Random): string =>
  `${Array.from({ length: skewed(random, 9) }, () => `${name(random)}/`).join('')}${name(random)}${random.pick(['', '.ts', '.c', '.md', '.json'])}`

/** Adds parts until there are so many bytes. Now and then one part is added very often. */
export function fill(random: Random, bytes: number, make: (at: number) => string): string {
  const parts: string[] = []
  let length = 0
  for (let at = 0; length < bytes; at++) {
    const part = make(at)
    const times = oneIn(random, 120) ? 1 + skewed(random, 300) : 1
    for (let nth = 0; nth < times && length < bytes; nth++) {
      parts.push(part)
      length += part.length + 1
    }
  }
  return parts.join('')
}

/** Lines of such parts. */
export const lines = (random: Random, bytes: number, make: (at: number) => string): string =>
  fill(random, bytes, (at) => `${make(at)}\n`)
