import { describe, expect, it } from 'vitest'
import * as attractor from './attractor-checked.ts'
import { linesOf as lines } from './attractor-checked.ts'

/** Lines `first` to `last` of `linesOf`, without the last line end. */
const span = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, i) => `line ${first + i}`).join('\n')

describe('Truncation Pipeline', () => {
  it('If total output exceeds the character limit, truncate to that limit', () => {
    const text = attractor.truncate('x'.repeat(50_000), 10_000)
    const marker = '\n\n... [40000 characters truncated] ...\n\n'
    expect(text).toBe('x'.repeat(3000) + marker + 'x'.repeat(7000))
  })

  it('If the character-truncated output exceeds the line limit, apply line truncation', () => {
    const text = attractor.truncateTool('list_directory', lines(500))
    expect(text).toBe(`${span(1, 30)}\n\n... [400 lines truncated] ...\n\n${span(431, 500)}\n`)
  })

  it('goes characters first, then lines: both markers stay, and both count what is missing', () => {
    // 204,999 characters: of 5000 lines of 41, the last one without a line end.
    const line = (n: number) => `${String(n).padStart(4, '0')} ${'x'.repeat(35)}`
    const output = lines(5000, line).slice(0, -1)
    const text = attractor.truncateTool('run_command', output)
    const head = lines(60, line).slice(0, -1)
    const tail = output.slice(-140 * 41 + 1)
    const markers = '... [196800 characters truncated] ...\n... [4800 lines truncated] ...'
    expect(output.length).toBe(204_999)
    expect(text).toBe(`${head}\n\n${markers}\n\n${tail}`)
  })

  it('leaves an output within both limits as it is', () => {
    const output = lines(200)
    expect(attractor.truncateTool('run_command', output)).toBe(output)
    expect(attractor.truncateTool('run_command', output.slice(0, -1))).toBe(output.slice(0, -1))
    expect(attractor.truncateTool('run_command', '')).toBe('')
  })
})

describe('Per-Tool Limits', () => {
  it.each([
    ['read_file', 50_000, 500],
    ['run_command', 20_000, 200],
    ['list_directory', 10_000, 100],
    ['search_files', 30_000, 300],
  ] as const)('%s: %i characters, %i lines', (tool, maxChars, maxLines) => {
    expect(attractor.TOOL_LIMITS[tool]).toEqual({ maxChars, maxLines, headRatio: 0.3 })
    expect(attractor.truncateTool(tool, 'x'.repeat(maxChars))).toHaveLength(maxChars)
    const marker = '... [1 characters truncated] ...'
    expect(attractor.truncateTool(tool, 'x'.repeat(maxChars + 1))).toContain(marker)
    expect(attractor.truncateTool(tool, '\n'.repeat(maxLines))).toHaveLength(maxLines)
    expect(attractor.truncateTool(tool, '\n'.repeat(maxLines + 1))).toContain('... [1 lines truncated] ...')
  })

  it('These are defaults: a limit given takes the place of one, and Infinity turns it off', () => {
    const given = { maxLines: 10 }
    const text = attractor.truncateTool('run_command', lines(50), given)
    expect(text).toBe(`${span(1, 3)}\n\n... [40 lines truncated] ...\n\n${span(44, 50)}\n`)
    const off = { maxChars: Infinity, maxLines: Infinity }
    expect(attractor.truncateTool('read_file', lines(50_000), off)).toBe(lines(50_000))
    const even = { maxLines: 4, headRatio: 0.5 }
    const both = `${span(1, 2)}\n\n... [6 lines truncated] ...\n\n${span(9, 10)}\n`
    expect(attractor.truncateTool('run_command', lines(10), even)).toBe(both)
  })
})

describe('Head/Tail Split Algorithm', () => {
  /** The seed's function, on code points; `text[-0:]` is its one mistake. */
  const seeded = (text: string, maxChars: number, headRatio = 0.3): string => {
    const points = Array.from(text)
    if (points.length <= maxChars) return text
    const headSize = Math.floor(maxChars * headRatio)
    const tailSize = maxChars - headSize
    const head = points.slice(0, headSize).join('')
    const tail = points.slice(points.length - tailSize).join('')
    const omitted = points.length - headSize - tailSize
    return `${head}\n\n... [${omitted} characters truncated] ...\n\n${tail}`
  }

  it('gives what the function of the seed gives, for every limit and ratio', () => {
    for (const text of ['', 'a', 'abcdefghij\n', 'Hi😀there👩‍👩‍👧', '😀😀😀', 'e\u0301e\u0301\r\n\r\n']) {
      for (const ratio of [0, 0.1, 0.29, 0.3, 0.5, 2 / 3, 0.7, 0.999, 1]) {
        for (let maxChars = 0; maxChars <= 14; maxChars++) {
          expect(attractor.truncate(text, maxChars, ratio)).toBe(seeded(text, maxChars, ratio))
        }
      }
    }
  })

  it('keeps no tail, and not all of it, for a head ratio of 1', () => {
    expect(attractor.truncate('abcdef', 4, 1)).toBe('abcd\n\n... [2 characters truncated] ...\n\n')
    const limits = { maxLines: 2, headRatio: 1 }
    const text = attractor.truncateTool('run_command', lines(5), limits)
    expect(text).toBe('line 1\nline 2\n\n... [3 lines truncated] ...\n\n')
  })

  it('counts characters as code points and cuts between them', () => {
    expect(attractor.truncate('😀'.repeat(10), 10)).toBe('😀'.repeat(10))
    expect(attractor.truncate('😀'.repeat(10), 4, 0.5)).toBe(
      '😀😀\n\n... [6 characters truncated] ...\n\n😀😀',
    )
  })

  it('reads bytes as text, malformed ones as U+FFFD, and keeps a BOM', () => {
    expect(attractor.truncate(Uint8Array.of(0x61, 0xff, 0x62), 3)).toBe('a\uFFFDb')
    expect(attractor.truncate(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61), 2)).toBe('\uFEFFa')
    expect(attractor.truncate('a\ud83d', 2)).toBe('a\uFFFD')
  })
})

describe('Truncation Indicators', () => {
  const whole = { artifact: true }

  it('a marker is injected so the LLM knows it is seeing partial output: First 30 lines, Last 70 lines', () => {
    const text = attractor.truncateTool('list_directory', lines(500), {}, whole)
    expect(text).toBe(
      [
        '[First 30 lines of 500]',
        span(1, 30),
        '',
        '... [400 lines truncated — full output available in artifacts] ...',
        '',
        '[Last 70 lines of 500]',
        `${span(431, 500)}\n`,
      ].join('\n'),
    )
  })

  it('tells of the artifact where characters are missing', () => {
    const text = attractor.truncateTool('run_command', 'x'.repeat(20_005), {}, whole)
    const marker = '... [5 characters truncated — full output available in artifacts] ...'
    expect(text).toBe(`${'x'.repeat(6000)}\n\n${marker}\n\n${'x'.repeat(14_000)}`)
  })

  it('tells of no artifact where there is none, nor for an output that is whole', () => {
    expect(attractor.truncateTool('run_command', lines(500))).not.toMatch(/artifact|First|Last/)
    expect(attractor.truncateTool('run_command', 'all\n', {}, whole)).toBe('all\n')
  })

  it('the numbers add up: shown and truncated lines are the lines of the original', () => {
    const text = attractor.truncateTool(
      'search_files',
      lines(9000, (n) => 'x'.repeat(n % 60)),
      {},
      whole,
    )
    const [, first, total] = /^\[First (\d+) lines of (\d+)\]/.exec(text) ?? []
    const [, last] = /\n\[Last (\d+) lines of 9000\]\n/.exec(text) ?? []
    const [, missing] = /\[(\d+) lines truncated/.exec(text) ?? []
    expect([first, total, last, missing]).toEqual(['90', '9000', '210', '8700'])
  })

  it('a final line end adds no line', () => {
    const headings = attractor.truncateTool('list_directory', lines(101), {}, whole)
    expect(headings).toContain('[First 30 lines of 101]')
    expect(attractor.truncateTool('list_directory', lines(101).slice(0, -1), {}, whole)).toBe(
      headings.slice(0, -1),
    )
  })

  it('a cut of characters beside a cut of lines has a marker of its own', () => {
    // The head is full after 3 long lines; the line limit then takes short lines out of the tail.
    const output = lines(3, (n) => `${n}`.repeat(99)) + lines(400, (n) => `${n}`.padStart(4, '0'))
    const limits = { maxChars: 1000, maxLines: 100 }
    const text = attractor.truncateTool('run_command', output, limits, whole)
    expect(text.match(/^(\[.*lines.*|\.\.\. \[.*)$/gim)).toEqual([
      '[First 3 lines of 403]',
      '... [1300 characters truncated — full output available in artifacts] ...',
      '[Lines 264-290 of 403]',
      '... [43 lines truncated — full output available in artifacts] ...',
      '[Last 70 lines of 403]',
    ])
  })

  it('one giant line keeps both ends, and claims no missing line', () => {
    const text = attractor.truncateTool('read_file', 'x'.repeat(100_000), { maxLines: 1 })
    expect(text).toContain('... [65000 characters truncated] ...')
    expect(text).not.toContain('lines truncated')
  })
})

describe('bad input', () => {
  const invalid = expect.objectContaining({ name: 'PithError', code: 'PITH_INVALID_OPTION' })
  const wrong = (value: unknown) => value as never

  it.each([[-1], [1.5], [Number.NaN], ['10'], [null]])('a limit of %o characters is refused', (maxChars) => {
    expect(() => attractor.truncate('abc', wrong(maxChars))).toThrow(invalid)
    expect(() => attractor.truncateTool('run_command', 'abc', { maxLines: wrong(maxChars ?? -2) })).toThrow(
      invalid,
    )
  })

  it.each([[-0.1], [1.1], [Number.NaN], [Infinity], ['0.3']])(
    'a head ratio of %o is refused',
    (headRatio) => {
      expect(() => attractor.truncate('abc', 2, wrong(headRatio))).toThrow(invalid)
      expect(() => attractor.truncateTool('run_command', 'abc', { headRatio: wrong(headRatio) })).toThrow(
        invalid,
      )
    },
  )

  it.each([['shell'], ['constructor'], [''], [null], [7]])('the tool %o is refused', (tool) => {
    expect(() => attractor.truncateTool(wrong(tool), 'abc')).toThrow(invalid)
  })

  it('is refused for what only looks like text, limits or options', () => {
    const badText = expect.objectContaining({ name: 'PithError', code: 'PITH_INVALID_INPUT' })
    expect(() => attractor.truncate(wrong(7), 2)).toThrow(badText)
    expect(() => attractor.truncateTool('run_command', wrong(undefined))).toThrow(badText)
    expect(() => attractor.truncateTool('run_command', 'abc', wrong(null))).toThrow(invalid)
    expect(() => attractor.truncateTool('run_command', 'abc', {}, wrong('yes'))).toThrow(invalid)
  })

  it('limits of nothing and of one have results', () => {
    expect(attractor.truncate('abc', 0)).toBe('\n\n... [3 characters truncated] ...\n\n')
    expect(attractor.truncate('abc', 1)).toBe('\n\n... [2 characters truncated] ...\n\nc')
    expect(attractor.truncate('abc', 10 ** 9)).toBe('abc')
    const none = attractor.truncateTool('run_command', 'a\nb', { maxLines: 0 })
    expect(none).toBe('\n\n... [2 lines truncated] ...\n\n')
    const one = attractor.truncateTool('run_command', 'a\nb', { maxLines: 1 })
    expect(one).toBe('\n\n... [1 lines truncated] ...\n\nb')
  })
})
