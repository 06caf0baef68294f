import { expect, test } from 'vitest'
import { CallerPatterns } from '../../src/core/hold/caller-patterns.ts'
import { createJudge } from '../../src/core/judge/judge.ts'
import { discounts } from '../../src/core/judge/rules/discounts.ts'
import { rules } from '../../src/core/judge/rules/index.ts'
import { createRandom } from '../support/random.ts'
import { failingLines } from './failing-lines.ts'

const assessor = createJudge()

const assess = (text: string) => {
  const bytes = new TextEncoder().encode(text)
  return assessor.assess(bytes, 0, bytes.length)
}

const groups = ['0', '123789', '4', '56']
const samples = [
  ...[...rules, ...discounts].flatMap(({ hits, misses }) => [...hits, ...misses]),
  ...failingLines.map(([, line]) => line),
]

test('the evidence of a line does not depend on digits that fingerprints treat as equal', () => {
  const random = createRandom(1)
  for (const sample of samples) {
    const text = /\d/.test(sample) ? sample : `${sample} 1234567890`
    const alike = text.replace(/\d/g, (digit) =>
      random.pick([...(groups.find((g) => g.includes(digit)) ?? '')]),
    )
    expect(assess(alike), alike).toEqual(assess(text))
  }
})

test('the evidence of a line does not depend on earlier lines', () => {
  const lone = samples.map((text) => createdOnce(text))
  for (let i = samples.length - 1; i >= 0; i--) {
    assess(`${samples[i]}: 0`)
    expect(assess(samples[i]), samples[i]).toEqual(lone[i])
  }
})

/** Assessed right after a longer line, which fills the scratch buffer with digits. */
function createdOnce(text: string) {
  assess('10:00:00 2024-01-01 0 errors: 0 '.repeat(1 + (text.length >> 4)))
  return assess(text)
}

test('a pattern of the caller with a digit is matched to the very digit', () => {
  const found = (pattern: string, text: string) => {
    const bytes = new TextEncoder().encode(text)
    return (
      new CallerPatterns([{ pattern, flags: '' }], createJudge()).assess(bytes, 0, bytes.length) !== undefined
    )
  }
  expect(found('zorp 42', 'zorp 42')).toBe(true)
  expect(found('zorp 42', 'zorp 43')).toBe(false)
  expect(found('zorp \\d\\d$', 'zorp 97')).toBe(true)
})
