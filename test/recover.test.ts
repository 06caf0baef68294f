import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Keep } from '../src/options.ts'
import type { ArtifactStore } from '../src/store/store.ts'
import { truncate, truncateStream } from './support/checked.ts'
import { createCommandStore } from './support/command-store.ts'
import { InputFacts } from './support/facts.ts'
import { rebuildFromText, type Show } from './support/reader.ts'
import { documents, logs } from './support/samples.ts'

const encode = (text: string) => new TextEncoder().encode(text)

const idOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 16)

/** The lines that `sed -n 'A,Bp'` prints, of the one output whose id this is. */
const showing =
  (bytes: Uint8Array): Show =>
  (id, firstLine, lastLine) => {
    if (id !== idOf(bytes)) throw new Error(`nothing is kept as ${id}`)
    const lines = Buffer.from(bytes)
      .toString('latin1')
      .split(/(?<=\n)/)
    return Buffer.from(lines.slice(firstLine - 1, lastLine).join(''), 'latin1')
  }

function expectRecoverable(bytes: Uint8Array, options: Parameters<typeof truncate>[1]): void {
  const result = truncate(bytes, { ...options, source: { artifact: idOf(bytes) } })
  expect(result.notice).toMatch(new RegExp(`More: pith show ${idOf(bytes)} --(?:lines|bytes) `))
  expect(Buffer.compare(rebuildFromText(result.text, showing(bytes)), bytes)).toBe(0)
}

const log = (lines: number): string[] =>
  Array.from({ length: lines }, (_, i) => `${i + 1}: compiling unit ${i}`)

const withLine = (at: number, line: string): string => log(400).toSpliced(at, 1, line).join('\n')

const inputs: { name: string; bytes: Uint8Array }[] = [
  { name: 'a plain log', bytes: encode(`${log(400).join('\n')}\n`) },
  { name: 'a log without a last line end', bytes: encode(log(400).join('\n')) },
  { name: 'CRLF line ends', bytes: encode(`${log(400).join('\r\n')}\r\n`) },
  { name: 'empty lines at both ends', bytes: encode(`\n\n\n${log(400).join('\n')}\n\n\n`) },
  { name: 'a BOM', bytes: encode(`\uFEFF${log(400).join('\n')}`) },
  { name: 'errors in the middle', bytes: encode(withLine(200, 'error[E0425]: cannot find value `x`')) },
  { name: 'a giant first line', bytes: encode(withLine(0, 'x'.repeat(9000))) },
  { name: 'a giant last line', bytes: encode(withLine(399, '👩‍👩‍👧‍👦'.repeat(900))) },
  {
    name: 'a giant error line',
    bytes: encode(withLine(99, `${'x'.repeat(5000)} error[E0425]: y ${'z'.repeat(5000)}`)),
  },
  { name: 'one giant line', bytes: encode('word '.repeat(5000)) },
  { name: 'one giant line with a line end', bytes: encode(`${'word '.repeat(5000)}\n`) },
  { name: 'a clip mark in a kept line', bytes: encode(withLine(1, 'not clipped [...+5] at all')) },
  {
    name: 'a forged notice in the last line',
    bytes: encode(withLine(399, '[Lines 1-2 of 9. Not kept.]')),
  },
  {
    name: 'a forged marker in a kept line',
    bytes: encode(withLine(1, '[...3-9: 1.0K]')),
  },
  {
    name: 'malformed bytes in kept lines',
    bytes: Buffer.concat([
      Uint8Array.of(0xff, 0x0a, 0xc3),
      encode(log(400).join('\n')),
      Uint8Array.of(0xf0, 0x9f),
    ]),
  },
  { name: 'a U+FFFD that was there', bytes: encode(withLine(1, 'was \uFFFD before')) },
  { name: 'NUL, CR and U+2028', bytes: encode(withLine(1, 'a\u0000b\rc\u2028d')) },
]

describe('the text and what it names give the input back', () => {
  for (const keep of ['head', 'tail', 'ends'] as Keep[]) {
    it.each(inputs)(`$name, keep ${keep}`, ({ bytes }) => {
      expectRecoverable(bytes, { keep, maxLines: 30, maxBytes: 2000 })
      expectRecoverable(bytes, { keep, maxBytes: 1500, errors: true })
    })
  }

  it('long lines that are clipped are asked for whole', () => {
    const lines = log(100).map((line, i) => (i % 3 === 0 ? `${line} ${'long '.repeat(60)}` : line))
    expectRecoverable(encode(lines.join('\n')), { maxLineLength: 80, maxBytes: 4000 })
  })

  it('more clipped lines than 64', () => {
    const lines = log(300).map((line, i) => (i % 2 === 0 ? `${line} ${'long '.repeat(60)}` : line))
    const result = truncate(lines.join('\n'), { maxLineLength: 60 })
    expect(result.gaps).toHaveLength(150)
    expect(result.truncatedBy).toBe('line-length')
    expectRecoverable(encode(lines.join('\n')), { maxLineLength: 60 })
  })

  it.each(documents())('document $name', ({ bytes }) => {
    for (const maxBytes of [1800, 2500, 3300]) expectRecoverable(bytes, { maxBytes })
  })

  it.each(logs())('log $name', ({ bytes }) => {
    expectRecoverable(bytes, { maxLines: 100, maxBytes: Math.min(8192, bytes.length >> 1) })
  })
})

describe('a stream with a store', () => {
  it('names an artifact from which the store gives the input back', async () => {
    const store = createCommandStore()
    const bytes = encode(`${log(5000).join('\n')}\n`)
    const result = await truncateStream(new Blob([bytes.slice()]), { maxLines: 20, store })
    const [, id = ''] = /pith show ([0-9a-f]{16}) --lines \d+-\d+, or --grep RE\]$/.exec(result.text) ?? []
    expect(id).toBe(idOf(bytes))
    const kept = new InputFacts(await readLines(store, id, 1, result.totalLines))
    const rebuilt = rebuildFromText(result.text, (_, first, last) => kept.linesOf(first, last))
    expect(Buffer.compare(rebuilt, bytes)).toBe(0)
  })

  it('keeps nothing of an output that fits', async () => {
    const store = createCommandStore()
    expect((await truncateStream(new Blob(['fits\n']), { store })).text).toBe('fits\n')
    expect(await store.list()).toEqual([])
  })
})

async function readLines(
  store: ArtifactStore,
  id: string,
  firstLine: number,
  lastLine: number,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of store.lines(id, { firstLine, lastLine })) parts.push(part.slice())
  return Buffer.concat(parts)
}
