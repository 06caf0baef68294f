import { describe, expect, it } from 'vitest'
import { truncateStream } from '../../src/core/stream.ts'
import { truncate as truncateUnjudged } from '../../src/core/truncate.ts'
import { containsNotice } from '../../src/core/words/parse.ts'
import { verifyNotice } from '../../src/core/words/seal.ts'
import { createCollector, truncate } from '../support/checked.ts'

const log = Array.from({ length: 400 }, (_, i) => `line ${i} with ${'some '.repeat(i % 9)}words\n`).join('')
const characters = { name: 'characters', count: (text: string) => text.length }

describe('a result that is cut again', () => {
  it.each([
    { maxTokens: 400, tokens: characters },
    { maxTokens: 90 },
    { maxLines: 20, maxLineLength: 12 },
    { maxLines: 20, maxLineLength: 40, maxTokens: 700, tokens: characters },
    { maxLines: 20, maxLineLength: 12, notice: false },
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

describe('a result that fits, cut again with other words asked for', () => {
  const id = '3f9a1c2b40de7781'
  const once = () => truncate(log, { maxLines: 40 })

  it('names the artifact that is known by now', () => {
    const again = truncate(once(), { maxLines: 40, source: { artifact: id } })
    expect(again.notice).toContain(`[More: pith show ${id} --lines `)
    expect(again.artifact).toBe(id)
  })

  it('names the artifact that is known by now in its gaps, also where notices are off', () => {
    const cut = truncate('compiling\ncompiling\n', { maxLineLength: 1, keep: 'head' })
    const again = truncate(cut, {
      maxLineLength: 4,
      keep: 'head',
      notice: false,
      source: { artifact: '3f9a1c2b40de7781' },
    })
    expect(again.text).toBe(cut.text)
    expect(again.gaps[0].resume).toContain('3f9a1c2b40de7781')
  })

  it('says nothing where notices are off', () => {
    const again = truncate(once(), { maxLines: 40, notice: false })
    expect(again.notice).toBeUndefined()
    expect(containsNotice(again.text)).toBe(false)
  })

  it('has a notice where notices were off before', () => {
    const silent = truncate(log, { maxLines: 40, notice: false })
    expect(silent.notice).toBeUndefined()
    expect(truncate(silent, { maxLines: 40 }).notice).toContain('Not kept.')
  })

  it('names its file again', () => {
    const first = truncate(log, { maxLines: 40, source: { path: 'build.log' } })
    expect(truncate(first, { maxLines: 20 }).notice).toMatch(/^\[More: build\.log offset=\d+ limit=\d+\]$/)
  })

  it('has a notice that the key verifies', () => {
    const again = truncate(once(), { maxLines: 40, notice: { key: 'secret' } })
    expect(verifyNotice(again.text, 'secret')).toBe(true)
    expect(truncate(again, { maxLines: 40, notice: { key: 'secret' } })).toBe(again)
  })

  it('names its artifact again, and how its command failed', () => {
    const collector = createCollector({ maxLines: 40 })
    collector.write(log)
    const failed = collector.end({ artifact: id }, { exitCode: 3 })
    const again = truncateUnjudged(failed, { maxLines: 12 })
    expect(again.notice).toMatch(
      /^\[Exit code 3\. .*More: pith show 3f9a1c2b40de7781 --lines [\d-]+(?:, or --grep RE)?\]$/,
    )
    expect(again.outputLines).toBeLessThanOrEqual(12)
  })

  it('counts in the bytes of the input where they are malformed', () => {
    const input = Uint8Array.of(255, 1, 2, 3, 4, 10)
    for (let first = 1; first <= 10; first++)
      for (let second = 0; second <= first; second++)
        truncate(truncate(input, { maxBytes: first }), { maxBytes: second })
  })
})
