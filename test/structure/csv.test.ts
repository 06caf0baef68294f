import { expect, test } from 'vitest'
import { csv, tsv } from '../../src/kinds/csv.ts'
import { kindsFor } from '../../src/kinds/index.ts'
import { truncate } from '../support/checked.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

function cut(text: string, chunkBytes: number, maxBytes = 1024): string | undefined {
  const reader = csv.read(maxBytes, { bytes: 65536 })
  const bytes = encode(text)
  for (let at = 0; at < bytes.length; at += chunkBytes) reader.write(bytes.slice(at, at + chunkBytes), true)
  const pieces = reader.end()?.choose(maxBytes, 100)
  if (!pieces) return undefined
  let at = 0
  for (const piece of pieces) {
    expect(piece.from.byte).toBe(at)
    at = piece.to.byte
    if ('bytes' in piece) expect(piece.bytes).toEqual(bytes.slice(piece.from.byte, at))
  }
  expect(at).toBe(bytes.length)
  return pieces.map((piece) => ('bytes' in piece ? decode(piece.bytes) : piece.mark)).join('')
}

const rows = Array.from({ length: 500 }, (_, i) => `${i},"name ""${i}"",\r\nnext",é\r\n`)
const text = `\uFEFFid,name,note\r\n${rows.join('')}`

test('a cut of CSV has the header, whole records and the ends, for every chunking', () => {
  const whole = cut(text, 1 << 20)
  expect(whole).toContain('id,name,note\r\n0,"name')
  expect(whole).toContain(rows[499])
  expect(encode(whole ?? '').length).toBeLessThanOrEqual(1024)
  let rest = (whole ?? '')
    .replace(/\[\.\.\.[^\n]*rows\]\n/g, '')
    .replace('\uFEFF', '')
    .replace('id,name,note\r\n', '')
  for (const row of rows) if (rest.startsWith(row)) rest = rest.slice(row.length)
  expect(rest).toBe('')
  for (const chunkBytes of [1, 7, 100]) expect(cut(text, chunkBytes)).toBe(whole)
})

test('a quote that is never closed is no CSV', () => {
  expect(cut(`a,b\n1,2\n3,4\n5,"6\n${'7,8\n'.repeat(5000)}`, 999)).toBeUndefined()
})

test('CSV is recognised by its names and even records, a log and prose are not', () => {
  expect(csv.recognise(encode(text), [], true)).toBeGreaterThan(0.5)
  expect(tsv.recognise(encode(`a\tb\tc\n${'1\t2\t3\n'.repeat(5)}`), [], true)).toBeGreaterThan(0.5)
  expect(
    csv.recognise(encode(`id,"city, country",sum\n${'1,"a, b",2\n'.repeat(5)}`), [], true),
  ).toBeGreaterThan(0.5)
  expect(csv.recognise(encode('2024-01-01 10:00:00,123 INFO a\n'.repeat(9)), [], true)).toBe(0)
  expect(csv.recognise(encode('Well, it is so, and stays.\nYes, it is.\nNo, not that.\n'), [], true)).toBe(0)
})

test('two rows and one in 20 may have another number of fields, but not half of all', () => {
  const mixed = ([even, uneven]: number[]) =>
    cut(`a,b\n${'1,2\n'.repeat(even)}${'1\n'.repeat(uneven)}`, 99) !== undefined
  expect(
    [
      [2, 0],
      [3, 2],
      [36, 4],
    ].map(mixed),
  ).toEqual([true, true, true])
  expect(
    [
      [1, 0],
      [2, 2],
      [36, 5],
    ].map(mixed),
  ).toEqual([false, false, false])
})

test('a file that is named as a table is one, whatever its first row holds', () => {
  const rows = Array.from({ length: 900 }, (_, at) => `${at}, 0x${(at * 7919).toString(16)}\n`).join('')
  const structure = kindsFor({ command: 'cat data/seed-1.csv' })
  const result = truncate(`seed, 0xdead\n${rows}`, { maxBytes: 1024, structure })
  expect(result.kind).toBe('csv')
  expect(result.text).toContain('seed, 0xdead\n')
})

test('thousands of rows are the same in parts and in one chunk, whose bytes may change afterwards', () => {
  const many = Array.from({ length: 9000 }, (_, i) => {
    if (i % 1500 === 700) return `${i},"two\nlines",x\n`
    if (i % 900 === 30) return `${i},"a, ""b""",é\r\n`
    return i % 1111 === 9 ? `${i},uneven\n` : `${i},name ${i},${'x'.repeat(i % 50)}\n`
  })
  const bytes = encode(`id,name,note\n${many.join('')}`)
  const cuts = [bytes.length, 7, 70_000].map((step) => {
    const reader = csv.read(2000, { bytes: 65536 })
    for (let at = 0; at < bytes.length; at += step) {
      const chunk = bytes.slice(at, at + step)
      reader.write(chunk, false)
      chunk.fill(0x23)
    }
    const pieces = reader.end()?.choose(2000, 100)
    return pieces?.map((piece) => ('bytes' in piece ? decode(piece.bytes) : piece.mark)).join('')
  })
  expect(cuts[0]).toContain('\n8999,name 8999,')
  expect(new Set(cuts).size).toBe(1)
})

test('a delimiter in a quoted name of the header moves no column', () => {
  const invoices = Array.from(
    { length: 400 },
    (_, i) => `${i},name ${i * 7919},${i % 40 ? 'paid' : 'open'}\n`,
  )
  expect(cut(`id,"name, first",state\n${invoices.join('')}`, 1 << 20)).toMatch(
    /\d+ rows: \d+ paid, \d+ open\]/,
  )
})
