import { expect, inject, test } from 'vitest'
import { randomCase, tinyStrings } from '../support/scan-cases.ts'
import { oracle } from '../support/scan-oracle.ts'
import { newScanner, run } from '../support/scan-run.ts'

const scanner = newScanner(inject('backend'))

test('every string over LF, CR, a letter and a lead byte up to 9 bytes has the facts of the oracle', () => {
  for (let length = 0; length <= 9; length++) {
    for (const bytes of tinyStrings(length)) expectSame(bytes, [length])
  }
})

/** `PITH_CASES=300000 PITH_SEED=0` runs so many cases from that seed on, which takes some minutes of a processor. */
const cases = Number(process.env.PITH_CASES ?? (inject('backend') === 'wasm' ? 60_000 : 30_000))
const firstSeed = Number(process.env.PITH_SEED ?? 0)

test('random inputs in random windows have the facts of the oracle', () => {
  for (let seed = firstSeed; seed < firstSeed + cases; seed++) {
    const { bytes, lengths } = randomCase(seed)
    expectSame(bytes, lengths, `seed ${seed}`)
  }
})

function expectSame(bytes: Uint8Array, lengths: readonly number[], name = ''): void {
  const actual = run(scanner, bytes, lengths)
  const expected = oracle(bytes, lengths)
  if (JSON.stringify(actual) === JSON.stringify(expected)) return
  const hex = Buffer.from(bytes).toString('hex')
  expect(actual, `${name} ${JSON.stringify(lengths)} of ${hex}`).toEqual(expected)
}
