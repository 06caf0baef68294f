import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evidenceOf } from '../../src/collect/candidate.ts'
import { KernelJudge } from '../../src/scan/judge.ts'
import { MAX_LINE_BYTES } from '../../src/scan/normaliser.ts'
import { numberForms, weightsOf } from '../../src/signal/entries.ts'
import { createAssessor, type Evidence } from '../../src/signal/evidence.ts'
import { createFormMatcher } from '../../src/signal/forms.ts'
import { discounts } from '../../src/signal/rules/discounts.ts'
import { rules } from '../../src/signal/rules/index.ts'
import { rulesPack } from '../../src/signal/rules/pack.ts'
import { failingLines } from '../signal/failing-lines.ts'
import { kernelExports } from '../support/scan-run.ts'
import { some } from '../support/some.ts'

const numbered = numberForms([])
const pack = rulesPack()

/** A judge in a module of its own. */
function newJudge(tables = pack): KernelJudge {
  return new KernelJudge(kernelExports(), () => ({
    pack: tables,
    digest: numbered.digest,
    weights: weightsOf(numbered),
  }))
}

const judge = newJudge()
/** Judges by the patterns. */
const oracle = createFormMatcher(numbered.forms)
const reference = createAssessor([], { matcher: oracle })
const encoder = new TextEncoder()
const bytesOf = (text: string): Uint8Array => encoder.encode(text)
const samples = [
  ...[...rules, ...discounts].flatMap(({ hits, misses }) => [...hits, ...misses]),
  ...failingLines.map(([, text]) => text),
]

const expected = (line: Uint8Array): Evidence | undefined => reference.assess(line, 0, line.length)

const judged = (line: Uint8Array): Evidence | undefined =>
  judge.assess(line) === 0 ? undefined : evidenceOf(judge)

function expectSame(text: string): void {
  expect(judged(bytesOf(text)), text).toEqual(expected(bytesOf(text)))
}

describe('the kernels judge a line as the reference does', () => {
  test('the samples of the rules', () => {
    for (const text of some(samples, 2)) expectSame(text)
  })

  test('samples behind prefixes, colours and time stamps', () => {
    const prefixes = [
      '2024-01-02T10:00:00.123Z ',
      '[10:00:00] ',
      '\u001b[31m',
      '  ',
      'Jan  2 10:00:00 a b[1]: ',
    ]
    for (const [i, text] of some(samples, 4).entries())
      expectSame(`${prefixes[i % prefixes.length]}${text}\r`)
  })

  test('two samples in one line, with escapes and long characters between them', () => {
    const sample = fc.constantFrom(...samples)
    const between = fc.constantFrom(
      ' ',
      ': ',
      '\u001b[0m',
      ' 日本 ',
      '\r',
      '"',
      '/',
      ' ü'.repeat(40),
      '\u001b[1m'.repeat(90),
    )
    const line = fc.tuple(sample, between, sample, between).map((parts) => parts.join(''))
    void fc.assert(fc.property(line, expectSame), { numRuns: 300 })
  })

  test('parts of samples', () => {
    const part = fc
      .tuple(fc.constantFrom(...samples), fc.nat(60), fc.nat(60))
      .map(([text, from, to]) => text.slice(from, Math.max(from, text.length - to)))
    void fc.assert(fc.property(part, expectSame), { numRuns: 300 })
  })
})

test('a line that is too long for the kernels is left to others', () => {
  expect(judge.assess(new Uint8Array(MAX_LINE_BYTES + 1))).toBe(-1)
  expect(judge.assess(new Uint8Array(MAX_LINE_BYTES).fill(0x61))).toBe(0)
})

test('without a pack that the module takes, lines are left to others', () => {
  const broken = newJudge(pack.slice(0, -1))
  expect(broken.assess(bytesOf('error: no such file'))).toBe(-1)
})
