import { describe, expect, inject, test } from 'vitest'
import { FLAG_INVALID, FLAG_NON_ASCII } from '../../src/core/scan/scanner.ts'
import { BLOCK_BYTES } from '../support/scan-cases.ts'
import { newScanner, run } from '../support/scan-run.ts'

// What the decoder of the WHATWG Encoding Standard (§8.1.1) makes of bytes, with the cases that
// web-platform-tests has in encoding/textdecoder-fatal.any.js and the table "U+FFFD for maximal
// subparts" of the Unicode Standard (§3.9, tables 3-8 to 3-11).

const scanner = newScanner(inject('backend'))
const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'))

const valid: [name: string, hex: string, codePoints: number][] = [
  ['the smallest and largest of two bytes', 'c2 80 df bf', 2],
  ['the smallest and largest of three bytes', 'e0 a0 80 ef bf bf', 2],
  ['the smallest and largest of four bytes', 'f0 90 80 80 f4 8f bf bf', 2],
  ['the code points round the surrogates', 'ed 9f bf ee 80 80', 2],
  ['a byte order mark, which is text', 'ef bb bf 61', 2],
  ['a genuine U+FFFD', 'ef bf bd', 1],
  ['noncharacters', 'ef b7 90 ef bf be f0 9f bf bf', 3],
]

const invalid: [name: string, hex: string, text: string][] = [
  ['a byte that never comes', 'ff', '\ufffd'],
  ['another one', 'fe 41', '\ufffdA'],
  ['a stray continuation byte', '80', '\ufffd'],
  ['stray continuation bytes, each by itself', '80 bf 80', '\ufffd\ufffd\ufffd'],
  ['a lead byte at the end', 'c2', '\ufffd'],
  ['a lead byte before ASCII', 'c2 41', '\ufffdA'],
  ['a truncated sequence of three', 'e2 82', '\ufffd'],
  ['a truncated sequence of four', 'f0 9f 98', '\ufffd'],
  ['a truncated sequence before another', 'e2 82 e2 82 ac', '\ufffd€'],
  ['an overlong form of two bytes', 'c0 80', '\ufffd\ufffd'],
  ['an overlong form of three bytes', 'e0 80 af', '\ufffd\ufffd\ufffd'],
  ['an overlong form of four bytes', 'f0 80 80 af', '\ufffd\ufffd\ufffd\ufffd'],
  ['forms of five and six bytes', 'f8 88 80 80 80 fc 84 80 80 80 80', '\ufffd'.repeat(11)],
  ['a lead surrogate', 'ed a0 80', '\ufffd\ufffd\ufffd'],
  ['a trail surrogate', 'ed bf bf', '\ufffd\ufffd\ufffd'],
  ['surrogates in a pair', 'ed a1 8c ed be b4', '\ufffd'.repeat(6)],
  ['the first code point past U+10FFFF', 'f4 90 80 80', '\ufffd'.repeat(4)],
  ['Unicode table 3-8', 'c0 af e0 80 bf f0 81 82 41', `${'\ufffd'.repeat(8)}A`],
  ['Unicode table 3-9', 'ed a0 80 ed bf bf ed af 41', `${'\ufffd'.repeat(8)}A`],
  ['Unicode table 3-10', 'f4 91 92 93 ff 41 80 bf 42', `${'\ufffd'.repeat(5)}A\ufffd\ufffdB`],
  ['Unicode table 3-11', 'e1 80 e2 f0 91 92 f1 bf 41', `${'\ufffd'.repeat(4)}A`],
]

describe('text that is well-formed', () => {
  test.each(valid)('%s', (_name, hex, codePoints) => {
    everywhere(bytesOf(hex), (totals, around) => {
      expect(totals).toMatchObject({ codePoints: codePoints + around, flags: FLAG_NON_ASCII })
      expect(totals.textBytes).toBe(totals.bytes)
    })
  })
})

describe('text that is malformed', () => {
  test.each(invalid)('%s', (_name, hex, text) => {
    everywhere(bytesOf(hex), (totals, around) => {
      expect(totals).toMatchObject({
        codePoints: [...text].length + around,
        textBytes: new TextEncoder().encode(text).length + around,
        flags: FLAG_NON_ASCII | FLAG_INVALID,
      })
    })
  })
})

test('a window that only begins a sequence is not invalid; the one that breaks it off is', () => {
  const { windows, totals } = run(scanner, bytesOf('41 e2 82 41 41'), [3, 1, 1])
  expect(windows.map(({ codePoints, flags }) => [codePoints, flags])).toEqual([
    [2, FLAG_NON_ASCII],
    [1, FLAG_INVALID],
    [1, 0],
  ])
  expect(totals.textBytes).toBe(6)
})

test('a sequence unfinished at the end is told by finish alone', () => {
  const { windows, totals } = run(scanner, bytesOf('41 f0 9f 98'), [4])
  expect(windows[0].flags).toBe(FLAG_NON_ASCII)
  expect(totals).toMatchObject({ codePoints: 2, textBytes: 4, flags: FLAG_NON_ASCII | FLAG_INVALID })
})

/** Checks totals of the bytes alone, among ASCII, across an edge of a block and byte by byte. */
function everywhere(
  bytes: Uint8Array,
  check: (totals: ReturnType<typeof run>['totals'], around: number) => void,
): void {
  for (const before of [0, 1, 15, 63, 64, BLOCK_BYTES - 1, BLOCK_BYTES - 2, BLOCK_BYTES - 3, BLOCK_BYTES]) {
    const padded = new Uint8Array(before + bytes.length).fill(0x2e, 0, before)
    padded.set(bytes, before)
    check(run(scanner, padded, [padded.length]).totals, before)
  }
  check(run(scanner, bytes, new Array(bytes.length).fill(1)).totals, 0)
}
