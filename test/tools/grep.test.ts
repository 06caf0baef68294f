import { describe, expect, inject, it } from 'vitest'
import { parseNotices } from '../../src/core/words/parse.ts'
import { type GrepOptions, grep } from '../../src/tools/grep.ts'
import type { GrepMatch } from '../../src/tools/grep-rows.ts'
import { countCodePoints } from '../support/facts.ts'
import { checkLimits } from '../support/limits.ts'
import { createRandom } from '../support/random.ts'

const backend = inject('backend')

function search(input: Parameters<typeof grep>[0], options: GrepOptions = {}) {
  const output = grep(input, { backend, ...options })
  checkLimits({ maxLineLength: 500, ...options }, output)
  return output
}

const matchesIn = (path: string, count: number): GrepMatch[] =>
  Array.from({ length: count }, (_, i) => ({ path, line: i + 1, text: `found ${i + 1}` }))

const perFile = (text: string): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const [, path] of text.matchAll(/^([a-z]+):\d+:/gm)) counts[path] = (counts[path] ?? 0) + 1
  return counts
}

describe('matches', () => {
  it('are written as path:line: text, lines around them as path-line- text', () => {
    const { text, content, notice, details } = search([
      { path: 'a.ts', line: 2, text: 'before', context: true },
      { path: 'a.ts', line: 3, text: 'match\n' },
      { path: 'b.ts', text: 'no line' },
      { line: 7, text: 'no path' },
      { text: 'neither' },
    ])
    expect(text).toBe('a.ts-2- before\na.ts:3: match\nb.ts: no line\n7: no path\nneither\n')
    expect(content).toBe(text)
    expect(notice).toBeUndefined()
    expect(details).toEqual({ total: 4, shown: 4, files: 3, filesShown: 3 })
  })

  it('over several lines are one match of several rows', () => {
    const { text, details } = search([{ path: 'a', line: 3, text: 'one\r\ntwo\nthree\n' }])
    expect(text).toBe('a:3: one\na:4: two\na:5: three\n')
    expect(details.total).toBe(1)
  })

  it('have a path that forges no line', () => {
    expect(search([{ path: 'a\n[x]', line: 1, text: 'b' }]).text).toBe('"a\\n[x]":1: b\n')
  })

  it('beyond the limit are told of, with how to get more', () => {
    const { notice, details } = search(matchesIn('a', 101))
    expect(notice).toBe('[100 matches limit reached. Use limit=200 for more, or refine pattern]')
    expect(details).toEqual({ total: 101, shown: 100, files: 1, filesShown: 1, limitReached: 100 })
    expect(search(matchesIn('a', 100)).notice).toBeUndefined()
    expect(search(matchesIn('a', 500), { limit: 1e9 }).details).toEqual({
      total: 500,
      shown: 500,
      files: 1,
      filesShown: 1,
    })
  })

  it('share the limit fairly: a file with few keeps them all, the others share the rest', () => {
    const all = [
      ...matchesIn('many', 500),
      ...matchesIn('few', 3),
      ...matchesIn('more', 200),
      ...matchesIn('one', 1),
    ]
    expect(perFile(search(all).text)).toEqual({ many: 48, few: 3, more: 48, one: 1 })
    expect(perFile(search(all, { limit: 7 }).text)).toEqual({ many: 2, few: 2, more: 2, one: 1 })
    expect(search(all, { limit: 2 }).details).toMatchObject({ files: 4, filesShown: 2 })
  })

  it('share a smaller budget just as fairly, and say so', () => {
    const all = [...matchesIn('many', 90), ...matchesIn('few', 2)]
    const { text, notice } = search(all, { maxBytes: 400 })
    expect(perFile(text).few).toBe(2)
    expect(notice).toMatch(/^\[400 B limit reached \(\d+ of 92 matches shown\)\]$/)
    expect(search(all, { maxLines: 11 }).notice).toBe('[11 lines limit reached (10 of 92 matches shown)]')
    expect(search([...all, ...all], { maxLines: 11 }).notice).toBe(
      '[100 matches limit reached. Use limit=200 for more, or refine pattern. 11 lines limit reached (10 of 184 matches shown)]',
    )
  })

  it('are in the order in which they came, whichever are let in', () => {
    const mixed = [1, 2, 3].flatMap((line) => ['a', 'b'].map((path) => ({ path, line, text: `${line}` })))
    expect(search(mixed, { limit: 3 }).content).toBe('a:1: 1\nb:1: 1\na:2: 2\n')
  })

  it('bring the lines around them along, and no others', () => {
    const rows: GrepMatch[] = []
    for (const line of [10, 20, 30]) {
      rows.push({ path: 'a', line: line - 1, text: 'before', context: true })
      rows.push({ path: 'a', line, text: 'match' })
      rows.push({ path: 'a', line: line + 1, text: 'after', context: true })
    }
    expect(search(rows, { limit: 2 }).content).toBe(
      'a-9- before\na:10: match\na-11- after\na-19- before\na:20: match\na-21- after\n',
    )
  })

  it('are all that there is when none is marked as one', () => {
    const { details } = search([
      { text: 'a', context: true },
      { text: 'b', context: true },
    ])
    expect(details).toMatchObject({ total: 2, shown: 2 })
  })
})

describe('a long line', () => {
  const long = `${'x'.repeat(5000)}needle${'y'.repeat(5000)}`

  it('is clipped around its match to 500 characters, marks included', () => {
    const { text, content, notice, details } = search([
      { path: 'a', line: 1, text: long, matchStart: 5000, matchEnd: 5006 },
    ])
    const [line] = text.split('\n')
    expect(line).toMatch(/^a:1: {2}\[\.\.\.\+\d+\]x+needley+ \[\.\.\.\+\d+\]$/)
    expect(countCodePoints(line)).toBeLessThanOrEqual(500)
    expect(countCodePoints(line)).toBeGreaterThan(490)
    expect(content).toMatch(/^a:1: x+needley+\n$/)
    expect(notice).toBe('[Some lines clipped to 500 chars. Read the file to see them whole]')
    expect(details.linesClipped).toBe(1)
    const marks = parseNotices(text).flatMap((found) => (found.kind === 'clip' ? found.codePoints : []))
    expect(marks.reduce((sum, n) => sum + n, 0) + content.length - 'a:1: \n'.length).toBe(long.length)
  })

  it('keeps its beginning where nothing tells of the match, or where the match is there', () => {
    const head = /^a:1: x+ \[\.\.\.\+\d+\]\n/
    expect(search([{ path: 'a', line: 1, text: long }]).text).toMatch(head)
    expect(search([{ path: 'a', line: 1, text: long, matchStart: 20, matchEnd: 30 }]).text).toMatch(head)
    expect(search([{ path: 'a', line: 1, text: long, matchStart: 1e9, matchEnd: 2e9 }]).text).toContain(
      'yyy\n',
    )
  })

  it('keeps its end where the match is there', () => {
    expect(
      search([{ path: 'a', line: 1, text: `${long}end`, matchStart: 10_006, matchEnd: 10_009 }]).text,
    ).toMatch(/^a:1: {2}\[\.\.\.\+\d+\]y+end\n/)
  })

  it('of raw output is clipped around the pattern, in any case', () => {
    for (const pattern of ['NEEDLE', 'needle']) {
      expect(search(`a:1:${long}\n`, { pattern }).text).toMatch(
        /^a:1: \[\.\.\.\+\d+\]x+needley+ \[\.\.\.\+\d+\]\n/,
      )
    }
    expect(search(`a:1:${'x'.repeat(900)}a.b+(c)[d]\n`, { pattern: 'A.B+(C)[D]' }).text).toContain(
      'a.b+(c)[d]',
    )
    expect(search(`a:1:${'İ'.repeat(900)}needle\n`, { pattern: 'needle' }).text).toContain('needle\n')
  })

  it('is cut between characters, whatever they are made of', () => {
    const family = '👩‍👩‍👧‍👦'
    const { content } = search([{ text: family.repeat(300), matchStart: 11 * 150 + 3, matchEnd: 11 * 151 }], {
      maxLineLength: 90,
    })
    expect(content.trimEnd().replaceAll(family, '')).toBe('')
    expect(content).toContain(family)
    expect(search([{ text: `${'a'.repeat(600)}\ud83d` }]).text).not.toMatch(/\p{Surrogate}/u)
  })

  it('shows the beginning of a match that alone is too long', () => {
    const text = `${'a'.repeat(1000)}${'b'.repeat(1000)}${'c'.repeat(1000)}`
    expect(search([{ text, matchStart: 1000, matchEnd: 2000 }]).content).toMatch(/^b{450,}\n$/)
  })

  it('with a path as long as the limit is clipped as a whole', () => {
    const { text } = search([{ path: 'p'.repeat(600), line: 1, text: 'abc', matchStart: 0, matchEnd: 3 }])
    expect(text).toContain('abc\n')
  })

  it('can be allowed to be as long as it is', () => {
    expect(search([{ text: long }], { maxLineLength: Infinity }).text).toBe(`${long}\n`)
  })
})

describe('raw output', () => {
  it('that fits is left as it is', () => {
    for (const text of [
      '',
      '\n',
      'a.ts:12:match\na.ts-13-after\n--\nb.ts:1:match\n',
      '--\na:1:x\n--\n',
      '12:match\n13-after',
      'a.ts:no number\r\n',
      'Binary file a matches\n',
      'C:\\a:1:x\n',
    ]) {
      expect(search(text).text).toBe(text)
    }
  })

  it('is read as matches, lines around them, and separators', () => {
    const raw = 'a:1:x\na-2-y\n--\nb:3:z\n--\nc:1:q\nb:4:zz\n'
    const { text, details } = search(raw, { limit: 2 })
    expect(text).toBe(
      'a:1:x\na-2-y\n--\nb:3:z\n[2 matches limit reached. Use limit=4 for more, or refine pattern]',
    )
    expect(details).toEqual({ total: 4, shown: 2, files: 3, filesShown: 2, limitReached: 2 })
  })

  it('has context only of files that have a match, so that dates and dashes are no context', () => {
    expect(search('2024-05-01 a\n2024-05-02 b\n').details.total).toBe(2)
    expect(search('my-2-file:3:x\nmy-2-file-4-y\n').details).toMatchObject({ total: 1, files: 1 })
  })

  it('without names is shared by nobody', () => {
    const { details, content } = search('x\n'.repeat(300))
    expect(details).toEqual({ total: 300, shown: 100, files: 1, filesShown: 1, limitReached: 100 })
    expect(content).toBe('x\n'.repeat(100))
  })

  it('may be bytes that are no text', () => {
    expect(search(Uint8Array.of(0x61, 0x3a, 0x31, 0x3a, 0xff, 0x0a)).text).toBe('a:1:\ufffd\n')
  })

  it('can be of 150,000 lines', () => {
    const raw = Array.from({ length: 150_000 }, (_, i) => `src/${i % 1000}.ts:${i}:match\n`).join('')
    const { details } = search(raw)
    expect(details).toEqual({ total: 150_000, shown: 100, files: 1000, filesShown: 100, limitReached: 100 })
  })
})

describe('a search', () => {
  it('can be one match of 150,000 lines: lengths of a line are not tried on all of them', () => {
    const output = search([{ path: 'a.ts', line: 1, text: 'x\n'.repeat(150_000) }])
    expect(output.details).toMatchObject({ total: 1, shown: 0 })
    expect(output.text).toBe('…')
  }, 5000)

  it('shows at least the beginning of one match, or that there was one', () => {
    const one = [{ path: 'a', line: 1, text: 'needle '.repeat(900), matchStart: 0, matchEnd: 6 }]
    expect(search(one, { maxBytes: 60 }).text).toMatch(/^a:1: needle .*\n/)
    expect(search([...one, ...one], { maxBytes: 3 }).text).toBe('ne\n')
    expect(search([{ path: '👩‍👩‍👧‍👦', line: 1, text: 'a' }], { maxBytes: 3 }).text).toBe('…')
    expect(search(one, { maxBytes: 0 }).text).toBe('')
  })

  it('holds every limit', () => {
    const random = createRandom(11)
    const parts = ['a', 'é', '👩‍👩‍👧‍👦', '"', ' ', 'needle', 'x'.repeat(40), '\t', 'e\u0301', '-3-', ':4:']
    const text = () =>
      Array.from({ length: random.below(random.pick([3, 20])) }, () => random.pick(parts)).join('')
    for (let trial = 0; trial < 300; trial++) {
      const matches = Array.from({ length: random.below(random.pick([3, 60])) }, (_, i): GrepMatch => {
        const found = random.below(9)
        return {
          ...(random.below(8) > 0 ? { path: random.pick(['a', 'b/c', 'long/'.repeat(9)]) } : {}),
          ...(random.below(8) > 0 ? { line: i + 1 } : {}),
          text: text(),
          ...(random.below(2) > 0 ? { matchStart: found, matchEnd: found + 3 } : {}),
          context: random.below(3) === 0,
        }
      })
      const options: GrepOptions = {
        limit: random.pick([1, 5, 100]),
        pattern: 'needle',
        maxLines: random.pick([0, 1, 4, 20, 2000]),
        maxBytes: random.below(random.pick([10, 200, 3000])),
        maxTokens: random.pick([2, 50, Infinity]),
        maxSerializedBytes: random.pick([5, 200, Infinity]),
        maxLineLength: random.pick([0, 1, 9, 40, 500]),
        ...(random.below(5) === 0 ? { notice: false } : {}),
      }
      const { details } = search(matches, options)
      const raw = matches
        .map((m) => `${m.path ?? ''}${m.context ? '-' : ':'}${m.line ?? ''}:${m.text}`)
        .join('\n')
      search(raw, options)
      expect(details.shown).toBeLessThanOrEqual(Math.min(details.total, options.limit ?? 100))
    }
  })

  it.each([
    null,
    undefined,
    7,
    {},
    ['a'],
    [null],
    [{ path: 'a' }],
    [{ path: 7, text: 'a' }],
    [{ line: 0, text: 'a' }],
  ])('is not of %j', (input) => {
    expect(() => grep(input as never)).toThrow(expect.objectContaining({ code: 'PITH_INVALID_INPUT' }))
  })

  it('takes no limit below 1 and no pattern that is no text', () => {
    for (const options of [{ limit: 0 }, { limit: '5' }, { pattern: /a/ }]) {
      expect(() => grep('a\n', options as never)).toThrow(
        expect.objectContaining({ code: 'PITH_INVALID_OPTION' }),
      )
    }
    expect(grep('a\n', { pattern: '' }).text).toBe('a\n')
  })
})
