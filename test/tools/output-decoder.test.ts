// @deep

import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { encodingOf } from '../../src/tools/content-kind.ts'
import { OutputDecoder } from '../../src/tools/output-decoder.ts'
import { cutsIntoTwo, everyByte } from '../support/chunks.ts'
import { joined, programBytes, utf16, withBom } from '../support/encodings.ts'

const numRuns = inject('thorough') ? 500 : 80

/** What comes out for chunks that end at the given places. Each chunk is overwritten when it was used. */
function decoded(bytes: Uint8Array, cuts: readonly number[]): { text: string; kind: unknown } {
  const decoder = new OutputDecoder()
  const out: Uint8Array[] = []
  const keep = (part: string | Uint8Array) => out.push(joined(part))
  let start = 0
  for (const cut of [...cuts, bytes.length]) {
    const chunk = bytes.slice(start, cut)
    for (const part of decoder.take(chunk)) keep(part)
    chunk.fill(0x2a)
    start = cut
  }
  for (const part of decoder.end()) keep(part)
  return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(joined(...out)), kind: decoder.kind }
}

/** The text of all bytes at once. */
function wholeText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes)
  const ignoreBOM = !encoding.startsWith('UTF-16')
  return new TextDecoder(ignoreBOM ? 'utf-8' : encoding, { ignoreBOM }).decode(bytes)
}

const samples: [string, Uint8Array][] = [
  ['ASCII', joined('ab\n')],
  ['UTF-8', joined('é👍🏽\n', [0xc3])],
  ['UTF-8 with a BOM', joined([0xef, 0xbb, 0xbf], 'é')],
  ['malformed UTF-8', joined([0xff, 0xc3, 0x28, 0xf0, 0x9f, 0x91, 0xfe])],
  ['UTF-16LE', withBom('é👍\r\nb', 'LE')],
  ['UTF-16BE', withBom('é👍\r\nb', 'BE')],
  ['UTF-16LE without a BOM', utf16('hello 👍 é\r\n', 'LE')],
  ['UTF-16BE without a BOM', utf16('hello 👍 é\r\n', 'BE')],
  ['UTF-16 with an odd last byte', joined(withBom('ab', 'LE'), [0x63])],
  ['UTF-16 with half a pair', withBom('a\ud83d b\udc4d', 'BE')],
  ['UTF-16 with half a pair at its end', withBom('a\ud83d', 'LE')],
  ['UTF-16 with another BOM', withBom('\ufeffa\ufeffb', 'LE')],
  ['UTF-16 with NULs', withBom('a\0b', 'BE')],
  ['a BOM alone', withBom('', 'LE')],
  ['half a BOM', joined([0xff])],
  ['a BOM and half a character', joined([0xff, 0xfe, 0x00])],
  ['UTF-32', joined([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0])],
  ['what only begins like UTF-16', joined('a\0bcdef\0\n')],
  ['what only begins like UTF-16BE', joined('\0abcdef\0\n')],
  ['a program', programBytes(60)],
]

describe('what a stream prints', () => {
  it.each(samples)('is the same, wherever it is cut: %s', (_, bytes) => {
    const whole = decoded(bytes, [])
    expect(whole.text).toBe(wholeText(bytes))
    for (const cuts of [...cutsIntoTwo(bytes.length), everyByte(bytes.length)]) {
      expect({ cuts, ...decoded(bytes, cuts) }).toEqual({ cuts, ...whole })
    }
  })

  it('is the same near the 8 KiB that decide', () => {
    for (const [start, rest] of [
      [utf16('a', 'LE'), utf16('b👍'.repeat(3000), 'LE')],
      [utf16('a', 'LE'), joined('b'.repeat(9000))],
      [joined([0]), programBytes(9000)],
    ]) {
      const bytes = joined(start, rest)
      const whole = decoded(bytes, [])
      expect(whole.text).toBe(wholeText(bytes))
      for (const cut of [1, 2, 3, 8190, 8191, 8192, 8193, 8194]) {
        expect({ cut, same: decoded(bytes, [cut]).text === whole.text }).toEqual({ cut, same: true })
      }
      expect(decoded(bytes, [1, 5000, 8191, 8193])).toEqual(whole)
    }
  })

  it.each(['LE', 'BE'] as const)('is the same text in UTF-16%s', (order) => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.array(fc.nat(60)), (given, places) => {
        // A BOM and a NUL are the BOM of UTF-32.
        const text = given.replace(/^\0+/, '')
        const bytes = withBom(text, order)
        const cuts = places.filter((place) => place <= bytes.length).toSorted((a, b) => a - b)
        expect(decoded(bytes, cuts)).toEqual({ text, kind: { kind: 'text', encoding: `UTF-16${order}` } })
      }),
      {
        numRuns,
        examples: [
          ['\0\0', []],
          ['\ufeff', [1]],
        ],
      },
    )
  })

  it('is any bytes at all, wherever they are cut', () => {
    const byte = fc.oneof(fc.constantFrom(0, 0xff, 0xfe, 0x61, 0x0a), fc.nat(255))
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 24 }), fc.array(fc.nat(24)), (given, places) => {
        const bytes = Uint8Array.from(given)
        const cuts = places.filter((place) => place <= bytes.length).toSorted((a, b) => a - b)
        expect(decoded(bytes, cuts)).toEqual({ text: wholeText(bytes), kind: decoded(bytes, []).kind })
      }),
      { numRuns },
    )
  })

  it('is passed on at once, unless it may become UTF-16', () => {
    const ready = (...chunks: Uint8Array[]) => {
      const decoder = new OutputDecoder()
      return chunks.map((chunk) => new TextDecoder().decode(joined(...decoder.take(chunk))))
    }
    expect(ready(joined('?'), joined(' '), joined('é'))).toEqual(['?', ' ', 'é'])
    expect(ready(joined('a'), joined([0]), joined('b\0c\0d\0'))).toEqual(['a', '', ''])
    expect(ready(joined([0xff]), joined([0xfe, 0x61]), joined([0, 0x62, 0]))).toEqual(['', '', 'ab'])
  })

  it('is text where it is a string', () => {
    const decoder = new OutputDecoder()
    const out = [joined([0xff]), '\0\0', programBytes(99)].flatMap((chunk) => [...decoder.take(chunk)])
    out.push(...decoder.end())
    expect(joined(...out)).toEqual(joined([0xff], '\0\0', programBytes(99)))
    expect(decoder.kind).toEqual({ kind: 'text', encoding: 'UTF-8' })
  })
})
