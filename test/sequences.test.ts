import { describe, expect, inject, it } from 'vitest'
import { createCollector, truncate } from './support/checked.ts'
import { sequences } from './support/sequences.ts'
import { some } from './support/some.ts'

/** Escape sequences at every cut. `checked.ts` holds every result to clause 4. */

/** The deep suite tries every sequence at every size, with `head` and `tail` at every third one. */
const every = inject('thorough') ? 3 : 11
const tried = some(sequences, 11)

const line = (i: number): string => `step ${i} took ${i % 7} ms`

describe.each(tried)('%s', (_, sequence) => {
  const before = `${line(1)}\n${line(2)}\nab`
  const text = `${before}${sequence}cd\n${line(3)}\n${line(4)}\n`
  const most = text.length + 10
  const step = Math.ceil(most / 20)

  it.each(['ends', 'head', 'tail'] as const)('is not cut at any size under `%s`', (keep) => {
    const near = Math.min(most, 350)
    const gap = keep === 'ends' ? every : 3 * every
    for (let maxBytes = 0; maxBytes <= near; maxBytes += gap) truncate(text, { keep, maxBytes })
    for (let maxBytes = near; maxBytes <= most; maxBytes += step) truncate(text, { keep, maxBytes })
  })

  it('is not cut at any length of a line', () => {
    for (let maxLineLength = 0; maxLineLength <= Math.min(most, 200); maxLineLength += every) {
      truncate(text, { maxLineLength })
    }
    expect(truncate(text, { maxLineLength: 2 }).truncated).toBe(true)
  })
})

describe.each(tried)('%s in a stream', (_, sequence) => {
  const filler = (n: number) => Array.from({ length: n }, (_, i) => line(i)).join('\n')
  const long = `${filler(40)}\nab${sequence}cd ${'x '.repeat(300)}${sequence}yz\n${filler(40)}\n`

  it.each(some([7, 1, 64, 4096], 3))('is not cut when chunks have %i bytes', (size) => {
    const bytes = new TextEncoder().encode(long)
    for (const maxBytes of [100, 700, 1300]) {
      const options = { maxBytes }
      const collector = createCollector(options)
      for (let at = 0; at < bytes.length; at += size) collector.write(bytes.subarray(at, at + size))
      expect(collector.end().text).toBe(truncate(bytes, options).text)
    }
  })

  it('is not cut in a long line with an error', () => {
    const around = `${'ab '.repeat(3000)}${sequence}`.repeat(2)
    const text = `${filler(3000)}\n${around} fatal error: no ring ${sequence}${around}\n${filler(3000)}\n`
    for (const maxBytes of some([300, 900, 5000, 20_000], 3)) {
      // Clauses 10 and 13 say what is shown of the error, if the sequence does not hide it from the rules.
      expect(truncate(text, { maxBytes }).keptBytes).toBeGreaterThan(0)
    }
  })
})
