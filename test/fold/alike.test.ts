import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { compareLines, DIFFERENT, endingOf, withView } from '../../src/core/clean/alike.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Signs that begin, end and continue numbers, and one that no number can hold. */
const signs = fc.constantFrom('0', '1', 'a', 'b', 'f', 'x', 'g', '-', '_', ' ', ':', 'é')
const lines = fc.string({ unit: signs, maxLength: 24 })
const numbers = fc.constantFrom(
  '7',
  '42',
  '0x1f',
  '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  'deadbeef01',
  '1a2b3c',
)

const areAlike = (a: Uint8Array, b: Uint8Array): boolean =>
  compareLines(withView(a), 0, a.length, withView(b), 0, b.length) !== DIFFERENT

const haveSameEndings = (a: Uint8Array, b: Uint8Array): boolean =>
  endingOf(a, 0, a.length) === endingOf(b, 0, b.length)

test('lines that are alike have the same ending', () => {
  const pairs = fc.oneof(
    fc.tuple(lines, lines),
    fc
      .tuple(fc.array(fc.tuple(lines, numbers, numbers), { maxLength: 4 }), lines)
      .map(([parts, last]): [string, string] => [
        parts.map(([text, number]) => text + number).join('') + last,
        parts.map(([text, , number]) => text + number).join('') + last,
      ]),
  )
  fc.assert(
    fc.property(pairs, ([one, other]) => {
      const [a, b] = [bytesOf(one), bytesOf(other)]
      if (areAlike(a, b)) expect(haveSameEndings(a, b)).toBe(true)
    }),
    { numRuns: inject('thorough') ? 100_000 : 1000 },
  )
})

test('lines that differ in a word at their end have other endings', () => {
  const [a, b] = [bytesOf('12:00:01 session closed id=a5bc'), bytesOf('12:00:02 session closed id=5c5d')]
  expect(areAlike(a, b)).toBe(false)
  expect(haveSameEndings(a, b)).toBe(false)
})
