import { describe, expect, inject, it } from 'vitest'
import { visibleInLine } from '../../src/cli/print/visible.ts'
import { truncate } from '../../src/core/truncate.ts'
import { parseNotices, stripNotices } from '../../src/core/words/parse.ts'
import { verifyNotice } from '../../src/core/words/seal.ts'
import { type FindOptions, find } from '../../src/tools/find.ts'
import { ls } from '../../src/tools/ls.ts'
import { safeName } from '../../src/tools/text.ts'
import { web } from '../../src/tools/web.ts'
import { checkLimits } from '../support/limits.ts'
import { createRandom } from '../support/random.ts'

const backend = inject('backend')
const paths = (count: number) => Array.from({ length: count }, (_, i) => `src/folder/file-${i + 1}.ts`)

function found(input: Parameters<typeof find>[0], options: FindOptions = {}) {
  const output = find(input, { backend, ...options })
  checkLimits(options, output)
  const { total, shown } = output.details
  expect(shown).toBeLessThanOrEqual(Math.min(total, options.limit ?? 1000))
  return output
}

describe.each([
  {
    name: 'find',
    tool: find,
    limit: 1000,
    words: '[1000 results limit reached. Use limit=2000 for more, or refine pattern]',
  },
  { name: 'ls', tool: ls, limit: 500, words: '[500 entries limit reached. Use limit=1000 for more]' },
])('$name', ({ tool, limit, words }) => {
  it('shows all while there are no more than its limit', () => {
    const { text, content, notice, details } = tool(paths(limit), { maxBytes: 100_000 })
    expect(text).toBe(`${paths(limit).join('\n')}\n`)
    expect(content).toBe(text)
    expect(notice).toBeUndefined()
    expect(details).toEqual({ total: limit, shown: limit })
  })

  it('tells of its limit, and how to get more', () => {
    const { text, content, notice, details } = tool(paths(limit + 1), { maxBytes: 100_000 })
    expect(content).toBe(`${paths(limit).join('\n')}\n`)
    expect(text).toBe(content + words)
    expect(notice).toBe(words)
    expect(details).toEqual({ total: limit + 1, shown: limit, limitReached: limit })
  })
})

describe('a list', () => {
  it('is the text itself where that fits', () => {
    for (const text of ['', 'a\nb\n', 'a\nb', 'a\r\nb\r\n', '\x1b[1ma\x1b[0m\n', '\n\n']) {
      expect(found(text).text).toBe(text)
    }
    expect(found(new TextEncoder().encode('é\n')).text).toBe('é\n')
  })

  it('counts the lines of a text', () => {
    expect(found('a\nb\nc', { limit: 2 })).toMatchObject({
      text: 'a\nb\n[2 results limit reached. Use limit=4 for more, or refine pattern]',
      details: { total: 3, shown: 2, limitReached: 2 },
    })
  })

  it('tells which limit of the text cut it short', () => {
    const long = paths(900)
    expect(found(long, { maxLines: 31 }).notice).toBe('[31 lines limit reached (30 of 900 results shown)]')
    expect(found(long, { maxTokens: 300 }).notice).toMatch(
      /^\[300 tokens limit reached \(\d+ of 900 results shown\)\]$/,
    )
    expect(found(long, { maxBytes: 2048 }).notice).toMatch(
      /^\[2\.0 KB limit reached \(\d+ of 900 results shown\)\]$/,
    )
    expect(found(long, { maxBytes: 2048, limit: 500 }).notice).toMatch(
      /^\[500 results limit reached\. Use limit=1000 for more, or refine pattern\. 2\.0 KB limit reached \(\d+ of 900 results shown\)\]$/,
    )
  })

  it('says less where there is less room', () => {
    expect(found(paths(2000), { maxBytes: 300 }).notice).toMatch(
      /^\[300 B limit reached \(\d+ of 2000 results shown\)\]$/,
    )
    expect(found(paths(2000), { maxBytes: 90 }).notice).toBe('[3 of 2000 shown]')
    expect(found(paths(2000), { maxBytes: 45 }).text).toBe('src/folder/file-1.ts\nsrc/folder/file-2.ts\n')
  })

  it('shows the beginning of a name that alone is too long', () => {
    const { text, content } = found([`${'é'.repeat(5000)}/a`, 'b'], { maxBytes: 1000 })
    expect(content).toMatch(/^é{300,}\n$/)
    expect(text).toMatch(/^é+ \[\.\.\.\+\d+\]\n\[1000 B limit reached \(1 of 2 results shown\)\]$/)
    expect(found(['abcdef'], { maxBytes: 4 }).text).toBe('abc\n')
    expect(found(['👩‍👩‍👧‍👦'], { maxBytes: 4 }).text).toBe('…')
    expect(found(['👩‍👩‍👧‍👦'], { maxBytes: 2 }).text).toBe('')
  })

  it('escapes in names what the command shows in visible form', () => {
    const differing: string[] = []
    for (let point = 0; point <= 0x10ffff; point += point === 0x1ffff ? 0xc0001 : 1) {
      const name = `a${String.fromCodePoint(point)}`
      if ((safeName(name) === name) !== (visibleInLine(name) === name)) differing.push(point.toString(16))
    }
    expect(differing).toEqual([])
  })

  it('has names that forge no line and hide no character', () => {
    expect(found(['gpj\u202eexe', 'a\u200bb', 'x\u{e0041}', 'می\u200cخواهم', '👩\u200d👧']).text).toBe(
      '"gpj\\u202eexe"\n"a\\u200bb"\n"x\\udb40\\udc41"\nمی\u200cخواهم\n👩\u200d👧\n',
    )
    expect(found(['a\nb', 'c\u001b[2K', 'd\u0085', 'e\u2028', '\ud800', 'a b']).text).toBe(
      '"a\\nb"\n"c\\u001b[2K"\n"d\\u0085"\n"e\\u2028"\n"\\ud800"\na b\n',
    )
  })

  it('can be of 250,000 paths', () => {
    const { notice, details } = found(paths(250_000), { limit: 1e9 })
    expect(details.total).toBe(250_000)
    expect(notice).toMatch(/^\[30 KB limit reached \(1\d{3} of 250000 results shown\)\]$/)
    expect(found(`${paths(250_000).join('\n')}\n`).details).toMatchObject({
      total: 250_000,
      limitReached: 1000,
    })
  })

  it('can be verified, parsed and stripped', () => {
    const { text, content } = found(paths(20), { limit: 10, notice: { key: 'secret' } })
    expect(verifyNotice(text, 'secret')).toBe(true)
    expect(verifyNotice(text.replace('src', 'lib'), 'secret')).toBe(false)
    expect(parseNotices(text).map(({ kind }) => kind)).toEqual(['list'])
    expect(stripNotices(text)).toBe(content)
    for (const options of [{ maxBytes: 300 }, { maxBytes: 90 }, { maxLines: 9 }]) {
      expect(parseNotices(found(paths(2000), options).text).at(-1)?.kind).toBe('list')
    }
  })

  it('holds every limit', () => {
    const random = createRandom(3)
    const parts = ['a', 'é', '👩‍👩‍👧‍👦', '"', '/', ' ', '\u0007', 'e\u0301', 'x'.repeat(30)]
    for (let trial = 0; trial < 400; trial++) {
      const name = () => Array.from({ length: random.below(12) }, () => random.pick(parts)).join('')
      const names = Array.from({ length: random.below(random.pick([3, 60])) }, name)
      const options: FindOptions = {
        limit: random.pick([1, 5, 30, 1000]),
        maxLines: random.pick([0, 1, 4, 20, 2000]),
        maxBytes: random.below(random.pick([10, 120, 3000])),
        maxTokens: random.pick([1, 40, Infinity]),
        maxSerializedBytes: random.pick([3, 150, Infinity]),
        maxLineLength: random.pick([0, 1, 9, 40, Infinity]),
        ...(random.below(5) === 0 ? { notice: false } : {}),
        ...(random.below(5) === 0
          ? { tokens: { name: 'chars', count: (text: string) => Math.ceil(text.length / 3) } }
          : {}),
      }
      found(names, options)
      found(names.join('\n'), options)
    }
  })

  it.each([0, -1, 1.5, '3', null, Number.NaN])('takes no limit %j', (limit) => {
    for (const tool of [find, ls]) {
      expect(() => tool(['a'], { limit: limit as never })).toThrow(
        expect.objectContaining({ code: 'PITH_INVALID_OPTION' }),
      )
    }
  })

  it.each([null, undefined, 7, {}, ['a', 7], [null]])('is not %j', (input) => {
    expect(() => find(input as never)).toThrow(expect.objectContaining({ code: 'PITH_INVALID_INPUT' }))
  })
})

describe('web', () => {
  it('is truncate() with the shape of a tool output', () => {
    const input = 'word\n'.repeat(9000)
    const expected = truncate(input, { backend, fold: true })
    expect(web(input, { backend })).toEqual({
      text: expected.text,
      content: expected.segments.map(({ text }) => text).join(''),
      notice: expected.notice,
      details: { truncation: expected },
    })
    expect(web('short')).toEqual({
      text: 'short',
      content: 'short',
      details: { truncation: truncate('short') },
    })
  })
})
