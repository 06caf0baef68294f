import { describe, expect, test } from 'vitest'
import {
  CHARACTERS,
  COMMON,
  CONTROLS,
  NEWLINE,
  PAIRS,
  RUNS,
  SCRIPTS,
  stepsOf,
  type TokenWeights,
  UnitMeter,
  WEIGHT_BYTES,
} from '../../src/core/scan/token-units.ts'
import { concat, malformed } from '../support/scan-cases.ts'
import { randomWeights } from '../support/token-weights.ts'
import { randomUnitCase, unitParts } from '../support/unit-cases.ts'
import { unitsOfText } from '../support/unit-oracle.ts'

const weights = randomWeights(21)
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const textOf = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
const inputs = [
  ...unitParts,
  new Uint8Array(6).fill(0x80),
  ...malformed,
  ...Array.from({ length: 60 }, (_, seed) => randomUnitCase(seed).bytes),
]

function unitsOf(bytes: Uint8Array, by: TokenWeights = weights): number {
  const meter = new UnitMeter(by)
  meter.restart()
  return meter.add(bytes, 0, bytes.length)
}

describe('a text', () => {
  test('costs what the oracle says', () => {
    for (const bytes of inputs)
      expect(unitsOf(bytes), textOf(bytes)).toBe(unitsOfText(textOf(bytes), weights))
  })

  test('that is malformed costs what it decodes to', () => {
    for (const bytes of inputs) expect(unitsOf(bytes)).toBe(unitsOf(bytesOf(textOf(bytes))))
  })

  test('costs the same however it is split at the boundaries of characters', () => {
    for (const bytes of inputs.filter(({ length }) => length < 600)) {
      const whole = unitsOf(bytes)
      const meter = new UnitMeter(weights)
      const resumed = new UnitMeter(weights)
      for (const at of boundariesOf(bytes)) {
        meter.restart()
        const front = meter.add(bytes, 0, at)
        expect(front + meter.add(bytes, at, bytes.length)).toBe(whole)
        expect(front).toBeLessThanOrEqual(whole)
        resumed.resume(bytes, at)
        expect(front + resumed.add(bytes, at, bytes.length)).toBe(whole)
      }
    }
  })

  test('costs as much as its lines, where an LF costs the same behind one LF as behind two', () => {
    const tokens = randomWeights(23)
    tokens.bytes[PAIRS + 8 * NEWLINE + 7] = tokens.bytes[PAIRS + 8 * NEWLINE + 6]
    for (const [i, line] of inputs.entries()) {
      const next = inputs[(i * 7 + 1) % inputs.length]
      for (const ends of ['\n', '\n\n', '\r\n']) {
        const front = concat([line, bytesOf(ends)])
        for (const back of [next, concat([bytesOf('\n\n'), next])]) {
          expect(unitsOf(concat([front, back]), tokens)).toBe(unitsOf(front, tokens) + unitsOf(back, tokens))
        }
      }
    }
  })
})

test('a surcharge is the most that a sign costs more behind anything than in front', () => {
  const ascii = Array.from({ length: 128 }, (_, byte) => String.fromCharCode(byte))
  for (const tokens of [21, 22, 23, 24].map(randomWeights)) {
    const meter = new UnitMeter(tokens)
    const cost = (text: string) => unitsOfText(text, tokens)
    for (const char of [...ascii.filter((other) => !/[a-z0-9]/i.test(other)), '…', '漢', '😀']) {
      const inLine = ['é', char + char, ...ascii].map((before) => cost(before + char) - cost(before))
      const expected = Math.max(0, Math.max(...inLine) - cost(char))
      expect(meter.surcharge(new TextEncoder().encode(char)), JSON.stringify(char)).toBe(expected)
    }
  }
})

test('a meter that begins anew has forgotten the last text', () => {
  const meter = new UnitMeter(weights)
  for (const bytes of inputs) {
    meter.restart()
    expect(meter.add(bytes, 0, bytes.length)).toBe(unitsOf(bytes))
  }
})

test('meters of one text each take turns, and their table is made once', () => {
  const others = randomWeights(22)
  expect(stepsOf(weights)).toBe(stepsOf(weights))
  expect(stepsOf(others)).not.toEqual(stepsOf(weights))
  const [first, second] = [new UnitMeter(weights), new UnitMeter(others)]
  const units = [0, 0]
  for (const part of unitParts) {
    units[0] += first.add(part, 0, part.length)
    units[1] += second.add(part, 0, part.length)
  }
  const all = concat(unitParts)
  expect(units).toEqual([unitsOf(all), unitsOf(all, others)])
})

describe('by weights of one kind alone', () => {
  const only = (at: number, ...values: number[]): TokenWeights => {
    const bytes = new Uint8Array(WEIGHT_BYTES)
    bytes.set(values, at)
    return { bytes }
  }
  const cost = (text: string, by: TokenWeights) => unitsOf(bytesOf(text), by)

  test('a pair costs by the classes of both bytes, and otherwise where they are the same', () => {
    expect(cost('xaXaaa', only(PAIRS + 8 * 1, 5))).toBe(5)
    expect(cost('aaba!!aaaa', only(PAIRS + 6, 5))).toBe(10)
    expect(cost('!!!!', only(PAIRS + 8 * 5 + 6, 5))).toBe(5)
    expect(cost('!!!!aaaa!!', only(PAIRS + 8 * 5 + 7, 5))).toBe(10)
    expect(cost('ééé', only(PAIRS + 6, 5, 5))).toBe(0)
    expect(cost('a1é1 1', only(PAIRS + 2, 5))).toBe(10)
  })

  test('the first byte stands behind a line end', () => {
    expect(cost('a\nb', only(PAIRS + 8 * 4, 5))).toBe(10)
    expect(cost('\n', only(PAIRS + 8 * 4 + 6, 5))).toBe(5)
    expect(cost('\n\n', only(PAIRS + 8 * 4 + 7, 5))).toBe(5)
  })

  test('a run costs from its fourth consonant or digit on', () => {
    const runs = only(RUNS, 1, 16)
    expect(
      ['bcd', 'bcdf', 'BcDfG', 'bcadf', 'bcqdf', 'bcydf', '123', '12345', 'bc12'].map((t) => cost(t, runs)),
    ).toEqual([0, 1, 2, 0, 0, 0, 0, 32, 0])
    expect(['bcd\nf', '12é34', '123\x014'].map((text) => cost(text, runs))).toEqual([0, 0, 0])
  })

  test('a control character costs by itself and by whether it is repeated', () => {
    const controls = only(CONTROLS, 3, 50)
    expect(cost('\0', controls)).toBe(3)
    expect(cost('a\x01\x01\x02', controls)).toBe(3 + 50 + 3)
    expect(cost('\t\n\v\f\r\x1b\x7f', controls)).toBe(0)
  })

  test('a character costs by its place, its script and whether it is common', () => {
    const { bytes } = only(CHARACTERS, 1, 0, 10, 0, 100)
    bytes.set([0, 2], CHARACTERS + 2 * (8 * 31 + 4))
    bytes[SCRIPTS + (0x4e2d >> 6)] = 31
    bytes[COMMON + (0x4e2d >> 3)] = 1 << (0x4e2d & 7)
    expect(cost('é', { bytes })).toBe(10)
    expect(cost('aéÿÿ', { bytes })).toBe(10 + 1 + 100)
    expect(cost('é中é', { bytes })).toBe(10 + 512 + 1)
    bytes[SCRIPTS + 2047] = 31
    expect(cost('éé\u{20000}', { bytes })).toBe(10 + 100)
    bytes.set([7], CHARACTERS + 2 * 8 * 31)
    expect(cost('éé\u{20000}\u{10ffff}', { bytes })).toBe(10 + 100 + 7 + 7)
  })
})

/** Offsets at which both parts decode to what the whole does. */
function boundariesOf(bytes: Uint8Array): number[] {
  const whole = textOf(bytes)
  return Array.from({ length: bytes.length + 1 }, (_, at) => at).filter(
    (at) => textOf(bytes.subarray(0, at)) + textOf(bytes.subarray(at)) === whole,
  )
}
