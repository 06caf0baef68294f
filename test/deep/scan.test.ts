import { expect, inject, test } from 'vitest'
import { concat, randomCase, randomLargeCase, samples, tinyStrings } from '../support/scan-cases.ts'
import { oracle } from '../support/scan-oracle.ts'
import { newScanner, run } from '../support/scan-run.ts'
import { weightsOfCase } from '../support/token-weights.ts'

// Many more cases of what test/scan/differential.test.ts holds.

const scanner = newScanner(inject('backend'))
let tried = 0

test('every string over LF, CR, a letter and a lead byte up to 8 bytes has the facts of the oracle', () => {
  for (let length = 0; length <= 8; length++)
    for (const bytes of tinyStrings(length)) expectSame(bytes, [length])
})

test('every length from 0 to 200 at every alignment has the facts of the oracle', () => {
  const long = concat([...samples, ...samples])
  for (let length = 0; length <= 200; length++)
    for (let at = 0; at < 16; at++) expectSame(long.subarray(at, at + length), [length])
})

/** `PITH_CASES=300000 PITH_SEED=0` runs so many cases from that seed on, which takes some minutes of a processor. */
const cases = Number(process.env.PITH_CASES ?? 20_000)
const firstSeed = Number(process.env.PITH_SEED ?? 0)

test('random inputs in random windows have the facts of the oracle', () => {
  for (let seed = firstSeed; seed < firstSeed + cases; seed++) {
    const { bytes, lengths } = randomCase(seed)
    expectSame(bytes, lengths, `seed ${seed}`)
  }
})

test('random inputs of many blocks have the facts of the oracle', () => {
  for (let seed = firstSeed; seed < firstSeed + 100; seed++) {
    const { bytes, lengths } = randomLargeCase(seed)
    expectSame(bytes, lengths, `seed ${seed}`)
  }
})

function expectSame(bytes: Uint8Array, lengths: readonly number[], name = ''): void {
  const tokens = weightsOfCase(tried++)
  const actual = run(scanner, bytes, lengths, tokens)
  const expected = oracle(bytes, lengths, tokens)
  if (JSON.stringify(actual) === JSON.stringify(expected)) return
  const hex = Buffer.from(bytes).toString('hex')
  expect(actual, `${name} ${JSON.stringify(lengths)} of ${hex}`).toEqual(expected)
}
