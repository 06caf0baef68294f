// @deep
// @node

import fc from 'fast-check'
import * as cl100k from 'gpt-tokenizer/encoding/cl100k_base'
import * as o200k from 'gpt-tokenizer/encoding/o200k_base'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { counterFor } from '../../src/core/tokens/gpt.ts'
import type { TokenCounter, TruncateOptions } from '../../src/options.ts'
import { truncateToolOutput } from '../../src/tools/tool-output.ts'
import { toolNames } from '../../src/tools/tools.ts'
import { truncate } from '../support/checked.ts'
import * as arbitrary from '../support/generators.ts'
import { checkLimits } from '../support/limits.ts'
import { createRandom } from '../support/random.ts'

const asText = { disallowedSpecial: new Set<string>() }
const encodings = { o200k_base: o200k, cl100k_base: cl100k }
const names = ['o200k_base', 'cl100k_base'] as const
const counters = new Map<string, TokenCounter>()
const counterOf = (name: string): TokenCounter => counters.get(name) ?? { name, count: () => Number.NaN }

beforeAll(async () => {
  for (const name of names) counters.set(name, await counterFor(name))
})

const random = createRandom(6)
const words = [
  'error',
  'Warning',
  'build/src',
  'took',
  'naïve',
  'größer',
  'user_id',
  "don't",
  'HTTP/2',
  '日本',
]
const lines = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => `${line(i)}\n`).join('')
const some = (count: number): string => Array.from({ length: count }, () => random.pick(words)).join(' ')
const hex = (digits: number): string =>
  Array.from({ length: digits }, () => random.below(16).toString(16)).join('')

/** Texts as they come, each up to 50 KB. */
const ordinary: Record<string, string> = {
  log: lines(500, (i) => `2026-11-22T10:${i % 60}:07.${i}Z [info] ${some(5)} id=${hex(32)} (${i * 31} ms)`),
  code: lines(
    400,
    (i) => `${'  '.repeat(i % 9)}const ${random.pick(words)} = f(${i}, "${some(3)}"); // ${hex(8)}`,
  ),
  json: JSON.stringify(
    Array.from({ length: 300 }, (_, id) => ({ id, name: some(2), at: hex(12) })),
    null,
    2,
  ),
  minified: JSON.stringify(Array.from({ length: 300 }, (_, id) => ({ id, name: some(1), at: [id, hex(9)] }))),
  markdown: lines(
    300,
    (i) => `${'#'.repeat(1 + (i % 4))} ${some(4)}\n\n- **${some(2)}**: \`${hex(7)}\` | ${i} |\n`,
  ),
  diff: lines(500, () => `${random.pick(['+', '-', ' '])}\t${some(4)};\r`),
  table: lines(
    300,
    (i) => `${random.pick(words).padEnd(40)}|${String(i).padStart(12)} |${'-'.repeat(i % 60)}`,
  ),
  base64: lines(300, () => Buffer.from(hex(57)).toString('base64')),
  prose: lines(
    300,
    () => 'Die Straße führt über den Fluss; 今天天气很好，我们去公园。 Это ещё не всё… 👍🏽 “ok”',
  ),
}

/** Runs of one kind, without a place where a tokenizer ends a word. */
const unbroken: Record<string, (length: number) => string> = {
  'one letter': (length) => 'a'.repeat(length),
  letters: (length) => Array.from({ length }, () => 'abcdefghijklmnopqrstuvwxyz'[random.below(26)]).join(''),
  'words without blanks': (length) =>
    some(length)
      .replaceAll(/[^a-z]/g, '')
      .slice(0, length),
  Chinese: (length) =>
    Array.from({ length }, () => String.fromCharCode(0x4e00 + random.below(3000))).join(''),
  Cyrillic: (length) => Array.from({ length }, () => String.fromCharCode(0x430 + random.below(32))).join(''),
  emoji: (length) => Array.from({ length }, () => String.fromCodePoint(0x1f600 + random.below(60))).join(''),
  blanks: (length) => ' '.repeat(length),
  'line ends': (length) => '\n'.repeat(length),
  dashes: (length) => '-'.repeat(length),
  digits: (length) => Array.from({ length }, () => random.below(10)).join(''),
  'zero bytes': (length) => '\0'.repeat(length),
  'combining marks': (length) => `e${'\u0301'.repeat(length)}`,
  'lone surrogates': (length) => '\ud800'.repeat(length),
}

describe.each(names)('the counter for %s', (name) => {
  const whole = (text: string) => encodings[name].countTokens(text, asText)

  it.each(Object.keys(ordinary))(
    'counts a text of the kind %s as its tokenizer does on the whole',
    (kind) => {
      const text = ordinary[kind]
      expect(text.length).toBeGreaterThan(10_000)
      expect(counterOf(name).count(text)).toBe(whole(text))
    },
  )

  it('counts special tokens as the text that they are', () => {
    for (const text of ['<|endoftext|>', 'a <|im_start|>user\n<|im_end|>', '<|fim_prefix|>'.repeat(400)]) {
      expect(counterOf(name).count(text)).toBe(whole(text))
      expect(whole(text)).toBeGreaterThan(1)
    }
  })

  it('counts random texts as its tokenizer does', () => {
    fc.assert(
      fc.property(arbitrary.text, (text) => {
        const wellFormed = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
          new TextEncoder().encode(text),
        )
        if (wellFormed.length <= 512) expect(counterOf(name).count(text)).toBe(whole(wellFormed))
      }),
    )
  })

  it.each(Object.keys(unbroken))('is off by two tokens a cut at most in a run of %s', (kind) => {
    for (const length of [513, 1500]) {
      const text = unbroken[kind](length)
      const wellFormed = text.replaceAll(/\p{Surrogate}/gu, '\ufffd')
      const cuts = Math.floor(wellFormed.length / 511)
      const [got, exact] = [counterOf(name).count(text), whole(wellFormed)]
      expect({ kind, length, isNear: Math.abs(got - exact) <= 2 * cuts, got, exact }).toMatchObject({
        isNear: true,
      })
    }
  })

  it('counts a million of one character in time', () => {
    for (const char of ['a', ' ', '日']) {
      expect(counterOf(name).count(char.repeat(1_000_000))).toBeGreaterThan(1000)
    }
  })
})

describe('maxTokens with an exact counter', () => {
  const texts = fc.oneof(
    { weight: 3, arbitrary: arbitrary.text },
    {
      weight: 2,
      arbitrary: fc
        .record({
          kind: fc.constantFrom(...Object.keys(unbroken)),
          length: fc.integer({ min: 1, max: 4000 }),
        })
        .map(({ kind, length }) => unbroken[kind](length)),
    },
    { weight: 1, arbitrary: fc.nat(400).map((times) => '<|endoftext|>'.repeat(times)) },
    { weight: 1, arbitrary: fc.constantFrom(...Object.values(ordinary)) },
  )
  const limits = fc.oneof(fc.nat(12), fc.nat(300), fc.nat(3000))
  const numRuns = inject('thorough') ? 120 : 16

  it('holds for the whole text, notice included, whatever the input is', () => {
    fc.assert(
      fc.property(
        texts,
        limits,
        fc.constantFrom(...names),
        arbitrary.options,
        (text, maxTokens, name, rest) => {
          const tokens = counterOf(name)
          const { maxLines, keep, notice } = rest
          const given = { maxLines, keep, notice, tokens, maxTokens }
          const options = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
          const result = truncate(text, options)
          expect(tokens.count(result.text)).toBeLessThanOrEqual(maxTokens)
          expect(result.outputTokens).toBe(tokens.count(result.text))
        },
      ),
      { numRuns },
    )
  })

  it.each(toolNames())('holds for what %s gives', (tool) => {
    fc.assert(
      fc.property(texts, limits, (text, maxTokens) => {
        const options: TruncateOptions = { tokens: counterOf('o200k_base'), maxTokens, maxBytes: 30_720 }
        checkLimits(options, truncateToolOutput(tool, text, options))
      }),
      { numRuns: numRuns / 4 },
    )
  })

  const letters = inject('thorough') ? 500_000 : 250_000

  it(`holds for ${letters} times the same letter`, () => {
    for (const maxTokens of [1, 50, 25_000]) {
      const tokens = counterOf('o200k_base')
      const { text, truncated } = truncate('a'.repeat(letters), { tokens, maxTokens, maxBytes: 2_000_000 })
      expect([tokens.count(text) <= maxTokens, truncated]).toEqual([true, true])
    }
  })
})

describe('counterFor', () => {
  it.each([
    ['gpt-5', 'o200k_base'],
    ['gpt-5-codex', 'o200k_base'],
    ['gpt-5.2-2026-01-01', 'o200k_base'],
    ['gpt-4o-mini', 'o200k_base'],
    ['chatgpt-4o-latest', 'o200k_base'],
    ['gpt-4.1-nano', 'o200k_base'],
    ['gpt-4.5-preview', 'o200k_base'],
    ['gpt-oss-120b', 'o200k_base'],
    ['o1', 'o200k_base'],
    ['o3-mini', 'o200k_base'],
    ['o4-mini-2025-04-16', 'o200k_base'],
    ['openai/gpt-4o', 'o200k_base'],
    ['openrouter/openai/gpt-4o', 'o200k_base'],
    [' models/gpt-4 ', 'cl100k_base'],
    ['ft:gpt-4o-mini-2024-07-18:org::id', 'o200k_base'],
    [' GPT-5 ', 'o200k_base'],
    ['o200k_harmony', 'o200k_base'],
    ['gpt-4', 'cl100k_base'],
    ['gpt-4-turbo-2024-04-09', 'cl100k_base'],
    ['gpt-3.5-turbo', 'cl100k_base'],
    ['text-embedding-3-small', 'cl100k_base'],
    ['text-davinci-003', 'p50k_base'],
    ['code-davinci-edit-001', 'p50k_base'],
    ['davinci', 'r50k_base'],
    ['gpt2', 'r50k_base'],
  ])('counts for %s by %s', async (model, name) => {
    expect((await counterFor(model)).name).toBe(name)
  })

  it('agrees with the table of gpt-tokenizer on every model in it', async () => {
    const { modelToEncodingMap } = await import('gpt-tokenizer/mapping')
    const alike: Record<string, string> = {
      o200k_harmony: 'o200k_base',
      p50k_edit: 'p50k_base',
      gpt2: 'r50k_base',
    }
    for (const [model, encoding] of Object.entries(modelToEncodingMap as Record<string, string>)) {
      expect([model, (await counterFor(model)).name]).toEqual([model, alike[encoding] ?? encoding])
    }
  })

  it.each(['claude-opus-4', 'gpt', 'gpt-40', 'o2', 'toString', 'mistral-large', '', 5, undefined, null])(
    'refuses %j, and says what to do',
    async (model) => {
      await expect(counterFor(model as string)).rejects.toMatchObject({
        name: 'PithError',
        code: 'PITH_INVALID_OPTION',
        message: expect.stringMatching(/^Expected a model of OpenAI .*\{ name, count\(text\) \}/),
      })
    },
  )

  it('counts as before after it has counted much, and lets its package keep little of that', async () => {
    const { bytePairEncodingCoreProcessor: core } = o200k.default as unknown as {
      bytePairEncodingCoreProcessor: { mergeCache: Map<string, unknown> }
    }
    const tokens = await counterFor('gpt-5')
    const before = tokens.count(ordinary.log)
    expect(core.mergeCache.size).toBeGreaterThan(100)
    for (let i = 0; i < 5; i++) tokens.count(' '.repeat(4_000_000))
    expect(core.mergeCache.size).toBeLessThan(100)
    expect(tokens.count(ordinary.log)).toBe(before)
  })
})
