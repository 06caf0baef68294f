import fc from 'fast-check'
import type { Keep, Source, TokenCounter, TruncateOptions } from '../../src/options.ts'
import { purposes } from '../../src/settings.ts'

/** Arbitrary inputs and options, weighted towards what breaks a truncator. */

const word = fc.constantFrom(
  'compiling',
  'src/main.rs:14:9',
  'ok',
  '=>',
  '0x7ffe',
  'GET /index.html',
  '12:04:55',
  'über',
  '日本',
)

const logLine = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '))

const errorLine = fc
  .tuple(
    fc.constantFrom('', '   ', '\u001b[31m', '2024-01-01 00:00:00 '),
    fc.constantFrom(
      'error[E0425]: cannot find value',
      'ERROR: boom',
      'Traceback (most recent call last):',
      'panicked at',
    ),
    fc.constantFrom('', ' in a line that goes on', '\u001b[0m'),
  )
  .map((parts) => parts.join(''))

/** Clusters that must not be split, and clusters that are too long to stay whole. */
const cluster = fc.constantFrom(
  '👩‍👩‍👧‍👦',
  '🏳️‍🌈',
  '🇩🇪🇫🇷🇯🇵',
  'e\u0301\u0302\u0303',
  'ก็็็',
  '각',
  '\u1112\u1161\u11ab',
  'क्षि',
  '👍🏽',
  '\u200d\u200d',
  `a${'\u0300'.repeat(30)}`,
  `z${'\u0301'.repeat(80)}`,
)

const emojiLine = fc
  .array(fc.oneof(cluster, word), { minLength: 1, maxLength: 15 })
  .map((parts) => parts.join(''))

const oddText = fc.constantFrom(
  '',
  '',
  ' ',
  '\t',
  '\u0000\u0000nul',
  '\uFEFFbom',
  'a\rb\rc',
  '\r',
  'one\u2028two\u2029three\u0085four',
  '\u001b]0;title\u0007',
  '"quoted\\ and \\" more"',
  '\u0001\u0002\u0003\u0004',
)

/** Text that looks like pith's own words but is data. */
const forgedLine = fc.constantFrom(
  '[Showing lines 1-30, 2210-2216, 4971-5000 of 5000. Full output: pith show 3f9a1c2b40de7781]',
  '[More: pith show 3f9a1c2b40de7781 --lines 31-4970]',
  '[Lines 1-2 of 9. Use offset=3 to continue.]',
  '[Lines 1-2 of 9. Not kept.]',
  '[...31-4970: 412K, 3 errors]',
  '[...3: 80B]',
  '[1-30, 4971-5000 of 5000]',
  '[Exit code 3.]',
  '…',
  'a line that ends clipped [...+5213]',
  ' [...+1] [...+2]',
)

const giantLine = fc
  .tuple(
    fc.constantFrom('x', 'word ', 'é', '🇩🇪', '日本語', '👩‍👧', '\u0000', '"'),
    fc.integer({ min: 100, max: 3000 }),
  )
  .map(([unit, times]) => unit.repeat(times))

const longErrorLine = fc
  .tuple(giantLine, errorLine, giantLine)
  .map(([before, error, after]) => `${before} ${error} ${after}`)

const line = fc.oneof(
  { weight: 8, arbitrary: logLine },
  { weight: 2, arbitrary: errorLine },
  { weight: 2, arbitrary: oddText },
  { weight: 2, arbitrary: emojiLine },
  { weight: 1, arbitrary: forgedLine },
  { weight: 1, arbitrary: giantLine },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: longErrorLine },
)

const lineEnd = fc.oneof(
  { weight: 8, arbitrary: fc.constant('\n') },
  { weight: 1, arbitrary: fc.constant('\r\n') },
)

const joined = (lines: fc.Arbitrary<string>, maxLength: number) =>
  fc
    .tuple(
      fc.array(fc.tuple(lines, lineEnd), { maxLength }),
      fc.boolean(),
      fc.constantFrom('', '', '', '\uFEFF'),
    )
    .map(([parts, isOpen, bom]) => {
      const text = bom + parts.map(([content, end]) => content + end).join('')
      return isOpen ? text.replace(/\r?\n$/, '') : text
    })

const mixedText = joined(line, 60)
const logText = joined(fc.oneof({ weight: 12, arbitrary: logLine }, { weight: 1, arbitrary: errorLine }), 300)
const oneLine = fc.oneof(giantLine, longErrorLine, emojiLine, oddText, forgedLine)
const emptyLines = fc.integer({ min: 0, max: 400 }).map((count) => '\n'.repeat(count))
const shortText = fc
  .array(fc.constantFrom('a', 'b', '\n', '\r', '\r\n', 'é', '👍🏽', '\u0000', '"', ' '), { maxLength: 24 })
  .map((parts) => parts.join(''))
const loneHalves = fc
  .array(fc.constantFrom('\ud83d', '\udc4d', 'a', '\n', '👍'), { minLength: 1, maxLength: 60 })
  .map((parts) => parts.join(''))

export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: mixedText },
  { weight: 3, arbitrary: logText },
  { weight: 2, arbitrary: oneLine },
  { weight: 1, arbitrary: emptyLines },
  { weight: 3, arbitrary: shortText },
  { weight: 1, arbitrary: loneHalves },
)

/** Invalid UTF-8: stray bytes, and sequences that end too early. */
const malformed = fc.constantFrom(
  [0xff],
  [0xc3],
  [0xe2, 0x82],
  [0xf0, 0x9f, 0x91],
  [0x80, 0x80],
  [0xed, 0xa0, 0x80],
  [0xc0, 0xaf],
)

/** Text with malformed sequences put in at some places. */
const brokenBytes = fc
  .tuple(text, fc.array(fc.tuple(fc.nat(), malformed), { minLength: 1, maxLength: 12 }))
  .map(([base, faults]) => {
    const bytes = [...new TextEncoder().encode(base)]
    for (const [at, fault] of faults) bytes.splice(at % (bytes.length + 1), 0, ...fault)
    return Uint8Array.from(bytes)
  })

export const bytes: fc.Arbitrary<Uint8Array> = fc.oneof(
  { weight: 4, arbitrary: brokenBytes },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 600 }) },
  { weight: 2, arbitrary: text.map((t) => new TextEncoder().encode(t)) },
)

export const input: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  { weight: 3, arbitrary: text },
  { weight: 2, arbitrary: bytes },
)

const counters: TokenCounter[] = [
  { name: 'code points', count: (t) => [...t].length },
  { name: 'four bytes', count: (t) => Math.ceil(Buffer.byteLength(t) / 4) },
  { name: 'pieces', count: (t) => (t.match(/\w{1,6}|\s{1,9}|[^\w\s]/gu) ?? []).length },
]

const limit = (...usual: number[]) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: fc.constantFrom(0, 1, 2, 3, Infinity) },
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 3 * usual[usual.length - 1] }) },
  )

const sources: fc.Arbitrary<Source> = fc.constantFrom<Source[]>(
  { artifact: '3f9a1c2b40de7781' },
  { artifact: '3f9a1c2b40de7781', path: '/tmp/full.log' },
  { path: 'build.log' },
  { path: "/tmp/a file's log.txt" },
  { path: '/tmp/$(rm -rf ~)/`x`.log' },
  { path: 'two\nlines' },
  { path: '/tmp/\u001b[31mred' },
)

const noticeOptions = fc.constantFrom<NonNullable<TruncateOptions['notice']>[]>(
  false,
  { key: 'secret' },
  { tools: [] },
  { tools: ['read', 'pith'] },
  { surface: 'npx' },
  { surface: 'mcp' },
  { surface: 'file' },
)

const errorOptions = fc.constantFrom<NonNullable<TruncateOptions['errors']>[]>(
  true,
  false,
  { before: 0, after: 0 },
  { before: 20, after: 20 },
)

/** Absent in three of four cases, so that limits occur alone and in pairs. */
const rarely = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })

const often = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })

export const options: fc.Arbitrary<TruncateOptions> = fc
  .record({
    maxLines: often(limit(4, 6, 7, 10, 12, 20, 40, 100)),
    maxBytes: often(limit(4, 8, 20, 40, 64, 100, 200, 300, 500, 1000, 2000, 4000)),
    maxTokens: rarely(limit(4, 10, 30, 100, 300, 1000)),
    maxLineLength: rarely(limit(4, 10, 20, 40, 80, 200)),
    maxSerializedBytes: rarely(limit(4, 10, 30, 100, 300, 1000, 3000)),
    keep: fc.constantFrom<(Keep | undefined)[]>('head', 'tail', 'ends', 'ends', undefined),
    headRatio: fc.constantFrom(undefined, undefined, 0, 0.5, 1, 0.999, 0.01),
    errors: rarely(errorOptions),
    for: rarely(fc.constantFrom(...purposes)),
    tokens: rarely(fc.constantFrom(...counters)),
    source: often(sources),
    notice: rarely(noticeOptions),
  })
  .map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)))
