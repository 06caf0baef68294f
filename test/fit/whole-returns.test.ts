// @deep

import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { wholeResult } from '../../src/core/fit/whole.ts'
import type { TruncateOptions } from '../../src/options.ts'
import { resolveSettings } from '../../src/settings.ts'
import { checkContract } from '../support/contract.ts'
import { generalResult } from '../support/general.ts'
import { seedFor } from '../support/random.ts'
import { terminalStreams } from '../support/terminal-streams.ts'

// Small texts of terminals whose lines end in CR LF.

const settingsOf = (options: TruncateOptions) => resolveSettings({ fold: true, ...options })
const whole = (input: string, options: TruncateOptions = {}) => wholeResult(input, settingsOf(options))
const general = (input: string, options: TruncateOptions = {}) => generalResult(input, settingsOf(options))

const limits = fc.record(
  {
    maxLines: fc.integer({ min: 1, max: 40 }),
    maxBytes: fc.integer({ min: 100, max: 2000 }),
    maxTokens: fc.integer({ min: 20, max: 500 }),
    maxSerializedBytes: fc.integer({ min: 100, max: 2000 }),
    maxLineLength: fc.integer({ min: 20, max: 200 }),
    keep: fc.constantFrom('head', 'tail', 'ends'),
  },
  { requiredKeys: [] },
)

const line = fc.oneof(
  terminalStreams.map((stream) => stream.slice(0, 40)),
  fc.constantFrom(
    'fetched object 7 from origin',
    'fetched object 8 from origin',
    '\u001b[32mok\u001b[0m',
    'error: no such file',
    'ERROR: boom\u001b[K',
    '\u001b[31mFAIL\u001b[39m a.test.ts > adds',
    'über die Straße',
    '12%\r100%',
    'a\r',
    '[Lines 1-2 of 9. Not kept.]',
    '',
  ),
)
const lineEnd = fc.constantFrom('\r\n', '\r\n', '\r\n', '\r\n', '\n', '\r\r\n', '\r', '')
const block = fc.oneof(
  fc.tuple(line, lineEnd).map(([text, end]) => text + end),
  fc
    .tuple(fc.integer({ min: 2, max: 12 }), fc.constantFrom('\r\n', '\n'))
    .map(([count, end]) =>
      Array.from({ length: count }, (_, i) => `\u001b[32mtest ${i} passes in ${i} ms\u001b[0m${end}`).join(
        '',
      ),
    ),
)
const texts = fc.array(block, { maxLength: 16 }).map((blocks) => blocks.join(''))

it.each(['wasm', 'js'] as const)('the short way cuts CRs as the collector does, with %s', (backend) => {
  const seen = { short: 0, cut: 0, errors: 0 }
  fc.assert(
    fc.property(texts, limits, (input, limited) => {
      const options = { ...limited, backend }
      const short = whole(input, options)
      if (!short) return
      expect(short).toEqual(general(input, options))
      checkContract(input, { fold: true, ...options }, short)
      if (!input.includes('\r\n')) return
      seen.short++
      if (!short.text.includes('\r')) seen.cut++
      if (short.errors.total > 0) seen.errors++
    }),
    { numRuns: inject('thorough') ? 2000 : 400, seed: seedFor(5) },
  )
  for (const [kind, count] of Object.entries(seen)) expect(count, kind).toBeGreaterThan(10)
})

it('takes the short way for coloured lines that end in CR LF, with errors where they are in the input', () => {
  const passed = Array.from({ length: 9 }, (_, i) => `\u001b[32mtest ${i} passes\u001b[0m\r\n`).join('')
  const input = `${passed}error: no such file\r\n`
  const short = whole(input)
  expect(short).toEqual(general(input))
  expect(short?.text).not.toContain('\r')
  const [error] = short?.errors.lines ?? []
  expect(input.slice(error.startByte, error.endByte)).toContain('error')
  expect(error.line).toBe(10)
})

it('counts the whole tokens with the CRs, and those of the text without', () => {
  const input = '\u001b[1mone\u001b[0m\r\ntwo\r\nthree\r\n'
  expect(whole(input, { maxTokens: 100 })).toEqual(general(input, { maxTokens: 100 }))
  expect(whole(input, { maxTokens: 100 })?.totalTokens).toBeDefined()
})
