import { describe, expect, it } from 'vitest'
import { PithError } from '../src/errors.ts'
import type { ErrorSearchOptions } from '../src/options.ts'
import { createCollector, truncate, truncateStream } from './support/checked.ts'

const calm = (count: number): string =>
  Array.from({ length: count }, (_, i) => `step ${i} took ${i % 7} ms\n`).join('')

const quiet = 'the frobnicator wept'
const log = `${calm(1000)}${quiet}\n${calm(1000)}`

type Patterns = NonNullable<ErrorSearchOptions['patterns']>

const cut = (input: string, patterns: Patterns) => truncate(input, { maxBytes: 2000, errors: { patterns } })

/** The code that each way to give options ends in. */
async function codesOf(errors: unknown): Promise<string[]> {
  const options = { errors: errors as ErrorSearchOptions }
  const ways = [
    async () => truncate(log, options),
    async () => createCollector(options),
    async () => truncateStream(new Blob([log]), options),
  ]
  return Promise.all(
    ways.map((way) =>
      way().then(
        () => 'accepted',
        (error) => (error instanceof PithError ? error.code : String(error)),
      ),
    ),
  )
}

describe('errors.patterns', () => {
  it('make an error line of what tells of none by itself', () => {
    expect(truncate(log, { maxBytes: 2000 }).errors.total).toBe(0)
    for (const pattern of ['frobnicator wept', 'FROBNICATOR', /frob\w+ wept$/, /^the [a-z]{5,} w(ept|as)/]) {
      const { text, errors } = cut(log, [pattern])
      expect(text).toContain(`${quiet}\n`)
      expect(errors).toMatchObject({ total: 1, lines: [{ line: 1001, kept: true, pattern: 'level' }] })
    }
  })

  it('are found however little there is of them to look for', () => {
    const input = `${calm(1000)}zq 17\nzq 18\n${calm(1000)}`
    for (const pattern of ['zq', /^z/, /q \d{2}$/, /\bzq\b/])
      expect(cut(input, [pattern]).errors.total).toBe(2)
  })

  it('are found beside errors that pith knows, and beside each other', () => {
    const input = `${calm(1000)}error: no ring\n${calm(50)}${quiet}\n${calm(50)}quux ~ 7\n${calm(1000)}`
    const { errors } = cut(input, ['frobnicator', /quux ~ \d/])
    expect(errors.lines.map(({ line, kept }) => [line, kept])).toEqual([
      [1001, true],
      [1052, true],
      [1103, true],
    ])
  })

  it('as strings are looked for as they stand, in either case', () => {
    const input = `${calm(1000)}A.B*C[1] (X|Y)?\naxbbc1 x\n${calm(1000)}`
    expect(cut(input, ['a.b*c[1] (x|y)?']).errors).toMatchObject({ total: 1, lines: [{ line: 1001 }] })
  })

  it('as expressions keep to their flags', () => {
    const input = `${calm(1000)}Frobnicator\nfrobnicator\n${calm(1000)}`
    expect(cut(input, [/frobnicator/]).errors.lines.map((e) => e.line)).toEqual([1002])
    expect(cut(input, [/frobnicator/i]).errors.lines.map((e) => e.line)).toEqual([1001, 1002])
  })

  it('are found in characters of every length and in lines of any', () => {
    const long = `${'x'.repeat(12_000)} dröhnt das Gerät ${'x'.repeat(12_000)}`
    const { text, errors } = cut(`${calm(500)}日本 GERÄT 漢字\n${calm(500)}${long}\n${calm(500)}`, [
      'das gerät',
      '漢字',
    ])
    expect(errors.lines.map((e) => e.line)).toEqual([501, 1002])
    expect(text).toContain('日本 GERÄT 漢字')
  })

  it('give the same in chunks', () => {
    const options = { maxBytes: 2000, errors: { patterns: [/^the frob/, 'took 6 ms'] } }
    const collector = createCollector(options)
    for (let at = 0; at < log.length; at += 777) collector.write(log.slice(at, at + 777))
    expect(collector.end()).toEqual(truncate(log, options))
  })

  it('may be 32', async () => {
    const many = Array.from({ length: 32 }, (_, i) => `frobnicator ${i}`)
    expect(cut(`${calm(1000)}frobnicator 31\n${calm(1000)}`, many).errors.total).toBe(1)
    expect(await codesOf({ patterns: [...many, 'one more'] })).toEqual(Array(3).fill('PITH_INVALID_OPTION'))
  })

  it.each<[string, unknown]>([
    ['a lookahead', /a(?=b)/],
    ['a negative lookahead', /a(?!b)/],
    ['a lookbehind', /(?<=a)b/],
    ['a negative lookbehind', /(?<!a)b/],
    ['a backreference', /(a)\1/],
    ['a named group', /(?<name>a)/],
    ['a named backreference', /(?<name>a)\k<name>/],
    ['a lazy repeat', /a+?/],
    ['a property', /\p{L}/u],
    ['a flag that is not of the subset', /a/g],
    ['the flag s', /a./s],
    ['the flag m', /^a/m],
    ['the flag y', /a/y],
    ['a repeat of more than can be', /(?:(?:abcdefgh){1000}){1000}/],
  ])('refuse %s, wherever options are given', async (_, pattern) => {
    expect(await codesOf({ patterns: ['fine', pattern] })).toEqual(Array(3).fill('PITH_INVALID_PATTERN'))
  })

  it.each<[string, unknown]>([
    ['that are no list', 'error'],
    ['that are one expression', /error/],
    ['of numbers', [1]],
    ['of null', [null]],
    ['of an empty string', ['']],
  ])('refuse patterns %s', async (_, patterns) => {
    expect(await codesOf({ patterns })).toEqual(Array(3).fill('PITH_INVALID_OPTION'))
  })

  it('name the construct that is refused', () => {
    expect(() => cut(log, [/a(?=b)/])).toThrow(/a lookahead/)
  })
})

describe('errors.before and errors.after', () => {
  it.each([{ before: 51 }, { after: -1 }, { before: 1.5 }, { after: '3' }, { before: Number.NaN }])(
    'refuse %j',
    async (errors) => {
      expect(await codesOf(errors)).toEqual(Array(3).fill('PITH_INVALID_OPTION'))
    },
  )

  it.each([{ before: 0, after: 0 }, { before: 50, after: 50 }, {}])('take %j', async (errors) => {
    expect(await codesOf(errors)).toEqual(Array(3).fill('accepted'))
  })
})
