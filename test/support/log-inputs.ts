import fc from 'fast-check'
import type { ErrorSearchOptions, Keep, TruncateOptions } from '../../src/options.ts'

/**
 * Arbitrary logs: long runs of familiar lines with errors of all kinds among them, and options to truncate them with.
 */

/** `#` stands for a number that differs from line to line. */
const familiar = fc.constantFrom(
  'src/module_#.c: compiled in # ms',
  'GET /index.html 200 # bytes',
  'ok # - keeps no errors',
  'test_error_handling_# PASSED',
  '[INFO] step # of 900 done',
  '  Downloaded crate-error v0.#.1',
  'x',
  '',
  'über die Straße #',
  '日本語 ログ #',
)

const errors = fc.constantFrom<(readonly string[])[]>(
  ["src/ring.c:#:31: error: 'mask' undeclared", '   14 |   mask = 3;', '      |   ^~~~'],
  ['error[E0308]: mismatched types', '  --> src/main.rs:#:9', '   |', ' 9 |     let n: u8 = "a";', '   |'],
  ['not ok # no errors', '  ---', '  operator: equal', '  expected: 1', '  actual:   0', '  ...'],
  ['--- FAIL: TestRing (0.0#s)', '    ring_test.go:#: got 3, want 4'],
  ['  ✗ draws a ring', '', '    AssertionError: expected 1 to equal 2', '      at ring.test.js:#:7'],
  [
    'Traceback (most recent call last):',
    '  File "ring.py", line #, in draw',
    '    return rings[i]',
    'IndexError: list index out of range',
  ],
  [
    'Exception in thread "main" java.lang.IllegalStateException: no ring #',
    '\tat a.b.Ring.draw(Ring.java:#)',
    '\tat a.b.Main.main(Main.java:7)',
    'Caused by: java.io.IOException: disk full',
    '\t... # more',
  ],
  ['ring.py:#:80: E501 line too long (91 > 79 characters)'],
  ['Overfull \\hbox (3.#pt too wide) in paragraph at lines 3--4'],
  ['ERROR: boom #'],
  ['thread main panicked at src/main.rs:#:5:', 'index out of bounds'],
  ['make: *** [Makefile:#: all] Error 2'],
  ['Segmentation fault (core dumped)'],
  ['warning: unused variable: `n#`'],
  ['a line like no other #'],
  ['the frobnicator wept #'],
)

const prefix = fc.constantFrom(
  '',
  '',
  '',
  '',
  '2024-01-02T10:00:00.1234567Z ',
  '[10:00:00] ',
  '\u001b[31m',
  '    ',
)

const numbered = (line: string, number: number): string => line.replaceAll('#', String(number))

const run = fc
  .tuple(prefix, familiar, fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 100, max: 700 })))
  .map(([front, line, count]) => Array.from({ length: count }, (_, i) => front + numbered(line, i)))

const report = fc
  .tuple(
    prefix,
    errors,
    fc.oneof(
      { weight: 4, arbitrary: fc.constant(1) },
      { weight: 1, arbitrary: fc.integer({ min: 2, max: 40 }) },
    ),
    fc.nat({ max: 9 }),
  )
  .map(([front, lines, times, n]) =>
    Array.from({ length: times }, (_, i) => lines.map((line) => front + numbered(line, n + i))).flat(),
  )

/** A line of 1 to 30 KB with a message at up to three places. */
const longLine = fc
  .tuple(
    fc.constantFrom(
      'x',
      'word ',
      'a.b/',
      '日本語 ',
      '🇩🇪',
      '{"k":1},',
      '\u001b[1mbold words of which there are many in a row\u001b[0m ',
      'é',
    ),
    fc.oneof(fc.integer({ min: 1000, max: 9000 }), fc.integer({ min: 8000, max: 30_000 })),
    fc.array(fc.tuple(fc.nat({ max: 1000 }), errors), { maxLength: 3 }),
  )
  .map(([unit, length, said]) => {
    const units = Array.from({ length: Math.ceil(length / Buffer.byteLength(unit)) }, () => unit)
    for (const [at, [evidence]] of said) {
      units[Math.floor((at / 1001) * units.length)] += ` ${numbered(evidence, at)} `
    }
    return [units.join('')]
  })

const blanks = fc.integer({ min: 1, max: 60 }).map((count) => Array.from({ length: count }, () => ''))

const block = fc.oneof(
  { weight: 5, arbitrary: run },
  { weight: 5, arbitrary: report },
  { weight: 1, arbitrary: longLine },
  { weight: 1, arbitrary: blanks },
)

/** A log of a few blocks, usually larger than what a small budget keeps in memory. */
export const log: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(fc.tuple(block, fc.constantFrom('\n', '\n', '\n', '\r\n')), { minLength: 1, maxLength: 14 }),
    fc.boolean(),
  )
  .map(([blocks, isOpen]) => {
    const all = blocks.map(([lines, end]) => lines.map((line) => line + end).join('')).join('')
    return isOpen ? all.replace(/\r?\n$/, '') : all
  })

const errorOptions: fc.Arbitrary<ErrorSearchOptions> = fc.record(
  {
    before: fc.constantFrom(0, 1, 3, 6, 50),
    after: fc.constantFrom(0, 1, 5, 20, 50),
    patterns: fc.constantFrom<(readonly (string | RegExp)[])[]>(
      ['frobnicator'],
      [/frob\w+ wept/],
      [/^a line like/],
      ['a.b/', /\bn\d\b/],
      ['STRASSE', 'ログ'],
    ),
  },
  { requiredKeys: [] },
)

const unless = <T>(usual: T, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary })

/** Options to truncate a log with. */
export const logOptions: fc.Arbitrary<TruncateOptions & { maxBytes: number }> = fc
  .record({
    maxBytes: fc.oneof(
      fc.constantFrom(200, 500, 1000, 2000, 4096, 8192),
      fc.integer({ min: 200, max: 8000 }),
    ),
    maxLines: unless(2000, fc.integer({ min: 4, max: 200 })),
    maxTokens: unless(Infinity, fc.integer({ min: 30, max: 2000 })),
    maxLineLength: unless(Infinity, fc.constantFrom(200, 500)),
    keep: unless<Keep>('ends', fc.constantFrom('head', 'tail')),
    errors: fc.oneof<fc.Arbitrary<boolean | ErrorSearchOptions>[]>(fc.constant(true), errorOptions),
    notice: unless<NonNullable<TruncateOptions['notice']>>({}, fc.constant(false)),
  })
  .chain(({ notice, ...all }) =>
    fc
      .constantFrom<TruncateOptions[]>({}, {}, { source: { artifact: '3f9a1c2b40de7781' } })
      .map((source) => ({
        ...all,
        ...source,
        // Clips without marks cannot be recognised in the text.
        ...(all.maxLineLength === Infinity && { notice }),
      })),
  )
