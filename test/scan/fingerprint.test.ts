import { describe, expect, inject, test } from 'vitest'
import { openingOf } from '../../src/scan/line-facts.ts'
import { WINDOW_BYTES } from '../../src/scan/scanner.ts'
import { createWasmScanner } from '../../src/scan/wasm.ts'
import { createRandom } from '../support/random.ts'
import { kernelExports, newScanner } from '../support/scan-run.ts'

const scanner = newScanner(inject('backend'))
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Fingerprint and beginning of the words of a range of one window. */
function fingerprint(bytes: Uint8Array, from = 0, to = bytes.length): { hash: string; words: number } {
  const session = scanner.open({})
  session.window().set(bytes)
  session.advance(bytes.length)
  const out = new Uint32Array(2)
  const words = session.fingerprint(from, to, out)
  return { hash: out.join(), words }
}

const hashOf = (text: string): string => fingerprint(bytesOf(text)).hash

/** A byte that is no digit and begins no time stamp. */
const letter = (i: number): number => 0x61 + (i % 26)

test('a line has one fingerprint wherever in the window it lies, whatever stands around it', () => {
  for (let length = 0; length <= 200; length++) {
    const line = Uint8Array.from({ length }, (_, i) => letter(i * 7 + (i >> 3)))
    const alone = fingerprint(line).hash
    for (let before = 1; before <= 65; before += 1 + (length & 3)) {
      const bytes = new Uint8Array(before + length + 70).fill(0x30 + (before & 7))
      bytes.set(line, before)
      expect(fingerprint(bytes, before, before + length), `${length} after ${before}`).toEqual({
        hash: alone,
        words: before,
      })
    }
  }
})

test('a line that ends with a full window has the fingerprint that it has elsewhere', () => {
  const line = bytesOf('error: no rule to make target `all`')
  const bytes = new Uint8Array(WINDOW_BYTES).fill(0x2e)
  bytes.set(line, WINDOW_BYTES - line.length)
  expect(fingerprint(bytes, WINDOW_BYTES - line.length).hash).toBe(fingerprint(line).hash)
})

test('any byte of a line and its length are in its fingerprint', () => {
  for (const length of [1, 7, 8, 15, 16, 17, 31, 32, 33, 64, 100]) {
    const line = Uint8Array.from({ length }, (_, i) => letter(i * 5))
    const seen = new Set([fingerprint(line).hash])
    for (let at = 0; at < length; at++) {
      const other = line.slice()
      other[at] = 0x7e
      seen.add(fingerprint(other).hash)
    }
    for (const cut of [0, length >> 1, length - 1]) seen.add(fingerprint(line.subarray(0, cut)).hash)
    seen.add(fingerprint(Uint8Array.of(...line, 0)).hash)
    expect(seen.size).toBe(length + 2 + new Set([0, length >> 1, length - 1]).size)
  }
})

test('the places of two words that change theirs are in the fingerprint', () => {
  const words = ['aaaaaaaa', 'bbbbbbbb', 'cccccccc', 'dddddddd', 'eeee']
  const orders = new Set<string>()
  const go = (front: string, left: string[]): void => {
    if (left.length === 0) orders.add(hashOf(front))
    left.forEach((word, i) => {
      go(front + word, left.toSpliced(i, 1))
    })
  }
  go('', words)
  expect(orders.size).toBe(120)
})

test('random lines in few letters have fingerprints of their own', () => {
  const random = createRandom(1)
  const lines = new Set<string>()
  for (let i = 0; i < 20_000; i++) {
    lines.add(Array.from({ length: 1 + random.below(40) }, () => random.pick(['a', 'b', ' ', '0'])).join(''))
  }
  expect(new Set([...lines].map(hashOf)).size).toBe(lines.size)
})

test('no two flipped bits of a line cancel each other, nor the three that once did', () => {
  const line = bytesOf('exit Segmentation fault of job a a')
  const flipped = (...places: number[]): string => {
    const other = line.slice()
    for (const place of places) other[place >> 3] ^= 1 << (place & 7)
    return fingerprint(other).hash
  }
  // The upper bits of letters, so that no digit comes of it.
  const places = [...line.keys()].flatMap((at) => [8 * at + 6, 8 * at + 7])
  const seen = new Set([flipped()])
  let lines = 1
  for (const [i, first] of places.entries()) {
    for (const second of places.slice(i)) {
      seen.add(first === second ? flipped(first) : flipped(first, second))
      lines++
    }
  }
  for (const bit of [6, 7]) {
    for (const middle of line.keys()) seen.add(flipped(56 + bit, 8 * middle + bit, 184 + bit))
  }
  // In the middle of three one of the other two leaves a single one.
  expect(seen.size).toBe(lines + 2 * (line.length - 2))
})

test('digits that are alike make no difference, and others do', () => {
  const groups = ['0', '123789', '4', '56']
  const groupOf = (digit: string) => groups.findIndex((group) => group.includes(digit))
  for (let at = 0; at < 40; at++) {
    const line = (byte: string) => `${'x'.repeat(at)}${byte}${'y'.repeat(40 - at)}`
    for (const a of '0123456789') {
      for (const b of '0123456789')
        expect(hashOf(line(a)) === hashOf(line(b))).toBe(groupOf(a) === groupOf(b))
      for (const other of '/:@\0Aa\u00b1') expect(hashOf(line(a))).not.toBe(hashOf(line(other)))
    }
  }
})

describe('a time stamp in front', () => {
  test.each([
    ['2024-05-11T12:34:56.1234567Z error: x', 29],
    ['2024-05-11 12:34 error: x', 17],
    ['2024-05-11T12:34:56.12345678901234567890123 error: x', 0],
    ['2024-05-11T12-34:56 error: x', 0],
    ['12:34:56 error: x', 0],
    ['2024-05-11T12:34', 0],
    ['', 0],
  ])('%s: the words begin at %i', (text, words) => {
    const line = bytesOf(text)
    const found = fingerprint(line)
    expect(found).toEqual({ hash: hashOf(text.slice(words)), words })
    if (words > 0) expect(openingOf(line, words, line.length)).toBe(openingOf(line, 0, line.length))
  })

  test("is passed over only where the space after it is the line's own", () => {
    expect(fingerprint(bytesOf('2024-05-11T12:34:56Z error'), 0, 20).words).toBe(0)
  })
})

describe('a line that is not all in the window', () => {
  test('has no fingerprint', () => {
    const session = scanner.open({})
    const out = new Uint32Array(2)
    expect(session.fingerprint(0, 1, out)).toBe(-1)
    session.window().set(bytesOf('error\nmore'))
    session.advance(10)
    expect(session.fingerprint(-1, 5, out)).toBe(-1)
    expect(session.fingerprint(6, 11, out)).toBe(-1)
    expect(session.fingerprint(0, 10, out)).toBe(0)
  })
})

test('after a trap the fingerprints are those of the other scanner', () => {
  const exports = kernelExports()
  const session = createWasmScanner({
    ...exports,
    scanWindow() {
      throw new WebAssembly.RuntimeError('unreachable')
    },
  }).open({})
  const line = bytesOf('error 1')
  session.window().set(line)
  session.advance(line.length)
  const [out, other] = [new Uint32Array(2), new Uint32Array(2)]
  expect(session.fingerprint(0, line.length, out)).toBe(0)
  const js = newScanner('js').open({})
  js.window().set(line)
  js.advance(line.length)
  js.fingerprint(0, line.length, other)
  expect(out).toEqual(other)
})
