import { describe, expect, it } from 'vitest'
import { truncate as truncateUnjudged } from '../../src/core/truncate.ts'
import type { TokenCounter } from '../../src/options.ts'
import { read } from '../../src/tools/read.ts'
import { truncate } from '../support/checked.ts'

const log = Array.from(
  { length: 9000 },
  (_, i) => `${i} info request ${(i * 7919) % 9973} took ${i % 89} ms\n`,
).join('')

const oneLine = JSON.stringify(Array.from({ length: 9000 }, (_, i) => ({ id: i, name: `n${i * 7}` })))

/** Counters that find fewer tokens than the estimator, as many, or more. */
const counters: [string, (text: string) => number][] = [
  ['a tenth of a tokenizer', (text) => Math.ceil(text.length / 40)],
  ['words', (text) => (text.match(/\S+/g) ?? []).length],
  ['lines', (text) => text.split('\n').length],
  ['a quarter of the characters', (text) => Math.ceil(text.length / 4)],
  ['characters', (text) => text.length],
  ['characters and 200 more', (text) => 200 + text.length],
]

const inputs: [string, string][] = [
  ['many lines', log],
  ['one line', oneLine],
]

/** One that tells what it cost. */
function spy(count: (text: string) => number): { tokens: TokenCounter; seen: string[] } {
  const seen: string[] = []
  const asked = (text: string) => {
    seen.push(text)
    return count(text)
  }
  return { seen, tokens: { name: 'spy', count: asked } }
}

const readPage = (input: string, options: object) => read(input, options).details.truncation

const forms = {
  truncate: (input: string, options: object) => truncate(input, options),
  read: readPage,
}

/** The judge asks the counter too. */
const unjudged = { truncate: truncateUnjudged, read: readPage }

describe.each(['truncate', 'read'] as const)('the room for tokens in a result of %s', (form) => {
  it.each(counters)('is used by a counter of %s', (name, count) => {
    for (const [what, input] of inputs) {
      for (const maxTokens of [300, 900, 5000]) {
        if (count(input) < 2 * maxTokens || (name === 'lines' && what === 'one line')) continue
        const { tokens, seen } = spy(count)
        const options = { tokens, maxTokens, maxBytes: 2_000_000, maxLines: 1_000_000 }
        const { text, outputTokens } = forms[form](input, options)
        expect(outputTokens).toBe(count(text))
        expect(outputTokens).toBeLessThanOrEqual(maxTokens)
        // Clause 14 holds from 500 tokens on: below, a line that does not fit may be most of what is left.
        const least = maxTokens < 500 ? 0.6 : 0.9
        expect([what, maxTokens, outputTokens / maxTokens > least]).toEqual([what, maxTokens, true])
        expect(new Set(seen.filter((asked) => asked !== input)).size).toBeLessThanOrEqual(8)
      }
    }
  })

  it('costs a counter like the estimator little more than twice what is kept', () => {
    const { tokens, seen } = spy((text) => Math.ceil(text.length / 3))
    const options = { tokens, maxTokens: 1000, maxBytes: 1_000_000, maxLines: 1_000_000 }
    const { text } = unjudged[form](log, options)
    const asked = seen.filter((candidate) => candidate.length < log.length / 2)
    expect(asked.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(4 * text.length)
  })

  it('is no reason to ask again where another limit has cut', () => {
    const { tokens, seen } = spy((text) => Math.ceil(text.length / 40))
    const { truncatedBy } = unjudged[form](log, { tokens, maxTokens: 5000, maxLines: 40 })
    expect([truncatedBy, seen.length]).toEqual(['lines', 1])
  })
})
