import { describe, expect, inject, test } from 'vitest'
import { compilePatterns } from '../../src/scan/patterns.ts'
import { BLOCK_BYTES, WINDOW_BYTES } from '../../src/scan/scanner.ts'
import { signalLiterals } from '../../src/signal/literals.ts'
import { concat, malformed, patterns, samples } from '../support/scan-cases.ts'
import { oracle } from '../support/scan-oracle.ts'
import { newScanner, run, type Scan, type ScannedWindow } from '../support/scan-run.ts'
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

describe('each literal of the signal', () => {
  const set = compilePatterns(signalLiterals().map((literal) => ({ literal })))
  const lines = set.patterns.map(({ literal }) => new TextEncoder().encode(`\n ${literal} \n`))
  /** The matches of `bytes` in windows of the given lengths, their offsets less `origin`. */
  const matches = (bytes: Uint8Array, lengths: readonly number[], origin: number): number[] => {
    const { windows, totals } = run(scanner, bytes, lengths, set)
    const found = windows.flatMap((window) =>
      window.matches.map((value, i) => (i % 2 === 0 ? value + window.startByte : value)),
    )
    return [...found, ...totals.lateMatches].map((value, i) => (i % 2 === 0 ? value - origin : value))
  }

  test('is found at every place round the edge of a block', () => {
    for (const line of lines) {
      const alone = matches(line, [line.length], 0)
      expect(alone.length).toBeGreaterThan(0)
      for (let at = BLOCK_BYTES - line.length - 33; at <= BLOCK_BYTES; at += thorough ? 1 : 23) {
        const bytes = concat([filler(at), line, filler(40)])
        expect(matches(bytes, [bytes.length], at)).toEqual(alone)
      }
    }
  })

  test('is found wherever a window ends in it or behind it', () => {
    for (const line of lines) {
      const bytes = concat([filler(70), line, filler(40)])
      const alone = matches(line, [line.length], 0)
      for (let cut = 69; cut <= bytes.length; cut += thorough ? 1 : 11) {
        expect(matches(bytes, [cut, bytes.length - cut], 70)).toEqual(alone)
      }
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
      const expected = oracle(tail, [inWindow, inNext], patterns, tokens)
      bytes.set(tail, front)
      const actual = run(
        scanner,
        bytes.subarray(0, front + tail.length),
        [front + inWindow, inNext],
        patterns,
        tokens,
      )
      compare(actual, withFillerInFront(expected, front, front * unitsOfFiller), tail)
    }
  }
})

test('the densest matches possible all fit', () => {
  const bytes = new TextEncoder().encode('hang\n'.repeat(WINDOW_BYTES / 4)).subarray(0, WINDOW_BYTES)
  const { windows, totals } = run(scanner, bytes, [bytes.length], patterns)
  expect(totals.matches).toBe(Math.ceil(WINDOW_BYTES / 5))
  expect(windows[0].matches.slice(0, 4)).toEqual([0, 2, 5, 2])
  expect(windows[0].matches.length + totals.lateMatches.length).toBe(2 * totals.matches)
})

test('a line of nothing but matches has a match every 4 KiB, however many windows it takes', () => {
  const bytes = new TextEncoder().encode('error '.repeat(WINDOW_BYTES / 2))
  const whole = run(scanner, bytes.subarray(0, WINDOW_BYTES), [WINDOW_BYTES], patterns)
  const offsets = whole.windows[0].matches.filter((_, i) => i % 2 === 0)
  expect(offsets.slice(0, 3)).toEqual([0, 4098, 8196])
  const { windows, totals } = run(scanner, bytes, new Array(12).fill(WINDOW_BYTES / 4), patterns)
  expect(totals.matches).toBe(192)
  const inParts = windows.flatMap(({ startByte, matches }) =>
    matches.filter((_, i) => i % 2 === 0).map((at) => startByte + at),
  )
  expect(inParts.slice(0, offsets.length)).toEqual(offsets)
})

test('behind a match the search rests up to the same byte, wherever windows end', () => {
  const places = [4090, 4095, 4096, 4097, 4098, 4101, 4110]
  for (const place of places) {
    const bytes = new TextEncoder().encode(`error${'.'.repeat(place - 5)}error${'.'.repeat(4200)}hang.error`)
    for (const cut of [1, 5, 31, 32, 33, 40, 4000, 4095, 4096, 4100, 4128, 4132, 4140, 8300]) {
      const lengths = [cut, bytes.length - cut]
      compare(run(scanner, bytes, lengths, patterns), oracle(bytes, lengths, patterns), bytes)
    }
  }
})

test('a window full of newlines, or of none, is counted exactly in each block', () => {
  for (const byte of [0x0a, 0x20]) {
    const { windows } = run(scanner, new Uint8Array(WINDOW_BYTES).fill(byte), [WINDOW_BYTES])
    expect(new Set(windows[0].blockNewlines)).toEqual(new Set([byte === 0x0a ? BLOCK_BYTES : 0]))
    expect(windows[0].newlines).toBe(byte === 0x0a ? WINDOW_BYTES : 0)
  }
})

test('what a longer window left behind is in no fact of a shorter one', () => {
  const session = scanner.open({ patterns })
  session.window().set(new TextEncoder().encode('error\n\r\0é'.repeat(10_000)))
  session.advance(110_000)
  const before = session.finish()
  session.window()[0] = 0x2e
  const facts = session.advance(1)
  expect([facts.newlines, facts.codePoints, facts.flags, facts.matchCount]).toEqual([0, 1, 0, 0])
  expect(session.finish().newlines).toBe(before.newlines)
})

/** Filler changes nothing but where things are, so a small input's facts tell those of a large one. */
function withFillerInFront({ windows, totals }: Scan, front: number, units: number): Scan {
  const moved: ScannedWindow[] = windows.map((window) => ({ ...window, startByte: window.startByte + front }))
  const [first] = moved
  first.startByte = 0
  first.blockNewlines = [...new Array<number>(front / BLOCK_BYTES).fill(0), ...first.blockNewlines]
  first.blockAlike = [...new Array<number>(front / BLOCK_BYTES).fill(0), ...first.blockAlike]
  first.codePoints += front
  first.tokenUnits += units
  first.lineEnds = first.lineEnds.map((end) => end + front)
  first.matches = first.matches.map((value, i) => (i % 2 === 0 ? value + front : value))
  return {
    windows: moved,
    totals: {
      ...totals,
      bytes: totals.bytes + front,
      codePoints: totals.codePoints + front,
      textBytes: totals.textBytes + front,
      tokenUnits: totals.tokenUnits + units,
      lateMatches: totals.lateMatches.map((value, i) => (i % 2 === 0 ? value + front : value)),
    },
  }
}

let cases = 0

function expectSame(bytes: Uint8Array): void {
  const tokens = weightsOfCase(thorough ? cases++ : cases++ / 8)
  const actual = run(scanner, bytes, [bytes.length], patterns, tokens)
  compare(actual, oracle(bytes, [bytes.length], patterns, tokens), bytes)
}

function compare(actual: Scan, expected: Scan, bytes: Uint8Array): void {
  if (JSON.stringify(actual) === JSON.stringify(expected)) return
  const around = Buffer.from(bytes.subarray(-200)).toString('latin1')
  expect(actual, `ending in ${JSON.stringify(around)}`).toEqual(expected)
}
