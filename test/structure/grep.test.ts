import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { grepKind } from '../../src/kinds/grep.ts'
import { grepJson } from '../../src/kinds/grep-json.ts'
import { kinds, kindsFor } from '../../src/kinds/index.ts'
import { caseCount } from '../support/case-count.ts'
import { createCollector, truncate } from '../support/checked.ts'
import { withFullNames } from '../support/marker-names.ts'
import { cutOf } from '../support/units.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const numbered = Array.from({ length: 400 }, (_, at) => `src/f${at >> 4}.ts:${at}:const a = ${at}\n`).join('')

test('each file keeps its first match while that fits', () => {
  const text = cutOf(grepKind, numbered, 4096) ?? ''
  for (let file = 0; file < 25; file++) expect(text).toContain(`src/f${file}.ts:${file * 16}:`)
})

test('headings stay with their matches', () => {
  const input = Array.from({ length: 30 }, (_, at) => `src/f${at}.ts\n1:first\n2:second\n\n`).join('')
  const text = cutOf(grepKind, input, 1500) ?? ''
  expect(text).toContain('src/f0.ts\n1:first\n')
})

test('a match keeps its context', () => {
  const input = Array.from(
    { length: 50 },
    (_, at) => `a${at}.c-1-before: x\na${at}.c:2:hit\na${at}.c-3-after\n--\n`,
  ).join('')
  expect(cutOf(grepKind, input, 1000)).toContain('a0.c-1-before: x\na0.c:2:hit\na0.c-3-after\n--\n')
})

test('Windows paths and times are told apart, and a compiler is no grep', () => {
  const windows = 'C:\\a b\\x.ts:1:y\n'.repeat(5)
  expect(grepKind.recognise(bytesOf(windows), ['rg'], true)).toBeGreaterThan(0.5)
  expect(grepKind.recognise(bytesOf('2024-01-02T10:11:12 started a.b\n'.repeat(9)), [], true)).toBe(0)
  expect(grepKind.recognise(bytesOf('a/b.c:1:2: warning: unused\n'.repeat(9)), [], true)).toBe(0)
})

describe('matches of rg --json', () => {
  const event = (type: string, file: string, text: string) =>
    `${JSON.stringify({ type, data: { path: { text: file }, lines: { text: `${text}\n` }, line_number: 3 } })}\n`
  const file = (name: string, matches: number) =>
    `{"type":"begin","data":{"path":{"text":"${name}"}}}\n` +
    Array.from({ length: matches }, (_, at) => event('match', name, `hit ${at}`)).join('') +
    `{"type":"end","data":{"path":{"text":"${name}"},"stats":{"matches":${matches}}}}\n`
  const input = `${Array.from({ length: 12 }, (_, at) => file(`src/f${at}.c`, 30)).join('')}{"data":{"stats":{}},"type":"summary"}\n`

  it('keep one match of each file first, and stay lines of JSON', () => {
    const { text, kind, units } = truncate(input, { maxBytes: 4000, structure: kinds })
    expect(kind).toBe('grep-json')
    expect(units).toEqual({ files: 12, matches: 360 })
    const lines = text.split('\n').slice(0, -1)
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow()
    for (let at = 0; at < 12; at++) expect(text).toContain(event('match', `src/f${at}.c`, 'hit 0'))
    expect(lines).toContain('"… 29 more matches …"')
  })

  it('do not depend on chunks', () => {
    for (const bytes of [200, 900, 5000]) {
      const whole = cutOf(grepJson, input, bytes)
      expect(cutOf(grepJson, input, bytes, 1e6, 11)).toBe(whole)
    }
  })

  it('are lines when they hold something else', () => {
    expect(cutOf(grepJson, `${input}Segmentation fault\n`, 900)).toBeUndefined()
  })
})

test('markers name the files that they hide, with the number of their matches, when not all can be shown', () => {
  const many = Array.from({ length: 600 }, (_, at) => `src/part${at >> 2}.ts:${at}:const a = ${at}\n`).join(
    '',
  )
  const text = withFullNames(cutOf(grepKind, many, 2048) ?? '')
  const named = new Set(text.match(/src\/part\d+\.ts/g))
  expect(named.size).toBeGreaterThan(40)
  expect(text).toMatch(/matches: src\/part\d+\.ts 4, src/)
  const all = cutOf(grepKind, many, 16384) ?? ''
  for (let at = 0; at < 150; at++) expect(all).toContain(`\nsrc/part${at}.ts:`.slice(at === 0 ? 1 : 0))
})

/** Finds a plain word, as a command's pattern does. */
const searchFor = (word: string) => (bytes: Uint8Array, start: number, end: number) => {
  const at = new TextDecoder('latin1').decode(bytes.subarray(start, end)).indexOf(word)
  return at < 0 ? -1 : start + at + word.length
}
const structure = kindsFor({ command: ['grep', '-n', 'payHook', 'app.min.js'], search: searchFor('payHook') })
function cutOfGrep(input: string, maxBytes: number, chunk = 1e9) {
  const collector = createCollector({ maxBytes, structure, for: 'query' })
  const bytes = bytesOf(input)
  for (let at = 0; at < bytes.length; at += chunk) collector.write(bytes.subarray(at, at + chunk))
  return collector.end({ artifact: '0123456789abcdef' }, { exitCode: 0 })
}
const calls = (count: number) => Array.from({ length: count }, (_, at) => `var a${at}=f(${at * 7});`).join('')

test('a long line shows each of its matches, wherever it is', () => {
  const bundle = `${calls(3000)}payHook(1);${calls(5000)}payHook(22);${calls(2000)}\u00e9\u{1f642}payHook(333);${calls(50)}`
  expect(bundle.length).toBeGreaterThan(150_000)
  for (const [prefix, maxBytes] of [
    ['app.min.js:1:', 2048],
    ['1:', 8192],
    ['', 2048],
    ['app.min.js\n1:', 8192],
  ] as const) {
    const { kind, text } = cutOfGrep(`${prefix}${bundle}\n`, maxBytes)
    expect(kind).toBe('grep')
    for (const call of ['payHook(1)', 'payHook(22)', 'payHook(333)']) expect(text).toContain(call)
    expect(bytesOf(text).length).toBeGreaterThan(0.85 * maxBytes)
  }
})

test('a line that is too long to be shown keeps its match among the matches of other files', () => {
  const lines = Array.from(
    { length: 40 },
    (_, at) => `src/f${at}.js:${at}:${calls(60)}payHook(${at})${calls(9)}\n`,
  )
  const { text } = cutOfGrep(lines.join(''), 8192)
  const shown = text.match(/^src\/f\d+\.js:\d+:.*/gm) ?? []
  expect(shown.length).toBeGreaterThan(12)
  for (const line of shown) expect(line).toContain(`payHook(${line.split(':')[1]})`)
})

test('of an answer, whole files at both ends are shown, and a marker counts the matches of the files between', () => {
  const lines = Array.from({ length: 400 }, (_, at) => `src/f${at >> 2}.ts:${at}: export const value${at}\n`)
  const { text } = truncate(lines.join(''), {
    maxBytes: 3000,
    for: 'query',
    structure,
    source: { artifact: '0123456789abcdef' },
  })
  const markers = text.match(/^\[\.\.\..*/gm) ?? []
  expect(markers.find((marker) => marker.includes('files'))).toMatch(
    /^\[\.\.\.\d+-\d+: \S+, \d+ files, \d+ matches: src\/\{f\d+\.ts 4, f\d+\.ts 4, .*\]$/,
  )
  expect(markers.length).toBeLessThan(4)
  for (const line of [...lines.slice(0, 16), ...lines.slice(-16)]) expect(text).toContain(line)
})

test('matches of one file, with context or without line numbers, are read', () => {
  for (const line of [
    (at: number) => `${at}:payHook(${at}) and more of it`,
    (at: number) => `payHook(${at}) and more of it`,
    (at: number) => `${3 * at}-before\n${3 * at + 1}:payHook(${at})\n--`,
    (at: number) => `src/f${at}.js:${at % 3}`,
  ]) {
    const input = Array.from({ length: 300 }, (_, at) => line(at)).join('\n')
    const { text, kind } = truncate(input, {
      maxBytes: 1500,
      structure,
      source: { artifact: '0123456789abcdef' },
    })
    expect(kind).toBe('grep')
    expect(text).toContain(line(0))
    expect(text).toContain(line(299))
  }
})

test('a long text that a filter of jq prints without quotes shows each match', () => {
  const bundle = `${calls(3000)}payHook(1);${calls(5000)}payHook(22);${calls(2000)}`
  const command = ['jq', '-r', '.files[] | select(.text | contains("payHook")) | .text']
  const search = searchFor('payHook')
  for (const input of [bundle, `first line\n${bundle}\nlast line\n`]) {
    const { kind, text } = truncate(input, {
      maxBytes: 2048,
      structure: kindsFor({ command, search }),
      for: 'query',
    })
    expect(kind).toBe('grep')
    expect(text).toContain('payHook(1)')
    expect(text).toContain('payHook(22)')
    expect(kindsFor({ command }).recognise(bytesOf(input.slice(0, 8192)), false)?.name).not.toBe('grep')
  }
  const json = bytesOf(JSON.stringify([bundle]).slice(0, 8192))
  expect(kindsFor({ command, search }).recognise(json, false)?.name).toBe('json')
})

test('a match where two blocks of a line meet is shown with what follows it', () => {
  for (let before = 8180; before < 8320; before += caseCount(13, 1)) {
    const { text } = cutOfGrep(`a.c:1:${'x'.repeat(before)}payHook(9)${'y'.repeat(9000)}\n`, 2048)
    expect([before, text.includes('payHook(9)')]).toEqual([before, true])
  }
})

test('what is around a match does not depend on chunks', () => {
  const part = fc.constantFrom(
    'payHook(9)',
    'x'.repeat(300),
    '\u00e9\u{1f642}'.repeat(99),
    'pay',
    'Hook',
    'y'.repeat(8185),
    '\n',
    '\nb.c:7:',
  )
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 30 }),
      fc.integer({ min: 200, max: 4000 }),
      fc.integer({ min: 1, max: 9000 }),
      (parts, maxBytes, chunk) => {
        const input = `a.c:1:${parts.join('')}\n`
        expect(cutOfGrep(input, maxBytes, chunk).text).toBe(cutOfGrep(input, maxBytes).text)
      },
    ),
    { numRuns: caseCount(8, 150), seed: 7 },
  )
})

describe('matches with context', () => {
  const context = (at: number, from: number) =>
    Array.from(
      { length: 5 },
      (_, nth) => `src/p${at}.c-${from + nth}-context ${nth} of ${at} in some words\n`,
    ).join('')
  const text = Array.from(
    { length: 40 },
    (_, at) => `${context(at, 10)}src/p${at}.c:15:  found(${at});\n${context(at, 16)}--\n`,
  ).join('')
  const cutAt = (maxBytes: number) =>
    truncate(text, { maxBytes, for: 'query', structure: kindsFor({ command: 'grep -rn -C5 found src' }) })

  it('all matches come before context, and near context before that which is far', () => {
    const small = cutAt(4096)
    for (let at = 0; at < 40; at++) expect(small.text).toContain(`src/p${at}.c:15:  found(${at});\n`)
    expect(small.units).toEqual({ files: 40, matches: 40 })
    const larger = cutAt(8192).text
    expect(larger).toContain('src/p30.c-14-context 4 of 30')
    expect(larger).toContain('src/p30.c-16-context 0 of 30')
    expect(larger).not.toContain('src/p30.c-10-context')
  })
})
