import * as fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { KernelNormaliser, MAX_LINE_BYTES } from '../../src/scan/normaliser.ts'
import { levelTags, meanings, stems } from '../../src/signal/false-alarm-words.ts'
import { createNormaliser } from '../../src/signal/normalise.ts'
import { discounts } from '../../src/signal/rules/discounts.ts'
import { rules } from '../../src/signal/rules/index.ts'
import { failingLines } from '../signal/failing-lines.ts'
import { kernelExports } from '../support/scan-run.ts'
import { some } from '../support/some.ts'

const reference = createNormaliser()
const normaliser = new KernelNormaliser(kernelExports())
const encoder = new TextEncoder()
const words = meanings.flatMap(([, list]) => list.split(' '))
const samples = [...rules, ...discounts].flatMap(({ hits, misses }) => [...hits, ...misses])

beforeEach(() => {
  // What an earlier line left behind must not matter.
  const noise = encoder.encode('10:00:00 error-1.2@x [31m 0 errors: 0 "ab" '.repeat(180))
  normaliser.normalise(noise, 0, noise.length)
})

/** All that is known of a line's text, by one normaliser. */
function seenBy(line: typeof reference, bytes: Uint8Array, start: number, end: number) {
  line.normalise(bytes, start, end)
  const { text, from, to } = line
  const origins = Array.from({ length: to - from }, (_, i) => line.originOf(from + i) - start)
  const shown = Buffer.from(text.subarray(0, to)).toString('latin1')
  return { from, text: shown, origins, shape: line.shape(), coarse: line.coarse() }
}

function expectSame(bytes: Uint8Array, start = 0, end = bytes.length): void {
  const seen = seenBy(normaliser, bytes, start, end)
  const alone = bytes.subarray(start, end)
  expect(seen).toEqual(seenBy(reference, alone, 0, alone.length))
}

const expectSameText = (text: string): void => expectSame(encoder.encode(text))

/** Pieces that prefixes, escapes and masked words are made of. */
const pieces = [
  ...[
    '2024-01-02T10:00:00.123Z',
    '2024-01-02 10:00:00,123',
    '2024-01-02T10:00:00+02:00',
    '10:00:00',
    '9:00:00.5',
  ],
  ...[
    '[2024-01-02T10:00:00Z]',
    '[10:00:00]',
    '[   12.345678]',
    '[ 1.5s]',
    '[task 2024-01-02T10:00:00Z]',
    '[2]',
  ],
  ...['17/06/09 20:10:40', '01-31 10:00:00.123', '1715340153', '1715340153.123', '16-Nov-2023 10:00:00.1'],
  ...[
    'Jan  2 10:00:00',
    'host ringd[12]:',
    'host kernel:',
    '<6>',
    '#12',
    '3.456',
    '==12345==',
    '==> default:',
  ],
  ...[
    '[pod/app-0/app]',
    'pod/app-0',
    'app-7f9c6d8b5f-x2x4z',
    'app',
    'web_1  |',
    'web-12 |',
    'app:test:',
    ' | ',
  ],
  ...[
    'travis_fold:start:x',
    'section_end:1:y',
    'error:fatal:',
    'build\tRun tests\t',
    '\ufeff',
    '│',
    '▸',
    '┃ ',
  ],
  ...[
    '00O',
    '01E+',
    '    [junit]',
    '    [error]',
    '    [warnings]',
    '\u001b[1m',
    '\u001b[31m',
    '\u001b[0K',
    '[31m',
  ],
  ...[
    '^[[36;1m',
    '^[[',
    '^[',
    '[',
    ']',
    '\u001b]8;;https://a.b\u0007',
    '\u001b]8;;\u001b\\',
    '\u001b(B',
    '\u001b',
  ],
  ...[
    '\r',
    '\0',
    '\t',
    ' ',
    '  ',
    '-',
    '--',
    '/',
    '.',
    ':',
    '=',
    '0',
    '1',
    '0.01',
    '1.2e-9',
    'v1',
    '@1.2',
    '(s)',
  ],
  ...[
    ': 0',
    '=0',
    ': none',
    '=> 0',
    ',',
    ';',
    ')',
    '"',
    "'",
    '`',
    '|',
    '(',
    '%',
    '_',
    '~',
    'ü',
    '日本',
    'main.rs',
  ],
  ...['--fail-fast', '-Werror', 'src/error/bad.c', 'error-chain@1.2', 'exceptions-0.10.0', 'Error', 'NULL'],
]
const piece = fc.oneof(
  fc.constantFrom(...pieces),
  fc.constantFrom(...words, ...stems, ...levelTags),
  fc.string({ unit: 'binary', maxLength: 3 }),
)
const separator = fc.constantFrom(' ', ' ', ' ', '', '-', '_', ': ')
const line = fc.array(fc.tuple(piece, separator), { maxLength: 14 }).map((parts) => parts.flat().join(''))

describe('the kernels normalise a line as the reference does', () => {
  test('the samples of the rules', () => {
    for (const text of [...samples, ...failingLines.map(([, text]) => text)]) expectSameText(text)
  })

  test('a prefix or a word before any other', () => {
    const first = [...pieces, ...words, ...stems]
    for (const [i, one] of first.entries()) {
      for (const second of some(pieces.slice(i % 4), 4)) expectSameText(`${one} ${second} words failed`)
    }
  })

  test('every beginning of each piece', () => {
    for (const text of pieces) for (let i = 0; i <= text.length; i++) expectSameText(text.slice(0, i))
  })

  test('lines of prefixes, escapes and words', () => {
    void fc.assert(fc.property(line, expectSameText), { numRuns: 2000 })
  })

  test('lines of any bytes, wherever they lie', () => {
    const bytes = fc.uint8Array({ maxLength: 300 })
    const range = fc.tuple(bytes, fc.nat(40), fc.nat(40))
    void fc.assert(
      fc.property(range, ([all, before, behind]) => {
        const start = Math.min(before, all.length)
        expectSame(all, start, Math.max(start, all.length - behind))
      }),
      { numRuns: 1000 },
    )
  })

  test('lines of up to the longest length', () => {
    for (const unit of ['a', '[0m', '\u001b', '0 ', 'é', 'error-1.2 ', '"', '\0']) {
      const long = encoder.encode(unit.repeat(MAX_LINE_BYTES))
      for (const length of [15, 16, 17, 64, MAX_LINE_BYTES - 1, MAX_LINE_BYTES]) expectSame(long, 0, length)
    }
  })
})

test('every word with a meaning and every stem is in the tables of the kernels', () => {
  for (const word of words)
    for (const text of [`0 ${word}`, `${word}: 0`, `error ${word}`, `failed: ${word}`]) expectSameText(text)
  for (const stem of stems)
    expect(seenBy(normaliser, encoder.encode(`a/${stem}.c`), 0, stem.length + 4).text).toContain('xxx')
})
