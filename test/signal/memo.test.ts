import { expect, test } from 'vitest'
import type { Evidence } from '../../src/signal/evidence.ts'
import { EvidenceMemo, UNKNOWN } from '../../src/signal/memo.ts'

const nothing: Evidence = { score: 0, kinds: 0, startByte: 0, endByte: 0, shape: 0, coarse: 0 }

/** Evidence that no other number has. */
const evidenceFor = (i: number): Evidence => ({
  score: 1 + i / 7,
  kinds: i & 0xffffff,
  startByte: i & 4095,
  endByte: 8192 - (i & 1023),
  shape: (0xffffffff - i) >>> 0,
  coarse: Math.imul(i, 0x9e3779b1) >>> 0,
})

const read = (memo: EvidenceMemo, entry: number): Evidence => {
  const out = { ...nothing }
  memo.read(entry, out)
  return out
}

const hash = (i: number, factor: number): number => {
  const product = Math.imul(i + 1, factor)
  return Math.imul(product ^ (product >>> 15), 0x846ca68b) >>> 0
}

const remember = (memo: EvidenceMemo, i: number, evidence: Evidence | undefined): void => {
  memo.hold(evidence)
  memo.keep(hash(i, 0x9e3779b1), hash(i, 0x7feb352d))
}

const recall = (memo: EvidenceMemo, i: number): number => memo.find(hash(i, 0x9e3779b1), hash(i, 0x7feb352d))

test('a line is unknown until it is kept, and then has exactly the evidence that was held', () => {
  const memo = new EvidenceMemo()
  expect(recall(memo, 5)).toBe(UNKNOWN)
  const held = memo.hold(evidenceFor(5))
  expect(read(memo, held)).toEqual(evidenceFor(5))
  expect(recall(memo, 5)).toBe(UNKNOWN)
  const kept = memo.keep(hash(5, 0x9e3779b1), hash(5, 0x7feb352d))
  expect(read(memo, kept)).toEqual(evidenceFor(5))
  expect(recall(memo, 5)).toBe(kept)
  expect(memo.scoreOf(kept)).toBe(evidenceFor(5).score)
  expect(memo.kindsOf(kept)).toBe(5)
  expect(memo.shapeOf(kept)).toBe(evidenceFor(5).shape)
})

test('a line without evidence is remembered too', () => {
  const memo = new EvidenceMemo()
  remember(memo, 1, evidenceFor(1))
  remember(memo, 2, undefined)
  expect(read(memo, recall(memo, 2))).toEqual(nothing)
})

test('while the table grows next to nothing is forgotten', () => {
  const memo = new EvidenceMemo()
  let known = 0
  for (let i = 0; i < 30_000; i++) remember(memo, i, i % 3 === 0 ? undefined : evidenceFor(i))
  for (let i = 0; i < 30_000; i++) {
    const entry = recall(memo, i)
    if (entry === UNKNOWN) continue
    known++
    expect(memo.scoreOf(entry)).toBe(i % 3 === 0 ? 0 : evidenceFor(i).score)
  }
  expect(known).toBeGreaterThan(0.9 * 30_000)
})

test('however many lines come, what is known of one is its own, and the newest is known', () => {
  const memo = new EvidenceMemo()
  let known = 0
  for (let i = 0; i < 100_000; i++) {
    remember(memo, i, evidenceFor(i))
    if (i % 1000 === 0) expect(read(memo, recall(memo, i))).toEqual(evidenceFor(i))
  }
  for (let i = 0; i < 100_000; i++) {
    const entry = recall(memo, i)
    if (entry === UNKNOWN) continue
    known++
    expect(memo.scoreOf(entry)).toBe(evidenceFor(i).score)
  }
  expect(known).toBeLessThanOrEqual(65_536)
  expect(known).toBeGreaterThan(65_536 / 2)
})

test('a fingerprint of zeros, which an unused entry looks like, is never known', () => {
  const memo = new EvidenceMemo()
  expect(memo.find(0, 0)).toBe(UNKNOWN)
  memo.hold(evidenceFor(1))
  memo.keep(0, 0)
  expect(memo.find(0, 0)).toBe(UNKNOWN)
})

test('lines with one half of a fingerprint in common are told apart', () => {
  const memo = new EvidenceMemo()
  for (const [low, high] of [
    [7, 1],
    [7, 2],
    [8, 1],
  ]) {
    memo.hold(evidenceFor(low * 10 + high))
    memo.keep(low, high)
  }
  expect(read(memo, memo.find(7, 1))).toEqual(evidenceFor(71))
  expect(read(memo, memo.find(7, 2))).toEqual(evidenceFor(72))
  expect(read(memo, memo.find(8, 1))).toEqual(evidenceFor(81))
  expect(memo.find(8, 2)).toBe(UNKNOWN)
})
