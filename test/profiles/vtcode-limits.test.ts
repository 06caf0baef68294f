import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PithError } from '../../src/errors.ts'
import { Tally } from '../../src/extra/profiles/vtcode/estimate.ts'
import { cutAtOrAfter, cutAtOrBefore } from '../../src/extra/profiles/vtcode/text.ts'
import * as vtcode from '../../src/extra/profiles/vtcode.ts'
import type { TokenCounter } from '../../src/options.ts'
import * as arbitrary from '../support/generators.ts'
import { checkProfile } from '../support/profile.ts'

const counters: (TokenCounter | undefined)[] = [
  undefined,
  { name: 'characters', count: (text) => text.length },
  { name: 'pieces', count: (text) => (text.match(/\w{1,6}|\s{1,9}|[^\w\s]/gu) ?? []).length },
]

const lineOf = (bytes: Uint8Array, offset: number): number =>
  bytes.subarray(0, offset).reduce((lines, byte) => lines + (byte === 0x0a ? 1 : 0), 1)

/** Segments and gaps are the input, in order, with true coordinates. */
function checkPieces(text: string, result: vtcode.VtcodeTruncation): void {
  const bytes = new TextEncoder().encode(text)
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const pieces = [...result.segments, ...result.gaps].sort((a, b) => a.startByte - b.startByte)
  let at = 0
  for (const piece of pieces) {
    expect(piece.startByte).toBe(at)
    expect(piece.endByte).toBeGreaterThan(at)
    expect([piece.firstLine, piece.lastLine]).toEqual([lineOf(bytes, at), lineOf(bytes, piece.endByte - 1)])
    const content = decoder.decode(bytes.subarray(at, piece.endByte))
    if ('text' in piece) expect(piece.text).toBe(content)
    else {
      const before = decoder.decode(bytes.subarray(0, at)).split('\n').at(-1) ?? ''
      expect(piece.column).toBe(before === '' ? undefined : [...before].length + 1)
      if (piece.codePoints !== undefined) expect(piece.codePoints).toBe([...content].length)
    }
    at = piece.endByte
  }
  expect(at).toBe(bytes.length)
  const touched = new Set(
    result.gaps.flatMap((gap) =>
      Array.from({ length: gap.lastLine - gap.firstLine + 1 }, (_, i) => gap.firstLine + i),
    ),
  )
  expect(result.truncatedLines).toBe(touched.size)
}

describe('truncate', () => {
  it('keeps the limit, whole pieces and true counts for any text, limit and counter', () => {
    fc.assert(
      fc.property(
        arbitrary.text,
        fc.oneof(fc.constantFrom(0, 1, 2, 3, 25_000, Infinity), fc.integer({ min: 0, max: 400 })),
        fc.constantFrom(...counters),
        fc.boolean(),
        (text, maxTokens, tokens, errors) => {
          const options = { maxTokens, errors, ...(tokens && { tokens }) }
          const result = vtcode.truncate(text, options)
          const source = text.replaceAll(/\p{Surrogate}/gu, '\ufffd')
          checkProfile(result.text, {
            again: () => vtcode.truncate(text, options).text,
            input: text,
            totals: { totalLines: result.totalLines },
          })
          checkPieces(source, result)
          expect(result.outputTokens).toBe((tokens?.count ?? vtcode.estimateTokens)(result.text))
          expect(result.outputTokens).toBeLessThanOrEqual(maxTokens)
          expect(result.truncated).toBe(result.text !== source || result.gaps.length > 0)
        },
      ),
      { numRuns: 400 },
    )
  })

  it('cuts no grapheme cluster', () => {
    const family = '👩‍👩‍👧‍👦'
    const tokens: TokenCounter = { name: 'characters', count: (text) => text.length }
    for (let maxTokens = 0; maxTokens < 120; maxTokens++) {
      const { segments } = vtcode.truncate(family.repeat(40), { tokens, maxTokens })
      for (const { text } of segments) expect(text.length % family.length).toBe(0)
    }
    const flags = vtcode.truncate('🇩🇪'.repeat(500), { tokens, maxTokens: 102 })
    for (const { text } of flags.segments) expect(text).toMatch(/^(🇩🇪)+$/u)
  })

  it('cuts a line that alone is over the limit, at both ends', () => {
    const tokens: TokenCounter = { name: 'characters', count: (text) => text.length }
    const text = `begin ${'x'.repeat(5000)} end`
    const result = vtcode.truncate(text, { tokens, maxTokens: 500 })
    expect(result.text).toMatch(/^begin x+\n\[\.\.\. \d+ characters truncated \.\.\.\]\nx+ end$/)
    expect(result.text.length).toBeGreaterThan(480)
    expect(result.gaps[0]?.codePoints).toBe(
      text.length - result.segments.reduce((n, s) => n + s.text.length, 0),
    )
  })

  it('cuts a giant line rather than leave most of an end unused', () => {
    const text = `start\n${'x'.repeat(100_000)}\ndone\n`
    const tokens: TokenCounter = { name: 'characters', count: (t) => t.length }
    const result = vtcode.truncate(text, { tokens, maxTokens: 1000 })
    expect(result.text.startsWith('start\nxxxx')).toBe(true)
    expect(result.text.endsWith('xxxx\ndone\n')).toBe(true)
    expect(result.text.length).toBeGreaterThan(960)
  })

  it('says so in fewer words, then in none, where the limit has no room for a marker', () => {
    const tokens: TokenCounter = { name: 'characters', count: (text) => text.length }
    const texts = [100, 20, 5, 1, 0].map(
      (maxTokens) => vtcode.truncate('a\n'.repeat(100), { tokens, maxTokens }).text,
    )
    expect(texts[0]).toContain('\n[... 65 lines truncated ...]\n')
    expect(texts[1]).toContain('\n…\n')
    expect(texts.slice(2)).toEqual(['a\na\n', '\n', ''])
  })

  it('gives a text within the limit back as it is', () => {
    for (const text of ['', '\n', 'a', 'a\r\nb', '\ufeffbom\n', '\u001b[31mred', 'x'.repeat(1000)]) {
      expect(vtcode.truncate(text).text).toBe(text)
    }
  })

  it('replaces lone surrogates by U+FFFD', () => {
    expect(vtcode.truncate('a\ud83d\nb\udc4d').text).toBe('a\ufffd\nb\ufffd')
  })

  it('keeps an old copy of its own marker as data', () => {
    const text = `${'[... 9 lines truncated ...]\n'.repeat(200)}`
    const { text: out, truncatedLines } = vtcode.truncate(text, { maxTokens: 200 })
    expect(out).toContain(`[... ${truncatedLines} lines truncated ...]`)
  })
})

describe('the parts below', () => {
  it('a cut inside a pair goes to the character before or after it', () => {
    expect([cutAtOrBefore('a👍b', 2), cutAtOrAfter('a👍b', 2)]).toEqual([1, 3])
    expect([cutAtOrBefore('a👍b', 9), cutAtOrAfter('a👍b', -1)]).toEqual([4, 0])
    const flags = '🇩🇪'.repeat(300)
    expect([cutAtOrBefore(flags, 1000), cutAtOrBefore(flags, 1002), cutAtOrAfter(flags, 1002)]).toEqual([
      1000, 1000, 1004,
    ])
  })

  it.each([
    ['lines', `${'x'.repeat(100)} y`],
    ['words', 'word '.repeat(30).trim()],
    ['characters', 'some words here'],
  ])(
    'the estimate by %s is the same in any order of lines, the last one without a line feed too',
    (_, line) => {
      const lines = [`${line}\n`, '\n', '  \n', `${line}\n`, line]
      const backwards = new Tally()
      for (const each of lines.toReversed()) backwards.addLine(each, 0, each.length)
      expect(backwards.tokens).toBe(vtcode.estimateTokens(lines.join('')))
    },
  )
})

describe('bad input', () => {
  const bad: unknown[] = [-1, 1.5, Number.NaN, -Infinity, '5', null, {}, 5n, [], true]

  it.each(bad)('a maxTokens of %s is a PithError', (maxTokens) => {
    expect(() => vtcode.truncate('x', { maxTokens: maxTokens as number })).toThrow(PithError)
  })

  it.each([Number.NaN, '0.5', null, {}, Object.create(null)])(
    'a utilisation of %o is a PithError',
    (value) => {
      expect(() => vtcode.toolTokenLimit(value as number)).toThrow(PithError)
      expect(() => vtcode.truncate('x', { contextUtilization: value as number })).toThrow(PithError)
    },
  )

  it.each([undefined, null, 5, {}, new Uint8Array(3)])(
    'a text of %o is a PithError in every function',
    (value) => {
      const text = value as string
      const calls = [
        () => vtcode.truncate(text),
        () => vtcode.estimateTokens(text),
        () => vtcode.isCode(text),
        () => vtcode.display(text),
        () => vtcode.stripAnsi(text),
        () => vtcode.spool(text),
        () => vtcode.toolOutput(text),
        () => vtcode.createTokenBudget().count(text),
      ]
      for (const call of calls) expect(call).toThrow(PithError)
    },
  )

  it('an option of the wrong kind is a PithError', () => {
    const cast = <T>(value: unknown): T => value as T
    const calls = [
      () => vtcode.truncate('x', cast(null)),
      () => vtcode.truncate('x', cast([])),
      () => vtcode.truncate('x', { tokens: cast({}) }),
      () => vtcode.truncate('x', { tokens: cast(null) }),
      () => vtcode.truncate('x', { errors: cast('yes') }),
      () => vtcode.truncate('x', { codeDetection: cast('best') }),
      () => vtcode.isCode('x', cast('best')),
      () => vtcode.cacheTokenCounts(cast(3)),
      () => vtcode.cacheTokenCounts(undefined, { maxEntries: 0 }),
      () => vtcode.cacheTokenCounts(undefined, { maxCharacters: 1.5 }),
      () => vtcode.createTokenBudget({ maxContextTokens: 0 }),
      () => vtcode.createTokenBudget({ warningThreshold: 0.9 }),
      () => vtcode.createTokenBudget({ alertThreshold: 2 }),
      () => vtcode.createTokenBudget().record('', 1),
      () => vtcode.createTokenBudget().record('a', -1),
      () => vtcode.createTokenBudget().deduct('a', Number.NaN),
      () => vtcode.display('x', { mode: cast('wide') }),
      () => vtcode.display('x', { tailLines: 0 }),
      () => vtcode.display('x', { spoolPath: '' }),
      () => vtcode.spool('x', { write: cast('file') }),
      () => vtcode.spool('x', { thresholdBytes: -1 }),
      () => vtcode.spool('x', { tool: cast(1) }),
      () => vtcode.toolOutput('x', { allowAnsi: cast(1) }),
    ]
    for (const call of calls) expect(call, call.toString()).toThrow(PithError)
  })

  it('takes a component by the name of an object property', () => {
    const budget = vtcode.createTokenBudget()
    budget.record('__proto__', 4)
    budget.record('constructor', 3)
    expect(budget.totalTokens).toBe(7)
    expect(Object.keys(budget.breakdown())).toEqual(['__proto__', 'constructor'])
  })
})
