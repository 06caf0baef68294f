import { afterEach, describe, expect, it, vi } from 'vitest'
import { containsNotice, parseNotices, stripNotices } from '../../src/core/words/parse.ts'

const notice = '[Lines 1-2 of 9. Not kept.]'
const marker = '[...3-8: 1.0K]'

/** How often `work` searches its text for a clip mark, and how often for a line that begins with a bracket. */
function searches(work: () => void): { clips: number; lines: number } {
  const indexOf = vi.spyOn(String.prototype, 'indexOf')
  const matchAll = vi.spyOn(String.prototype, 'matchAll')
  work()
  const brackets = indexOf.mock.calls.filter(([text]) => text === '\n[')
  const searched = { clips: matchAll.mock.calls.length, lines: brackets.length }
  vi.restoreAllMocks()
  return searched
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('notices of a text', () => {
  it.each([
    ['plain lines', 'a b\n'.repeat(500)],
    ['lines in brackets', '[x]\n'.repeat(500)],
    ['notices', `${notice}\n`.repeat(500)],
  ])('are found with one search for clip marks in %s', (_, text) => {
    expect(searches(() => parseNotices(text)).clips).toBe(1)
    expect(searches(() => stripNotices(text)).clips).toBe(1)
  })

  it('are searched for no further than the first one, where only that is asked', () => {
    const text = `a\n${`${notice}\n`.repeat(500)}`
    expect(searches(() => expect(containsNotice(text)).toBe(true))).toEqual({ clips: 0, lines: 1 })
  })

  it('come in order with the clips around them; a clip mark inside a notice is one of its words', () => {
    const inside = "[More: '/tmp/a [...+7]' offset=3 limit=7]"
    const text = `a [...+1]\n${marker}\nb [...+2] c [...+3]\n[x] [...+4]\n${inside}\n [...+5]`
    const found = parseNotices(text).map(({ startIndex, endIndex }) => text.slice(startIndex, endIndex))
    expect(found).toEqual([' [...+1]', marker, ' [...+2]', ' [...+3]', ' [...+4]', inside, ' [...+5]'])
    expect(stripNotices(text)).toBe('a\nb c\n[x]\n')
  })

  it('are no clips alone, no lines that are too long, and none behind other text', () => {
    expect(containsNotice(notice)).toBe(true)
    expect(containsNotice(`\n\n${notice}`)).toBe(true)
    expect(containsNotice('a [...+5]')).toBe(false)
    expect(containsNotice(`x${notice}`)).toBe(false)
    expect(containsNotice(`${notice.slice(0, -1)}${'x'.repeat(4096)}]`)).toBe(false)
    expect(containsNotice('')).toBe(false)
    expect(() => containsNotice(undefined as unknown as string)).toThrow('`containsNotice`')
  })
})

it('a marker that names very many files is found whole, and a line that only begins like one is not', () => {
  const names = Array.from({ length: 2000 }, (_, i) => `src/module-${i}.c +${i} -1`).join(', ')
  const long = `[...12-90000: 1.4M, 2000 files, 4100 hunks: ${names}]`
  const text = `a\n${long}\nb\n${long.slice(0, -1)}\n[...x: ${names}]\n`
  expect(parseNotices(text)).toEqual([
    {
      kind: 'marker',
      firstLine: 12,
      lastLine: 90_000,
      errors: 0,
      version: 2,
      startIndex: 2,
      endIndex: 2 + long.length,
    },
  ])
  expect(stripNotices(`a\n${long}\nb\n`)).toBe('a\nb\n')
})

const id = '3f9a1c2b40de7781'

describe('the words of version 2', () => {
  it.each<[string, object]>([
    ['[...31-4970: 412K, 3 errors]', { kind: 'marker', firstLine: 31, lastLine: 4970, errors: 3 }],
    ['[...31: 9.9K, 1 error]', { kind: 'marker', firstLine: 31, lastLine: 31, errors: 1 }],
    ['[...3-8: 1023B]', { kind: 'marker', firstLine: 3, lastLine: 8, errors: 0 }],
    [
      '[...14-48 repeat 13]',
      { kind: 'fold', firstLine: 14, lastLine: 48, like: { firstLine: 13, lastLine: 13 } },
    ],
    [
      '[...14-48 like 11-13]',
      { kind: 'fold', firstLine: 14, lastLine: 48, like: { firstLine: 11, lastLine: 13 } },
    ],
    ['[...14-48]', { kind: 'fold', firstLine: 14, lastLine: 48 }],
    [
      `[Exit code 2. More: pith show ${id} --lines 31-4970, or --grep RE. MAC 0123456789abcdef]`,
      {
        kind: 'notice',
        ranges: [],
        status: { exitCode: 2 },
        artifact: id,
        resume: `pith show ${id} --lines 31-4970`,
        mac: '0123456789abcdef',
      },
    ],
    [
      `[1 line, clipped. More: npx --offline pith show ${id} --path '$.a, or --grep RE', or --grep RE]`,
      {
        kind: 'notice',
        ranges: [{ firstLine: 1, lastLine: 1 }],
        totalLines: 1,
        artifact: id,
        resume: `npx --offline pith show ${id} --path '$.a, or --grep RE'`,
      },
    ],
    [
      `[Exit code 2. More: pith show ${id} --lines 31-4970]`,
      {
        kind: 'notice',
        ranges: [],
        status: { exitCode: 2 },
        artifact: id,
        resume: `pith show ${id} --lines 31-4970`,
      },
    ],
    [
      `[Lines 1-30 of 5000. More: npx --offline pith show ${id} --lines 31-5000. MAC 0123456789abcdef]`,
      {
        kind: 'notice',
        ranges: [{ firstLine: 1, lastLine: 30 }],
        totalLines: 5000,
        artifact: id,
        resume: `npx --offline pith show ${id} --lines 31-5000`,
        mac: '0123456789abcdef',
      },
    ],
    [
      `[Decoded from UTF-16LE. More: pith_show {"id":"${id}","lines":"31-4970"}]`,
      { kind: 'notice', ranges: [], artifact: id, resume: `pith_show {"id":"${id}","lines":"31-4970"}` },
    ],
    [
      `[668 errors in 221 files: TS2322 301, others 367; src/{a.ts 31, b.ts 9}, others 628. More: pith_show {"id":"${id}","lines":"31-4970"}]`,
      { kind: 'notice', ranges: [], artifact: id, resume: `pith_show {"id":"${id}","lines":"31-4970"}` },
    ],
    [
      `[1 error, 12 warnings in 10000+ files. More: pith_show {"id":"${id}","lines":"31-4970"}]`,
      { kind: 'notice', ranges: [], artifact: id, resume: `pith_show {"id":"${id}","lines":"31-4970"}` },
    ],
    [
      "[Lines 3-511 hold binary data. More: '/tmp/it'\\''s' offset=3 limit=509]",
      { kind: 'notice', ranges: [], path: "'/tmp/it'\\''s'", resume: "'/tmp/it'\\''s' offset=3 limit=509" },
    ],
    ['[7 of 100 lines. Not kept.]', { kind: 'notice', ranges: [], shownLines: 7, totalLines: 100 }],
    [
      '[1 line, clipped. No newline at end. Not kept.]',
      { kind: 'notice', ranges: [{ firstLine: 1, lastLine: 1 }], totalLines: 1 },
    ],
    [
      '[Lines 1-2. Use offset=2 column=7 to continue.]',
      { kind: 'notice', ranges: [{ firstLine: 1, lastLine: 2 }], next: { offset: 2, column: 7 } },
    ],
    [
      `[Bytes 0-7 of 9. Next: pith show ${id} --bytes 7-9]`,
      { kind: 'notice', ranges: [], artifact: id, resume: `pith show ${id} --bytes 7-9` },
    ],
    [
      `[0 of 9 lines. Binary output, 147 KB. Full output: pith show ${id}]`,
      { kind: 'notice', ranges: [], shownLines: 0, totalLines: 9, artifact: id },
    ],
    [`[Exit code 3. pith show ${id}]`, { kind: 'notice', ranges: [], status: { exitCode: 3 }, artifact: id }],
    [`[pith_show {"id":"${id}"}]`, { kind: 'notice', ranges: [], artifact: id }],
    ["[Full output: '/tmp/my log']", { kind: 'list', path: "'/tmp/my log'" }],
    ['[7 of 100 lines]', { kind: 'notice', ranges: [], shownLines: 7, totalLines: 100 }],
    ['[Killed by SIGTERM.]', { kind: 'status', status: { signal: 'SIGTERM' } }],
  ])('are read: %s', (words, expected) => {
    expect(parseNotices(words)).toEqual([{ startIndex: 0, endIndex: words.length, version: 2, ...expected }])
  })
})

describe('the words of version 1', () => {
  it.each<[string, object]>([
    [
      `[... lines 31-4970 omitted (412.0 KB, 3 errors): pith show ${id} --lines 31-4970 ...]`,
      {
        kind: 'marker',
        firstLine: 31,
        lastLine: 4970,
        errors: 3,
        resume: `pith show ${id} --lines 31-4970`,
      },
    ],
    [' [+72 chars]', { kind: 'clip', codePoints: 72 }],
    ['[... line 3 omitted (80 B) ...]', { kind: 'marker', firstLine: 3, lastLine: 3, errors: 0 }],
    [
      `[Exit code 2. Showing lines 1-30, 4971-5000 of 5000. Full output: pith show ${id}]`,
      {
        kind: 'notice',
        ranges: [
          { firstLine: 1, lastLine: 30 },
          { firstLine: 4971, lastLine: 5000 },
        ],
        totalLines: 5000,
        status: { exitCode: 2 },
        artifact: id,
      },
    ],
    [
      "[Showing lines 1-30 of 5000. Full output: 'my log.txt']",
      { kind: 'notice', ranges: [{ firstLine: 1, lastLine: 30 }], totalLines: 5000, path: "'my log.txt'" },
    ],
    [
      `[Showing no lines of 509. Binary output, 147.7 KB. Full output: pith show ${id}]`,
      { kind: 'notice', ranges: [], totalLines: 509, artifact: id },
    ],
    [
      `[Showing lines 4-2002 of 50000. Next: pith show ${id} --lines 2003-50000]`,
      {
        kind: 'notice',
        ranges: [{ firstLine: 4, lastLine: 2002 }],
        totalLines: 50000,
        artifact: id,
        resume: `pith show ${id} --lines 2003-50000`,
      },
    ],
    [
      `[1-2, 95-100 of 100. pith show ${id}]`,
      {
        kind: 'notice',
        ranges: [
          { firstLine: 1, lastLine: 2 },
          { firstLine: 95, lastLine: 100 },
        ],
        totalLines: 100,
        artifact: id,
      },
    ],
  ])('are still read: %s', (words, expected) => {
    expect(parseNotices(words)).toEqual([{ startIndex: 0, endIndex: words.length, version: 1, ...expected }])
  })

  it('are still taken out', () => {
    const text = `a\nb\n[... lines 3-8 omitted (1.0 KB) ...]\nc\n[Showing lines 1-2, 9 of 9. No newline at end. Not kept.]`
    expect(stripNotices(text)).toBe('a\nb\nc')
  })
})
