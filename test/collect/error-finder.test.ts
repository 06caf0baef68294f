import { expect, inject, test } from 'vitest'
import type { ErrorFinder } from '../../src/collect/error-finder.ts'
import { signalFor } from '../../src/collect/signal.ts'
import { type Signal, Stream } from '../../src/collect/stream.ts'
import { EvidenceMemo } from '../../src/signal/memo.ts'
import { createRandom } from '../support/random.ts'
import { newScanner } from '../support/scan-run.ts'

const scanner = newScanner(inject('backend'))
const signal = {
  ...signalFor({ before: 2, after: 3, patterns: [] }, 4000, inject('backend')),
  storeBytes: 3000,
}

const words = [
  'error: no such file',
  'src/main.c:12:3: error: expected `;`',
  'FAILED tests/test_a.py::test_b',
  'Compiling a v1.0.0',
  'ok 17 - adds numbers',
  'AssertionError: expected 3 to equal 4',
  '    at run (src/a.js:10:5)',
  'npm WARN deprecated x@1.2.3',
  'HTTP 503 Service Unavailable',
  'process exited with code 2',
  '',
]
const stamps = ['', '2024-05-11T12:34:56.1234567Z ', '2024-05-11 12:34:57,123 ']

/** A log with many lines that differ in numbers and time stamps alone, and some that are long. */
function randomLog(seed: number): Uint8Array {
  const random = createRandom(seed)
  const lines = Array.from({ length: 100 + random.below(900) }, () => {
    const line = `${random.pick(stamps)}${random.pick(words)}`
    const digits = line.replace(/\d/g, (digit) => (random.below(3) === 0 ? String(random.below(10)) : digit))
    return random.below(80) === 0 ? `${'x'.repeat(random.below(20_000))} ${digits}` : digits
  })
  return new TextEncoder().encode(lines.join('\n'))
}

/** All that an error finder found, in chunks of one length. */
function found(bytes: Uint8Array, memo: EvidenceMemo | undefined, chunkBytes: number) {
  const stream = new Stream({
    scanner,
    signal: { ...signal, memo } satisfies Signal,
    tokens: undefined,
    headBytes: 5000,
    tailBytes: 20_000,
  })
  for (let at = 0; at < bytes.length; at += chunkBytes)
    stream.push(bytes.subarray(at, at + chunkBytes), false)
  stream.finish()
  const { errorLines, errorCount, store, captures, firstOfKind, lastOfKind } =
    stream.errorFinder as ErrorFinder
  const runs = store.runs.map(({ startByte, bytes, length }) => [
    startByte,
    Buffer.from(bytes).toString('latin1', 0, length),
  ])
  const latest = store.latest.map(({ candidate }) => candidate)
  const captured = captures.all.map(({ candidate }) => candidate)
  return {
    errorLines,
    errorCount,
    candidates: store.candidates,
    runs,
    latest,
    captured,
    firstOfKind,
    lastOfKind,
  }
}

test('the lines assessed before change nothing: results are the same with a new memo, an old one and none', () => {
  const old = new EvidenceMemo()
  for (let seed = 0; seed < (inject('thorough') ? 60 : 4); seed++) {
    const bytes = randomLog(seed)
    const expected = found(bytes, undefined, bytes.length)
    expect(expected.errorCount).toBeGreaterThan(10)
    for (const chunkBytes of [bytes.length, 4096, 501]) {
      for (const memo of [undefined, new EvidenceMemo(), old]) {
        expect(found(bytes, memo, chunkBytes), `seed ${seed}, chunks of ${chunkBytes}`).toEqual(expected)
      }
    }
  }
})

test('errors that are not worth a place leave the latest few of them', () => {
  const bytes = new TextEncoder().encode('src/main.c:12:3: error: expected `;`\n'.repeat(5000))
  const { latest, candidates, errorCount } = found(bytes, new EvidenceMemo(), 10_000)
  expect(errorCount).toBe(5000)
  expect(candidates[0].line).toBe(1)
  expect(latest.map((candidate) => candidate.line)).toEqual([4993, 4994, 4995, 4996, 4997, 4998, 4999, 5000])
  for (const { line, repeat } of latest) expect(Math.abs(line - 1 - repeat)).toBeLessThanOrEqual(1)
  expect(new Set(latest.map((candidate) => candidate.evidence?.score)).size).toBe(1)
})
