// @deep

import { describe, expect, inject, it } from 'vitest'
import * as unchecked from '../src/core/collector.ts'
import { PART_BYTES } from '../src/core/scan/selector.ts'
import { createCollector, truncate } from './support/checked.ts'
import { createRandom } from './support/random.ts'

/** Inputs made to break whatever looks for errors. Every result here is held to the contract. */

const repeated = (unit: string, bytes: number): string => unit.repeat(Math.ceil(bytes / unit.length))

const lines = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => `${line(i)}\n`).join('')

const calm = lines(300, (i) => `step ${i} took ${i % 7} ms`)

/** Longer than a window, and in the deep suite than several. */
const LONG = (inject('thorough') ? 1024 : 100) * 1024

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('one long line', () => {
  it.each([
    ['words of failure', repeated('aError', 8192)],
    ['paths', repeated('a.b/', 8192)],
    ['paths of upper and lower case', repeated('Ab.Cd/eF-gH_', 20_000)],
    ['colons and digits', repeated('a:1:', 30_000)],
    ['quotes', repeated(`'"\``, 30_000)],
    ['brackets', repeated('[({', 30_000)],
    ['words and blanks', repeated('error ', 60_000)],
    ['digits', repeated('0123456789abcdef', 30_000)],
    ['blanks', repeated(' \t', 9000)],
    ['what a mask begins with', repeated('0 errors, no error: -Werror --fail ', 60_000)],
  ])('of %s is cut within the budget', (_, line) => {
    for (const text of [line, `${calm}${line}\n${calm}`, `${line}\n`.repeat(3)]) {
      const result = truncate(text, { maxBytes: 2000 })
      expect(result.outputBytes).toBeLessThanOrEqual(2000)
      expect(result.truncated).toBe(true)
    }
  })

  it.each([
    ['at its beginning', 0],
    ['in its middle', 0.5],
    ['at its end', 1],
  ])('of many windows shows an error %s', (_, share) => {
    const at = Math.floor(share * LONG)
    const line = `${'x'.repeat(at)} fatal error: no ring ${'x'.repeat(LONG - at)}`
    const { text, errors } = truncate(`${calm}${line}\n${calm}`, { maxBytes: 4096 })
    expect(text).toContain(' fatal error: no ring ')
    expect(errors).toMatchObject({ total: 1, lines: [{ line: 301, kept: true }] })
  })
})

describe('lines of many windows each', () => {
  it('show the first and the last of their errors', () => {
    const collector = createCollector({ maxBytes: 4096 })
    for (let i = 0; i < 6; i++) collector.write(encode(`${'x'.repeat(LONG)} fatal error: ring ${i}\n`))
    const { text, errors } = collector.end()
    expect(errors.total).toBe(6)
    expect(text).toContain('fatal error: ring 0')
    expect(text).toContain('fatal error: ring 5')
  })
})

describe('escapes without an end', () => {
  it.each([
    ['a control sequence', '\u001b['],
    ['a control sequence of digits', `\u001b[${'1;'.repeat(LONG / 2)}`],
    ['an operating system command', `\u001b]0;${'title '.repeat(LONG / 6)}`],
    ['escape characters', '\u001b'.repeat(LONG)],
    ['beginnings of colours', '\u001b[3'.repeat(LONG / 3)],
    ['colours', '\u001b[31m'.repeat(LONG / 5)],
    ['colours that lost their escape character', '[31m'.repeat(LONG / 4)],
  ])('(%s) hide no error of another line', (_, open) => {
    const input = `${calm}${open}\n${calm}error: no ring\n${calm}`
    const { text, errors } = truncate(input, { maxBytes: 3000 })
    expect(text).toContain('error: no ring\n')
    expect(errors.lines.at(-1)).toMatchObject({ line: 602, kept: true })
  })
})

describe('bytes at random', () => {
  const random = (length: number, seed: number): Uint8Array => {
    const { below } = createRandom(seed)
    return Uint8Array.from({ length }, () => below(256))
  }

  it('keep the contract', () => {
    for (let seed = 0; seed < 6; seed++) truncate(random(50_000, seed), { maxBytes: 500 + 300 * seed })
  })

  it('around an error leave it where it is', () => {
    const error = encode('\nerror: no ring\n')
    const bytes = new Uint8Array(Buffer.concat([random(90_000, 1), error, random(90_000, 2)]))
    const { text } = truncate(bytes, { maxBytes: 8000 })
    expect(text).toContain('error: no ring\n')
  })
})

describe('a log in which every line tells of an error', () => {
  it.each([
    ['one and the same', () => 'error: no ring'],
    ['with a number', (i: number) => `error: no ring ${i}`],
    [
      'each another',
      (i: number) => `error: ${((i + 1) * 2654435761).toString(36)} ${'abcdefgh'[i % 8]} is missing`,
    ],
    ['of twenty kinds', (i: number) => `src/${'abcdefghijklmnopqrst'[i % 20]}.c:${i}:1: error: no ring`],
  ])('(%s) shows its first and its last', (_, line) => {
    const input = lines(3000, line)
    const { errors, text, segments } = truncate(input, { maxBytes: 4096 })
    // Those that are all different are not all judged.
    expect(errors.more ? 3000 : errors.total).toBe(3000)
    expect(errors.total).toBeGreaterThanOrEqual(512)
    expect(text.startsWith(`${line(0)}\n`)).toBe(true)
    expect(text).toContain(`\n${line(2999)}\n[`)
    expect(segments.length).toBeLessThanOrEqual(64)
  })
})

it('the scan of a giant line goes on from chunk to chunk without keeping it', () => {
  const collector = unchecked.createCollector({ maxBytes: 2000, backend: inject('backend') })
  const chunk = encode('fatal error: no such file, '.repeat(4000))
  for (let i = 0; i < 100; i++) collector.write(chunk)
  const { errors, totalLines, totalBytes, outputBytes } = collector.end()
  expect({ errors: errors.total, totalLines, totalBytes }).toEqual({
    errors: Math.ceil(10_800_000 / PART_BYTES),
    totalLines: 1,
    totalBytes: 10_800_000,
  })
  expect(outputBytes).toBeLessThanOrEqual(2000)
})
