import { describe, expect, inject, it } from 'vitest'
import { collect } from '../../src/core/hold/collect.ts'
import type { ErrorMatch, ValuedLine } from '../../src/core/hold/facts.ts'
import { settingsOf } from '../../src/settings.ts'

const margins = { before: 2, after: 2 }

/** What a stream of this text comes to: values and error matches, and the text of a line. */
function valued(
  text: string,
  backend = inject('backend'),
): {
  values: readonly ValuedLine[]
  errorMatches: ErrorMatch[]
  worthOf(line: number): number
} {
  const facts = collect(text, settingsOf({ maxBytes: 1000, errors: { ...margins }, backend }))
  const values = facts.values()
  return {
    values,
    errorMatches: [...facts.errorMatches],
    worthOf: (line) => values.find((v) => v.line === line)?.value ?? 0,
  }
}

const calm = (count: number): string =>
  Array.from({ length: count }, (_, i) => `step ${i} took ${i % 7} ms\n`).join('')

it('a line that names the test or the place of a strong statement is worth more than half of it', () => {
  const frames = Array.from(
    { length: 5 },
    (_, i) => `    at run${i} (/app/node_modules/runner/run.js:${i}:9)\n`,
  )
  const report = `FAIL test/ring.test.js\n\n\n    TypeError: ring is undefined\n${frames.join('')}`
  const { worthOf } = valued(`${calm(30)}${report}    at draw (/app/src/draw.js:7:1)\n${calm(30)}`)
  expect(worthOf(34)).toBeGreaterThan(10)
  expect(worthOf(31)).toBeGreaterThan(0.5 * worthOf(34))
  expect(worthOf(40)).toBeGreaterThan(0.5 * worthOf(34))
  expect(worthOf(39)).toBeLessThan(0.5 * worthOf(34))
})

describe('the values of held lines', () => {
  const text = `${calm(30)}ring.c:3:1: error: no ring\n\n  the note\n${calm(40)}E   assert 3 == 4\n${calm(30)}`
  const { values, worthOf } = valued(text)

  it('are highest where the evidence is', () => {
    const [best] = [...values].sort((a, b) => b.value - a.value)
    expect([31, 74]).toContain(best.line)
    expect(worthOf(31)).toBeGreaterThan(worthOf(33))
    expect(worthOf(33)).toBeGreaterThan(0)
  })

  it('come in order, never below zero, for lines as long as they are', () => {
    const lines = text.split('\n')
    expect(values.map((v) => v.line)).toEqual([...new Set(values.map((v) => v.line))].sort((a, b) => a - b))
    for (const { line, value, lengthBytes, startByte } of values) {
      expect(value).toBeGreaterThanOrEqual(0)
      expect(lengthBytes).toBe(lines[line - 1].length + 1)
      expect(startByte).toBe(lines.slice(0, line - 1).join('\n').length + 1)
    }
  })

  it('are none for blank lines and for what is far from all evidence', () => {
    expect(worthOf(32)).toBe(0)
    expect(worthOf(10)).toBe(0)
    expect(worthOf(60)).toBe(0)
  })

  it('name the evidence of a line, and none where its neighbour is the reason', () => {
    const error = values.find((v) => v.line === 31)
    expect(text.slice(error?.matchStart, error?.matchEnd)).toContain('error')
    expect(values.find((v) => v.line === 33)?.matchStart).toBe(-1)
  })
})

it('a repeated error is worth less than the first, and less than one that comes once', () => {
  const same = (i: number) => `error: no ring at step ${i}\n${calm(9)}`
  const { worthOf } = valued(
    `${calm(20)}${Array.from({ length: 12 }, (_, i) => same(i)).join('')}error: the disk is full\n${calm(20)}`,
  )
  expect(worthOf(21)).toBeGreaterThan(worthOf(81))
  expect(worthOf(141)).toBeGreaterThan(worthOf(81))
})

it('an error in a line too long to be held has a value and an error match', () => {
  const long = `${'x'.repeat(20_000)} fatal error: no ring ${'x'.repeat(20_000)}`
  const { values, errorMatches } = valued(`${calm(5)}${long}\n${calm(3000)}`)
  expect(errorMatches).toEqual([expect.objectContaining({ line: 6 })])
  expect(values.find((v) => v.line === 6)?.value).toBeGreaterThan(0)
})

it('error matches are the error lines that are selected, in order, the first of the input among them', () => {
  const all = Array.from({ length: 12_000 }, (_, i) => (i % 3 === 0 ? `error: no ring ${i}` : `step ${i}`))
  const { errorMatches } = valued(`${calm(2000)}${all.join('\n')}\n${calm(2000)}`)
  expect(errorMatches[0].line).toBe(2001)
  for (const [i, { line }] of errorMatches.entries())
    expect(line).toBeGreaterThan(errorMatches[i - 1]?.line ?? 0)
})
