import { isUtf8 } from 'node:buffer'
import { describe, expect, it } from 'vitest'

interface Corpus {
  mixedLog(maxBytes: number): Uint8Array
  ending(bytes: Uint8Array, size: number): Uint8Array
}
type Kinds = Record<string, (maxBytes: number) => Uint8Array>

const load = async <T>(name: string): Promise<T> =>
  import(/* @vite-ignore */ new URL(`../../bench/${name}`, import.meta.url).href)

const { mixedLog, ending } = await load<Corpus>('corpus.mjs')
const { kinds } = await load<{ kinds: Kinds }>('kinds.mjs')
const { alternation, firstMatches } = await load<{
  alternation(patterns: object[]): string
  firstMatches(bytes: Uint8Array, patterns: object[]): Record<'all' | 'plain', { line: number }[]>
}>('oracle.mjs')
const { errorPatterns } = await load<{ errorPatterns: { literal: string }[] }>('words.mjs')

const SIZE = 128 * 1024
const LF = 0x0a
const hasError = new RegExp(alternation(errorPatterns), 'i')

/** A kind's lines without LF, and of how many bytes they are. */
function linesOf(kind: string): { lines: string[]; longest: number; mean: number } {
  const bytes = kinds[kind](SIZE)
  const lines = Buffer.from(bytes).toString().split('\n').slice(0, -1)
  const lengths = lines.map((line) => Buffer.byteLength(line))
  return { lines, longest: Math.max(...lengths), mean: bytes.length / lines.length }
}

const shareOf = (lines: string[], test: RegExp) =>
  lines.filter((line) => test.test(line)).length / lines.length

describe('the benchmark’s inputs', () => {
  it.each(Object.keys(kinds))('are the same bytes every time, nearly as many as asked for: %s', (kind) => {
    const bytes = kinds[kind](SIZE)
    expect(Buffer.compare(bytes, kinds[kind](SIZE))).toBe(0)
    expect(bytes.length).toBeLessThanOrEqual(SIZE)
    expect(bytes.length).toBeGreaterThan(SIZE - 16 * 1024)
    expect(bytes.at(-1)).toBe(LF)
  })

  it.each(Object.keys(kinds).filter((kind) => kind !== 'random bytes'))('are UTF-8: %s', (kind) => {
    expect(isUtf8(kinds[kind](SIZE))).toBe(true)
  })

  it('have short lines, long lines and one giant line', () => {
    expect(linesOf('short lines').longest).toBeLessThanOrEqual(12)
    expect(linesOf('long lines').mean).toBeGreaterThan(4096)
    expect(linesOf('one giant line').lines.length).toBe(1)
  })

  it('have what they are named after in every line', () => {
    const marks = {
      tabs: /\t.*\t/,
      // biome-ignore lint/suspicious/noControlCharactersInRegex: a colour escape begins with one
      ANSI: /\x1b\[\d+m/,
      CJK: /[\u4e00-\u9fff]/,
      emoji: /\p{Emoji_Presentation}|\p{RI}/u,
    }
    for (const [kind, mark] of Object.entries(marks)) expect(shareOf(linesOf(kind).lines, mark)).toBe(1)
  })

  it('have as many error lines as they say', () => {
    expect(shareOf(linesOf('mixed').lines, hasError)).toBeCloseTo(0.008, 2)
    expect(shareOf(linesOf('10 % errors').lines, hasError)).toBeCloseTo(0.1, 1)
    expect(shareOf(linesOf('all errors').lines, hasError)).toBe(1)
  })

  it('have the giant line’s only error at its end', () => {
    const [line] = linesOf('one giant line').lines
    expect(line.search(hasError)).toBeGreaterThan(SIZE - 200)
  })

  it('have random bytes of every value, about alike often', () => {
    const counts = new Array(256).fill(0)
    for (const byte of kinds['random bytes'](SIZE)) counts[byte]++
    expect(Math.min(...counts)).toBeGreaterThan(SIZE / 256 / 2)
    expect(Math.max(...counts)).toBeLessThan((SIZE / 256) * 2)
  })
})

describe('a prefix of a size', () => {
  it('has exactly so many bytes, ends with a line and splits no character', () => {
    const log = kinds.CJK(SIZE)
    for (const size of [32, 100, 101, 102, 4096]) {
      const bytes = ending(log, size)
      expect(bytes.length).toBe(size)
      expect(bytes.at(-1)).toBe(LF)
      expect(isUtf8(bytes)).toBe(true)
    }
  })

  it('is refused where the input is too short', () => {
    expect(() => ending(mixedLog(1000), 1001)).toThrow('line end')
  })
})

describe('the oracle', () => {
  it('finds each line’s first word, also where `\\b` sees none', () => {
    const bytes = Buffer.from('ok\nstderror error\n\x1b[31merror\x1b[0m failed\nTypeError\nterror\n')
    const { all, plain } = firstMatches(bytes, errorPatterns)
    expect(all.map(({ line }) => line)).toEqual([2, 3, 4])
    expect(all.slice(0, 2)).toMatchObject([{ offset: 12 }, { offset: 23 }])
    expect(plain.map(({ line }) => line)).toEqual([2, 3])
    expect(plain[1]).toMatchObject({ offset: bytes.indexOf('failed') })
  })
})
