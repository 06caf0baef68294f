// @deep

import { describe, expect, inject, test } from 'vitest'
import { createCollector } from '../../src/core/collector.ts'
import { PART_BYTES } from '../../src/core/scan/selector.ts'
import { truncate } from '../../src/core/truncate.ts'
import { bytesOf, type ErrorFact, errorsOf, InputFacts } from '../support/facts.ts'
import { createRandom, type Random } from '../support/random.ts'

const backend = inject('backend')
const thorough = inject('thorough')
const KIB = 1024
const MIB = 1024 * KIB

/** What a result says of errors, of the whole input and from chunks of some lengths. */
function foundErrors(input: string | Uint8Array, chunkLengths: readonly number[] = []) {
  const bytes = bytesOf(input)
  const { total, lines, statements } = truncate(bytes, { maxBytes: 2000, backend }).errors
  for (const length of chunkLengths) {
    const collector = createCollector({ maxBytes: 2000, backend })
    for (let at = 0; at < bytes.length; at += length) collector.write(bytes.slice(at, at + length))
    expect(collector.end().errors, `chunks of ${length}`).toEqual({ total, lines, statements })
  }
  return { total, lines }
}

/** The same as the slow and plain view of it, whatever the chunks. */
function expectAsAssessed(input: string | Uint8Array, chunkLengths: readonly number[] = []): number {
  const expected = errorsOf(new InputFacts(input))
  const { total, lines } = foundErrors(input, chunkLengths)
  expect(total).toBe(expected.total)
  expect(lines.map(withoutKept)).toEqual(expected.listed.map(withoutKept))
  return total
}

const withoutKept = ({ line, startByte, endByte, pattern }: ErrorFact): ErrorFact => ({
  line,
  startByte,
  endByte,
  pattern,
})

const entry = (i: number, text: string) => JSON.stringify({ at: i, logger: 'store', text })
/** A log of one line, with an error for each of the given entries. */
const jsonLog = (entries: number, errors: readonly number[]) =>
  `[${Array.from({ length: entries }, (_, i) =>
    entry(i, errors.includes(i) ? `fatal error ${i}: no such file` : 'the round is done'),
  ).join(',')}]`

describe('of a long line', () => {
  test('errors at its beginning, in its middle and at its end are all counted', () => {
    const text = jsonLog(2000, [0, 1000, 1999])
    expect(text.length).toBeGreaterThan(100_000)
    const { total, lines } = foundErrors(`begin\n${text}\nend\n`, [4096, 9999, 65_536])
    expect(total).toBe(3)
    expect(lines.map(({ line }) => line)).toEqual([2, 2, 2])
    for (const [i, { startByte }] of lines.entries())
      expect(Math.abs(startByte - 6 - text.indexOf(`fatal error ${[0, 1000, 1999][i]}:`))).toBeLessThan(24)
  })

  test('literals at every place around a border are found in the piece in which they begin', () => {
    const step = thorough ? 1 : 61
    for (const fill of ['.', 'é']) {
      for (let place = PART_BYTES - 30; place < PART_BYTES + 40; place += step) {
        const text = `ok ${fill.repeat(20_000)}`.slice(0, Math.floor(place / bytesOf(fill).length))
        const input = `${text} error: no such file ${fill.repeat(4000)}\nnext\n`
        expectAsAssessed(input, place % 5 === 0 ? [8192, 100] : [])
        expectAsAssessed(input.replaceAll(' ', '.'))
      }
    }
  })

  test('a match says nothing about the piece after it', () => {
    // The scanner rests behind a match: an error that begins soon is in the next piece, and is found there.
    const front = `${'.'.repeat(7600)} failed to load `
    for (const gap of [100, 600, 1000, 3000, 4000, 4100, 4200]) {
      const text = `${front}${'.'.repeat(gap)} fatal error: no such file ${'.'.repeat(9000)}`
      expectAsAssessed(text)
      expect(expectAsAssessed(`${front}${'.'.repeat(gap + 9000)}`)).toBeLessThan(2)
    }
  })

  test('nothing depends on where a window ends', () => {
    for (const end of [256 * KIB - 9000, 256 * KIB - 8192, 256 * KIB - 100, 256 * KIB - 3, 256 * KIB]) {
      const text = `${'x'.repeat(end)} error: no such file, ${'y'.repeat(20_000)} fatal: broken pipe`
      expectAsAssessed(text, [65_536, 4096])
      expectAsAssessed(`head\n${text}\n`, [256 * KIB])
    }
  })

  test('nothing is lost of 3 MiB', () => {
    const errors = Array.from({ length: 300 }, (_, i) => i * 150)
    const text = jsonLog(56_000, errors)
    expect(text.length).toBeGreaterThan(3 * MIB)
    const { total } = foundErrors(text, [MIB])
    expect(total).toBe(300)
  })

  test('all parts with an error are counted, of which few are listed', () => {
    const text = 'error: no such file, '.repeat(450_000)
    const { total, lines } = foundErrors(text)
    expect(total).toBe(Math.ceil(text.length / PART_BYTES))
    expect(lines.length).toBeLessThan(512)
  })
})

describe('text behind a CR', () => {
  test('is assessed like text after an LF', () => {
    const bar = Array.from({ length: 40 }, (_, i) => `Receiving objects: ${i}%\r`).join('')
    const input = `Cloning\n${bar}fatal: early EOF, disk full\nafter\n`
    const { total, lines } = foundErrors(input, [1, 7, 100])
    expect(total).toBe(1)
    expect(lines[0].line).toBe(2)
    expect(input.slice(lines[0].startByte)).toMatch(/^fatal: early EOF/)
  })

  test('counts with only a known opening or a location, and with a time stamp in front', () => {
    for (const part of ['E       KeyError', 'src/main.c:12:3: x', '2024-01-01T10:00:00Z not ok 3 - a']) {
      expectAsAssessed(`10%\r${part}\n`, [1, 3])
      expectAsAssessed(`10%\r20%\r\r${part}\r50%\r\n`, [1, 3])
    }
    expect(expectAsAssessed('10%\r2024-01-01T10:00:00Z not ok 3 - fails\n')).toBe(1)
  })

  test('is a unit of its own, as what it overwrites is', () => {
    const input = 'error: no such file\rfatal error: core dumped: segmentation fault\rerror: x\n'
    const { total, lines } = foundErrors(input, [1])
    expect([total, ...lines.map(({ line }) => line)]).toEqual([3, 1, 1, 1])
    expect(foundErrors('error: no such file\rerror: no such file\n').lines[0].startByte).toBe(0)
  })

  test('counts wherever a window ends beside the CR', () => {
    for (let at = 256 * KIB - 2; at <= 256 * KIB + 2; at++) {
      for (const input of [
        `${`${'x'.repeat(99)}\n`.repeat(2600)}${'.'.repeat(at - 260_001)}\rE   AssertionError\n`,
        `${'.'.repeat(at - 1)}\r1) FAILED tests/test_a.py::test_b\n`,
        `${'.'.repeat(at - 1)}\r\n1) FAILED tests/test_a.py::test_b\r\n`,
      ]) {
        expect(expectAsAssessed(input, [65_536])).toBe(1)
      }
    }
  })
})

const fragments = [
  ...['\r', '\r\n', '\n', '}', ', ', ' ', 'é', '😀', '\u0000'],
  ...[
    'error: no such file',
    'fatal: early EOF',
    'E   KeyError',
    'src/a.c:3:1: x',
    'FAIL',
    'not ok 3',
    '10%\r',
  ],
  ...['timeout', '2024-01-01T10:00:00Z ', 'ok 1', 'AssertionError: 3 is not 4'],
]

function randomInput(random: Random): string {
  let text = ''
  const length = random.pick([50, 9000, 30_000, 300_000])
  while (text.length < length) {
    const dots = random.below(3) === 0 ? random.below(random.pick([20, 600, 9000])) : 1
    text += random.pick(fragments) + random.pick(['.', 'ab', '漢']).repeat(dots)
  }
  return text
}

test('random long and short lines are assessed as they are one by one, from any chunks', () => {
  for (let seed = 0; seed < (thorough ? 150 : 8); seed++) {
    const random = createRandom(seed)
    const input = randomInput(random)
    const chunks = input.length > 20_000 ? [1000 + random.below(20_000)] : [1 + random.below(300)]
    expectAsAssessed(input, chunks)
  }
})

test('every way to cut a small input in two has the same result', () => {
  const input = 'a 10%\r20%\rfatal: early EOF, disk full\r\nok\rE   KeyError\nsrc/a.c:3:1: error: x\r'
  const bytes = bytesOf(input)
  const expected = errorsOf(new InputFacts(input)).listed.map(withoutKept)
  expect(expected.length).toBeGreaterThan(1)
  for (let cut = 0; cut <= bytes.length; cut++) {
    const collector = createCollector({ backend })
    collector.write(bytes.slice(0, cut))
    collector.snapshot()
    collector.write(bytes.slice(cut))
    const { total, lines } = collector.end().errors
    expect({ total, lines: lines.map(withoutKept) }, `cut at ${cut}`).toEqual({
      total: expected.length,
      lines: expected,
    })
  }
})
