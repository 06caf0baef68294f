import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { decode } from '../../src/core/words/parts.ts'
import * as generators from '../support/generators.ts'
import { createRandom } from '../support/random.ts'
import * as zdx from './zdx-checked.ts'
import { linesOf as lines, memorySpill, pagesOf } from './zdx-checked.ts'

const bytesIn = (text: string): number => new TextEncoder().encode(text).length
const code = (name: string) => expect.objectContaining({ name: 'PithError', code: name })
const INVALID = code('PITH_INVALID_OPTION')
const anyLength = { maxLineLength: Infinity }
const PAGE_BYTES = 40_960
const utf8 = (...bytes: number[]) => Uint8Array.from(bytes)

describe('a page', () => {
  it('has the fields of zdx, and no others', () => {
    const page = zdx.read(lines(3000), { path: 'large.txt' })
    expect(page).toEqual({
      path: 'large.txt',
      content: lines(2000),
      offset: 1,
      lines_shown: 2000,
      total_lines: 3000,
      truncated: true,
      byte_limited: false,
    })
    const fields = ['path', 'content', 'offset', 'lines_shown', 'total_lines', 'truncated', 'byte_limited']
    expect(Object.keys(page)).toEqual(fields)
    expect([zdx.MAX_LINES, zdx.MAX_LINE_BYTES, zdx.MAX_PAGE_BYTES]).toEqual([2000, 2000, PAGE_BYTES])
  })

  const empty = { content: '', lines_shown: 0, truncated: false }
  it.each<[string, string | Uint8Array, zdx.ReadOptions, Partial<zdx.ReadOutput>]>([
    ['nothing', '', {}, { ...empty, total_lines: 0 }],
    [
      'one line without an end',
      'hello',
      {},
      { content: 'hello', truncated: false, total_lines: 1, offset: 1 },
    ],
    ['2000 lines', lines(2000), {}, { lines_shown: 2000, truncated: false }],
    [
      'an offset',
      lines(5),
      { offset: 3 },
      { content: 'line 3\nline 4\nline 5\n', offset: 3, lines_shown: 3 },
    ],
    ['a limit', lines(5), { limit: 2 }, { content: 'line 1\nline 2\n', truncated: true }],
    ['both', lines(5), { offset: 2, limit: 2 }, { content: 'line 2\nline 3\n', truncated: true }],
    ['both, up to the end', lines(5), { offset: 4, limit: 2 }, { lines_shown: 2, truncated: false }],
    ['an offset of 0', lines(2), { offset: 0 }, { content: lines(2), offset: 1 }],
    ['an offset past the end', lines(3), { offset: 4 }, { ...empty, offset: 4, total_lines: 3 }],
    ['an offset far past the end', 'a\nb\nc', { offset: 10 ** 9 }, { ...empty, total_lines: 3 }],
    ['a limit of 10^9', lines(2001), { limit: 10 ** 9 }, { lines_shown: 2000 }],
    ['a limit of Infinity', lines(2001), { limit: Infinity }, { lines_shown: 2000 }],
    ['a limit of 0', 'a\nb\n', { limit: 0 }, { ...empty, truncated: true }],
    ['a limit of 0 behind the end', 'a\nb\n', { offset: 3, limit: 0 }, empty],
    ['numbers in strings', lines(3), { offset: ' 2 ', limit: '1' }, { content: 'line 2\n', offset: 2 }],
    ['blank strings', lines(3), { offset: ' ', limit: '' }, { offset: 1, lines_shown: 3 }],
    ['few lines of very many', lines(123_456), { offset: 5, limit: 1 }, { total_lines: 123_456 }],
    [
      '204 lines of 200 bytes',
      lines(300, () => 'x'.repeat(199)),
      {},
      { lines_shown: 204, byte_limited: true },
    ],
    [
      'lines that fill a page',
      lines(2000, () => 'x'.repeat(31)),
      {},
      { lines_shown: 1280, byte_limited: true },
    ],
    ['3000 short lines', lines(3000, () => ''), {}, { lines_shown: 2000, byte_limited: false }],
    ['a long line', `${'é'.repeat(501)}\nb\n`, {}, { content: `${'é'.repeat(500)}\nb\n`, truncated: false }],
    ['a long line of four bytes each', '😀'.repeat(501), {}, { content: '😀'.repeat(500), truncated: false }],
    ['a long line with CRLF', `${'x'.repeat(501)}\r\ny\r\n`, {}, { content: `${'x'.repeat(500)}\r\ny\r\n` }],
    ['other line ends', 'a\r\nb\nc\rd\r\n\n\r\n', {}, { content: 'a\r\nb\nc\rd\r\n\n\r\n' }],
    ['another length of lines', 'xxx\nyyy\n', { maxLineLength: 2 }, { content: 'xx\nyy\n' }],
    ['malformed bytes', utf8(0x61, 0xff, 0x0a, 0xc3, 0x0a), {}, { content: 'a\uFFFD\n\uFFFD\n' }],
    [
      'a line larger than a page',
      `${'€'.repeat(20_000)}\nsecond\n`,
      anyLength,
      { content: '€'.repeat(13_653), lines_shown: 1, total_lines: 2, truncated: true, byte_limited: true },
    ],
    [
      'lines before one larger than a page',
      `first\n${'x'.repeat(50_000)}\n`,
      anyLength,
      { content: 'first\n', lines_shown: 1, byte_limited: true },
    ],
    [
      'a line as large as a page',
      `${'x'.repeat(40_959)}\n`,
      anyLength,
      { truncated: false, byte_limited: false },
    ],
  ])('of %s', (_, input, options, expected) => {
    expect(zdx.read(input, options)).toMatchObject(expected)
  })

  it('is within its bytes whatever its lines are, and knows a larger line by any character', () => {
    for (const letter of ['x', 'é', '€', '😀']) {
      for (const width of [0, 1, 20, 499, 501, 900])
        expect(bytesIn(zdx.read(lines(2100, () => letter.repeat(width))).content)).toBeLessThanOrEqual(
          PAGE_BYTES,
        )
      for (let before = 0; before < 5; before++) {
        const page = zdx.read('.'.repeat(40_956 + before) + letter.repeat(9), anyLength)
        expect(page).toMatchObject({ lines_shown: 1, truncated: true, byte_limited: true })
        expect(bytesIn(page.content)).toBeGreaterThan(PAGE_BYTES - 5)
      }
    }
  })

  it.each<[zdx.ReadOptions]>([
    ...[-1, 1.5, Number.NaN, Infinity, '-1', '1.5', 'two', '9'.repeat(40)].map((offset): [object] => [
      { offset },
    ]),
    ...[-1, 0.5, 'all'].map((limit): [object] => [{ limit }]),
    ...[0, 2.5].map((maxLineLength): [object] => [{ maxLineLength }]),
    ...[-1, 1.5, 'two', Number.NaN, Infinity].map((column): [object] => [{ column }]),
    ...[null, { offset: true }, { path: 7 }].map((options): [object] => [options as object]),
  ])('is refused for %o', (options) => {
    expect(() => zdx.read('a\nb\n', options)).toThrow(INVALID)
  })
})

describe('a command', () => {
  const whole = { exit_code: 0, timed_out: false, stdout_truncated: false, stderr_truncated: false }
  const long = 'x'.repeat(51_200)
  it.each<[string, zdx.BashInput, Partial<zdx.BashOutput>]>([
    ['that prints little', { stdout: 'hello\n' }, { ...whole, stdout: 'hello\n' }],
    ['that fails', { exitCode: 42 }, { exit_code: 42 }],
    ['that a signal ended', { exitCode: null }, { exit_code: -1 }],
    ['whose time was over', { timedOut: true }, { exit_code: -1, timed_out: true }],
    ['whose time was over, with a status', { timedOut: true, exitCode: 124 }, { exit_code: 124 }],
    [
      'that prints much',
      { stdout: long, stderr: 'small' },
      {
        ...whole,
        stdout: 'x'.repeat(PAGE_BYTES),
        stderr: 'small',
        stdout_truncated: true,
        stdout_total_bytes: 51_200,
        stderr_total_bytes: 5,
      },
    ],
    [
      'whose streams are full and too full',
      { stdout: 'z'.repeat(PAGE_BYTES), stderr: 'é'.repeat(20_481) },
      {
        stdout_truncated: false,
        stderr: 'é'.repeat(20_480),
        stderr_truncated: true,
        stderr_total_bytes: 40_962,
      },
    ],
    [
      'that prints malformed bytes',
      { stdout: new Uint8Array(30_000).fill(0xff), stderr: utf8(0xf0, 0x9f, 0x98) },
      {
        stdout: '\uFFFD'.repeat(13_653),
        stdout_truncated: true,
        stdout_total_bytes: 30_000,
        stderr: '\uFFFD',
      },
    ],
  ])('%s', (_, input, expected) => {
    const output = zdx.bash(input)
    expect(output).toMatchObject(expected)
    expect(JSON.stringify(output)).not.toContain('_file')
  })

  it('names the files of streams that were cut, which have all bytes', () => {
    const { files, spill } = memorySpill()
    const bytes = new Uint8Array(50_000).map((_, i) => i)
    const output = zdx.bash({ stdout: long, stderr: bytes }, { spill })
    expect(output.stdout_file).toBe('/spill/zdx-bash-1-stdout.txt')
    expect(output.stderr_file).toBe('/spill/zdx-bash-1-stderr.txt')
    expect(files.get(output.stdout_file ?? '')).toEqual(new TextEncoder().encode(long))
    expect(files.get(output.stderr_file ?? '')).toEqual(bytes)
    files.clear()
    expect(Object.keys(zdx.bash({ stdout: 'z'.repeat(PAGE_BYTES) }, { spill })).join()).not.toContain('_file')
    expect(files.size).toBe(0)
  })

  it('names no file that could not be written', () => {
    const failing: zdx.Spill[] = [
      () => undefined,
      () => '',
      () => '/tmp/\ud800',
      () => {
        throw new Error('no space left')
      },
    ]
    for (const spill of failing)
      expect(zdx.bash({ stdout: long }, { spill })).toEqual(zdx.bash({ stdout: long }))
  })

  it.each([
    ['Hello, world!', 100, 'Hello, world!'],
    ['こんにちは', 10, 'こんに'],
    ['こんにちは', 9, 'こんに'],
    ['Hi😀there', 5, 'Hi'],
    ['Hi😀there', 6, 'Hi😀'],
    ['Hi😀there', 0, ''],
  ])('is cut between characters: %s at %i', (text, maxBytes, expected) => {
    expect(zdx.truncateAtUtf8Boundary(text, maxBytes)).toBe(expected)
    expect(zdx.truncateAtUtf8Boundary(new TextEncoder().encode(text), maxBytes)).toBe(expected)
  })
})

describe('a warning', () => {
  it.each([
    [0, '0 bytes'],
    [1023, '1023 bytes'],
    [1024, '1.0 KB'],
    [51_200, '50.0 KB'],
    [1_048_576, '1.0 MB'],
    [1_610_612_736, '1536.0 MB'],
  ])('tells %i bytes as %s', (bytes, expected) => {
    expect(zdx.formatByteTruncation(bytes)).toBe(expected)
  })

  it('tells of each stream and each file that was cut, in colour where that is wanted', () => {
    const output = zdx.bash({ stdout: 'x'.repeat(102_400), stderr: 'y'.repeat(1_048_576) })
    const ofStderr = '[⚠ stderr truncated: 1.0 MB total]'
    expect(zdx.warnings(output)).toEqual(['[⚠ stdout truncated: 100.0 KB total]', ofStderr])
    expect(zdx.warnings({ ...output, stdout_truncated: false })).toEqual([ofStderr])
    const page = zdx.read(lines(5000), { path: 'large.txt' })
    const ofFile = '[⚠ file truncated: showing 2000 of 5000 lines]'
    for (const each of [page, zdx.envelope(page)]) expect(zdx.warnings(each)).toEqual([ofFile])
    expect(zdx.warnings(page, { color: true })).toEqual([`\x1b[2;33m${ofFile}\x1b[0m`])
    for (const quiet of [zdx.bash('hi\n'), zdx.read('hi\n'), zdx.failure('read_error', 'gone')])
      expect(zdx.warnings(quiet)).toEqual([])
  })
})

describe('an envelope', () => {
  it('has the data, or an error by its code and message', () => {
    const page = zdx.read('a\n')
    expect(zdx.envelope(page)).toEqual({ ok: true, data: page })
    const error = { code: 'read_error', message: 'It failed.', details: 'OS error' }
    expect(zdx.failure('read_error', 'It failed.', 'OS error')).toEqual({ ok: false, error })
    const failing = (): Error => {
      try {
        zdx.read('a', { offset: -1 })
      } catch (error) {
        return error as Error
      }
      throw new Error('it did not throw')
    }
    const message = 'Expected `offset` to be a whole number from 0, got -1.'
    expect(zdx.envelope(failing())).toEqual({ ok: false, error: { code: 'invalid_input', message } })
    const gone = Object.assign(new Error('no such file'), { code: 'ENOENT' })
    expect(zdx.envelope(gone)).toEqual({ ok: false, error: { code: 'enoent', message: 'no such file' } })
    const odd = { code: 'error', message: '\uFFFD' }
    expect(zdx.envelope(new Error('\ud800'))).toEqual({ ok: false, error: odd })
  })

  it('of what only looks like an input is an error', () => {
    const wrong = (value: unknown) => value as never
    expect(() => zdx.read(wrong(7))).toThrow(code('PITH_INVALID_INPUT'))
    expect(() => zdx.bash({ stdout: wrong(7) })).toThrow(code('PITH_INVALID_INPUT'))
    for (const call of [
      () => zdx.bash(wrong(null)),
      () => zdx.bash({ exitCode: 1.5 }),
      () => zdx.bash('x'.repeat(50_000), { spill: wrong('here') }),
      () => zdx.warnings(wrong('text')),
      () => zdx.formatByteTruncation(-1),
      () => zdx.truncateAtUtf8Boundary('a', -1),
    ])
      expect(call).toThrow(INVALID)
  })
})

describe('any input', () => {
  const pieces = [
    '\n',
    '\r\n',
    '\r',
    'a',
    'é',
    '€',
    '😀',
    '\ud83d',
    '\ude00',
    '\uFEFF',
    'x'.repeat(499),
    'line\n',
  ]
  const alphabet = [0x0a, 0x0d, 0x61, 0xc3, 0xa9, 0xf0, 0x9f, 0x98, 0x80, 0xff]
  const inputs = Array.from({ length: 300 }, (_, seed) => {
    const random = createRandom(seed)
    const length = random.below(60)
    const pick = <T>(list: readonly T[]) => Array.from({ length }, () => random.pick(list))
    return seed % 2 === 0 ? pick(pieces).join('') : Uint8Array.from(pick(alphabet))
  })

  it('gives the lines that a naive reading of the rules gives, and streams that are well formed', () => {
    for (const input of inputs) {
      const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input
      const { stdout, stderr } = zdx.bash({ stdout: input, stderr: input })
      expect(stdout + stderr).not.toMatch(/\p{Surrogate}/u)
      const all =
        Buffer.from(bytes)
          .toString('latin1')
          .match(/[^\n]*\n|[^\n]+$/g) ?? []
      const clipped = all.map((line) => {
        const [, body, end] = /^([\s\S]*?)(\r?\n|)$/.exec(line) ?? []
        return (
          Array.from(decode(Buffer.from(body, 'latin1')))
            .slice(0, 3)
            .join('') + end
        )
      })
      const page = zdx.read(input, { offset: 2, limit: 3, maxLineLength: 3 })
      expect(page.content).toBe(clipped.slice(1, 4).join(''))
      expect([page.total_lines, page.truncated]).toEqual([all.length, all.length > 4])
    }
  })
})

const numRuns = inject('thorough') ? 120 : 8
const joined = (pages: zdx.ReadOutput[]): string => pages.map(({ content }) => content).join('')

/** A page that does not end the file has 30 KB at least, or the lines that were asked for. */
const mostPages = (bytes: Uint8Array, limit: number): number =>
  2 + Math.ceil((3 * bytes.length) / 30_000) * 2 + Math.ceil(bytes.filter((b) => b === 0x0a).length / limit)

/** Files whose lines are larger than a page about as often as not. */
const file = fc
  .array(
    fc.oneof(
      generators.bytes,
      fc
        .tuple(
          fc.constantFrom('x', 'é', '€', '😀', '\r', '\ud83d', 'e\u0301'),
          fc.integer({ min: 9_000, max: 60_000 }),
        )
        .map(([letter, count]) => new TextEncoder().encode(letter.repeat(count))),
      fc.constantFrom('\n', '\r\n', '\n\n\n').map((end) => new TextEncoder().encode(end)),
      fc.integer({ min: 1, max: 60_000 }).map((count) => new Uint8Array(count).fill(0xff)),
    ),
    { maxLength: 6 },
  )
  .map((parts) => Uint8Array.from(parts.flatMap((part) => Array.from(part))))

describe('following the pages', () => {
  it('leads to every byte of a spilled stream of one line of 102,400 characters', () => {
    const { files, spill } = memorySpill()
    const stdout = 'y'.repeat(102_400)
    const { stdout_file: path = '' } = zdx.bash({ stdout }, { spill })
    const pages = pagesOf(files.get(path) ?? '', { path }, 3)
    expect(pages.map(({ next_column }) => next_column)).toEqual([40_961, 81_921, undefined])
    expect(pages.map(({ truncated }) => truncated)).toEqual([true, true, false])
    expect(joined(pages)).toBe(stdout)
  })

  it('leads to every byte of any file whose lines are left whole', () => {
    fc.assert(
      fc.property(file, fc.constantFrom(1, 3, 2000), (bytes, limit) => {
        const pages = pagesOf(bytes, { limit, maxLineLength: Infinity }, mostPages(bytes, limit))
        expect(joined(pages)).toBe(decode(bytes))
      }),
      { numRuns },
    )
  })

  it('leads to the end of any file, whatever the length of a line', () => {
    fc.assert(
      fc.property(file, fc.constantFrom(1, 500, 12_000, 40_959, 40_960, 50_000), (bytes, maxLineLength) => {
        const pages = pagesOf(bytes, { maxLineLength }, mostPages(bytes, 2000))
        const last = pages[pages.length - 1]
        expect(last.offset - 1 + last.lines_shown).toBe(last.total_lines)
        for (const { content } of pages) {
          for (const line of content.split('\n')) {
            expect(Array.from(line.replace(/\r$/, '')).length).toBeLessThanOrEqual(maxLineLength)
          }
        }
      }),
      { numRuns },
    )
  })
})

describe('a column', () => {
  it('is counted in code points from 1, of the first line alone', () => {
    expect(zdx.read('a😀bc\r\nsecond\n', { column: 3 }).content).toBe('bc\r\nsecond\n')
    expect(zdx.read('one\ntwo\n', { offset: 2, column: '2' }).content).toBe('wo\n')
    expect(zdx.read('abc', { column: 0 }).content).toBe('abc')
    expect(zdx.read('x'.repeat(1200), { column: 501 }).content).toBe('x'.repeat(500))
  })

  it('past the end of its line leaves the line end, and after the last line nothing', () => {
    expect(zdx.read('abc\ndef\n', { column: 9 })).toMatchObject({ content: '\ndef\n', truncated: false })
    expect(zdx.read('abc', { column: 4 })).toMatchObject({ content: '', lines_shown: 0, truncated: false })
    expect(zdx.read('', { column: 4 })).toMatchObject({ content: '', total_lines: 0, truncated: false })
  })

  it('is told only where a page ends inside its line', () => {
    expect(zdx.read('x'.repeat(102_400))).not.toHaveProperty('next_column')
    expect(zdx.read('x\n'.repeat(3000))).not.toHaveProperty('next_column')
    const after = zdx.read(`first\n${'x'.repeat(50_000)}`, { maxLineLength: Infinity })
    expect(after).not.toHaveProperty('next_column')
    expect(after).toMatchObject({ lines_shown: 1, truncated: true })
  })
})

describe('the name of a spilled stream', () => {
  it('leaves lines whole unless a length is given; any other name does not', () => {
    const text = 'x'.repeat(600)
    const path = '/tmp/zdx-bash-1b4e28ba-2fa1-11d2-883f-0016d3cca427-stderr.txt'
    expect(zdx.read(text, { path }).content).toBe(text)
    expect(zdx.read(text, { path, maxLineLength: 9 }).content).toBe('xxxxxxxxx')
    for (const other of [
      '/tmp/zdx-bash-1-stdout.txt/log',
      'zdx-bash-1.txt',
      '/tmp/my-zdx-bash-1-stdout.txt',
    ]) {
      expect(zdx.read(text, { path: other }).content).toBe('x'.repeat(500))
    }
  })
})
