import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { decode as decodeInput } from '../../src/core/words/parts.ts'
import * as generators from '../support/generators.ts'
import * as zdx from './zdx-checked.ts'
import { memorySpill, pagesOf } from './zdx-checked.ts'

const encoder = new TextEncoder()
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
        .map(([letter, count]) => encoder.encode(letter.repeat(count))),
      fc.constantFrom('\n', '\r\n', '\n\n\n').map((end) => encoder.encode(end)),
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
        expect(joined(pages)).toBe(decodeInput(bytes))
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

  it('that is no whole number is refused', () => {
    for (const column of [-1, 1.5, 'two', Number.NaN, Infinity]) {
      expect(() => zdx.read('a', { column })).toThrow(
        expect.objectContaining({ code: 'PITH_INVALID_OPTION', message: expect.stringContaining('column') }),
      )
    }
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
