import { describe, expect, it } from 'vitest'
import { truncateStream } from '../src/stream.ts'
import { truncate as truncateUnjudged } from '../src/truncate.ts'
import { truncate } from './support/checked.ts'

const log = Array.from({ length: 400 }, (_, i) => `line ${i} with ${'some '.repeat(i % 9)}words\n`).join('')
const characters = { name: 'characters', count: (text: string) => text.length }

describe('a result that is cut again', () => {
  it.each([
    { maxTokens: 400, tokens: characters },
    { maxTokens: 90 },
    { maxLines: 20, maxLineLength: 12 },
    { maxLines: 20, maxLineLength: 40, maxTokens: 700, tokens: characters },
    { maxLines: 20, maxLineLength: 12, notice: { off: true } },
  ])('to the limits that it is within stays what it is: %j', (options) => {
    for (const keep of ['ends', 'head', 'tail'] as const) {
      const once = truncate(log, { ...options, keep })
      expect(once.truncated).toBe(true)
      expect(truncate(once, { ...options, keep })).toBe(once)
    }
  })

  it('stays what it is where it was not cut at all', () => {
    const whole = truncate('short\n', { maxTokens: 6, tokens: characters })
    expect(truncate(whole, { maxTokens: 6, tokens: characters })).toBe(whole)
  })

  it('tells the tokens that the counter at hand finds', () => {
    const estimated = truncate(log, { maxLines: 5 })
    const { outputTokens, ...same } = truncate(estimated, { tokens: characters })
    expect(outputTokens).toBe(estimated.text.length)
    expect({ ...same, outputTokens: estimated.outputTokens }).toEqual(estimated)
  })

  it('is cut where a line of it is too long, or a counter finds too many tokens', () => {
    const once = truncate(log, { maxLines: 20 })
    expect(truncate(once, { maxLines: 20, maxLineLength: 12 }).text).not.toBe(once.text)
    expect(truncate(once, { maxTokens: 100, tokens: characters }).outputTokens).toBeLessThanOrEqual(100)
  })

  it('keeps its notes', async () => {
    const tokens = { name: 'x', count: async () => Promise.reject(new Error('no network')) }
    const once = await truncateStream(new Blob([log]), { tokens, maxTokens: 300 })
    expect(once.notes).toHaveLength(1)
    expect(truncateUnjudged(once, { maxTokens: 100 }).notes).toEqual(once.notes)
  })
})
