import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as pi from '../../src/extra/profiles/pi.ts'
import * as generators from '../support/generators.ts'
import { textOf } from '../support/profile.ts'
import { checked, type Output } from './pi/checked.ts'

/** Titles are the seed's own words. */

const numbered = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => `line ${first + i}`).join('\n')

const shortLine = 'x'.repeat(60)

/** 5000 lines of which 500 from `firstLine` on are 30,499 bytes, and one more is too much. */
function wide(firstLine: number): string {
  const lines = Array.from({ length: 5000 }, () => shortLine)
  lines[firstLine + 499] = 'y'.repeat(300)
  return `${lines.join('\n')}\n`
}

const fiveHundred = Array.from({ length: 500 }, () => shortLine).join('\n')
const fiftyKilobytes = 'z'.repeat(50 * 1024)

describe('read', () => {
  it('First line > 30KB', () => {
    const file = `${fiftyKilobytes}\nnext\n`
    const { text, details } = checked(() => pi.read(file, { path: 'path/to/file' }), file)
    expect(text).toBe('[Line 1 is 50KB, exceeds 30KB limit. Use bash to read: head -c 30000 path/to/file]')
    expect(details).toEqual({
      truncation: {
        content: '',
        truncated: true,
        truncatedBy: 'bytes',
        totalLines: 2,
        totalBytes: 51206,
        outputLines: 0,
        outputBytes: 0,
        lastLinePartial: false,
        firstLineExceedsLimit: true,
        maxLines: 2000,
        maxBytes: 30720,
      },
    })
  })

  it('Hit line limit (2000 lines, < 30KB)', () => {
    const file = numbered(1, 5000)
    const { text, details } = checked(() => pi.read(file, { path: 'path/to/file' }), file)
    expect(text).toBe(`${numbered(1, 2000)}\n\n[Showing lines 1-2000 of 5000. Use offset=2001 to continue]`)
    expect(details).toMatchObject({
      truncation: { truncated: true, truncatedBy: 'lines', outputLines: 2000, totalLines: 5000 },
    })
  })

  it('Hit byte limit (< 2000 lines, 30KB)', () => {
    const file = wide(1)
    const { text, details } = checked(() => pi.read(file, { path: 'path/to/file' }), file)
    expect(text).toBe(
      `${fiveHundred}\n\n[Showing lines 1-500 of 5000 (30KB limit). Use offset=501 to continue]`,
    )
    expect(details).toMatchObject({
      truncation: { truncated: true, truncatedBy: 'bytes', outputLines: 500, totalLines: 5000 },
    })
  })

  it('With offset, hit line limit (e.g., offset=1000)', () => {
    const { text, details } = checked(
      () => pi.read(numbered(1, 5000), { path: 'file', offset: 1000 }),
      numbered(1000, 5000),
    )
    expect(text).toBe(
      `${numbered(1000, 2999)}\n\n[Showing lines 1000-2999 of 5000. Use offset=3000 to continue]`,
    )
    expect(details).toMatchObject({ truncation: { truncatedBy: 'lines' } })
  })

  it('With offset, hit byte limit (e.g., offset=1000, 30KB after 500 lines)', () => {
    const { text, details } = checked(() => pi.read(wide(1000), { path: 'file', offset: 1000 }))
    expect(text).toBe(
      `${fiveHundred}\n\n[Showing lines 1000-1499 of 5000 (30KB limit). Use offset=1500 to continue]`,
    )
    expect(details).toMatchObject({ truncation: { truncatedBy: 'bytes', outputLines: 500 } })
  })

  it('With offset, first line at offset > 30KB (e.g., offset=1000, line 1000 is 50KB)', () => {
    const file = `${numbered(1, 999)}\n${fiftyKilobytes}\nlast`
    const { text, details } = checked(() => pi.read(file, { path: 'file', offset: 1000 }))
    expect(text).toBe(
      "[Line 1000 is 50KB, exceeds 30KB limit. Use bash: sed -n '1000p' file | head -c 30000]",
    )
    expect(details).toMatchObject({
      truncation: { truncated: true, truncatedBy: 'bytes', outputLines: 0 },
    })
  })

  it('Has offset/limit params for continuation', () => {
    const file = `${numbered(1, 100)}\n`
    expect(checked(() => pi.read(file, { offset: 41, limit: 20 }))).toEqual({
      text: `${numbered(41, 60)}\n\n[40 more lines in file. Use offset=61 to continue]`,
      details: undefined,
    })
    expect(checked(() => pi.read(file, { limit: 100 })).text).toBe(file)
    expect(checked(() => pi.read(file, { limit: 1e9 })).text).toBe(file)
    expect(checked(() => pi.read(file, { offset: 100, limit: 1 })).text).toBe('line 100\n')
  })
})

const fullOutputPath = '/tmp/pi-bash-xxx.log'

describe('bash', () => {
  it('Hit line limit (2000 lines)', () => {
    const output = `${Array.from({ length: 50_000 }, (_, i) => i + 1).join('\n')}\n`
    const { text, details } = checked(() => pi.bash(output, { fullOutputPath }), output)
    const shown = Array.from({ length: 2000 }, (_, i) => 48_001 + i).join('\n')
    expect(text).toBe(`${shown}\n\n[Showing lines 48001-50000 of 50000. Full output: /tmp/pi-bash-xxx.log]`)
    expect(details).toMatchObject({
      truncation: { truncated: true, truncatedBy: 'lines', outputLines: 2000, totalLines: 50_000 },
      fullOutputPath,
    })
  })

  it('Hit byte limit (< 2000 lines, 30KB)', () => {
    const output = `${'first\n'.repeat(49_499)}${'w'.repeat(300)}\n${fiveHundred}\n`
    const { text, details } = checked(() => pi.bash(output, { fullOutputPath }), output)
    expect(text).toBe(
      `${fiveHundred}\n\n[Showing lines 49501-50000 of 50000 (30KB limit). Full output: /tmp/pi-bash-xxx.log]`,
    )
    expect(details).toMatchObject({ truncation: { truncatedBy: 'bytes' }, fullOutputPath })
  })

  it.each(['', '\n'])('Last line alone > 30KB (edge case, partial OK here), then %j', (end) => {
    const output = `${'first\n'.repeat(49_999)}${'q'.repeat(100 * 1024)}${end}`
    const { text, details } = checked(() => pi.bash(output, { fullOutputPath }), output)
    expect(text).toBe(
      `${'q'.repeat(30720)}\n\n[Showing last 30KB of line 50000 (line is 100KB). Full output: /tmp/pi-bash-xxx.log]`,
    )
    expect(details).toMatchObject({
      truncation: { truncatedBy: 'bytes', lastLinePartial: true },
      fullOutputPath,
    })
  })

  it('tail truncation with temp file: a file is named only where there is one', () => {
    const output = 'x\n'.repeat(3000)
    const { text, details } = checked(() => pi.bash(output), output)
    expect(text).toMatch(/\n\n\[Showing lines 1001-3000 of 3000\]$/)
    expect(Object.keys(details ?? {})).toEqual(['truncation'])
    expect(checked(() => pi.bash('short', { fullOutputPath }))).toEqual({ text: 'short', details: undefined })
    expect(checked(() => pi.bash(output, { fullOutputPath: '/tmp/a b.log' })).text).toMatch(
      / "\/tmp\/a b\.log"\]$/,
    )
  })
})

const match = (line: number, text = 'matching content here') => ({ path: 'file.ts', line, text })
const matches = (count: number, text?: string) => Array.from({ length: count }, (_, i) => match(i + 1, text))

describe('grep', () => {
  it('Hit match limit (100 matches)', () => {
    const { text, details } = checked(() => pi.grep([match(10), match(25), ...matches(200)]))
    expect(text.split('\n').slice(0, 2)).toEqual([
      'file.ts:10: matching content here',
      'file.ts:25: matching content here',
    ])
    expect(text.split('\n').slice(99)).toEqual([
      'file.ts:98: matching content here',
      '',
      '[100 matches limit reached. Use limit=200 for more, or refine pattern]',
    ])
    expect(details).toEqual({ matchLimitReached: 100 })
  })

  it('Hit byte limit (< 100 matches, 30KB)', () => {
    const all = [
      ...Array.from({ length: 50 }, (_, i) => match(10 + i, 'c'.repeat(490))),
      ...Array.from({ length: 60 }, () => ({
        path: `${'long/'.repeat(1200)}file.ts`,
        line: 1,
        text: 'd',
      })),
    ]
    const { text, details } = checked(() => pi.grep(all))
    expect(text.split('\n')).toHaveLength(52)
    expect(text.split('\n').at(-1)).toBe('[30KB limit reached (50 of 100+ matches shown)]')
    expect(details).toEqual({
      truncation: expect.objectContaining({ truncatedBy: 'bytes', outputLines: 50, totalLines: 100 }),
    })
    const fewer = checked(() => pi.grep(all.slice(0, 80))).text
    expect(fewer.split('\n').at(-1)).toBe('[30KB limit reached (50 of 80 matches shown)]')
  })

  it('Match lines truncated (any line > 500 chars)', () => {
    const { text, details } = checked(() => pi.grep([match(10, 'v'.repeat(501)), match(25, 'normal match')]))
    expect(text).toBe(
      [
        `file.ts:10: ${'v'.repeat(500)}... [truncated]`,
        'file.ts:25: normal match',
        '',
        '[Some lines truncated to 500 chars. Use read tool to see full lines]',
      ].join('\n'),
    )
    expect(details).toEqual({ linesTruncated: true })
  })

  it('Notice for match limit and line truncation', () => {
    const { text, details } = checked(() => pi.grep(matches(3, 'u'.repeat(600)), { limit: 2 }))
    expect(text.split('\n').at(-1)).toBe(
      '[2 matches limit reached. Use limit=4 for more, or refine pattern. ' +
        'Some lines truncated to 500 chars. Use read tool to see full lines]',
    )
    expect(details).toEqual({ matchLimitReached: 2, linesTruncated: true })
  })
})

describe('find', () => {
  const paths = (count: number, width = 0) =>
    Array.from({ length: count }, (_, i) => `src/file${i + 1}.ts${'w'.repeat(width)}`)

  it('Hit result limit (1000 results)', () => {
    const { text, details } = checked(() => pi.find(paths(1500)))
    const lines = text.split('\n')
    expect(lines.slice(0, 2)).toEqual(['src/file1.ts', 'src/file2.ts'])
    expect(lines.slice(999)).toEqual([
      'src/file1000.ts',
      '',
      '[1000 results limit reached. Use limit=2000 for more, or refine pattern]',
    ])
    expect(details).toEqual({ resultLimitReached: 1000 })
  })

  it('Hit byte limit (unlikely, < 1000 results, 30KB)', () => {
    const { text, details } = checked(() => pi.find(paths(900, 90)))
    const shown = text.split('\n').slice(0, -2)
    expect(shown).toEqual(paths(shown.length, 90))
    expect(text.endsWith('\n\n[30KB limit reached]')).toBe(true)
    expect(details).toEqual({
      truncation: expect.objectContaining({ truncatedBy: 'bytes', totalLines: 900 }),
    })
  })
})

describe('ls', () => {
  const entries = ['.gitignore', 'README.md', 'src/', ...Array.from({ length: 600 }, (_, i) => `entry${i}`)]

  it('Hit entry limit (500 entries)', () => {
    const { text, details } = checked(() => pi.ls(entries))
    const lines = text.split('\n')
    expect(lines.slice(0, 3)).toEqual(['.gitignore', 'README.md', 'src/'])
    expect(lines.slice(499)).toEqual(['entry496', '', '[500 entries limit reached. Use limit=1000 for more]'])
    expect(details).toEqual({ entryLimitReached: 500 })
  })

  it('Hit byte limit (unlikely)', () => {
    const { text, details } = checked(() => pi.ls(entries.slice(0, 400).map((name) => name.padEnd(200, '_'))))
    expect(text.endsWith('\n\n[30KB limit reached]')).toBe(true)
    expect(details).toEqual({ truncation: expect.objectContaining({ truncatedBy: 'bytes' }) })
    expect(checked(() => pi.ls([])).text).toBe('(empty directory)')
  })
})

describe('Limits', () => {
  it('Line limit: 2000 lines. Byte limit: 30KB. Grep line limit: 500 chars per match line', () => {
    expect([pi.DEFAULT_MAX_LINES, pi.DEFAULT_MAX_BYTES, pi.GREP_MAX_LINE_LENGTH]).toEqual([2000, 30720, 500])
    expect([pi.DEFAULT_GREP_LIMIT, pi.DEFAULT_FIND_LIMIT, pi.DEFAULT_LS_LIMIT]).toEqual([100, 1000, 500])
  })

  it('Whichever limit is hit first wins', () => {
    const lines = checked(() => pi.grep(matches(101)))
    expect(lines.details).toEqual({ matchLimitReached: 100 })
    const bytes = checked(() => pi.find(Array.from({ length: 1001 }, () => 'p'.repeat(100))))
    expect(bytes.details).toEqual({ truncation: expect.objectContaining({ truncatedBy: 'bytes' }) })
  })

  it('Never return partial lines (except bash edge case)', () => {
    fc.assert(
      fc.property(generators.text, fc.constantFrom('', 'x'.repeat(29_000)), (random, filler) => {
        const whole = `${filler}\n${textOf(random)}\n`.repeat(3)
        const lines = new Set(whole.split('\n'))
        const shown = pi.truncateHead(whole)
        for (const line of shown.content.split('\n')) expect(lines.has(line)).toBe(true)
        const tail = pi.truncateTail(whole)
        if (!tail.lastLinePartial)
          for (const line of tail.content.split('\n')) expect(lines.has(line)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('All notices now in text content (LLM sees them)', () => {
    const cut = [
      checked(() => pi.read(numbered(1, 3000))),
      checked(() => pi.bash(numbered(1, 3000))),
      checked(() => pi.grep(matches(101))),
      checked(() => pi.find(Array.from({ length: 1001 }, () => 'p'))),
      checked(() => pi.ls(Array.from({ length: 501 }, () => 'e'))),
    ]
    for (const { text } of cut) expect(text.split('\n').at(-1)).toMatch(/^\[.*\]$/)
  })
})

describe('TUI Display', () => {
  it('The LLM text content and TUI display show the same information', () => {
    const warn = (result: Output) => pi.warning(result.details)
    const same = (result: Output) => {
      expect(warn(result)).toBe(result.text.split('\n').at(-1))
    }
    same(
      checked(() =>
        pi.grep(matches(101, 'u'.repeat(600)).map((m, i) => ({ ...m, text: i ? 'ok' : m.text }))),
      ),
    )
    same(checked(() => pi.find(Array.from({ length: 1001 }, () => 'p'))))
    same(checked(() => pi.ls(Array.from({ length: 501 }, () => 'e'))))
    expect(warn(pi.read(numbered(1, 3000)))).toBe('[Truncated: showing 2000 of 3000 lines (2000 line limit)]')
    expect(warn(pi.read(wide(1)))).toBe('[Truncated: showing 500 of 5000 lines (30KB limit)]')
    expect(warn(pi.read(fiftyKilobytes))).toBe('[First line exceeds 30KB limit]')
    expect(warn(pi.bash(fiftyKilobytes, { fullOutputPath }))).toBe(
      '[Truncated: showing last 30KB of line 1 (30KB limit). Full output: /tmp/pi-bash-xxx.log]',
    )
  })

  it('has nothing to say where nothing was cut, and reads details back from JSON', () => {
    expect(pi.warning(undefined)).toBeUndefined()
    expect(pi.warning({})).toBeUndefined()
    expect(pi.warning({ truncation: pi.truncateHead('a') })).toBeUndefined()
    const { details } = pi.grep(matches(101))
    expect(pi.warning(JSON.parse(JSON.stringify(details)))).toBe(pi.warning(details))
    expect(() => pi.warning('x' as never)).toThrow(expect.objectContaining({ code: 'PITH_INVALID_INPUT' }))
  })
})
