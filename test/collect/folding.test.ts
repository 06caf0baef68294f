import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { Folding } from '../../src/core/hold/folding.ts'
import { HeldBack } from '../../src/core/hold/ring.ts'
import { rulesFor } from '../../src/core/hold/signal.ts'
import { scannerFor } from '../../src/core/scan/backend.ts'
import { LEAST_REPEAT_BYTES } from '../../src/settings.ts'
import { createCollector, truncate } from '../support/checked.ts'
import { unfolded } from '../support/folded-stream.ts'
import { some } from '../support/some.ts'

const numRuns = inject('thorough') ? 400 : 12
const scanner = scannerFor(inject('backend'))
const MARK = /^\[\.\.\.\d+(-\d+)? (like|repeat) \d+(-\d+)?\]$/

/** Folds a text that comes in chunks, which begin at `cuts`. */
function foldedText(input: Buffer, cuts: readonly number[], headBytes: number, tailBytes: number) {
  const folding = new Folding({
    rules: rulesFor([], scanner.backend),
    numberOf: (_, line) => line,
    leastBytes: LEAST_REPEAT_BYTES,
    placeOf: undefined,
    headBytes,
    tailBytes,
  })
  const shown: Buffer[] = []
  const show = (bytes: Uint8Array) => shown.push(Buffer.from(bytes))
  const ends = [...cuts.map((cut) => cut % (input.length + 1)), input.length].sort((a, b) => a - b)
  ends.forEach((end, i) => {
    folding.push(input.subarray(ends[i - 1] ?? 0, end), show)
  })
  folding.finish(() => Buffer.concat(shown).toString('latin1').split('\n').length - 1, show)
  return { view: Buffer.concat(shown), map: folding.map, shownErrors: 0 }
}

const kinds = [
  'copied file 1 of 9',
  'waiting for the lock of the package database',
  'a',
  'é',
  '',
  'x'.repeat(5000),
]
const lines = fc
  .array(fc.tuple(fc.constantFrom(...kinds), fc.integer({ min: 1, max: 40 })), { maxLength: 30 })
  .map((runs) => runs.map(([line, times]) => `${line}\n`.repeat(times)).join(''))

const text = fc
  .tuple(lines, fc.constantFrom('', 'a', 'no line end', 'x'.repeat(900), 'x'.repeat(3000)))
  .map(([whole, open]) => Buffer.from(whole + open))

describe('folding at both ends', () => {
  it('does not depend on chunks, and leads back to every byte', () => {
    fc.assert(
      fc.property(
        text,
        fc.array(fc.nat(), { maxLength: 6 }),
        fc.integer({ min: 1, max: 3000 }),
        fc.integer({ min: 1, max: 9000 }),
        (input, cuts, headBytes, tailBytes) => {
          const whole = foldedText(input, [], headBytes, tailBytes)
          expect(foldedText(input, cuts, headBytes, tailBytes).view.equals(whole.view)).toBe(true)
          expect(unfolded(whole, input).equals(input)).toBe(true)
        },
      ),
      { numRuns, seed: 1711 },
    )
  })

  it('loses no last line without an end before which the head is full', () => {
    const line = `${'x'.repeat(900)}\n`
    for (const open of ['last', 'y'.repeat(1000), 'z'.repeat(2000)]) {
      const input = Buffer.from(line + open)
      for (const headBytes of [1, 900, 901, 902, 5000]) {
        for (const cuts of [[], [901], [950], [3]])
          expect(foldedText(input, cuts, headBytes, 4000).view.equals(input), `${headBytes}, ${cuts}`).toBe(
            true,
          )
      }
    }
  })

  it('goes on until the head is full, and begins again in the tail', () => {
    const repeated = 'waiting for the lock\n'.repeat(1000)
    const varied = Array.from(
      { length: 1000 },
      (_, i) => `${(i * 7919) % 1000} ${'ab'.repeat(i % 13)}\n`,
    ).join('')
    const input = Buffer.from(`${repeated}${varied}${repeated}${varied}${repeated}last\n`)
    const { view } = foldedText(input, [], 2000, 15_000)
    const lines = view.toString().split('\n')
    const marks = lines.flatMap((line, at) => (MARK.test(line) ? [at] : []))
    expect(marks).toHaveLength(2)
    expect(marks[0]).toBe(1)
    expect(marks[1]).toBeGreaterThan(lines.length - 6)
    const between = lines.slice(0, marks[1])
    expect(between.filter((line) => line === 'waiting for the lock').length).toBeGreaterThan(1000)
  })

  it('gives in a collector what it gives in one call, with all numbers of the input', () => {
    const line = (i: number) => `part ${(i * 7919) % 9973} of the work ${'ab'.repeat(i % 17)}\n`
    const varied = Array.from({ length: 4000 }, (_, i) => line(i)).join('')
    const retries = 'error: cannot reach the database\n'.repeat(3000)
    const all = `${retries}${varied}${retries}${varied}${retries}bye\n`
    const options = { fold: true, for: 'run' as const, maxBytes: 4096 }
    const whole = truncate(all, options)
    expect(whole.errors.total).toBe(9000)
    expect(whole.text).toMatch(/\n\[\.\.\.\d+-17000 repeat \d+\]\nbye\n/)
    for (const step of some([4097, 1000, 100_000], 2)) {
      const collector = createCollector(options)
      for (let at = 0; at < all.length; at += step) collector.write(all.slice(at, at + step))
      expect(collector.end()).toEqual(whole)
    }
  })
})

it('lines that repeat up to the end leave their room to the start', () => {
  const varied = Array.from(
    { length: 4000 },
    (_, i) => `part ${(i * 7919) % 9973} ${'ab'.repeat(i % 17)}\n`,
  ).join('')
  const text = `${varied}${'waiting for the lock\n'.repeat(20_000)}bye\n`
  const { text: shown } = truncate(text, { fold: true, maxBytes: 4096 })
  const lines = shown.split('\n')
  expect(lines.filter((line) => line === 'waiting for the lock').length).toBeLessThan(4)
  expect(lines.filter((line) => line.startsWith('part ')).length).toBeGreaterThan(120)
  expect(Buffer.byteLength(shown)).toBeGreaterThan(3600)
  expect(lines.slice(-5, -1)).toEqual([
    expect.stringMatching(/^\[\.\.\.\d+-\d+: /),
    'waiting for the lock',
    expect.stringMatching(/^\[\.\.\.\d+-24000 repeat \d+\]$/),
    'bye',
  ])
})

describe('a ring', () => {
  it('passes on all but the last bytes, in order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 40 })),
        fc.integer({ min: 1, max: 50 }),
        (chunks, capacity) => {
          const ring = new HeldBack(capacity)
          const passed: number[] = []
          for (const chunk of chunks) ring.push(chunk, (bytes) => passed.push(...bytes))
          const all = chunks.flatMap((chunk) => [...chunk])
          expect([...ring.bytes()]).toEqual(all.slice(Math.max(0, all.length - capacity)))
          expect(passed).toEqual(all.slice(0, Math.max(0, all.length - capacity)))
        },
      ),
      { numRuns: 4 * numRuns, seed: 1712 },
    )
  })
})
