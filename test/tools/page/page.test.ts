import { describe, expect, inject, it } from 'vitest'
import { parseNotices, stripNotices } from '../../../src/core/words/parse.ts'
import type { ToolOutput } from '../../../src/tools/output.ts'
import {
  createReader,
  type ReadDetails,
  type ReadOptions,
  read,
  readStream,
} from '../../../src/tools/read.ts'
import type { Segment } from '../../../src/truncation.ts'
import { cutsIntoThree, PAIRS_APART } from '../../support/chunks.ts'
import { bytesOf } from '../../support/facts.ts'
import { checkPage } from '../../support/page.ts'
import { createRandom, type Random } from '../../support/random.ts'
import { tiny } from '../../support/samples.ts'

const backend = inject('backend')

/** A page that has passed the contract, and is the same however the input is cut into chunks. */
function page(input: string | Uint8Array, options: ReadOptions = {}, random?: Random) {
  const all = { backend, ...options }
  const bytes = bytesOf(input)
  const output = read(bytes, all)
  checkPage(bytes, all, output)
  if (random) expect(inPieces(bytes, all, random)).toEqual(output)
  return output
}

function inPieces(bytes: Uint8Array, options: ReadOptions, random: Random) {
  const reader = createReader(options)
  const most = random.pick([1, 2, 7, 300, 5000])
  for (let at = 0; at < bytes.length; ) {
    const end = at + 1 + random.below(most)
    // The reader must not keep what belongs to its caller.
    const piece = bytes.slice(at, end)
    const more = reader.write(piece)
    piece.fill(0x21)
    if (!more) break
    at = end
  }
  return reader.end()
}

const pieces = [
  'a',
  'bc ',
  '\n',
  '\n',
  '\r\n',
  'é',
  '👩‍👩‍👧‍👦',
  '🇩🇪🇫🇷',
  'e\u0301',
  '\u0000',
  '"',
  '[Line 1 of 2.]\n',
  '…',
]
const malformed = [
  Uint8Array.of(0xff),
  Uint8Array.of(0xe2, 0x82),
  Uint8Array.of(0xf0, 0x9f, 0x91),
  Uint8Array.of(0xed, 0xa0, 0x80),
]

function randomInput(random: Random): Uint8Array {
  const parts: Uint8Array[] = []
  const count = random.below(random.pick([8, 60, 400]))
  for (let i = 0; i < count; i++) {
    if (random.below(12) === 0) parts.push(random.pick(malformed))
    else parts.push(bytesOf(random.pick(pieces).repeat(1 + random.below(random.pick([1, 3, 40])))))
  }
  return new Uint8Array(Buffer.concat(parts))
}

function randomOptions(random: Random, lines: number): ReadOptions {
  const maybe = (limit: () => number, key: string) => (random.below(3) === 0 ? { [key]: limit() } : {})
  return {
    ...maybe(() => 1 + random.below(Math.max(1, lines)), 'offset'),
    ...maybe(() => 1 + random.below(9), 'limit'),
    ...maybe(() => 1 + random.below(random.pick([3, 30])), 'column'),
    ...maybe(() => random.below(random.pick([6, 60])), 'maxLines'),
    ...maybe(() => random.below(random.pick([12, 200, 1000])), 'maxBytes'),
    ...maybe(() => random.below(random.pick([12, 100])), 'maxTokens'),
    ...maybe(() => random.below(random.pick([12, 400])), 'maxSerializedBytes'),
    ...maybe(() => random.below(random.pick([9, 90])), 'maxLineLength'),
    ...(random.below(4) === 0 ? { totals: false } : {}),
    ...(random.below(6) === 0 ? { notice: false } : {}),
    ...(random.below(6) === 0 ? { notice: { key: 'secret' } } : {}),
  }
}

describe('a page', () => {
  it.each(Array.from({ length: 8 }, (_, i) => i))(
    'holds the contract for any input, limits and chunks, seed %i',
    (seed) => {
      const random = createRandom(seed)
      for (let trial = 0; trial < (inject('thorough') ? 40 : 5); trial++) {
        const input = randomInput(random)
        const lines = read(input, { backend, totals: true }).details.totalLines ?? 0
        const options = randomOptions(random, lines)
        try {
          page(input, options, random)
        } catch (error) {
          if ((error as { code?: string }).code === 'PITH_OFFSET_OUT_OF_RANGE') continue
          const shown = JSON.stringify({ trial, options, input: Buffer.from(input).toString('latin1') })
          throw new Error(`${(error as Error).message} in ${shown}`)
        }
      }
    },
  )

  it.each(tiny)('is the same for any way to cut $name into three', ({ bytes }) => {
    const options = { backend, offset: 2, maxLineLength: 20, maxBytes: 200 }
    const all = (column: number) => {
      try {
        return page(bytes, { ...options, column })
      } catch {
        return undefined
      }
    }
    for (const column of [1, 2, 3]) {
      const expected = all(column)
      if (!expected) continue
      for (const [first, second] of cutsIntoThree(bytes.length, PAIRS_APART)) {
        const reader = createReader({ ...options, column })
        for (const piece of [bytes.slice(0, first), bytes.slice(first, second), bytes.slice(second)])
          reader.write(piece)
        expect(reader.end().text).toBe(expected.text)
      }
    }
  })

  it('is the text itself where all of it was asked for and fits', () => {
    expect(page('a\nb').text).toBe('a\nb')
    expect(page('', {})).toMatchObject({ text: '', content: '', details: { totalLines: 0 } })
    expect(page('a\n'.repeat(2000))).toMatchObject({
      details: { totalLines: 2000, truncation: { truncated: false } },
    })
    expect(page('a\nb\n', { limit: 2 }).text).toBe('a\nb\n')
  })

  it('tells what is shown, of how much, and the next call', () => {
    expect(page('a\nb\nc\nd\n', { offset: 2, limit: 2 })).toMatchObject({
      text: 'b\nc\n[Lines 2-3 of 4. Use offset=4 to continue.]',
      content: 'b\nc\n',
      notice: '[Lines 2-3 of 4. Use offset=4 to continue.]',
      details: { next: { offset: 4 }, totalLines: 4, truncation: { truncated: false } },
    })
  })

  it('tells that the last line has no line end', () => {
    expect(page('a\nb', { offset: 2 }).text).toBe('b\n[Line 2 of 2. No newline at end.]')
  })

  it('has no marks for the lines around it, since its notice names its lines', () => {
    const { text } = page('linking\n'.repeat(99), { offset: 9, maxBytes: 70 })
    expect(text).toMatch(/^(linking\n)+\[Lines 9-\d+ of 99\]$/)
  })

  it('is never larger than its input, not even where nothing fits', () => {
    expect(page('\u0000', { maxTokens: 1, totals: false }).text).toBe('')
    expect(page('\u0000\u0000\u0000', { maxTokens: 1 }).text).toBe('…')
  })

  it('has whole lines only, up to the limit that comes first', () => {
    const byLines = page('a line\n'.repeat(2100))
    expect(byLines.text).toMatch(/^(a line\n){1999}\[Lines 1-1999 of 2100\. Use offset=2000 to continue\.\]$/)
    expect(byLines.details.truncation.truncatedBy).toBe('lines')
    const byBytes = page(`${'x'.repeat(99)}\n`.repeat(1000))
    expect(byBytes.notice).toBe('[Lines 1-306 of 1000. Use offset=307 to continue.]')
    expect(byBytes.details.truncation.truncatedBy).toBe('bytes')
    expect(page('a b c\n'.repeat(900), { maxTokens: 300 }).details.truncation.truncatedBy).toBe('tokens')
  })

  it('goes on inside a line that is larger than the page', () => {
    const giant = `first\n${'é'.repeat(40_000)}\nlast\n`
    expect(page(giant).notice).toBe('[Line 1 of 3. Use offset=2 to continue.]')
    const part = page(giant, { offset: 2 })
    const shown = part.content.length
    expect(part.notice).toBe(`[Line 2 of 3. Use offset=2 column=${shown + 1} to continue.]`)
    const rest = page(giant, { offset: 2, column: 40_000 })
    expect(rest.text).toBe('é\nlast\n[Lines 2-3 of 3.]')
  })

  it('shows a line end by the column right after the last character, and nothing behind it', () => {
    expect(page('ab\nc\n', { column: 3 }).content).toBe('\nc\n')
    expect(() => read('ab\nc\n', { column: 4 })).toThrow(
      'Expected `column` to lie in line 1, got 4; the line is shorter.',
    )
    expect(() => read('ab', { column: 3 })).toThrow('the line is shorter')
    expect(() => read('', { column: 2 })).toThrow('the line is shorter')
  })

  it.each([
    ['a\nb\n', 3, '2 lines'],
    ['a\nb', 3, '2 lines'],
    ['a', 2, '1 line'],
    ['', 2, '0 lines'],
    ['a\nb\n', 1e9, '2 lines'],
  ])('says that %j has no line %d', (input, offset, has) => {
    expect(() => read(input, { offset })).toThrow(
      expect.objectContaining({
        code: 'PITH_OFFSET_OUT_OF_RANGE',
        message: `Expected \`offset\` to be a line of the input, got ${offset}; it has ${has}.`,
      }),
    )
  })

  it.each([0, -1, 1.5, Number.NaN, '2', null])('takes no offset, limit or column %j', (value) => {
    for (const name of ['offset', 'limit', 'column']) {
      expect(() => read('a\n', { [name]: value } as ReadOptions)).toThrow(
        expect.objectContaining({ code: 'PITH_INVALID_OPTION' }),
      )
    }
  })

  it('takes a limit of a billion, and Infinity', () => {
    expect(page('a\nb\n', { limit: 1e9 }).text).toBe('a\nb\n')
    expect(page('a\nb\n', { limit: Infinity, offset: 2 }).content).toBe('b\n')
  })

  it('refuses an input that is none, and a page without bounds', () => {
    for (const input of [undefined, null, 7, ['a']]) {
      expect(() => read(input as never)).toThrow(expect.objectContaining({ code: 'PITH_INVALID_INPUT' }))
    }
    expect(() => read('a', { maxBytes: Infinity })).toThrow('Expected `maxBytes` to be finite for a page')
    expect(() => read('a', { totals: 1 as never })).toThrow('`totals`')
  })

  it('clips lines over maxLineLength, wherever they end', () => {
    const long = 'x'.repeat(100_000)
    const { text, content, details } = page(`${long}\nb\n${long}`, { maxLineLength: 60 })
    expect(text).toBe(`${'x'.repeat(47)} [...+99953]\nb\n${'x'.repeat(47)} [...+99953]`)
    expect(content).toBe(`${'x'.repeat(47)}\nb\n${'x'.repeat(47)}`)
    expect(details.truncation).toMatchObject({ truncated: true, truncatedBy: 'line-length' })
  })

  it('names the call for each gap of a file', () => {
    const options = { offset: 2, limit: 2, maxLineLength: 60, source: { path: 'a b.txt' } }
    const { gaps } = page(`a\n${'x'.repeat(100)}\nc\nd\n`, options).details.truncation
    expect(gaps.map(({ resume, asked }) => [resume, asked])).toEqual([
      ['offset=1 limit=1', false],
      ['offset=2 column=51', true],
      ['offset=4 limit=1', false],
    ])
  })

  it('has no more than 64 segments of malformed lines', () => {
    const bytes = Buffer.concat(Array.from({ length: 200 }, () => Buffer.from([0x61, 0x0a, 0xff, 0x0a])))
    expect(page(bytes).details.truncation.segments.length).toBe(1)
    expect(page(bytes, { limit: 20 }).details.truncation.segments.length).toBe(20)
  })

  it('tells of each clipped line, of more than 64 too', () => {
    const { truncation } = page(`${'x'.repeat(99)}\n`.repeat(200), { maxLineLength: 50 }).details
    expect(truncation.truncated).toBe(true)
    expect(truncation.gaps).toHaveLength(200)
    expect(truncation.keptBytes).toBeLessThan(truncation.totalBytes)
  })
})

describe('a page without totals', () => {
  it('reads no more than it needs', () => {
    const reader = createReader({ backend, totals: false, limit: 2 })
    expect(reader.write(bytesOf('a\nb\n'))).toBe(true)
    expect(reader.write(bytesOf('c'))).toBe(false)
    expect(reader.write(bytesOf('not looked at\n'))).toBe(false)
    const { text, details } = reader.end()
    expect(text).toBe('a\nb\n[Lines 1-2. Use offset=3 to continue.]')
    expect(details.totalLines).toBeUndefined()
    expect(details.truncation.totalBytes).toBe(4)
  })

  it('stops when the page is full', () => {
    const reader = createReader({ backend, totals: false })
    let written = 0
    while (reader.write(bytesOf('0123456789\n'.repeat(100)))) written += 1100
    expect(written).toBeLessThan(34_000)
    expect(reader.end().text).toMatch(/\[Lines 1-1999\. Use offset=2000 to continue\.\]$/)
  })

  it('knows the totals where the end comes first', () => {
    expect(page('a\nb\n', { totals: false, limit: 2 })).toMatchObject({
      text: 'a\nb\n',
      details: { totalLines: 2 },
    })
    expect(page('a\nb\n', { totals: false, limit: 2 }).details.next).toBeUndefined()
    expect(() => read('a\nb\n', { totals: false, offset: 9 })).toThrow('it has 2 lines')
  })
})

const numbered = (count: number, end = '\n') =>
  Array.from({ length: count }, (_, i) => `line ${i + 1} ${'.'.repeat(i % 60)}${end}`).join('')
const half = numbered(1500)

describe('a reader with nothing but the notices', () => {
  it.each<[string, string | Uint8Array, ReadOptions]>([
    ['LF', numbered(9000), {}],
    ['CRLF', numbered(5000, '\r\n'), {}],
    ['mixed line ends', `${half}a\rb\r\n\n\r\r\n${numbered(2000, '\r\n')}\n\n\n`, {}],
    ['no line end at the end', `${numbered(5000)}the end`, {}],
    ['a line of 80 KB in the middle', `${half}${'0123456789'.repeat(8000)}\n${half}`, {}],
    ['a line of 80 KB of flags and families', `${half}${'🇩🇪👩‍👩‍👧‍👦é'.repeat(2200)}\n${half}`, {}],
    ['a line of 80 KB at the end', `${half}${'x'.repeat(80_000)}`, {}],
    ['4,000 short lines', 'ab\n'.repeat(4000), {}],
    ['empty lines', '\n'.repeat(5000), {}],
    ['lines that look like notices', '[Lines 1-2 of 9. Use offset=3 to continue.]\n'.repeat(3000), {}],
    ['small pages', numbered(400), { maxBytes: 400, maxLines: 9 }],
    ['pages without totals', numbered(4000), { totals: false }],
  ])('rebuilds %s, byte for byte', (_, input, options) => {
    expect(Buffer.from(pagesOf(input, options).content).equals(Buffer.from(input))).toBe(true)
  })

  it('rebuilds malformed bytes, by the bytes that each page covers', () => {
    const line = Buffer.concat([
      Buffer.from('a'),
      Buffer.from([0xff, 0xe2, 0x82, 0xf0, 0x9f, 0x91]),
      Buffer.from('b'),
    ])
    const giant = Buffer.concat(Array.from({ length: 5000 }, () => line))
    const input = Buffer.concat([
      Buffer.from(half),
      line,
      Buffer.from('\n'),
      giant,
      Buffer.from('\n'),
      giant.subarray(0, -3),
    ])
    const covered = pagesOf(input, {}).segments.map(({ startByte, endByte }) =>
      input.subarray(startByte, endByte),
    )
    expect(Buffer.concat(covered).equals(input)).toBe(true)
  })

  it.each([
    ['a final line end', 'a\nb\n'.repeat(3000)],
    ['none', `${'a\nb\n'.repeat(3000)}c`],
    ['a giant line', `a\n${'x'.repeat(100_000)}\nb`],
  ])('needs no more than the text for an input with %s', (_, input) => {
    let rebuilt = ''
    for (let options: ReadOptions | undefined = {}; options; ) {
      const { text } = page(input, options)
      rebuilt += stripNotices(text)
      const last = parseNotices(text).at(-1)
      options = last?.kind === 'notice' ? last.next : undefined
    }
    expect(rebuilt === input).toBe(true)
  })
})

function pagesOf(input: string | Uint8Array, options: ReadOptions) {
  let content = ''
  const segments: Segment[] = []
  const calls = /Use offset=(\d+)(?: column=(\d+))? to continue\.\]$/
  for (let call: ReadOptions | undefined = {}; call; ) {
    const output: ToolOutput<ReadDetails> = page(input, { ...options, ...call })
    content += output.content
    segments.push(...output.details.truncation.segments)
    const found = calls.exec(output.text.slice(output.text.lastIndexOf('\n') + 1))
    call = found && output.notice ? { offset: Number(found[1]), column: Number(found[2] ?? 1) } : undefined
  }
  return { content, segments }
}

describe('a page of a stream', () => {
  const chunks = async function* <T>(...list: T[]) {
    yield* list
  }

  it('joins what strings and bytes are cut into', async () => {
    const whole = 'a\n👍🏽é\n'
    const halves = ['a\n', '\ud83d', '\udc4d🏽', Uint8Array.of(0xc3), Uint8Array.of(0xa9, 0x0a)]
    expect((await readStream(chunks<string | Uint8Array>(...halves), { backend })).text).toBe(whole)
    expect((await readStream(chunks('a\ud83d'), { backend })).text).toBe('a\ufffd')
  })

  it('is of any kind of stream', async () => {
    const options = { backend, offset: 2, limit: 1 }
    const expected = page('a\nb\nc\n', options)
    expect(await readStream(new Blob(['a\nb\nc\n']), options)).toEqual(expected)
    expect(await readStream(new Blob(['a\nb\nc\n']).stream(), options)).toEqual(expected)
    expect(await readStream(chunks('a\nb', '\nc\n'), options)).toEqual(expected)
  })

  it('lets go of a stream that it needs no more of', async () => {
    let isLeft = false
    async function* endless() {
      try {
        for (;;) yield 'a line\n'
      } finally {
        isLeft = true
      }
    }
    const { text } = await readStream(endless(), { backend, totals: false, limit: 3 })
    expect(text).toBe('a line\na line\na line\n[Lines 1-3. Use offset=4 to continue.]')
    await new Promise((resolve) => setImmediate(resolve))
    expect(isLeft).toBe(true)
  })

  it('ends with its signal', async () => {
    const stuck = new ReadableStream<string>()
    const reading = readStream(stuck, { backend, signal: AbortSignal.timeout(5) })
    await expect(reading).rejects.toMatchObject({ code: 'PITH_ABORTED' })
  })

  it.each([null, undefined, 7, 'text', [1]])('is of no %j', async (input) => {
    await expect(readStream(input as never)).rejects.toMatchObject({ code: 'PITH_INVALID_INPUT' })
    await expect(readStream(chunks(7) as never)).rejects.toMatchObject({ code: 'PITH_INVALID_INPUT' })
  })
})
