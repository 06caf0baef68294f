import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { LineTable } from '../../src/collect/line-table.ts'
import { signalFor } from '../../src/collect/signal.ts'
import { Stream } from '../../src/collect/stream.ts'
import { valuesOf } from '../../src/collect/values.ts'
import { scannerFor } from '../../src/scan/select.ts'

const margins = { before: 3, after: 5 }
const backend = inject('backend')
const scanner = scannerFor(backend)

function streamOf(text: string, chunkBytes: number): Stream {
  const bytes = new TextEncoder().encode(text)
  const signal = signalFor({ ...margins, patterns: [] }, 4096, backend)
  const ends = { headBytes: 17_000, tailBytes: 17_000 }
  const stream = new Stream({ scanner, signal, tokens: undefined, ...ends })
  for (let at = 0; at < bytes.length; at += chunkBytes)
    stream.push(bytes.subarray(at, at + chunkBytes), false)
  stream.finish()
  return stream
}

const line = fc.oneof(
  fc.constantFrom(
    '',
    '\t\t',
    'ok 1 took 3 ms',
    '  near it',
    'main.c:3:1: error: no ring',
    '\x1b[31mFAIL\x1b[0m x',
    'é – ✓',
  ),
  fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\n', ' ')),
)

it('lines have the values that reading them again gives, whatever the chunks', () => {
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 60 }),
      fc.constantFrom('', '\n', '\nerror: no end'),
      fc.integer({ min: 1, max: 400 }),
      (lines, end, chunkBytes) => {
        const text = lines.join('\n') + end
        const { errorFinder, lineTable, newlines } = streamOf(text, chunkBytes)
        if (!errorFinder) throw new Error('errors are looked for')
        const ends = Array.from(new TextEncoder().encode(text).entries(), ([at, byte]) =>
          byte === 10 ? at : -1,
        )
        expect(Array.from(lineTable?.ends ?? [])).toEqual(ends.filter((at) => at >= 0))
        const again = valuesOf(errorFinder, newlines, margins, scanner)
        expect(valuesOf(errorFinder, newlines, margins, scanner, lineTable)).toEqual(again)
      },
    ),
    { numRuns: 150 },
  )
})

it('an input of many lines has no table, so that memory stays bounded', () => {
  const table = new LineTable()
  const window = {
    startByte: 0,
    newlines: 20_000,
    lineEnds: Int32Array.from({ length: 20_000 }, (_, i) => i),
    lineShapes: new Uint32Array(20_000),
    lineOpenings: new Uint32Array(20_000),
  }
  table.add(window, 20_000)
  expect([table.isWhole, table.ends.length]).toEqual([true, 20_000])
  table.add({ ...window, startByte: 20_000 }, 40_000)
  expect([table.isWhole, table.ends.length]).toEqual([false, 0])
})
