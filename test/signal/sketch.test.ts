import { expect, test } from 'vitest'
import { createJsScanner } from '../../src/scan/js.ts'
import { ShapeCounts } from '../../src/signal/sketch.ts'
import { createRandom } from '../support/random.ts'

const hashes = (seed: number, length: number, kinds: number): Uint32Array => {
  const random = createRandom(seed)
  return Uint32Array.from({ length }, () => Math.imul(random.below(kinds) + 1, 0x9e3779b1))
}

test('few are counted exactly, and each addition returns how many came before it', () => {
  const counts = new ShapeCounts()
  const exact = new Map<number, number>()
  for (const hash of hashes(1, 1000, 60)) {
    const before = exact.get(hash) ?? 0
    expect(counts.add(hash)).toBe(before)
    exact.set(hash, before + 1)
  }
  for (const [hash, count] of exact) expect(counts.count(hash)).toBe(count)
  expect(counts.count(12_345)).toBe(0)
})

test('of many none is counted too low, and most are exact', () => {
  const counts = new ShapeCounts()
  const exact = new Map<number, number>()
  for (const hash of hashes(2, 50_000, 3000)) {
    counts.add(hash)
    exact.set(hash, (exact.get(hash) ?? 0) + 1)
  }
  for (const [hash, count] of exact) expect(counts.count(hash)).toBeGreaterThanOrEqual(count)
  const wrong = [...exact].filter(([hash, count]) => counts.count(hash) !== count)
  expect(wrong.every(([hash, count]) => counts.count(hash) > count)).toBe(true)
  expect(wrong.length).toBeLessThan(exact.size / 10)
})

test('adding the lines of a window is adding the shape of each, runs of many blocks among them', () => {
  const random = createRandom(3)
  const scanner = createJsScanner()
  for (const longestRun of [1, 3, 40, 5000]) {
    const [one, all] = [new ShapeCounts(), new ShapeCounts()]
    const session = scanner.open({ lines: true })
    const seen = new Set<number>()
    for (let window = 0; window < 6; window++) {
      const text = Array.from({ length: window === 0 ? 3 : 12 }, () =>
        `${'x'.repeat(random.below(70))} ${random.below(2)}\n`.repeat(1 + random.below(longestRun)),
      ).join('')
      const bytes = new TextEncoder().encode(text).subarray(0, 262_144)
      session.window().set(bytes)
      const facts = session.advance(bytes.length)
      all.addLines(facts, 0x7fffffff)
      for (const shape of facts.lineShapes.subarray(0, facts.newlines)) {
        one.add(shape & 0x7fffffff)
        seen.add(shape & 0x7fffffff)
      }
    }
    for (const shape of seen) {
      expect(all.count(shape)).toBe(one.count(shape))
      expect(all.likely(shape)).toBe(one.likely(shape))
    }
  }
})

test('two halves merged are the whole', () => {
  for (const length of [100, 900, 1100, 4000]) {
    const list = hashes(4, length, 700)
    const whole = new ShapeCounts()
    for (const hash of list) whole.add(hash)
    for (const cut of [0, 50, length >> 1, length]) {
      const [left, right] = [new ShapeCounts(), new ShapeCounts()]
      for (const hash of list.subarray(0, cut)) left.add(hash)
      for (const hash of list.subarray(cut)) right.add(hash)
      left.merge(right)
      for (const hash of list) expect(left.count(hash)).toBe(whole.count(hash))
    }
  }
})

test('what is new after a million others is likely taken for new', () => {
  const counts = new ShapeCounts()
  const random = createRandom(3)
  for (let i = 0; i < 1_000_000; i++) counts.add(random.below(2 ** 32))
  const before = Array.from({ length: 1000 }, () => counts.add(random.below(2 ** 32)))
  expect(before.filter((count) => count <= 2).length).toBeGreaterThan(500)
})
