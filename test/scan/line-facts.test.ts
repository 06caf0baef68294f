import { describe, expect, test } from 'vitest'
import { hasLocation, openingOf as opening, shapeOf as shape } from '../../src/core/scan/line-facts.ts'
import { lineParts } from '../support/line-cases.ts'
import { linesOf } from '../support/line-oracle.ts'
import { createRandom } from '../support/random.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const shapeOf = (line: string): number => shape(bytesOf(line), 0, bytesOf(line).length)
const openingOf = (line: string): string =>
  Buffer.from(new Uint32Array([opening(bytesOf(line), 0, bytesOf(line).length)]).buffer)
    .toString('latin1')
    .replace(/\0+$/, '')

test('a line has the facts of the oracle, wherever it stands in the bytes', () => {
  const random = createRandom(5)
  for (let i = 0; i < 5000; i++) {
    const line = bytesOf(Array.from({ length: random.below(12) }, () => random.pick(lineParts)).join(''))
    const before = random.below(20)
    const bytes = new Uint8Array(before + line.length + 10).fill(0x31)
    bytes.set(line, before)
    const end = before + line.length
    const found = { end: line.length, shape: shape(bytes, before, end), head: opening(bytes, before, end) }
    expect(found, `case ${i}`).toEqual(linesOf(line)[0])
  }
})

describe('the shape of a line', () => {
  test('is 0 for a line that is empty or of hex digits alone', () => {
    for (const line of ['', '0', 'deadBEEF', '7'.repeat(200)]) expect(shapeOf(line)).toBe(0)
  })

  test('leaves out digits and hex digits, and thereby the length of numbers and ids', () => {
    expect(shapeOf('step 9 of 12: took 3 ms')).toBe(shapeOf('step 10 of 12: took 4711 ms'))
    expect(shapeOf('sha 0a1b2c')).toBe(shapeOf('sha ffffffffffff'))
    expect(shapeOf('sha 0a1b2c')).not.toBe(shapeOf('sha! 0a1b2c'))
  })

  test('does not depend on the order of the bytes, but on how many there are of each', () => {
    expect(shapeOf('tuo nur')).toBe(shapeOf('run out'))
    expect(shapeOf('run  out')).not.toBe(shapeOf('run out'))
  })

  test('is made of the first 64 bytes', () => {
    const front = 'x'.repeat(63)
    expect(shapeOf(`${front}y`)).not.toBe(shapeOf(`${front}z`))
    expect(shapeOf(`${front}xy`)).toBe(shapeOf(`${front}xz`))
  })

  test('tells any two lines apart that differ in one byte or in two', () => {
    const bytes = [...Array(256).keys()].filter((b) => b !== 10 && !/[0-9a-f]/i.test(String.fromCharCode(b)))
    const shapes = new Set(bytes.map((byte) => shape(Uint8Array.of(byte), 0, 1)))
    expect(shapes.size).toBe(bytes.length)
    const printable = bytes.filter((byte) => byte === 9 || (byte >= 0x20 && byte < 0x7f))
    const pairs = printable.flatMap((a, i) => printable.slice(i).map((b) => Uint8Array.of(a, b)))
    expect(new Set(pairs.map((pair) => shape(pair, 0, 2))).size).toBe(pairs.length)
  })
})

test('a location is a letter, a colon or an opening bracket, and a digit', () => {
  const isLocated = (line: string): boolean => hasLocation(bytesOf(line), 0, bytesOf(line).length)
  for (const line of ['a:1', 'src/main.c:12: x', 'at run (Main.java:3)', 'x.ts(9,1)', 'Z(0']) {
    expect(isLocated(line), line).toBe(true)
  }
  for (const line of ['12:34:56', 'a: 1', 'a:b', '_:1', ')(1', 'x[1', 'a::1', 'é:1']) {
    expect(isLocated(line), line).toBe(false)
  }
})

describe('the opening of a line', () => {
  const openings: [line: string, opening: string][] = [
    ['', ''],
    ['no', 'no'],
    ['not ok 6', 'not '],
    ['  not ok', 'not '],
    ['\t\x1b[31m \x1b[0;1mnot ok', 'not '],
    ['2024-05-11T12:34:56.789Z not ok', 'not '],
    ['2024-05-11 12:34:56,789 \x1b[1m not ok', 'not '],
    ['2024-05-11 12:34 not ok', 'not '],
    ['#12 3.456   not ok', 'not '],
    ['[test] not ok', 'not '],
    ['[Test] not ok', '[Tes'],
    ['@acme/web:test: \x1b[31mnot ok', 'not '],
    ['@acme web', '@acm'],
    ['web-1   | not ok', 'not '],
    ['a table | not ok', 'a ta'],
    ['web-1   |', 'web-'],
    ['build (x)\tRun tests\t2024-05-11T12:34:56.789Z not ok', 'not '],
    ['build\tRun tests\t\ufeff2024-05-11T12:34:56.789Z not ok', 'not '],
    ['build\tRun tests\tnot ok', 'buil'],
    [' 2024-05-11T12:34:56Z not ok', '2024'],
    ['2024-05-11T12:34:56Z', '2024'],
    ['2024-05-11 12.34 not ok', '2024'],
    ['\x1b[31not', '\x1b[31'],
    ['\x1b[Knot', '\x1b[Kn'],
    ['   ', ''],
    [`${' '.repeat(64)}not`, 'not'],
    [`${' '.repeat(65)}not`, ' not'],
    [`${' '.repeat(60)}\x1b[1mnot`, 'not'],
    [`${' '.repeat(61)}\x1b[1mnot`, '\x1b[1m'],
    [`2024-05-11T12:34${'5'.repeat(23)} not ok`, 'not '],
    [`2024-05-11T12:34${'5'.repeat(24)} not ok`, '2024'],
  ]

  test.each(openings)('of %j is %j', (line, opening) => {
    expect(openingOf(line)).toBe(opening)
  })
})
