import { describe, expect, it } from 'vitest'
import type { Keep } from '../../src/options.ts'
import { truncate } from '../support/checked.ts'

const calm = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `step ${i} took ${i % 7} ms`)

/** A word for each number. */
const word = (i: number): string => `${i}`.replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)])

/** Errors everywhere but at the ends, each worth an island. */
const errorLog = (name: (i: number) => string): string => {
  const errors = Array.from({ length: 4000 }, (_, i) =>
    i % 5 === 0 ? `src/f${i}.c:${i}:1: error: ${name(i)} is broken` : `step ${i}`,
  )
  return `${[...calm(400), ...errors, ...calm(400)].join('\n')}\n`
}
const log = errorLog(word)

const bytesOf = (result: ReturnType<typeof truncate>, kind: 'head' | 'tail' | 'error') =>
  result.segments.filter((s) => s.kind === kind).reduce((sum, s) => sum + s.endByte - s.startByte, 0)

describe('the ends', () => {
  it.each([2000, 4000, 8192])('keep a share of %i bytes, whatever islands are worth', (maxBytes) => {
    const result = truncate(log, { maxBytes, maxLines: 100_000 })
    const ends = bytesOf(result, 'head') + bytesOf(result, 'tail')
    expect(ends).toBeGreaterThan((maxBytes < 4096 ? 0.02 : 0.08) * maxBytes)
    expect(bytesOf(result, 'error')).toBeGreaterThan(0.15 * maxBytes)
  })

  it.each<[Keep, 'head' | 'tail']>([
    ['head', 'head'],
    ['tail', 'tail'],
  ])('keep most where only the %s was asked for', (keep, kind) => {
    const result = truncate(log, { maxBytes: 8192, keep, errors: true })
    expect(bytesOf(result, kind)).toBeGreaterThan(bytesOf(result, 'error'))
    expect(bytesOf(result, 'error')).toBeGreaterThan(0)
  })

  it('take all that no island wants', () => {
    const result = truncate(`${calm(4000).join('\n')}\n`, { maxBytes: 8192 })
    expect(result.segments.map(({ kind }) => kind)).toEqual(['head', 'tail'])
    expect(result.keptBytes).toBeGreaterThan(0.9 * 8192)
  })

  it('take up an island that they reach', () => {
    const lines = [...calm(50), 'error: first', ...calm(50), ...calm(4000), 'error: last', ...calm(20)]
    const result = truncate(`${lines.join('\n')}\n`, { maxBytes: 8192 })
    expect(bytesOf(result, 'error')).toBe(0)
    expect(result.errors.lines.map((e) => e.kept)).toEqual([true, true])
  })
})

describe('the first and the last error', () => {
  it.each([1200, 1600, 2400, 4000])('are in a text of %i bytes, of lines longer than that', (maxBytes) => {
    const long = (i: number) => `${'x'.repeat(3000)} fatal error: no ring ${i} ${'x'.repeat(3000)}`
    const lines = [...calm(300), long(1), ...calm(900), long(2), ...calm(900), long(3), ...calm(300)]
    const { text, errors } = truncate(`${lines.join('\n')}\n`, { maxBytes })
    expect(text).toContain('error: no ring 1 ')
    expect(errors.lines[0].kept).toBe(true)
    if (maxBytes >= 1600) expect(text).toContain('error: no ring 3 ')
  })

  it('are in gaps when they are not kept', () => {
    const { gaps, errors } = truncate(log, { maxBytes: 100 })
    const kept = errors.lines.filter((line) => line.kept).length
    expect(errors.lines.length).toBe(512)
    expect(gaps.reduce((sum, gap) => sum + gap.errors, 0) + kept).toBe(512)
  })

  it('are few of those that are alike, and all of these are counted', () => {
    const { errors } = truncate(
      errorLog(() => 'ring'),
      { maxBytes: 4000 },
    )
    expect(errors.total).toBe(800)
    expect(errors.lines.length).toBeLessThan(30)
  })

  it('beside a clip keep their evidence whole', () => {
    for (let before = 60; before < 130; before += 7) {
      const line = `${'é'.repeat(before)} src/ring.c:41:31: error: no ring ${'é'.repeat(1500)}`
      const { errors } = truncate(`${line}\n${calm(200).join('\n')}\n`, {
        maxBytes: 4000,
        maxLineLength: 120,
      })
      expect(errors.lines[0].kept).toBe(true)
    }
  })
})
