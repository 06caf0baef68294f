import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateOf, estimateTokens, tokensOfUnits } from '../../src/core/tokens/estimate.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: fc.constantFrom('a', 'B', '7', ' ', '\n', '-', 'é', '漢', '👍', '\r'), maxLength: 200 }),
)

describe('estimateTokens', () => {
  it('counts text and its bytes alike', () => {
    const words = 'größer als\t10 % – 日本 👍🏽\n'
    expect(estimateTokens(words)).toEqual(estimateTokens(new TextEncoder().encode(words)))
    expect(estimateTokens('hello world').tokens).toBe(3)
  })

  it('counts malformed bytes as the text that they decode to', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const decoded = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
        expect(estimateTokens(bytes)).toEqual(estimateTokens(decoded))
      }),
    )
    expect(estimateTokens('\ud800 x')).toEqual(estimateTokens('\ufffd x'))
  })

  it('is a sum where lines end, and nearly one elsewhere', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const { tokens } = estimateTokens(a + b)
        const apart = estimateTokens(a).tokens + estimateTokens(b).tokens
        expect(Math.abs(tokens - apart)).toBeLessThanOrEqual(8)
        const line = `${a}\n`
        const lines = estimateTokens(`${line}x${b}`).tokens
        const sum = estimateTokens(line).tokens + estimateTokens(`x${b}`).tokens
        expect(sum - lines).toBeGreaterThanOrEqual(0)
        expect(sum - lines).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('gives an interval around the point value, and none for nothing', () => {
    fc.assert(
      fc.property(text, fc.constantFrom('o200k' as const, 'claude' as const), (words, encoding) => {
        const { tokens, low, high } = estimateTokens(words, encoding)
        expect(low).toBeLessThanOrEqual(tokens)
        expect(high).toBeGreaterThanOrEqual(tokens)
        expect(low > 0).toBe(words !== '')
      }),
    )
    expect(estimateTokens('')).toEqual({ tokens: 0, low: 0, high: 0 })
    expect(estimateOf(0, 'o200k')).toEqual({ tokens: 0, low: 0, high: 0 })
  })

  it('counts a text of many windows as the sum of its lines', () => {
    const line = 'INFO 2026-01-02 10:11:12 request 4711 served in 12 ms\n'
    const { tokens } = estimateTokens(line.repeat(100_000))
    expect(tokens / estimateTokens(line.repeat(1000)).tokens).toBeCloseTo(100, 1)
  })

  it('refuses another encoding and what is no text', () => {
    const refused = (input: unknown, encoding?: unknown) => () =>
      estimateTokens(input as string, encoding as 'o200k')
    expect(refused('x', 'cl100k')).toThrow(
      expect.objectContaining({
        code: 'PITH_INVALID_OPTION',
        message: 'Expected `encoding` to be "o200k" or "claude", got "cl100k".',
      }),
    )
    expect(refused(7)).toThrow(expect.objectContaining({ code: 'PITH_INVALID_INPUT' }))
  })
})

describe('tokensOfUnits', () => {
  it('rounds up', () => {
    expect([0, 1, 128, 129].map(tokensOfUnits)).toEqual([0, 1, 1, 2])
  })
})
