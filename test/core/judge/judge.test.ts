import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ERROR_SCORE } from '../../../src/core/judge/evidence.ts'
import { Gate } from '../../../src/core/judge/gate.ts'
import { createJudge } from '../../../src/core/judge/judge.ts'
import { inSmallLetters, JudgeRule } from '../../../src/core/judge/judge-rule.ts'
import { createNormaliser } from '../../../src/core/judge/normalise.ts'
import { discounts } from '../../../src/core/judge/rules/discounts.ts'
import { rules } from '../../../src/core/judge/rules/index.ts'
import { judgeRows } from '../../../src/core/judge/table.ts'
import { truncate } from '../../../src/index.ts'
import { failingLines } from '../../signal/failing-lines.ts'
import { successfulOutput } from '../../signal/successful-output.ts'
import { caseCount } from '../../support/case-count.ts'
import { some } from '../../support/some.ts'

const judge = createJudge()
/** Tries each rule on each line. */
const ungated = createJudge(
  judgeRows().map(([pattern, flags, value, bit, _, ...conditions]) => [
    pattern,
    flags,
    value,
    bit,
    '',
    ...conditions,
  ]),
)

const samples = [
  ...[...rules, ...discounts].flatMap(({ hits, misses }) => [...hits, ...misses]),
  ...failingLines.map(([, line]) => line),
  ...successfulOutput.flatMap(([, output]) => output.split('\n')),
]

const encoder = new TextEncoder()
const bytesOf = (line: string): Uint8Array => encoder.encode(line)

function expectSame(line: string | Uint8Array): void {
  const bytes = typeof line === 'string' ? bytesOf(line) : line
  const given = judge.assess(bytes, 0, bytes.length)
  expect(given).toEqual(ungated.assess(bytes, 0, bytes.length))
  if (given === undefined) return
  expect(given.startByte).toBeGreaterThanOrEqual(0)
  expect(given.endByte).toBeGreaterThanOrEqual(given.startByte)
  expect(given.endByte).toBeLessThanOrEqual(bytes.length)
}

const sample = fc.constantFrom(...samples)
const between = fc.constantFrom('', ' ', ': ', '\t', '\u001b[0m', ' 日本 ', '\r', '"', '/', '✗', '🔴')
const part = fc
  .tuple(sample, fc.nat(60), fc.nat(60))
  .map(([text, from, length]) => text.slice(from, from + length))
const joined = fc
  .array(fc.tuple(fc.oneof(sample, part), between), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.flat().join(''))
const broken = fc.tuple(sample, fc.nat(), fc.uint8Array({ maxLength: 3 })).map(([text, at, bytes]) => {
  const line = bytesOf(text)
  line.set(bytes.subarray(0, line.length), at % Math.max(1, line.length - bytes.length))
  return line.map((byte) => (byte === 10 ? 11 : byte))
})

describe('a line is judged by the rules whose triggers it holds as by all rules', () => {
  it('if it is a sample of a rule', () => {
    for (const line of samples) expectSame(line)
  })

  it('if it is joined of parts of samples', () => {
    fc.assert(fc.property(joined, expectSame), { numRuns: caseCount(100, 2000) })
  })

  it('if bytes of it are broken', () => {
    fc.assert(fc.property(broken, expectSame), { numRuns: caseCount(60, 1000) })
  })

  it('if it is noise', () => {
    const noise = fc
      .uint8Array({ maxLength: 300 })
      .map((bytes) => bytes.map((byte) => (byte === 10 ? 32 : byte)))
    fc.assert(fc.property(noise, expectSame), { numRuns: caseCount(60, 1000) })
  })
})

describe('a rule that ignores case', () => {
  const all = [...rules, ...discounts]
  const table = judgeRows().map((row) => new JudgeRule(row))
  const ignoring = all.flatMap(({ flags = '' }, i) => (flags.includes('i') ? [i] : []))
  /** Letters whose small or capital form is in ASCII, or has another length. */
  const odd = ['\u212a', '\u0130', '\u0131', '\u017f', 'ß', 'É']

  it.each(ignoring.map((i) => [all[i].name, i] as const))('matches where its pattern does: %s', (_, i) => {
    const { pattern, flags = '', also, unless } = all[i]
    const has = (source: string, text: string): boolean =>
      new RegExp(source, flags.includes('u') ? 'is' : `${flags}s`).test(text)
    const applies = (text: string): boolean =>
      has(pattern, text) &&
      (also === undefined || has(also, text)) &&
      (unless === undefined || !has(unless, text))
    for (const [n, sample] of [...all[i].hits, ...all[i].misses, ...some(samples, 4)].entries())
      for (const text of [sample, sample.toUpperCase(), sample.replace(/[ikse]/, odd[n % odd.length])])
        expect(table[i].endIn(text, inSmallLetters(text, false)) >= 0, text).toBe(applies(text))
  })
})

describe('the triggers of a rule', () => {
  const line = createNormaliser()
  const gate = new Gate(judgeRows().map((row) => new JudgeRule(row)))

  it.each([...rules, ...discounts].map((rule, i) => ({ name: rule.name, hits: rule.hits, i })))(
    'let each of its samples through: $name',
    ({ hits, i }) => {
      for (const hit of hits) {
        const bytes = bytesOf(hit)
        line.normalise(bytes, 0, bytes.length)
        gate.open(line.text, line.from, line.to)
        expect(gate.isOpen[i], hit).toBe(1)
      }
    },
  )

  it('are missing in one rule only', () => {
    const names = [...rules, ...discounts].map(({ name }) => name)
    const open = judgeRows().flatMap(([, , , , triggers], i) => (triggers === '' ? [names[i]] : []))
    expect(open).toEqual(['line of a comparison'])
  })
})

describe('a priority of syslog', () => {
  const scoreOf = (line: string): number => {
    const bytes = bytesOf(line)
    return judge.assess(bytes, 0, bytes.length)?.score ?? 0
  }

  it.each([
    '<11>Jan  2 10:00:00 host ringd[12]: the ring sleeps',
    '<2>1 2024-01-02T10:00:00Z host ringd 12 - - the ring sleeps',
    '<131>Jan  2 10:00:00 host ringd[12]: the ring sleeps',
    '<3>[   12.345678] the ring sleeps',
  ])('that is an error or worse makes its line one: %s', (line) => {
    expect(scoreOf(line)).toBeGreaterThanOrEqual(ERROR_SCORE)
    expect(
      truncate(`${'calm\n'.repeat(400)}${line}\n${'calm\n'.repeat(400)}`, { maxBytes: 600 }).text,
    ).toContain(line)
  })

  it.each([
    '<12>Jan  2 10:00:00 host ringd[12]: the ring sleeps',
    '<6>[   12.345678] the ring sleeps',
    '<1><2d>: Abbrev Number: 3',
    '<3> the ring sleeps',
  ])('that is none, or no priority, leaves its line as it is: %s', (line) => {
    expect(scoreOf(line)).toBeLessThan(ERROR_SCORE)
  })
})

describe('the range of evidence', () => {
  const evidenceIn = (line: string): string => {
    const bytes = bytesOf(line)
    const { startByte, endByte } = judge.assess(bytes, 0, bytes.length) ?? { startByte: 0, endByte: 0 }
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(startByte, endByte))
  }

  it('ends with its last word', () => {
    expect(evidenceIn('a.h: In function `assert_ready`:')).toBe('function `assert_ready')
    expect(evidenceIn('File "<string>", line 19, in <module>')).toBe('File "<string>", line 19')
  })

  it('ends behind a character of two UTF-16 units, and not inside it', () => {
    for (const sign of ['📦', '👩‍👩‍👧', 'é', '𝒳'])
      expect(evidenceIn(`warning\t—\terror\t${sign}\tx`)).toMatch(/error/)
  })

  it('counts the bytes of letters that are not ASCII, and of malformed ones', () => {
    expect(evidenceIn('📦 日本: a fatal error: no ring 📦')).toBe('日本: a fatal error:')
    const bytes = Uint8Array.of(0xe4, 0xb8, 0x20, 0xff, 0x20, ...bytesOf('fatal error: no ring'))
    const evidence = judge.assess(bytes, 0, bytes.length)
    expect(evidence?.endByte).toBe(5 + 'fatal error:'.length)
  })
})
