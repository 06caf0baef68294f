import { describe, expect, it } from 'vitest'
import { PithError } from '../src/errors.ts'
import type { TruncateOptions } from '../src/options.ts'
import type { Truncation } from '../src/truncation.ts'
import { createCollector, truncate, truncateStream } from './support/checked.ts'
import { checkContract } from './support/contract.ts'
import { InputFacts } from './support/facts.ts'

const seq = (last: number): string => Array.from({ length: last }, (_, i) => `${i + 1}\n`).join('')

const artifact = { artifact: '3f9a1c2b40de7781' }

describe('seq 1 100000 in ten lines', () => {
  const hundredThousand = seq(100_000)

  it.each<[string, TruncateOptions, string[]]>([
    [
      'both ends, with nothing to go back to',
      {},
      [
        '1',
        '2',
        '[...3-99994: 575K]',
        ...['99995', '99996', '99997', '99998', '99999', '100000'],
        '[8 of 100000 lines. Not kept.]',
      ],
    ],
    [
      'both ends, with an artifact',
      { source: artifact },
      [
        '1',
        '2',
        '[...3-99994: 575K]',
        ...['99995', '99996', '99997', '99998', '99999', '100000'],
        '[More: pith show 3f9a1c2b40de7781 --lines 3-99994, or --grep RE]',
      ],
    ],
    [
      'both ends, with a file',
      { source: { path: 'my log.txt' } },
      [
        '1',
        '2',
        '[...3-99994: 575K]',
        ...['99995', '99996', '99997', '99998', '99999', '100000'],
        '[More: "my log.txt" offset=3 limit=99992]',
      ],
    ],
    [
      'both ends, half and half',
      { headRatio: 0.5 },
      [
        ...['1', '2', '3', '4'],
        '[...5-99996: 575K]',
        ...['99997', '99998', '99999', '100000'],
        '[8 of 100000 lines. Not kept.]',
      ],
    ],
    [
      'the head',
      { keep: 'head' },
      [...['1', '2', '3', '4', '5', '6', '7', '8', '9'], '[Lines 1-9 of 100000. Not kept.]'],
    ],
    [
      'the head of a file',
      { keep: 'head', source: { path: 'build.log' } },
      [...['1', '2', '3', '4', '5', '6', '7', '8', '9'], '[Lines 1-9 of 100000. Use offset=10 to continue.]'],
    ],
    [
      'the tail',
      { keep: 'tail', source: artifact },
      [
        ...['99992', '99993', '99994', '99995', '99996', '99997', '99998', '99999', '100000'],
        '[Lines 99992-100000 of 100000. More: pith show 3f9a1c2b40de7781 --lines 1-99991, or --grep RE]',
      ],
    ],
    [
      'the tail, for a host without the command',
      { keep: 'tail', source: { path: 'build.log' }, notice: { tools: [] } },
      [
        ...['99992', '99993', '99994', '99995', '99996', '99997', '99998', '99999', '100000'],
        '[Lines 99992-100000 of 100000. More: build.log offset=1 limit=99991]',
      ],
    ],
    [
      'how much is shown, where the full form takes more than a third',
      { maxBytes: 110 },
      ['1', '2', '99994', ...['99995', '99996', '99997', '99998', '99999', '100000'], '[9 of 100000 lines]'],
    ],
  ])('%s', (_, options, lines) => {
    const result = truncate(hundredThousand, { maxLines: 10, ...options })
    expect(result.text.split('\n')).toEqual(lines)
    expect(result).toMatchObject({
      truncated: true,
      truncatedBy: 'lines',
      totalLines: 100_000,
      totalBytes: 588_895,
    })
  })

  it.each<[string, TruncateOptions, string]>([
    ['four lines leave one line for words', { maxLines: 4 }, '1\n99999\n100000\n[3 of 100000 lines]'],
    ['two lines leave no line for words', { maxLines: 2 }, '1\n100000\n'],
    ['one line of the head', { maxLines: 1, keep: 'head' }, '1\n'],
    ['one line of the tail', { maxLines: 1, keep: 'tail' }, '100000\n'],
    [
      'three lines of the head hold a notice',
      { maxLines: 3, keep: 'head' },
      '1\n2\n[Lines 1-2 of 100000. Not kept.]',
    ],
    ['notices off', { maxLines: 4, keep: 'head', notice: false }, '1\n2\n3\n4\n'],
    ['no line', { maxLines: 0 }, ''],
    ['no byte', { maxBytes: 0 }, ''],
    ['no token', { maxTokens: 0 }, ''],
    ['nothing serialized', { maxSerializedBytes: 0 }, ''],
    ['only the quotes', { maxSerializedBytes: 2 }, ''],
  ])('%s', (_, options, text) => {
    expect(truncate(hundredThousand, options).text).toBe(text)
  })
})

describe('an input within the limits', () => {
  it.each<[string, string | Uint8Array, TruncateOptions, string]>([
    ['nothing', '', {}, ''],
    ['one line end', '\n', { maxLines: 1, maxBytes: 1 }, '\n'],
    ['2000 lines at a limit of 2000', seq(2000), { maxLines: 2000 }, seq(2000)],
    ['a last line without its end', '1\n2', { maxLines: 2, maxBytes: 3 }, '1\n2'],
    ['a BOM', '\uFEFFa', { maxBytes: 4 }, '\uFEFFa'],
    ['a lone half', 'a\ud83db', {}, 'a\uFFFDb'],
    ['a malformed byte', Uint8Array.of(0x61, 0xff, 0x62), {}, 'a\uFFFDb'],
    ['CRLF, a lone CR and U+2028', 'a\r\nb\rc\u2028d', { maxLines: 2 }, 'a\r\nb\rc\u2028d'],
    ['a notice that is data', '[Lines 1-2 of 9. Not kept.]', {}, '[Lines 1-2 of 9. Not kept.]'],
    ['no limits', seq(5000), { maxLines: Infinity, maxBytes: Infinity }, seq(5000)],
  ])('%s', (_, input, options, text) => {
    const result = truncate(input, options)
    expect(result.text).toBe(text)
    expect(result.truncated).toBe(false)
    expect(result.notice).toBeUndefined()
  })

  it('one line more than the limit is truncated', () => {
    expect(truncate(seq(2001), { maxLines: 2000 })).toMatchObject({ truncated: true, truncatedBy: 'lines' })
  })

  it.each([
    ['uses the room that malformed bytes take as text', `\u001b[m${'\xff'.repeat(20)}`, true],
    ['has no more bytes than its input, however far the cursor moved', '\u001b[70Cx', false],
  ])('what a terminal shows of a text %s', (_, start, isLarger) => {
    const lines = Array.from({ length: 60 }, (_, at) => `${start}${'y'.repeat(at)}\n`)
    const input = Buffer.from(lines.join(''), 'latin1')
    expect(truncate(input, { fold: true, maxBytes: 4500, maxLines: 55 }).outputBytes > input.length).toBe(
      isLarger,
    )
  })
})

it('keeps the last lines alone with a head ratio of 0 and any number of lines', () => {
  const lines = Array.from({ length: 400 }, (_, i) => `${'abcdefgh'.slice(i % 8)} of row ${i}`)
  const { segments } = truncate(lines.join('\n'), {
    maxBytes: 500,
    maxLines: Infinity,
    headRatio: 0,
    errors: false,
  })
  expect(segments.map(({ kind, lastLine }) => [kind, lastLine])).toEqual([['tail', 400]])
  expect(segments[0].firstLine).toBeLessThan(390)
})

describe('lines that hold an error', () => {
  const log = Array.from({ length: 100 }, (_, i) =>
    i === 49 ? 'error[E0425]: cannot find value' : `line ${i + 1}`,
  )

  it('stand between the head and the tail', () => {
    const options = { maxLines: 10, headRatio: 0.5, errors: { before: 0, after: 0 } }
    expect(truncate(`${log.join('\n')}\n`, options).text.split('\n')).toEqual([
      ...['line 1', 'line 2', 'line 3'],
      '[...4-49: 362B]',
      'error[E0425]: cannot find value',
      '[...51-97: 376B]',
      ...['line 98', 'line 99', 'line 100'],
      '[7 of 100 lines. Not kept.]',
    ])
  })

  it('are not looked for where errors are off', () => {
    const result = truncate(`${log.join('\n')}\n`, { maxLines: 10, errors: false })
    expect(result.errors).toEqual({ total: 0, lines: [], statements: [] })
    expect(result.text).not.toContain('error[')
  })

  it('are counted in the marker of the gap that hides them', () => {
    const result = truncate(`${log.join('\n')}\n`, {
      maxLines: 10,
      keep: 'head',
      errors: true,
      maxBytes: 300,
    })
    expect(result.errors.total).toBe(1)
  })

  it('keep one error among 20,000 lines within 16 KiB', () => {
    const lines = Array.from(
      { length: 20_000 },
      (_, i) => `   Compiling crate-${i} v0.1.0 (/home/user/crate-${i})`,
    )
    lines[10_000] = 'error[E0425]: cannot find value `x` in this scope'
    const result = truncate(lines.join('\n'), { maxBytes: 16 * 1024 })
    expect(result.text).toContain('error[E0425]: cannot find value `x` in this scope')
    expect(result.outputBytes).toBeGreaterThan(12 * 1024)
  })
})

describe('lines over maxLineLength', () => {
  it('keep to it where an error behind a colour has more room', () => {
    const error = 'error[E0425]: cannot find value\n'
    const { text } = truncate(Uint8Array.of(255, ...new TextEncoder().encode(`${error}\x1b[31m${error}`)), {
      maxTokens: 100,
      maxLineLength: 4,
      for: 'run',
    })
    expect(text).toBe('\ufffde…\n…er…\n[2 lines, clipped]')
  })

  it('are cut around the strongest statement in them, not around the first', () => {
    const filler = 'word '.repeat(2500)
    const line = `${filler}Segmentation fault (core dumped) ${filler}panicked at src/ring.rs:1:2 ${filler}`
    const { text, errors } = truncate(`start\n${line}\nend\n`, { maxLineLength: 60 })
    expect(errors.statements[0].kind).toBe('exception')
    expect(text).toContain('panicked at')
  })

  it('keep their beginning and say how much is missing', () => {
    const lines = ['x'.repeat(100), ...Array.from({ length: 20 }, (_, i) => `short line number ${i}`)]
    const result = truncate(`${lines.join('\n')}\n`, { maxLineLength: 40 })
    expect(result.text.split('\n')).toEqual([
      `${'x'.repeat(31)} [...+69]`,
      ...lines.slice(1),
      '[21 lines, clipped. Not kept.]',
    ])
    expect(result.truncatedBy).toBe('line-length')
    expect(result.gaps).toMatchObject([
      { startByte: 31, endByte: 100, firstLine: 1, lastLine: 1, column: 32 },
    ])
  })

  it('are left alone at exactly the limit, counted in code points', () => {
    expect(truncate(`${'👍'.repeat(40)}\n`, { maxLineLength: 40 }).truncated).toBe(false)
  })
})

describe('words where there is little room', () => {
  const id = '3f9a1c2b40de7781'

  it('name the artifact though no line has a place for a mark', () => {
    const result = truncate(`compiling${'x'.repeat(100)}\nlinking\n`, {
      keep: 'head',
      maxLineLength: 1,
      source: { artifact: id },
    })
    expect(result.text).toBe(`c\nl\n[pith show ${id}]`)
  })

  it('are measured in tokens too, since the longest notice does not always have the most', () => {
    const text = `compiling\ncompiling über compiling\nsrc/main.rs:14:9 ${'compiling GET /index.html '.repeat(3)}\n`
    const { text: kept } = truncate(text, { maxTokens: 30, keep: 'head' })
    expect(kept).toBe('compiling\ncompiling über compiling\n[2 of 3 lines]')
  })

  it('count lines where a path would have to stand alone', () => {
    const source = { artifact: id, path: '/tmp/full.log' }
    const text = 'compiling\n'.repeat(9)
    const { notice } = truncate(text, { maxBytes: 75, keep: 'head', source, notice: { surface: 'file' } })
    expect(notice).toMatch(/^\[\d of 9 lines\]$/)
  })
})

describe('one giant line', () => {
  it.each(['head', 'tail', 'ends'] as const)('keeps its beginning and its end, keep %s', (keep) => {
    const result = truncate(`BEGIN${'x'.repeat(100_000)}END`, { maxBytes: 1000, keep })
    expect(result.text).toMatch(
      /^BEGINx+ \[\.\.\.\+\d+\]x+END\n\[1 line, clipped\. No newline at end\. Not kept\.\]$/,
    )
    expect(result.outputBytes).toBeGreaterThan(900)
  })

  it('is clipped with an ellipsis where a mark would take more than a third', () => {
    expect(truncate('x'.repeat(1000), { maxBytes: 20 }).text).toMatch(/^x+…x+$/)
  })

  it('with an error in it fills a limit on its JSON as well as one on its bytes', () => {
    const text = `${'é'.repeat(1000)} error[E0425]: cannot find value ${'word '.repeat(900)}\nlast\n`
    const { text: kept } = truncate(text, { maxSerializedBytes: 3000 })
    expect(Buffer.byteLength(JSON.stringify(kept))).toBeGreaterThan(2900)
    expect(kept).toMatch(/^é+ \[\.\.\.\+\d+\].*cannot find value.* \[\.\.\.\+\d+\].*word \nlast\n/)
  })

  it('of signs that take many tokens each, with an error in it, fills a limit on tokens', () => {
    const head = '👩‍👧'.repeat(232)
    const text = `first\nsecond\n${head}    Traceback (most recent call last): ${'日本語'.repeat(1500)}\n`
    const { outputTokens } = truncate(text, { maxTokens: 1200, maxBytes: Infinity, headRatio: 0.01 })
    expect(outputTokens).toBeGreaterThan(1100)
  })

  it('among others keeps its beginning in a head and its end in a tail', () => {
    const giant = `BEGIN${'x'.repeat(10_000)}END\n`
    expect(truncate(`${giant}last\n`, { keep: 'head', maxBytes: 500 }).text).toMatch(
      /^BEGINx+ \[\.\.\.\+\d+\]\n\[Line 1 of 2\./,
    )
    expect(truncate(`first\n${giant}`, { keep: 'tail', maxBytes: 500 }).text).toMatch(
      /^ \[\.\.\.\+\d+\]x+END\n\[Line 2 of 2\./,
    )
  })
})

describe('a page of a file that ends inside a line', () => {
  it('goes on at the line and column of the first code point left out', () => {
    const result = truncate(`${'x'.repeat(10_000)}\nlast\n`, {
      keep: 'head',
      maxBytes: 500,
      source: { path: 'a.log' },
    })
    const kept = /^x+/.exec(result.text)?.[0].length ?? 0
    expect(result.notice).toBe(`[Line 1 of 2. Use offset=1 column=${kept + 1} to continue.]`)
  })
})

describe('a command that failed', () => {
  it.each<[string, string, Parameters<ReturnType<typeof createCollector>['end']>[1], string]>([
    ['its exit code', 'ok\n', { exitCode: 3 }, 'ok\n[Exit code 3.]'],
    ['its exit code after an open line', 'ok', { exitCode: 1 }, 'ok\n[Exit code 1.]'],
    ['its signal', 'ok\n', { signal: 'SIGKILL' }, 'ok\n[Killed by SIGKILL.]'],
    ['its time-out', 'ok\n', { timedOutAfterSeconds: 5 }, 'ok\n[Timed out after 5 s.]'],
    [
      'what interrupted it, and how it ended',
      'ok\n',
      { exitCode: 2, interruptedBy: 'SIGINT' },
      'ok\n[Interrupted by SIGINT. Exit code 2.]',
    ],
    [
      'what interrupted it, although it ended well',
      'ok\n',
      { exitCode: 0, interruptedBy: 'SIGINT' },
      'ok\n[Interrupted by SIGINT. Exit code 0.]',
    ],
    [
      'what it did not end on',
      'ok\n',
      { signal: 'SIGKILL', interruptedBy: 'SIGTERM' },
      'ok\n[Interrupted by SIGTERM. Killed by SIGKILL.]',
    ],
    ['nothing of a success', 'ok\n', { exitCode: 0 }, 'ok\n'],
  ])('tells %s', (_, output, status, text) => {
    const collector = createCollector()
    collector.write(output)
    const result = collector.end(undefined, status)
    expect(result.text).toBe(text)
    expect(result.truncated).toBe(false)
  })

  it('tells it first when the output is truncated as well', () => {
    const collector = createCollector({ maxLines: 10 })
    collector.write(seq(1000))
    expect(collector.end(artifact, { exitCode: 2 }).notice).toBe(
      '[Exit code 2. More: pith show 3f9a1c2b40de7781 --lines 3-994, or --grep RE]',
    )
  })
})

describe('the collector', () => {
  it('is lossy from the write on that no longer fits, with all bytes still at hand', () => {
    const collector = createCollector({ maxBytes: 100, maxLines: 10 })
    let written = ''
    while (!collector.lossy) {
      const chunk = `line after ${written.length} bytes\n`
      collector.write(chunk)
      written += chunk
    }
    expect(Buffer.from(collector.retained()).toString()).toBe(written)
    collector.write('more\n')
    expect(codeOf(() => collector.retained())).toBe('PITH_NOT_RETAINED')
    expect(collector.end().totalBytes).toBe(written.length + 5)
  })

  it.each(['x', 'é', '漢'])(
    'gives all of a long string of %s back right after the write that was too much',
    (unit) => {
      const collector = createCollector({ maxBytes: 4096 })
      collector.write('before\n')
      collector.write(unit.repeat(300_000))
      expect(collector.lossy).toBe(true)
      expect(new TextDecoder().decode(collector.retained())).toBe(`before\n${unit.repeat(300_000)}`)
    },
  )

  it('gives all back when a waiting high surrogate and the bytes after it are too much', () => {
    // All that a collector without a budget holds.
    const bound = 16 * 1024 + 2 * (256 + 4096)
    for (const free of [0, 2, 3, 4]) {
      const collector = createCollector({ maxBytes: 0 })
      const text = 'x'.repeat(bound - free)
      collector.write(`${text}\ud83d`)
      expect(collector.lossy).toBe(false)
      collector.write(Uint8Array.of(0x61, 0x62))
      expect(collector.lossy).toBe(true)
      expect(new TextDecoder().decode(collector.retained())).toBe(`${text}\ufffdab`)
    }
  })

  it('never holds more than its bound', () => {
    const collector = createCollector({ maxBytes: 1000 })
    const chunk = new TextEncoder().encode('x'.repeat(65_536))
    let bytes = 0
    for (; !collector.lossy; bytes += chunk.length) collector.write(chunk)
    expect(bytes).toBeLessThanOrEqual(8 * 1000 + 4 * 1024 * 1024 + chunk.length)
  })

  it('ends once', () => {
    const collector = createCollector()
    collector.end()
    expect(codeOf(() => collector.end())).toBe('PITH_ENDED')
    expect(codeOf(() => collector.write('x'))).toBe('PITH_ENDED')
  })
})

describe('a result that is cut again', () => {
  it('keeps an error with what surrounds it before both ends', () => {
    const calm = Array.from({ length: 3000 }, (_, i) => `step ${i} of the build\n`).join('')
    const log = `${calm}src/a.c:1:2: error: boom\n    1 | int a = b;\n${calm}`
    const twice = truncate(truncate(log, { maxBytes: 16_000 }), { maxBytes: 1200 })
    expect(twice.text).toContain('src/a.c:1:2: error: boom\n    1 | int a = b;\n')
    expect(twice.text.length).toBeLessThanOrEqual(1200)
  })

  it('knows where a long line begins that is shown in parts, behind lines that are not', () => {
    const fill = 'é'.repeat(3400)
    const long = `${fill} error: cannot open a.toml ${fill} error: cannot open b.toml ${fill}`
    const text = `${'a line that is like no other\n'.repeat(600)}${long}\nlast\n`
    const first = truncate(text, { keep: 'head', errors: true, maxBytes: 900 })
    const { text: kept, gaps } = truncate(first, { keep: 'head', errors: true, maxBytes: 400 })
    expect(kept).toContain('error: cannot open a.toml')
    expect(gaps.map(({ firstLine, lastLine }) => [firstLine, lastLine])).toContainEqual([601, 601])
  })

  it('merges its gaps and counts against the original', () => {
    const first = truncate(seq(100_000), { maxLines: 200 })
    const second = truncate(first, { maxLines: 10 })
    expect(second.text.split('\n')).toEqual([
      ...['1', '2', '[...3-99994: 575K]'],
      ...['99995', '99996', '99997', '99998', '99999', '100000'],
      '[8 of 100000 lines. Not kept.]',
    ])
    expect(second.gaps).toHaveLength(1)
  })

  it('comes back as it is where it fits', () => {
    const first = truncate(seq(1000), { maxLines: 50, source: artifact })
    expect(truncate(first, { maxLines: 50, source: artifact }).text).toBe(first.text)
  })
})

function codeOf(call: () => unknown): string {
  try {
    call()
  } catch (error) {
    if (!(error instanceof PithError)) throw error
    expect(error.message).toMatch(/^[^\n]{10,300}$/)
    return error.code
  }
  return 'nothing was thrown'
}

/** What a caller without types may pass. */
const bad = (options: object): TruncateOptions => options

describe('a mistake of the caller', () => {
  it.each<[string, object]>([
    ['a negative limit', { maxLines: -1 }],
    ['a limit that is NaN', { maxBytes: Number.NaN }],
    ['a fractional limit', { maxTokens: 1.5 }],
    ['a limit that is text', { maxLineLength: '80' }],
    ['a limit of minus infinity', { maxSerializedBytes: -Infinity }],
    ['a limit that is null', { maxLines: null }],
    ['a misspelt keep', { keep: 'start' }],
    ['a keep of the wrong type', { keep: 1 }],
    ['a misspelt backend', { backend: 'rust' }],
    ['a head ratio over 1', { headRatio: 1.01 }],
    ['a negative head ratio', { headRatio: -0.1 }],
    ['a head ratio that is NaN', { headRatio: Number.NaN }],
    ['errors that are text', { errors: 'yes' }],
    ['context of 51 lines', { errors: { before: 51 } }],
    ['negative context', { errors: { after: -1 } }],
    ['a counter without count', { tokens: { name: 'none' } }],
    ['a source of nothing', { source: {} }],
    ['a source that is text', { source: 'build.log' }],
    ['an artifact that is a number', { source: { artifact: 7 } }],
    ['a notice that is text', { notice: 'off' }],
    ['a notice of null', { notice: null }],
    ['tools that are text', { notice: { tools: 'pith' } }],
    ['a key that is a number', { notice: { key: 7 } }],
    ['an unknown option', { maxLimes: 1 }],
    ['an unknown option of errors', { errors: { befor: 1 } }],
    ['an unknown option of the notice', { notice: { off: true } }],
    ['an unknown part of a source', { source: { artifact: '3f9a1c2b40de7781', keep: {} } }],
  ])('%s is PITH_INVALID_OPTION for every entry point', async (_, options) => {
    expect(codeOf(() => truncate('x', bad(options)))).toBe('PITH_INVALID_OPTION')
    expect(codeOf(() => createCollector(bad(options)))).toBe('PITH_INVALID_OPTION')
    await expect(truncateStream(new Blob(['x']), bad(options))).rejects.toMatchObject({
      code: 'PITH_INVALID_OPTION',
    })
  })

  it('options that are no object are PITH_INVALID_OPTION', () => {
    for (const options of [null, 7, 'head']) {
      expect(codeOf(() => truncate('x', options as unknown as TruncateOptions))).toBe('PITH_INVALID_OPTION')
    }
  })

  it('an unlimited stream is PITH_INVALID_OPTION', async () => {
    expect(codeOf(() => createCollector({ maxBytes: Infinity }))).toBe('PITH_INVALID_OPTION')
    await expect(truncateStream(new Blob(['x']), { maxBytes: Infinity })).rejects.toMatchObject({
      code: 'PITH_INVALID_OPTION',
    })
  })

  it.each([[undefined], [null], [7], [{}], [[1, 2]], [new ArrayBuffer(4)]])(
    '%o is PITH_INVALID_INPUT',
    (input) => {
      expect(codeOf(() => truncate(input as unknown as string))).toBe('PITH_INVALID_INPUT')
      expect(codeOf(() => createCollector().write(input as unknown as string))).toBe('PITH_INVALID_INPUT')
    },
  )

  it('an option that is undefined is as if it were not there, whatever its name', () => {
    expect(truncate('x', bad({ maxLimes: undefined })).text).toBe('x')
  })
})

it('a line with a byte that is no UTF-8 in the name of its call is no notice', () => {
  const bytes = Buffer.from('[More: \xffpith show 3f9a1c2b40de7781 --lines 31-4970]\n', 'latin1')
  expect(truncate(bytes).foreignNotices).toBe(0)
  expect(truncate(bytes.toString('latin1').replace('\xff', '')).foreignNotices).toBe(1)
})

describe('the judge itself', () => {
  const input = `${seq(500)}error[E0425]: x\n${seq(500)}`
  const options = { maxLines: 40, source: artifact }
  const good = () => truncate(input, options)
  const judged = (change: Partial<Truncation>, o: TruncateOptions = options) => {
    try {
      checkContract(input, o, { ...good(), ...change })
    } catch (error) {
      return (error as Error).message.slice(0, 9)
    }
    return 'passed'
  }
  const replaced = (from: string | RegExp, to: string) => {
    const { text, notice } = good()
    const changed = text.replace(from, to)
    expect(changed).not.toBe(text)
    const { length } = changed
    return {
      text: changed,
      outputBytes: length,
      notice: notice === undefined ? '' : changed.slice(changed.lastIndexOf('\n') + 1),
    }
  }

  it('passes a true result', () => {
    expect(judged({})).toBe('passed')
  })

  it.each<[string, string, () => Partial<Truncation>, TruncateOptions?]>([
    ['clause 1', 'a line too many', () => ({}), { ...options, maxLines: 39 }],
    ['clause 1', 'a byte too many', () => ({}), { ...options, maxBytes: 100 }],
    [
      'clause 4',
      'half a character',
      () => ({ text: `${good().text}\ud83d`, outputBytes: good().outputBytes + 3 }),
    ],
    ['clause 5', 'a wrong number in a marker', () => replaced(/: \d/, ': 9')],
    ['clause 12', 'a wrong number in the notice', () => replaced(/--lines \d/, '--lines 9')],
    ['clause 5', 'a changed line', () => replaced('1\n2\n3\n', '1\n5\n3\n')],
    ['clause 5', 'a wrong total', () => ({ totalLines: 1000 })],
    ['clause 5', 'an error not counted', () => ({ errors: { total: 0, lines: [], statements: [] } })],
    ['clause 6', 'a lost segment', () => ({ segments: good().segments.slice(1) })],
    ['clause 6', 'a lost gap', () => ({ gaps: good().gaps.slice(1) })],
    [
      'clause 6',
      'a segment that is called inexact',
      () => ({ segments: good().segments.map((s) => ({ ...s, exact: false })) }),
    ],
    [
      'clause 10',
      'the error left out',
      () => truncate(input, { ...options, errors: false }),
      { ...options, errors: true },
    ],
    ['clause 12', 'a source that is not there', () => ({}), { maxLines: 40 }],
  ])('finds a breach of %s: %s', (clause, _, change, o) => {
    const found = judged(change(), o)
    if (clause === 'clause 10') expect(found).toMatch(/^clause (5|10)/)
    else expect(found.trim()).toBe(`${clause}:`.slice(0, 9))
  })

  it('decodes as the platform does', () => {
    const bytes = Uint8Array.of(
      0x61,
      0xf0,
      0x9f,
      0xff,
      0xed,
      0xa0,
      0x80,
      0xc3,
      0xa9,
      0xf4,
      0x90,
      0x80,
      0xe2,
      0x82,
    )
    const facts = new InputFacts(bytes)
    expect(facts.codePointsBetween(0, bytes.length)).toBe([...facts.text].length)
  })
})
