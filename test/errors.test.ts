import { describe, expect, it } from 'vitest'
import { PithError, shown } from '../src/errors.ts'
import { attractor, openclaw, pi, zdx } from '../src/profiles/index.ts'
import { position } from '../src/strategies/positions.ts'
import { createTokenBudget } from '../src/tokens/budget.ts'
import { estimateTokens } from '../src/tokens/estimate.ts'
import { truncateToolOutput } from '../src/tool-output.ts'
import { truncate } from '../src/truncate.ts'
import { build, distUrl } from './support/built.ts'

it('an error of one entry point is a PithError of every other', async () => {
  build()
  const { createFileStore } = await import(distUrl('artifacts/files.js'))
  const { PithError: Exported } = await import(distUrl('index.js'))
  const error: unknown = await createFileStore({ directory: '/nowhere' })
    .stat('none')
    .catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(Exported)
  expect(error).toBeInstanceOf(PithError)
  expect(new Error('other')).not.toBeInstanceOf(PithError)
}, 120_000)

/** What JSON or a template string trips over. */
const odd: [unknown, string][] = [
  [undefined, 'undefined'],
  [null, 'null'],
  [-0.5, '-0.5'],
  [Number.NaN, 'NaN'],
  [10n, '10n'],
  [Symbol('a'), 'Symbol(a)'],
  [Object.create(null), 'an object'],
  [[], 'an array'],
  [() => 5, 'a function'],
  [
    {
      toJSON() {
        throw new TypeError('no')
      },
      toString() {
        throw new TypeError('no')
      },
    },
    'an object',
  ],
  ['a\nb', '"a\\nb"'],
  ['x'.repeat(100_000), `"${'x'.repeat(200)}…"`],
]

it.each(odd)('%# is shown in the words of an error', (value, words) => {
  expect(shown(value)).toBe(words)
})

describe.each(odd.slice(4))('a value that is odd, %#,', (value, words) => {
  it.each<[string, (value: never) => unknown]>([
    ['a limit', (maxTokens) => truncate('a', { maxTokens })],
    ['a choice', (keep) => truncate('a', { keep })],
    ['an encoding', (encoding) => estimateTokens('a', encoding)],
    ['a context', (contextTokens) => createTokenBudget({ contextTokens })],
    ['a tool', (tool) => truncateToolOutput<'bash'>(tool, 'a')],
    ['a position', (offset) => position('offset', offset, 1)],
    ["pi's limit", (limit) => pi.find('a', { limit })],
    ["attractor's limit", (maxLines) => attractor.truncateTool('run_command', 'a', { maxLines })],
    ["zdx's limit", (maxLineLength) => zdx.read('a', { maxLineLength })],
    ["openclaw's limit", (maxChars) => openclaw.truncateToolResultText('a', maxChars)],
  ])('is refused as %s, and shown', (_, call) => {
    expect(() => call(value as never)).toThrow(
      expect.objectContaining({
        name: 'PithError',
        code: 'PITH_INVALID_OPTION',
        message: expect.stringContaining(`got ${words}.`),
      }),
    )
  })
})
