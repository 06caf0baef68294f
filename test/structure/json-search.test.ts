import fc from 'fast-check'
import { expect, test } from 'vitest'
import { kindsFor } from '../../src/kinds/index.ts'
import { caseCount } from '../support/case-count.ts'
import { createCollector, truncate } from '../support/checked.ts'

/** Finds a plain word, as the pattern of a filter does. */
const searchFor = (word: string) => (bytes: Uint8Array, start: number, end: number) => {
  const at = new TextDecoder('latin1').decode(bytes.subarray(start, end)).indexOf(word)
  return at < 0 ? -1 : start + at + word.length
}
const structure = kindsFor({ command: ['jq', '.items[]'], search: searchFor('needle') })
const source = { artifact: '0123456789abcdef' }
const long = `${'before '.repeat(3000)}needle one${' between'.repeat(4000)} needle two${' after'.repeat(2000)}`

/** The text above the notice, and between marks in lines of their own. */
const valuesOf = (text: string, notice: string | undefined): string[] =>
  (notice === undefined ? text : text.slice(0, text.lastIndexOf(notice))).trim().split('\n')

test('a long string shows each match, and stays JSON', () => {
  const item = { id: 7, body: long, last: true }
  for (const input of [
    JSON.stringify({ items: [item] }),
    JSON.stringify([long]),
    `${JSON.stringify(item)}\n${JSON.stringify(item)}\n`,
  ])
    for (const maxBytes of [2048, 8192]) {
      const { text, notice, kind } = truncate(input, { maxBytes, structure, source, for: 'query' })
      expect(kind).toMatch(/^json/)
      for (const part of ['needle one', 'needle two']) expect(text).toContain(part)
      for (const value of valuesOf(text, notice)) expect(() => JSON.parse(value)).not.toThrow()
    }
  const { notice } = truncate(JSON.stringify({ items: [item] }), { maxBytes: 2048, structure, source })
  expect(notice).toContain("--path '$.items[0].body'")
})

test('a long string without a match shows its beginning', () => {
  const { text, notice } = truncate(JSON.stringify([{ body: 'row '.repeat(9000), last: 1 }]), {
    maxBytes: 2048,
    structure,
    source,
  })
  const [{ body, last }] = JSON.parse(valuesOf(text, notice)[0])
  expect([body.slice(0, 80), last]).toEqual(['row '.repeat(20), 1])
})

test('parts of a string end outside escapes and characters, whatever the chunks', () => {
  const part = fc.constantFrom(
    'needle',
    '\\\\',
    '\\u00e9',
    '\\n\\"',
    '\u00e9',
    '\u{1f642}',
    'x'.repeat(97),
    ' word',
    '\u0600',
  )
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 300, maxLength: 900 }),
      fc.integer({ min: 1, max: 9999 }),
      (parts, chunk) => {
        const input = new TextEncoder().encode(`[{"id":1,"body":"${parts.join('')}"}]`)
        const whole = createCollector({ maxBytes: 1500, structure })
        whole.write(input)
        const { text, notice } = whole.end(source)
        expect(() => JSON.parse(valuesOf(text, notice)[0])).not.toThrow()
        const pieces = createCollector({ maxBytes: 1500, structure })
        for (let at = 0; at < input.length; at += chunk) pieces.write(input.slice(at, at + chunk))
        expect(pieces.end(source).text).toBe(text)
      },
    ),
    { numRuns: caseCount(15, 60) },
  )
})
