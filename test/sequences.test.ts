import { describe, expect, it } from 'vitest'
import { truncate } from './support/checked.ts'
import { sequences } from './support/sequences.ts'

/** Escape sequences at every cut. `checked.ts` holds every result to clause 4. */

const line = (i: number): string => `step ${i} took ${i % 7} ms`

describe.each(sequences)('%s', (_, sequence) => {
  const before = `${line(1)}\n${line(2)}\nab`
  const text = `${before}${sequence}cd\n${line(3)}\n${line(4)}\n`
  const most = text.length + 10
  const step = Math.ceil(most / 20)

  it.each(['ends', 'head', 'tail'] as const)('is not cut at any size under `%s`', (keep) => {
    const near = Math.min(most, 350)
    for (let maxBytes = 0; maxBytes <= near; maxBytes++) truncate(text, { keep, maxBytes })
    for (let maxBytes = near; maxBytes <= most; maxBytes += step) truncate(text, { keep, maxBytes })
  })

  it('is not cut at any length of a line', () => {
    for (let maxLineLength = 0; maxLineLength <= Math.min(most, 200); maxLineLength++) {
      truncate(text, { maxLineLength })
    }
    expect(truncate(text, { maxLineLength: 2 }).truncated).toBe(true)
  })
})
