import { expect, inject, test } from 'vitest'
import { BLOCK_BYTES, WINDOW_BYTES } from '../../src/scan/scanner.ts'
import { lineParts, randomLines } from '../support/line-cases.ts'
import { createRandom } from '../support/random.ts'
import { concat } from '../support/scan-cases.ts'
import { oracle } from '../support/scan-oracle.ts'
import { newScanner, run } from '../support/scan-run.ts'

const scanner = newScanner(inject('backend'))
/** The deep suite goes through every place and more seeds. */
const thorough = inject('thorough')
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

test('random inputs of lines in random windows have the facts of the oracle', () => {
  for (let seed = 0; seed < (thorough ? 8000 : 150); seed++) {
    const { bytes, lengths } = randomLines(seed)
    expectSame(bytes, lengths, `seed ${seed}`)
  }
})

test('every two parts of a line cut in windows at every place have the facts of the oracle', () => {
  lineParts.forEach((part, i) => {
    const bytes = bytesOf(`\n${part}${lineParts[(7 * i + 1) % lineParts.length]}not ok\n`)
    for (let cut = 0; cut <= bytes.length; cut++) expectSame(bytes, [cut, bytes.length - cut], part)
    expectSame(bytes, new Array(bytes.length).fill(1), part)
  })
})

test('every part at every place before the edge of a block has the facts of the oracle', () => {
  for (const part of lineParts) {
    const line = bytesOf(`\n${part}a.c:1 not ok\n`)
    for (let before = 0; before <= line.length; before += 1 + (line.length >> 6)) {
      const bytes = concat([new Uint8Array(BLOCK_BYTES - before).fill(0x2e), line])
      expectSame(bytes, [bytes.length], part)
    }
  }
})

test('lines of any length round what is looked at have the facts of the oracle, whatever follows them', () => {
  for (let length = 0; length <= 200; length++) {
    const line = Uint8Array.from({ length }, (_, i) => (i % 37 === 0 ? 0x20 : 0x67 + (i % 19)))
    for (const next of ['a:1', '(1', ':1', '  x']) {
      expectSame(concat([line, bytesOf(`\n${next}\n`), line]), [2 * length + next.length + 2])
    }
  }
})

test('lines that come again and again have the facts of the oracle, wherever something comes between', () => {
  const lines = [
    '',
    'y',
    'ab',
    'same 1',
    'a.c:1',
    '  indented',
    'not ok',
    '\x1b[1mx',
    'sixteen bytes ok',
    'x'.repeat(17),
  ]
  const random = createRandom(11)
  for (let round = 0; round < (thorough ? 1000 : 10); round++) {
    const line = random.pick(lines)
    let text = random.pick(['', 'first\n', `${line} longer\n`])
    while (text.length < 3000 + random.below(9000)) {
      text += `${line}\n`.repeat(1 + random.below(random.pick([3, 40, 2500])))
      if (random.below(2) === 0)
        text += `${random.pick([random.pick(lines), 'z', `${line}!`, line.slice(1)])}\n`
    }
    const bytes = bytesOf(text)
    const cut = random.below(bytes.length)
    expectSame(bytes, [bytes.length], `round ${round}`)
    expectSame(bytes, [cut, bytes.length - cut], `round ${round}, cut at ${cut}`)
  }
})

test('a window full of line ends has an entry for each', () => {
  const { windows, totals } = run(scanner, new Uint8Array(WINDOW_BYTES).fill(0x0a), [WINDOW_BYTES])
  const [{ lineEnds, lineShapes, lineOpenings }] = windows
  expect(lineEnds).toHaveLength(WINDOW_BYTES)
  expect(lineEnds.every((end, i) => end === i)).toBe(true)
  expect(lineShapes).toHaveLength(WINDOW_BYTES)
  expect(new Set([...lineShapes, ...lineOpenings])).toEqual(new Set([0]))
  expect(totals).toMatchObject({ lastLineShape: 0, lastLineOpening: 0 })
})

test('a window full of the shortest lines and locations has the facts of each', () => {
  const bytes = bytesOf('a:1\nb(2\n:3\n(4\n'.repeat(WINDOW_BYTES / 8)).subarray(0, WINDOW_BYTES)
  const { windows } = run(scanner, bytes, [WINDOW_BYTES])
  const first = oracle(bytes.subarray(0, 4200), [4200]).windows[0]
  for (const key of ['lineEnds', 'lineShapes', 'lineOpenings'] as const) {
    expect(windows[0][key]).toHaveLength(windows[0].newlines)
    expect(windows[0][key].slice(0, first[key].length)).toEqual(first[key])
  }
  expect(windows[0].lineShapes.every((shape, i) => shape === first.lineShapes[i % 4])).toBe(true)
})

test('a line of many windows has the facts of its beginning, and what comes after it has its own', () => {
  const long = concat([bytesOf('2024-05-11T12:34Z not ok a.c:1'), new Uint8Array(9000).fill(0x61)])
  const bytes = concat([long, bytesOf('\nnot ok\nlast(1')])
  for (const size of [1, 29, 64, 127, 128, 129, 130, 5000]) {
    const lengths = new Array(Math.floor(bytes.length / size)).fill(size)
    expectSame(bytes, [...lengths, bytes.length % size])
  }
})

test('the last line without a line end has its facts in the totals', () => {
  const { totals } = run(scanner, bytesOf('one\n  FAIL a.c:1'), [10, 6])
  const [, last] = oracle(bytesOf('one\n  FAIL a.c:1\n'), [17]).windows[0].lineShapes
  expect(totals.lastLineShape).toBe(last)
  expect(totals.lastLineOpening).toBe(bytesOf('FAIL').reduceRight((head, byte) => head * 256 + byte, 0))
  expect(run(scanner, bytesOf('one\n'), [4]).totals).toMatchObject({ lastLineShape: 0, lastLineOpening: 0 })
})

test('a session without lines lists none', () => {
  const session = scanner.open({})
  session.window().set(bytesOf('FAIL\nFAIL'))
  const facts = session.advance(9)
  expect([facts.lineEnds.length, facts.lineShapes.length, facts.lineOpenings.length]).toEqual([0, 0, 0])
  expect(session.finish()).toMatchObject({ newlines: 1, lastLineShape: 0, lastLineOpening: 0 })
})

function expectSame(bytes: Uint8Array, lengths: readonly number[], name = ''): void {
  const actual = run(scanner, bytes, lengths)
  const expected = oracle(bytes, lengths)
  if (JSON.stringify(actual) === JSON.stringify(expected)) return
  const text = JSON.stringify(Buffer.from(bytes).toString('latin1'))
  expect(actual, `${name} ${JSON.stringify(lengths)} of ${text}`).toEqual(expected)
}
