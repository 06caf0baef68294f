import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { truncate as unchecked } from '../../src/core/truncate.ts'
import { type PlainOptions, type PlainTruncation, truncate as plain } from '../../src/plain/index.ts'
import { build, root } from '../support/built.ts'
import { truncate } from '../support/checked.ts'

const fields = [
  'text',
  'truncated',
  'truncatedBy',
  'totalLines',
  'totalBytes',
  'outputLines',
  'outputBytes',
  'keptLines',
  'keptBytes',
  'segments',
  'gaps',
  'notice',
] as const satisfies readonly (keyof PlainTruncation)[]

/** In lines of fewer characters, a clause of the contract may ask for more than its marks leave room for. */
const LEAST_CHECKED_LENGTH = 40

/** What both say. The checked `truncate` holds its result against the contract. */
function expectEqual(input: string | Uint8Array, options: PlainOptions): void {
  const isChecked = (options.maxLineLength ?? LEAST_CHECKED_LENGTH) >= LEAST_CHECKED_LENGTH
  const full = (isChecked ? truncate : unchecked)(input, { ...options, errors: false })
  const own = plain(input, options)
  const expected = Object.fromEntries(fields.filter((key) => key in full).map((key) => [key, full[key]]))
  expect(own).toEqual(expected)
}

const word = fc.constantFrom(
  'step 12',
  'error: no such file',
  'é',
  '日本語',
  '',
  'a'.repeat(90),
  '\u{1b}[31mred\u{1b}[0m',
  '\u{1b}]0;title',
  '👩‍👩‍👧‍👦',
  '\r',
  '[...31-4970: 412K]',
)
const line = fc.array(word, { maxLength: 5 }).map((words) => words.join(' '))
const text = fc
  .tuple(fc.array(line, { maxLength: 80 }), fc.constantFrom('', '\n'))
  .map(([lines, end]) => lines.join('\n') + end)
const bytes = fc.tuple(text, fc.uint8Array({ maxLength: 20 }), fc.nat()).map(([valid, odd, at]) => {
  const before = Buffer.from(valid)
  const cut = at % (before.length + 1)
  return Buffer.concat([before.subarray(0, cut), odd, before.subarray(cut)])
})
const options: fc.Arbitrary<PlainOptions> = fc.record(
  {
    keep: fc.constantFrom('head', 'tail', 'ends'),
    headRatio: fc.constantFrom(0, 0.5, 1),
    maxLines: fc.constantFrom(0, 1, 3, 20, Infinity),
    maxBytes: fc.constantFrom(0, 2, 50, 300, 1500, Infinity),
    maxLineLength: fc.constantFrom(0, 3, 40, 200),
    maxSerializedBytes: fc.constantFrom(2, 200, 2000),
    source: fc.constantFrom({ path: 'logs/build.log' }, { artifact: '0123456789abcdef' }),
    notice: fc.constantFrom(true, false, { surface: 'npx' as const }, { tools: ['show_log'] }),
  },
  { requiredKeys: [] },
)

describe('truncate of pith/plain', () => {
  it('gives what truncate gives when it looks for no errors', () => {
    fc.assert(fc.property(fc.oneof(text, bytes), options, expectEqual), { numRuns: 100 })
  })

  it.each(['head', 'tail', 'ends'] as const)(
    'keeps the %s of a long log and of a giant line alike',
    (keep) => {
      const log = Array.from({ length: 9000 }, (_, i) => `step ${i} took ${i % 7} ms`).join('\n')
      expectEqual(log, { keep })
      expectEqual(Buffer.from(`${'x'.repeat(400_000)}\nend\n`), { keep })
    },
  )

  it('names the limit that was closest where there are too many lines, and too much JSON', () => {
    const quotes = `${'"'.repeat(5)}\n`.repeat(10)
    const limits = { maxLines: 9, maxSerializedBytes: 84 }
    expectEqual(quotes, limits)
    expect(plain(quotes, limits).truncatedBy).toBe('bytes')
  })

  it('refuses what it does not know', () => {
    const code = (given: object) => {
      try {
        plain('a', given as PlainOptions)
      } catch (error) {
        return (error as { code?: string }).code
      }
      return undefined
    }
    const wrong = [
      { errors: true },
      { maxByte: 3 },
      { maxBytes: -1 },
      { keep: 'middle' },
      { notice: 'no' },
      { notice: { key: 'k' } },
      { notice: { tools: 'pith' } },
      { source: { artifact: 'x' } },
      { source: {} },
    ]
    for (const each of wrong)
      expect({ each, code: code(each) }).toEqual({ each, code: 'PITH_INVALID_OPTION' })
    expect(() => plain(3 as never)).toThrow('Expected the input to be a string or a Uint8Array, got number.')
  })
})

describe('the file of pith/plain', () => {
  beforeAll(() => build(), 120_000)
  const file = join(root, 'dist/plain/index.js')

  it('is at most 28 kB, gzipped, and loads no other', () => {
    const code = readFileSync(file, 'utf8')
    expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(28_000)
    expect(code).not.toMatch(/\bfrom\s*"|\bimport\s*["(]/)
    expect(code).not.toContain('WebAssembly')
  })

  it('cuts in a process of its own', () => {
    const program =
      "import { truncate } from 'pith/plain'; process.stdout.write(truncate('a\\n'.repeat(9), { maxLines: 3, keep: 'head' }).text)"
    const out = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: root,
      encoding: 'utf8',
    })
    expect(out).toBe(plain('a\n'.repeat(9), { maxLines: 3, keep: 'head' }).text)
  })
})
