// @deep

import { expect, inject, test } from 'vitest'
import { WINDOW_BYTES, type WindowFacts } from '../../src/core/scan/scanner.ts'
import { BLOCK_BYTES, concat, malformed, samples } from '../support/scan-cases.ts'
import { oracle } from '../support/scan-oracle.ts'
import { newScanner, run, type Scan } from '../support/scan-run.ts'
import { weightsOfCase } from '../support/token-weights.ts'
import { unitsOfText } from '../support/unit-oracle.ts'

const scanner = newScanner(inject('backend'))
/** The deep suite goes through every place and more seeds. */
const thorough = inject('thorough')

/** Bytes in front of an edge in which something that a scanner keeps in mind could lie. */
const REACH = 90
const filler = (length: number): Uint8Array => new Uint8Array(length).fill(0x2e)

test('every sample round the edge of a block has the facts of the oracle', () => {
  for (const sample of [...samples, ...malformed]) {
    for (let at = BLOCK_BYTES - REACH; at <= BLOCK_BYTES + 34; at += thorough ? 1 : 31) {
      const bytes = concat([filler(at), sample, filler(80)])
      expectSame(bytes)
    }
  }
})

test('every sample round the edges of what a scanner looks at together has the facts of the oracle', () => {
  // 16 bytes in a vector, 64 in what is listed for a second look, 256 in what the JS scanner counts at once.
  for (const sample of [...samples, ...malformed]) {
    for (const edge of thorough ? [16, 64, 128, 256, 512] : [64, 256]) {
      for (let at = edge - sample.length - 4; at <= edge + 1; at++) {
        const bytes = concat([filler(Math.max(at, 0)), sample, filler(30)])
        expectSame(bytes)
      }
    }
  }
})

test('a sequence that a range leaves open does not continue after plain ranges', () => {
  const ends = ['c3', 'e4b8', 'f09f98', 'e4', 'f0', '1b'].map((hex) => Buffer.from(hex, 'hex'))
  const starts = ['a9', 'ad80', '80', 'bf41', '0d'].map((hex) => Buffer.from(hex, 'hex'))
  for (const end of ends) {
    for (const start of starts) {
      for (const plain of [0, 1, 63, 64, 65, 128, 192, 256, 512, BLOCK_BYTES]) {
        const bytes = concat([filler(256 - end.length), end, filler(plain), start, filler(70)])
        expectSame(bytes)
      }
    }
  }
})

test('every pair of samples next to each other has the facts of the oracle', () => {
  const all = [...samples, ...malformed]
  all.forEach((first, i) => {
    for (let step = 0; step < all.length; step += thorough ? 1 : 23) {
      const bytes = concat([filler(61 + (step % 4)), first, all[(i + step) % all.length], filler(70)])
      expectSame(bytes)
    }
  })
})

test('every sample round the edge of a full window has the facts of the oracle', () => {
  const front = WINDOW_BYTES - 2 * BLOCK_BYTES
  const bytes = filler(WINDOW_BYTES + 100)
  let cases = 0
  for (const sample of [...samples, ...malformed]) {
    for (let at = 2 * BLOCK_BYTES - REACH; at <= 2 * BLOCK_BYTES + 2; at += thorough ? 1 : 31) {
      const tail = concat([filler(at), sample])
      const inWindow = Math.min(tail.length, 2 * BLOCK_BYTES)
      const inNext = tail.length - inWindow
      const tokens = weightsOfCase(thorough ? cases++ : cases++ / 8)
      const unitsOfFiller =
        tokens === undefined ? 0 : unitsOfText('....', tokens) - unitsOfText('...', tokens)
      const expected = oracle(tail, [inWindow, inNext], tokens)
      bytes.set(tail, front)
      const actual = run(scanner, bytes.subarray(0, front + tail.length), [front + inWindow, inNext], tokens)
      compare(actual, withFillerInFront(expected, front, front * unitsOfFiller), tail)
    }
  }
})

test('a window full of newlines, or of none, is counted exactly', () => {
  for (const byte of [0x0a, 0x20]) {
    const { windows } = run(scanner, new Uint8Array(WINDOW_BYTES).fill(byte), [WINDOW_BYTES])
    expect(windows[0].newlines).toBe(byte === 0x0a ? WINDOW_BYTES : 0)
  }
})

test('what a longer window left behind is in no fact of a shorter one', () => {
  const session = scanner.open({})
  session.window().set(new TextEncoder().encode('error\n\r\0é'.repeat(10_000)))
  session.advance(110_000)
  const before = session.finish()
  session.window()[0] = 0x2e
  const facts = session.advance(1)
  expect([facts.newlines, facts.codePoints, facts.flags]).toEqual([0, 1, 0])
  expect(session.finish().newlines).toBe(before.newlines)
})

/** Filler changes nothing but where things are, so a small input's facts tell those of a large one. */
function withFillerInFront({ windows, totals }: Scan, front: number, units: number): Scan {
  const moved: WindowFacts[] = windows.map((window) => ({ ...window, startByte: window.startByte + front }))
  const [first] = moved
  first.startByte = 0
  first.codePoints += front
  first.tokenUnits += units
  return {
    windows: moved,
    totals: {
      ...totals,
      bytes: totals.bytes + front,
      codePoints: totals.codePoints + front,
      textBytes: totals.textBytes + front,
      tokenUnits: totals.tokenUnits + units,
    },
  }
}

let cases = 0

function expectSame(bytes: Uint8Array): void {
  const tokens = weightsOfCase(thorough ? cases++ : cases++ / 8)
  const actual = run(scanner, bytes, [bytes.length], tokens)
  compare(actual, oracle(bytes, [bytes.length], tokens), bytes)
}

function compare(actual: Scan, expected: Scan, bytes: Uint8Array): void {
  if (JSON.stringify(actual) === JSON.stringify(expected)) return
  const around = Buffer.from(bytes.subarray(-200)).toString('latin1')
  expect(actual, `ending in ${JSON.stringify(around)}`).toEqual(expected)
}
