import type { Random } from '../random.ts'
import { oneIn, skewed } from './parts.ts'

// Breaks the bytes of an output. What is inserted need not be text.

const bytesOf = (...values: number[]): Uint8Array => Uint8Array.from(values)

const JUNK: readonly Uint8Array[] = [
  bytesOf(0),
  bytesOf(0, 0, 0, 0),
  // Lone surrogates, as some programs write them.
  bytesOf(0xed, 0xa0, 0xbd),
  bytesOf(0xed, 0xb8, 0x80),
  bytesOf(0xef, 0xbb, 0xbf),
  bytesOf(0xff),
  bytesOf(0xc3),
  bytesOf(0xf0, 0x9f, 0x98),
  bytesOf(0x80),
  bytesOf(0x0d),
  bytesOf(0x0d, 0x0a),
  bytesOf(0x0a, 0x0a, 0x0a),
  bytesOf(0x1b),
  bytesOf(0x1b, 0x5b, 0x33, 0x31, 0x6d),
  bytesOf(0x08),
  bytesOf(0x22),
  bytesOf(0x5c),
  bytesOf(0x5b),
  bytesOf(0x7d),
  bytesOf(0x3c),
  bytesOf(0x60, 0x60, 0x60),
  bytesOf(0x20),
  bytesOf(0x78),
  bytesOf(0xc3, 0xa9),
]

/** How often something stands at a place: now and then for longer than any reader holds. */
const times = (random: Random): number => skewed(random, oneIn(random, 20) ? 200_000 : 9000)

const joined = (...parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts))

/** Where a line begins, at or behind a place. */
function lineStart(bytes: Uint8Array, from: number): number {
  const at = bytes.indexOf(0x0a, from)
  return at < 0 ? bytes.length : at + 1
}

function lineEnds(random: Random, bytes: Uint8Array): Uint8Array {
  const end = random.pick([bytesOf(0x0d, 0x0a), bytesOf(0x0d), bytesOf(0x0a, 0x0d)])
  const isMixed = oneIn(random, 2)
  const parts: Uint8Array[] = []
  for (let from = 0; from < bytes.length; ) {
    const to = lineStart(bytes, from)
    const changes = bytes[to - 1] === 0x0a && !(isMixed && oneIn(random, 3))
    parts.push(bytes.subarray(from, changes ? to - 1 : to))
    if (changes) parts.push(end)
    from = to
  }
  return joined(...parts)
}

const WAYS: readonly ((random: Random, bytes: Uint8Array, other: Uint8Array) => Uint8Array)[] = [
  (random, bytes) => bytes.slice(0, random.below(bytes.length + 1)),
  (random, bytes) => bytes.slice(random.below(bytes.length + 1)),
  (random, bytes) => {
    const at = random.below(bytes.length + 1)
    return joined(bytes.subarray(0, at), random.pick(JUNK), bytes.subarray(at))
  },
  (random, bytes) => {
    const at = random.below(bytes.length + 1)
    const junk = random.pick(JUNK)
    return joined(
      bytes.subarray(0, at),
      ...Array.from({ length: times(random) }, () => junk),
      bytes.subarray(at),
    )
  },
  (random, bytes) => {
    const at = random.below(bytes.length + 1)
    return joined(bytes.subarray(0, at), bytes.subarray(Math.min(bytes.length, at + skewed(random, 5000))))
  },
  (random, bytes) => {
    const at = random.below(bytes.length + 1)
    return joined(bytes.subarray(0, Math.min(bytes.length, at + skewed(random, 5000))), bytes.subarray(at))
  },
  (random, bytes) => {
    const at = random.below(bytes.length + 1)
    return bytes.map((byte, nth) => (nth === at ? random.below(256) : byte))
  },
  (random, bytes) => joined(bytesOf(0xef, 0xbb, 0xbf), bytes.subarray(skewed(random, 3))),
  lineEnds,
  (random, bytes, other) => {
    const at = lineStart(bytes, random.below(bytes.length + 1))
    return joined(bytes.subarray(0, at), other, bytes.subarray(at))
  },
  (_, bytes, other) => joined(other, bytes),
  (_, bytes, other) => joined(bytes, other),
]

/** Breaks an output in some ways. `other` is one of another kind, which may come to stand in it or beside it. */
export function spoiled(random: Random, bytes: Uint8Array, other: () => Uint8Array): Uint8Array {
  let result = bytes
  const ways = random.pick([0, 0, 1, 1, 2, 4])
  for (let nth = 0; nth < ways; nth++) {
    const way = random.below(WAYS.length)
    result = WAYS[way](random, result, way > 8 ? other() : bytes)
  }
  return result
}
