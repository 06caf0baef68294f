import { expect, inject, test } from 'vitest'
import { patterns, randomCase, tinyStrings } from '../support/scan-cases.ts'
import { oracle } from '../support/scan-oracle.ts'
import { newScanner, run } from '../support/scan-run.ts'

const scanner = newScanner(inject('backend'))

test('every string over LF, CR, a letter and a lead byte up to 9 bytes has the facts of the oracle', () => {
  for (let length = 0; length <= 9; length++) {
    for (const bytes of tinyStrings(length)) expectSame(bytes, [length])
  }
})

/** The JS path takes five times as long. */
const INPUTS = inject('backend') === 'wasm' ? 300_000 : 60_000

test('random inputs in random windows have the facts of the oracle', () => {
  for (let seed = 0; seed < INPUTS; seed++) {
    const { bytes, lengths } = randomCase(seed)
    expectSame(bytes, lengths, `seed ${seed}`)
  }
})

function expectSame(bytes: Uint8Array, lengths: readonly number[], name = ''): void {
  const actual = run(scanner, bytes, lengths, patterns)
  const expected = oracle(bytes, lengths, patterns)
  if (JSON.stringify(actual) === JSON.stringify(expected)) return
  const hex = Buffer.from(bytes).toString('hex')
  expect(actual, `${name} ${JSON.stringify(lengths)} of ${hex}`).toEqual(expected)
}
