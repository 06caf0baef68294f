import { describe, expect, it } from 'vitest'
import { createRandom } from '../support/random.ts'
import * as zdx from './zdx-checked.ts'
import { linesOf as lines, memorySpill } from './zdx-checked.ts'

const code = (name: string) => expect.objectContaining({ name: 'PithError', code: name })
const INVALID = code('PITH_INVALID_OPTION')

describe('bad input', () => {
  it.each<[zdx.ReadOptions]>([
    [{ offset: -1 }],
    [{ offset: 1.5 }],
    [{ offset: Number.NaN }],
    [{ offset: Infinity }],
    [{ offset: '-1' }],
    [{ offset: '1.5' }],
    [{ offset: 'two' }],
    [{ offset: '9'.repeat(40) }],
    [{ limit: -1 }],
    [{ limit: 0.5 }],
    [{ limit: 'all' }],
    [{ maxLineLength: 0 }],
    [{ maxLineLength: 2.5 }],
  ])('a page is refused for %o', (options) => {
    expect(() => zdx.read('a\nb\n', options)).toThrow(INVALID)
  })

  it('is refused for what only looks like options, inputs and results', () => {
    const wrong = (value: unknown) => value as never
    expect(() => zdx.read(wrong(7))).toThrow(code('PITH_INVALID_INPUT'))
    expect(() => zdx.read('a', wrong(null))).toThrow(INVALID)
    expect(() => zdx.read('a', wrong({ offset: true }))).toThrow(INVALID)
    expect(() => zdx.read('a', wrong({ path: 7 }))).toThrow(INVALID)
    expect(() => zdx.bash(wrong(null))).toThrow(INVALID)
    expect(() => zdx.bash({ stdout: wrong(7) })).toThrow(code('PITH_INVALID_INPUT'))
    expect(() => zdx.bash({ exitCode: 1.5 })).toThrow(INVALID)
    expect(() => zdx.bash('x'.repeat(50_000), { spill: wrong('here') })).toThrow(INVALID)
    expect(() => zdx.warnings(wrong('text'))).toThrow(INVALID)
    expect(() => zdx.formatByteTruncation(-1)).toThrow(INVALID)
    expect(() => zdx.truncateAtUtf8Boundary('a', -1)).toThrow(INVALID)
  })

  it('takes numbers in strings, and a blank string for the default', () => {
    expect(zdx.read('a\nb\nc\n', { offset: ' 2 ', limit: '1' })).toMatchObject({ content: 'b\n', offset: 2 })
    expect(zdx.read('a\nb\n', { offset: ' ', limit: '' })).toMatchObject({ offset: 1, lines_shown: 2 })
  })

  it('gives an empty page for a limit of 0, with the truth about what remains', () => {
    expect(zdx.read('a\nb\n', { limit: 0 })).toMatchObject({ content: '', lines_shown: 0, truncated: true })
    expect(zdx.read('a\nb\n', { offset: 3, limit: 0 }).truncated).toBe(false)
    expect(zdx.read('', { limit: 0 }).truncated).toBe(false)
  })

  it('takes a limit of 10^9 and of Infinity for 2000', () => {
    const file = lines(2001)
    expect(zdx.read(file, { limit: 10 ** 9 }).lines_shown).toBe(2000)
    expect(zdx.read(file, { limit: Infinity })).toEqual(zdx.read(file))
    expect(zdx.read(file, { offset: 10 ** 9 })).toMatchObject({ content: '', total_lines: 2001 })
  })

  it('becomes an envelope with a code and a message, without a stack', () => {
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
    expect(zdx.envelope(new Error('\ud800'))).toEqual({
      ok: false,
      error: { code: 'error', message: '\uFFFD' },
    })
  })
})

describe('a line larger than a page, once lines are left whole', () => {
  const whole = { maxLineLength: Infinity }

  it('is cut between characters, and the page says so', () => {
    const page = zdx.read(`${'€'.repeat(20_000)}\nsecond\n`, whole)
    const shown = { lines_shown: 1, total_lines: 2, truncated: true, byte_limited: true }
    expect(page).toMatchObject({ content: '€'.repeat(13_653), ...shown })
  })

  it('is not begun on a page that has other lines', () => {
    const page = zdx.read(`first\n${'x'.repeat(50_000)}\n`, whole)
    expect(page).toMatchObject({ content: 'first\n', lines_shown: 1, byte_limited: true })
  })

  it('is known for larger whatever character stands at the limit', () => {
    for (const letter of ['x', 'é', '€', '😀']) {
      for (let before = 0; before < 5; before++) {
        const page = zdx.read('.'.repeat(40_956 + before) + letter.repeat(9), whole)
        expect(page).toMatchObject({ lines_shown: 1, truncated: true, byte_limited: true })
        expect(new TextEncoder().encode(page.content).length).toBeGreaterThan(40_955)
        expect(new TextEncoder().encode(page.content).length).toBeLessThanOrEqual(40_960)
      }
    }
  })

  it('fits when it is exactly as large', () => {
    const page = zdx.read(`${'x'.repeat(40_959)}\n`, whole)
    expect(page).toMatchObject({ truncated: false, byte_limited: false })
  })
})

describe('a command', () => {
  it('that a signal or a time-out ended has the exit code -1', () => {
    expect(zdx.bash({ exitCode: null }).exit_code).toBe(-1)
    expect(zdx.bash({ timedOut: true })).toMatchObject({ exit_code: -1, timed_out: true })
    expect(zdx.bash({ timedOut: true, exitCode: 124 }).exit_code).toBe(124)
  })

  it('that printed malformed bytes has streams within the limit all the same', () => {
    const output = zdx.bash({ stdout: new Uint8Array(30_000).fill(0xff), stderr: '' })
    expect(output.stdout).toBe('\uFFFD'.repeat(13_653))
    expect(output).toMatchObject({ stdout_truncated: true, stdout_total_bytes: 30_000 })
  })

  it('names no file that could not be written', () => {
    const stdout = 'x'.repeat(50_000)
    const plain = zdx.bash({ stdout })
    const failing: zdx.Spill[] = [
      () => undefined,
      () => '',
      () => '/tmp/\ud800',
      () => {
        throw new Error('no space left')
      },
    ]
    for (const spill of failing) expect(zdx.bash({ stdout }, { spill })).toEqual(plain)
  })

  it('spills the bytes it was given, malformed ones too', () => {
    const { files, spill } = memorySpill()
    const bytes = new Uint8Array(50_000).map((_, i) => i)
    zdx.bash({ stderr: bytes }, { spill })
    expect(files.get('/spill/zdx-bash-1-stderr.txt')).toEqual(bytes)
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

  it('gives well-formed text, twice the same, within the limits', () => {
    for (const input of inputs) {
      const page = zdx.read(input, { limit: 7, maxLineLength: 5 })
      const output = zdx.bash({ stdout: input, stderr: input })
      expect(page.content + output.stdout + output.stderr).not.toMatch(/\p{Surrogate}/u)
      expect(zdx.read(input, { limit: 7, maxLineLength: 5 })).toEqual(page)
      expect(zdx.bash({ stdout: input, stderr: input })).toEqual(output)
      expect(page.lines_shown).toBeLessThanOrEqual(7)
    }
  })

  it('gives pages that join to its text', () => {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
    for (const input of inputs) {
      const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input
      const pages: string[] = []
      for (let offset = 1, more = true; more; ) {
        const page = zdx.read(input, { offset, limit: 2, maxLineLength: Infinity })
        pages.push(page.content)
        if (page.truncated) expect(page.lines_shown).toBeGreaterThan(0)
        offset += page.lines_shown
        more = page.truncated
      }
      expect(pages.join('')).toBe(decoder.decode(bytes))
    }
  })

  it('gives the lines that a naive reading of the rules gives', () => {
    for (const input of inputs) {
      if (typeof input !== 'string') continue
      const all = decodeAll(input).match(/[^\n]*\n|[^\n]+$/g) ?? []
      const clipped = all.map((line) => {
        const [, body, end] = /^([\s\S]*?)(\r?\n|)$/.exec(line) ?? []
        return Array.from(body).slice(0, 3).join('') + end
      })
      const page = zdx.read(input, { offset: 2, limit: 3, maxLineLength: 3 })
      expect(page.content).toBe(clipped.slice(1, 4).join(''))
      expect(page.total_lines).toBe(all.length)
      expect(page.truncated).toBe(all.length > 4)
    }
  })

  const decodeAll = (text: string): string =>
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text))
})

/** From zdx at add69e9, the tests of its read and bash tools; those about paths, processes and warnings are not here. */
describe('the cases of another release', () => {
  const anyLength = { maxLineLength: Infinity }
  const letters = 'a\nb\nc\nd\ne\nf\n'
  const five = 'line1\nline2\nline3\nline4\nline5\n'

  it.each<[string, string, zdx.ReadOptions, Partial<zdx.ReadOutput>]>([
    [
      'one line',
      'hello world',
      {},
      { content: 'hello world', truncated: false, lines_shown: 1, total_lines: 1, offset: 1 },
    ],
    [
      'a giant line',
      'y'.repeat(102_400),
      anyLength,
      { truncated: true, byte_limited: true, lines_shown: 1, total_lines: 1, content: 'y'.repeat(40_960) },
    ],
    [
      'a giant line before another',
      `${'y'.repeat(102_400)}\nsecond line\n`,
      anyLength,
      { truncated: true, byte_limited: true, lines_shown: 1, total_lines: 2, content: 'y'.repeat(40_960) },
    ],
    ['nothing', '', {}, { content: '', lines_shown: 0, total_lines: 0, truncated: false }],
    [
      'no line end at the end',
      'line1\nline2\nline3',
      {},
      { lines_shown: 3, total_lines: 3, content: 'line1\nline2\nline3' },
    ],
    [
      'an offset past the end',
      lines(3),
      { offset: 100 },
      { content: '', offset: 100, lines_shown: 0, total_lines: 3, truncated: false },
    ],
    ['an offset of 0', lines(2), { offset: 0 }, { offset: 1, lines_shown: 2 }],
    ['a limit past the end', lines(100), { limit: 10_000 }, { lines_shown: 100, total_lines: 100 }],
    ['the first two of six', letters, { offset: 1, limit: 2 }, { content: 'a\nb\n', truncated: true }],
    ['the last two of six', letters, { offset: 5, limit: 2 }, { content: 'e\nf\n', truncated: false }],
    [
      '300 lines of 200 bytes',
      lines(300, () => 'x'.repeat(199)),
      {},
      { truncated: true, byte_limited: true, total_lines: 300, lines_shown: 204 },
    ],
    [
      '3000 lines',
      lines(3000, () => 'x'),
      {},
      { truncated: true, byte_limited: false, lines_shown: 2000, total_lines: 3000 },
    ],
    [
      'numbers in strings',
      five,
      { offset: '2', limit: '2' },
      { content: 'line2\nline3\n', offset: 2, lines_shown: 2 },
    ],
    ['blank strings', lines(3), { offset: ' ', limit: '' }, { offset: 1, lines_shown: 3 }],
  ])('a page: %s', (_, input, options, expected) => {
    expect(zdx.read(input, options)).toMatchObject(expected)
  })

  it('a command', () => {
    expect(zdx.bash({ stdout: 'hello\n', exitCode: 0 })).toMatchObject({
      exit_code: 0,
      timed_out: false,
      stdout_truncated: false,
      stderr_truncated: false,
    })
    expect(zdx.bash({ exitCode: 42 })).toMatchObject({ exit_code: 42 })
    const short = zdx.bash({ stdout: 'z'.repeat(1024) }, { spill: memorySpill().spill })
    expect(Object.keys(short).join()).not.toContain('_file')
  })
})
