import { describe, expect, inject, test } from 'vitest'
import { WINDOW_BYTES } from '../../src/core/scan/scanner.ts'
import { CHARACTERS, RUNS, SCRIPTS, type TokenWeights } from '../../src/core/scan/token-units.ts'
import { createRandom } from '../support/random.ts'
import { BLOCK_BYTES, concat, malformed } from '../support/scan-cases.ts'
import { newScanner, run } from '../support/scan-run.ts'
import { MOST_UNITS_OF_A_CHARACTER, randomWeights } from '../support/token-weights.ts'
import { randomUnitCase, unitParts } from '../support/unit-cases.ts'
import { unitsOfText, unitsOfWindows } from '../support/unit-oracle.ts'

const scanner = newScanner(inject('backend'))
/** The deep suite goes through more places and seeds. */
const thorough = inject('thorough')

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const filler = (length: number): Uint8Array => new Uint8Array(length).fill(0x2e)
const weights = [11, 12, 13].map(randomWeights)
const parts = [...unitParts, ...malformed]
const edges = [16, 32, 48, 64, BLOCK_BYTES, ...(thorough ? [128, BLOCK_BYTES + 16, 2 * BLOCK_BYTES] : [])]
let cases = 0

test('every two parts cut in two windows at every place, or byte by byte, cost what the oracle says', () => {
  parts.forEach((part, i) => {
    for (let next = i % 8; next < parts.length; next += thorough ? 1 : 8) {
      const bytes = concat([part, parts[next]])
      for (let cut = 0; cut <= bytes.length; cut++) expectUnits(bytes, [cut, bytes.length - cut])
      expectUnits(bytes, new Array(bytes.length).fill(1))
    }
  })
})

test('random texts in random windows cost what the oracle says', () => {
  for (let seed = 0; seed < (thorough ? 6000 : 100); seed++) {
    const { bytes, lengths } = randomUnitCase(seed)
    expectUnits(bytes, lengths, `seed ${seed}`)
  }
})

test('every part costs the same at every place around the edge of a vector, a range and a block', () => {
  for (const part of parts) {
    for (const edge of edges) {
      for (let at = Math.max(edge - part.length - 5, 3); at <= edge + 1; at++) {
        expectUnitsBehindFiller(at, [part])
      }
    }
  }
})

test('every part costs the same before and after a range that is read byte by byte', () => {
  const other = bytesOf('\x01')
  for (const part of parts) {
    for (let at = 128 - part.length - 5; at <= 129; at++) {
      expectUnitsBehindFiller(at - 64, [other, filler(63), part])
      expectUnitsBehindFiller(at, [part, filler(Math.max(0, 192 - at - part.length)), other])
    }
  }
})

test('every part costs the same wherever a window ends in it', () => {
  for (const part of parts) {
    for (const at of [3, 60, 64, 127]) {
      for (let cut = at - 1; cut <= at + part.length + 4; cut++) expectUnitsBehindFiller(at, [part], cut)
    }
  }
})

test('every two ASCII bytes next to each other, of those that are looked at in vectors, cost by their classes', () => {
  const ascii = Array.from({ length: 128 }, (_, byte) => byte)
  const plain = ascii.filter((byte) => byte > 0x1f || byte === 0x1b || (byte > 0x08 && byte < 0x0e))
  for (const tokens of weights) {
    for (const byte of plain) {
      const bytes = Uint8Array.from(plain.flatMap((other) => [byte, other, other]))
      expectUnits(concat([bytes, filler(-bytes.length & 63)]), undefined, `byte ${byte}`, tokens)
    }
    expectUnits(Uint8Array.from(ascii.flatMap((byte) => [byte, byte, 0x61, byte])), undefined, '', tokens)
  }
})

test('every run of up to five letters and digits costs by where it begins', () => {
  const alphabet = bytesOf('bQ7')
  for (let length = 1; length <= 5; length++) {
    const all: Uint8Array[] = []
    for (let n = 0; n < 3 ** length; n++) {
      all.push(
        Uint8Array.from({ length }, (_, i) => alphabet[Math.floor(n / 3 ** i) % 3]),
        bytesOf(' '),
      )
    }
    const bytes = concat(all)
    for (let at = 0; at < 16; at++) expectUnits(concat([filler(at), bytes]))
  }
})

test('characters of every script cost by it, by being common and by their place', () => {
  for (
    let first = 0x80;
    first < 0x10f000;
    first += thorough ? 1 << 10 : first < 0x20000 ? 1 << 12 : 1 << 17
  ) {
    const of = Array.from({ length: 61 }, (_, i) => first + 67 * i)
    const text = of.map((c) => String.fromCodePoint(c, c, 0x61, c, c, c)).join('')
    expectUnits(bytesOf(text), undefined, `from U+${first.toString(16)}`)
  }
})

describe('a window in which every byte costs the most', () => {
  const most = (pairs: number, characters: number): TokenWeights => {
    const bytes = randomWeights(1).bytes.slice()
    bytes.fill(pairs, 0, RUNS).fill(0, RUNS, RUNS + 2)
    const view = new DataView(bytes.buffer)
    for (let i = CHARACTERS; i < SCRIPTS; i += 2) view.setUint16(i, characters, true)
    return { bytes }
  }

  test.each([
    ['letters', 0x61, 255],
    ['digits', 0x37, 255],
    ['what is malformed', 0xff, MOST_UNITS_OF_A_CHARACTER],
  ])('is counted exactly: %s', (_name, byte, units) => {
    const bytes = new Uint8Array(2 * WINDOW_BYTES).fill(byte)
    const lengths = [WINDOW_BYTES, WINDOW_BYTES]
    const { windows, totals } = run(scanner, bytes, lengths, most(255, MOST_UNITS_OF_A_CHARACTER))
    expect(windows.map((window) => window.tokenUnits)).toEqual(lengths.map((length) => length * units))
    expect(totals.tokenUnits).toBe(bytes.length * units)
  })
})

test('what a longer window left behind is in no units of a shorter one', () => {
  const random = createRandom(3)
  const session = scanner.open({ tokens: weights[0] })
  const bytes: Uint8Array[] = []
  for (let i = 0; i < 200; i++) {
    const { bytes: window } = randomUnitCase(random.below(1000))
    const part = window.subarray(0, random.below(i % 2 === 0 ? 3000 : 70))
    bytes.push(part)
    session.window().set(part)
    session.advance(part.length)
  }
  const all = concat(bytes)
  const lengths = bytes.map((part) => part.length)
  expect(session.finish().tokenUnits).toBe(unitsOfWindows(all, lengths, weights[0]).total)
})

function expectUnits(
  bytes: Uint8Array,
  lengths: readonly number[] = [bytes.length],
  name = '',
  tokens: TokenWeights = weights[cases++ % weights.length],
): void {
  const actual = unitsOf(bytes, lengths, tokens)
  const expected = unitsOfWindows(bytes, lengths, tokens)
  if (actual.total === expected.total && `${actual.windows}` === `${expected.windows}`) return
  expect(actual, `${name} ${JSON.stringify(lengths)} of ${hexOf(bytes)}`).toEqual(expected)
}

/** As the oracle has them, which looks at few bytes of the filler for all. */
function expectUnitsBehindFiller(at: number, rest: readonly Uint8Array[], cut?: number): void {
  const tokens = weights[cases++ % weights.length]
  const tail = concat([...rest, filler(70)])
  const bytes = concat([filler(at), tail])
  const lengths = cut === undefined ? [bytes.length] : [cut, bytes.length - cut]
  const alone = unitsOfWindows(concat([filler(3), tail]), [3 + tail.length], tokens).total
  const expected = alone + (at - 3) * (unitsOfText('....', tokens) - unitsOfText('...', tokens))
  const { total } = unitsOf(bytes, lengths, tokens)
  if (total !== expected) expect(total, `${hexOf(rest[0])} at ${at}, ${lengths}`).toBe(expected)
}

function unitsOf(bytes: Uint8Array, lengths: readonly number[], tokens: TokenWeights) {
  const { windows, totals } = run(scanner, bytes, lengths, tokens)
  return { windows: windows.map((window) => window.tokenUnits), total: totals.tokenUnits }
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, 400)).toString('hex')
