import { expect, inject, test } from 'vitest'
import {
  concat,
  malformed,
  randomCase,
  randomLargeCase,
  samples,
  tinyStrings,
} from '../support/scan-cases.ts'
import { oracle } from '../support/scan-oracle.ts'
import { newScanner, run } from '../support/scan-run.ts'
import { weightsOfCase } from '../support/token-weights.ts'

const scanner = newScanner(inject('backend'))
let cases = 0

test('the scanner under test is the one its project names', () => {
  expect(scanner.backend).toBe(inject('backend'))
})

test('every string over LF, CR, a letter and a lead byte up to 5 bytes has the facts of the oracle', () => {
  for (let length = 0; length <= 5; length++)
    for (const bytes of tinyStrings(length)) expectSame(bytes, [length])
})

test('every length from 0 to 200 at every alignment has the facts of the oracle', () => {
  const text = new TextEncoder().encode('ab\n error é\r\n\x1b[1mType\x1b[0m 😀 hang\0 TypeError\n€')
  const long = concat([text, text, text, text, text, text])
  for (let length = 0; length <= 200; length++) {
    for (let alignment = 0; alignment < 16; alignment += 5) {
      expectSame(long.subarray(alignment, alignment + length), [length])
    }
  }
})

test('every sample cut in two windows at every place has the facts of the oracle', () => {
  for (const sample of [...samples, ...malformed]) {
    for (const bytes of [sample, concat([sample, sample]), concat([sample, new Uint8Array(40).fill(0x2e)])]) {
      for (let cut = 0; cut <= bytes.length; cut++) expectSame(bytes, [cut, bytes.length - cut])
    }
  }
})

test('random inputs in random windows have the facts of the oracle', () => {
  for (let seed = 0; seed < 200; seed++) {
    const { bytes, lengths } = randomCase(seed)
    expectSame(bytes, lengths, `seed ${seed}`)
  }
})

test('random inputs of many blocks have the facts of the oracle', () => {
  for (let seed = 0; seed < 15; seed++) {
    const { bytes, lengths } = randomLargeCase(seed)
    expectSame(bytes, lengths, `seed ${seed}`)
  }
})

/** `toEqual` on what is equal costs more than the scan, so a plain comparison goes first. */
function expectSame(bytes: Uint8Array, lengths: readonly number[], name = ''): void {
  const tokens = weightsOfCase(cases++)
  const actual = run(scanner, bytes, lengths, tokens)
  const expected = oracle(bytes, lengths, tokens)
  if (JSON.stringify(actual) === JSON.stringify(expected)) return
  const hex = Buffer.from(bytes).toString('hex')
  expect(actual, `${name} ${JSON.stringify(lengths)} of ${hex}`).toEqual(expected)
}
