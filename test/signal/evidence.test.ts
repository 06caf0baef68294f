import { describe, expect, it } from 'vitest'
import { CallerPatterns } from '../../src/core/hold/caller-patterns.ts'
import { ERROR_SCORE } from '../../src/core/judge/evidence.ts'
import { createJudge } from '../../src/core/judge/judge.ts'
import { failingLines } from './failing-lines.ts'
import { successfulOutput } from './successful-output.ts'

const encoder = new TextEncoder()
const assessor = createJudge()

/** Whose lines are no errors by themselves: warnings, headings and parts of diffs. */
const QUIET =
  'crystal rubocop hadolint luacheck gofmt tap spock gradle stack grunt lerna sphinx mkdocs diff check tools'

const assess = (line: string) => {
  const bytes = encoder.encode(line)
  return assessor.assess(bytes, 0, bytes.length)
}

describe('assess', () => {
  it.each(successfulOutput)('finds no failure in what %s prints when all is well', (_, output) => {
    const alarming = output.split('\n').filter((line) => (assess(line)?.score ?? 0) >= ERROR_SCORE)
    expect(alarming).toEqual([])
  })

  it('finds the failure in all but 15 of the lines with which tools report one', () => {
    const quiet = failingLines.filter(([, line]) => (assess(line)?.score ?? 0) < ERROR_SCORE)
    expect(quiet.map(([tool]) => tool).join(' ')).toBe(QUIET)
  })

  it('returns offsets of the evidence within the line, at the start of a character', () => {
    for (const [, line] of failingLines) {
      const bytes = encoder.encode(`é\u001b[31m${line}`)
      const evidence = assessor.assess(bytes, 0, bytes.length)
      if (evidence === undefined) continue
      expect(evidence.startByte).toBeGreaterThanOrEqual(0)
      expect(evidence.startByte).toBeLessThanOrEqual(evidence.endByte)
      expect(evidence.endByte).toBeLessThanOrEqual(bytes.length)
      expect((bytes[evidence.startByte] ?? 0) & 0xc0).not.toBe(0x80)
    }
  })

  it('returns offsets of the words behind hundreds of escapes', () => {
    const bold = '\u001b[1m'
    const words = 'ring.py:3:80: E501 line too long (91 > 79 characters)'
    const evidence = assess(bold.repeat(600) + words + bold.repeat(600))
    const plain = assess(words)
    expect(plain?.endByte).toBeGreaterThan(plain?.startByte ?? Infinity)
    expect(evidence?.startByte).toBe((plain?.startByte ?? 0) + 600 * bold.length)
    expect(evidence?.endByte).toBe((plain?.endByte ?? 0) + 600 * bold.length)
  })

  it('covers at most 256 bytes, in whole characters, when the evidence has escapes', () => {
    const frobnicator = new CallerPatterns([{ pattern: 'frobnicator', flags: '' }], createJudge())
    for (const title of ['é', 'éé', '€', '😀'].map((letter) => `\u001b]0;x${letter.repeat(300)}\u0007`)) {
      const bytes = encoder.encode(`the frob${title}nicator wept`)
      const { startByte, endByte } = frobnicator.assess(bytes, 0, bytes.length) ?? {
        startByte: 0,
        endByte: 0,
      }
      expect(startByte).toBe(0)
      expect(endByte - startByte).toBeGreaterThan(252)
      expect(endByte - startByte).toBeLessThanOrEqual(256)
      expect(bytes[endByte] & 0xc0).not.toBe(0x80)
    }
  })

  it('refuses a further pattern outside the linear subset before any line comes', () => {
    expect(() => new CallerPatterns([{ pattern: 'a(?=b)', flags: '' }], createJudge())).toThrow(
      'a lookahead at 1',
    )
  })

  it('sees the same through colours, time stamps and the names of services', () => {
    const plain = assess('ring.c:3:1: error: no ring')
    for (const line of [
      '\u001b[1mring.c:3:1: \u001b[31merror:\u001b[0m no ring',
      '2024-01-02T10:00:00.1234567Z ring.c:3:1: error: no ring',
      '#12 3.456 ring.c:3:1: error: no ring',
      'builder_1  | ring.c:3:1: error: no ring\r',
      '[1m[31mring.c:3:1: error: no ring[0m',
      '[   12.345678] ring.c:3:1: error: no ring',
    ]) {
      expect(assess(line)).toMatchObject({ score: plain?.score, shape: plain?.shape })
    }
  })

  it('gives lines that differ in numbers, places and hex one shape, and other words another', () => {
    const shape = assess('error: no ring 12 at "a" 0x1f3c')?.shape
    expect(assess('error: no ring 9 at "a" 0xffee')?.shape).toBe(shape)
    expect(assess('error: no ring 9 at "b" 0xffee')?.shape).not.toBe(shape)
    expect(assess('error: no rung 9 at "a" 0xffee')?.shape).not.toBe(shape)
    const placed = assess('src/ring/add.c:3:5: error: no ring')?.shape
    expect(assess('lib/knot.c:30:1: error: no ring')?.shape).toBe(placed)
    expect(assess('add.c:3:5: error: no ring')?.shape).toBe(placed)
    expect(assess("./add.c(3): error: no ring at '/a/b'")?.shape).toBe(
      assess("..\\knot.c(7): error: no ring at '/c'")?.shape,
    )
  })

  it('finds evidence at both ends of a line that is too long to read', () => {
    const long = `error: no ring ${'x'.repeat(1 << 20)}`
    expect(assess(long)?.score).toBeGreaterThanOrEqual(ERROR_SCORE)
    const end = assess(`${'x '.repeat(1 << 19)} fatal error: no ring`)
    expect(end?.score).toBeGreaterThanOrEqual(ERROR_SCORE)
    expect(end?.startByte).toBeGreaterThan((1 << 20) - 32)
  })

  it('survives bytes that are no text', () => {
    const bytes = new Uint8Array(20_000)
    for (let i = 0; i < bytes.length; i++) bytes[i] = (i * 2654435761) >>> 13
    expect(assessor.assess(bytes, 0, bytes.length)).toBeUndefined()
    expect(assessor.assess(bytes, 5, 5)).toBeUndefined()
  })

  it('looks for further patterns', () => {
    const bytes = encoder.encode('the frobnicator wept')
    expect(
      new CallerPatterns([{ pattern: 'frob\\w+ wept', flags: '' }], createJudge()).assess(
        bytes,
        0,
        bytes.length,
      )?.score,
    ).toBeGreaterThan(ERROR_SCORE)
  })
})

it('a line that a logger puts at the level of an error is one, tried again or not', () => {
  for (const line of [
    'ERROR retrying request 17 to https://api.example.com: connection reset',
    '2024-01-01T10:00:00Z ERROR will retry in 3 s',
    '[worker] ERROR a.b.Client - retrying',
    '{"level":"error","msg":"retrying","attempt":3}',
  ]) {
    expect(assess(line)?.score ?? 0, line).toBeGreaterThanOrEqual(ERROR_SCORE)
  }
  for (const line of ['INFO retrying request 17: connection reset', 'error 503, retrying'])
    expect(assess(line)?.score ?? 0, line).toBeLessThan(ERROR_SCORE)
})
