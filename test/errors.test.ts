import { describe, expect, it } from 'vitest'
import { wholeNumber } from '../src/check/values.ts'
import { estimateTokens } from '../src/core/tokens/estimate.ts'
import { truncate } from '../src/core/truncate.ts'
import { PithError, shown } from '../src/errors.ts'
import { createTokenBudget } from '../src/extra/budget/budget.ts'
import { attractor, openclaw, pi, zdx } from '../src/extra/profiles/index.ts'
import { runProcess } from '../src/host/child-process.ts'
import { createEventLog, type EventLog } from '../src/host/event-log.ts'
import { readFile } from '../src/host/file.ts'
import { search } from '../src/host/search.ts'
import { createZdxSpill } from '../src/host/zdx-spill.ts'
import { createFileStore } from '../src/store/backends/files.ts'
import { createMemoryStore } from '../src/store/backends/memory.ts'
import { clampBytes, clampLines } from '../src/store/ranges.ts'
import { truncateToolOutput } from '../src/tools/tool-output.ts'
import { build, distUrl } from './support/built.ts'

it('an error of one entry point is a PithError of every other', async () => {
  build()
  const { createFileStore } = await import(distUrl('store/backends/files.js'))
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
    ['a position', (offset) => wholeNumber('offset', offset, 1)],
    ["pi's limit", (limit) => pi.find('a', { limit })],
    ["attractor's limit", (maxLines) => attractor.truncateTool('run_command', 'a', { maxLines })],
    ["zdx's limit", (maxLineLength) => zdx.read('a', { maxLineLength })],
    ['what a memory store holds', (maxBytes) => createMemoryStore({ maxBytes })],
    ['what a file store holds', (maxTotalBytes) => createFileStore({ maxTotalBytes })],
    ['what a log holds', (maxBytes) => createEventLog({ maxBytes })],
    ['how many files a log has', (maxFiles) => createEventLog({ maxFiles })],
    ["what zdx's files hold", (maxBytes) => createZdxSpill({ maxBytes })],
    ['a byte', (startByte) => clampBytes({ startByte, endByte: 9 }, 9)],
    ['a line', (lastLine) => clampLines({ firstLine: 1, lastLine }, 9)],
    ['how many lines before', (before) => search(createMemoryStore(), 'a', 'b', { before })],
    ['whether there are totals', (totals) => truncateToolOutput('read', 'a', { totals })],
    ["a boundary of zdx's", (maxBytes) => zdx.truncateAtUtf8Boundary('a', maxBytes)],
    [
      "a place among attractor's events",
      (afterSequence) => attractor.createSession().events({ afterSequence }),
    ],
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

describe.each(odd.slice(4))('where a promise tells of a value that is odd, %#,', (value, words) => {
  const refusal = (code: string, end: string) =>
    expect.objectContaining({ name: 'PithError', code, message: expect.stringMatching(end) })
  const escaped = words.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

  it.each(['timeoutSeconds', 'killGraceMs', 'exitGraceMs'])('it is refused as %s', async (name) => {
    const running = runProcess(['true'], { onOutput: () => {}, [name]: value })
    await expect(running).rejects.toEqual(refusal('PITH_INVALID_OPTION', `got ${escaped}\\.$`))
  })

  it('it is refused as an offset, also of a call that is put down', async () => {
    const events: EventLog = { run: '', dropped: 0, record: () => {}, close: () => {} }
    for (const more of [{}, { events }])
      await expect(readFile('/nowhere', { offset: value as never, ...more })).rejects.toEqual(
        refusal('PITH_INVALID_OPTION', `got ${escaped}\\.$`),
      )
  })

  it('it is no artifact', async () => {
    const found = createMemoryStore().stat(value as never)
    await expect(found).rejects.toEqual(refusal('PITH_UNKNOWN_ARTIFACT', '^There is no artifact .*\\.$'))
  })

  it('it is no line of a match', () => {
    const match = { text: 'a', line: value as never }
    expect(() => truncateToolOutput('grep', [match])).toThrow(
      refusal('PITH_INVALID_INPUT', `got ${escaped}\\.$`),
    )
  })
})
