import { expect, it } from 'vitest'
import { kindsFor } from '../../src/kinds/index.ts'
import type { Truncation } from '../../src/truncation.ts'
import { createCollector } from '../support/checked.ts'
import { json } from '../support/irregular/json.ts'
import { createRandom } from '../support/random.ts'

// Readers hold only some bytes of a long input. What they show and name are those bytes, and no others.

const SOURCE = { artifact: '0123456789abcdef' }
const KIB = 1024

/** Cuts a text that comes in chunks. Of chunks of 64 KiB, only the bytes stay in memory that units need. */
function cut(text: string, kind: string, maxBytes: number, chunkBytes = 64 * KIB): Truncation {
  const collector = createCollector({ maxBytes, structure: kindsFor({ kind }) })
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at < bytes.length; at += chunkBytes) collector.write(bytes.subarray(at, at + chunkBytes))
  return collector.end(SOURCE, { exitCode: 0 })
}

it('a value of irregular JSON is named by its own first bytes when the items behind these have left memory', () => {
  for (const maxBytes of [1000, 30_000])
    expect(cut(json(createRandom(9), 100_000), 'json', maxBytes).kind).toBe('json')
})

it('an element of XML is named by its start tag when the elements in it have left memory', () => {
  let text = `<item>\n${'<v>1</v>\n'.repeat(2000)}</item>\n`.repeat(5)
  for (let depth = 0; depth < 5; depth++) text = `<level${depth}>\n${text}</level${depth}>\n`
  const { kind, text: shown } = cut(`<root>\n${text}</root>\n`, 'xml', 300)
  expect([kind, /\d more item:/.test(shown)]).toEqual(['xml', true])
})

it('a line whose end has left memory before its kind was sure of it is not shown', () => {
  const long = `${'x'.repeat(90 * KIB)} end of the line\n`
  const rows = Array.from({ length: 900 }, (_, at) => `${at}   alpha   beta\n`).join('')
  for (const [kind, text] of [
    ['table', `ID   FIRST   SECOND\n${long}${long}${rows}`],
    ['problems', `${long}${long}${long}${'a.c:1:2: warning: unused [-Wunused]\n'.repeat(900)}`],
    ['source', `${long}${long}${long}${'let a = 1\n'.repeat(900)}`],
    ['minified code', long.repeat(8)],
  ]) {
    const results = [64 * KIB, text.length].map((chunk) => cut(text, kind.split(' ')[0], 8 * KIB, chunk))
    expect(new Set(results.map(({ text }) => text)).size).toBe(1)
  }
})

it('a long line that the next line tells to be a unit is shown with both its ends', () => {
  const long = `a.c:1:2: warning: ${'x'.repeat(90 * KIB)} end of the line\n`
  const text = `${long}${'a.c:1:2: warning: unused [-Wunused]\n'.repeat(900)}`
  const shown = cut(text, 'problems', 8 * KIB)
  expect(shown.units).toEqual({ files: 1, problems: 901 })
  expect(shown.text.split('\n')[0]).toMatch(/^a\.c:1:2: warning: x+ \[\.\.\.\+\d+\]/)
})

it('a document below very many blank lines is cut as lines', () => {
  const blanks = '\n'.repeat(20 * KIB)
  const items = JSON.stringify(
    Array.from({ length: 8000 }, (_, at) => ({ at })),
    undefined,
    1,
  )
  expect(cut(blanks + items, 'json', 8 * KIB).kind).toBeUndefined()
})
