// @deep

import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import type { CommandStatus, TruncateOptions } from '../../src/options.ts'
import { truncateToolOutput } from '../../src/tools/tool-output.ts'
import { type Tool, type ToolInputs, toolNames } from '../../src/tools/tools.ts'
import { checkLimits } from '../support/limits.ts'

const backend = inject('backend')
const numRuns = inject('thorough') ? 60 : 8
const encoder = new TextEncoder()

/** Whole numbers from 0, and nothing else is common to them. */
const counters: Record<string, (text: string) => number> = {
  'per character': (text) => Array.from(text).length,
  'per byte': (text) => encoder.encode(text).length,
  'per word': (text) => (text.match(/\S+/g) ?? []).length,
  'with a price for each text': (text) => 5 + Math.ceil(text.length / 4),
  'not additive': (text) => {
    let tokens = 0
    for (let i = 0; i < text.length; i++) tokens += text.charCodeAt(i) % 7 === 0 && i % 3 === 0 ? 3 : 1
    return Math.ceil(tokens * (text.length % 2 === 0 ? 0.8 : 1.1))
  },
}

const piece = fc.constantFrom(
  'ok\n',
  'error: boom\n',
  'src/a.ts:12:let a\n',
  '漢字 ',
  '😀',
  'e\u0301\n',
  '\n',
  '\t',
  `${'x'.repeat(80)} `,
)
const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''))
const names = fc.array(piece, { maxLength: 30 })
const inputs: { [T in Tool]: fc.Arbitrary<ToolInputs[T]> } = {
  read: text,
  bash: fc.oneof(text, fc.record({ stdout: text, stderr: text })),
  grep: fc.oneof(
    text,
    fc.array(fc.record({ path: fc.constantFrom('a.ts', 'b.ts'), text: piece }), { maxLength: 30 }),
  ),
  find: fc.oneof(text, names),
  ls: fc.oneof(text, names),
  web: text,
}

const limits = fc.record(
  { maxLines: fc.nat(12), maxBytes: fc.nat(400), notice: fc.constantFrom(false, { key: 'k' }) },
  { requiredKeys: [] },
)

describe.each(Object.entries(counters))('a limit by an exact counter, %s', (name, count) => {
  const tokens = { name, count }

  it.each(toolNames())('holds for %s', (tool) => {
    fc.assert(
      fc.property(inputs[tool], fc.nat(200), limits, (input, maxTokens, other) => {
        const options: TruncateOptions = { ...other, backend, maxTokens, tokens }
        const output = truncateToolOutput(tool, input as never, options)
        checkLimits(options, output)
        if (output.text !== '') expect(count(output.text)).toBeLessThanOrEqual(maxTokens)
      }),
      { numRuns },
    )
  })

  it('holds for a failed command', () => {
    const status = fc.constantFrom<CommandStatus>({ exitCode: 2 }, { signal: 'SIGKILL' })
    fc.assert(
      fc.property(inputs.bash, fc.nat(200), status, (input, maxTokens, ended) => {
        const output = truncateToolOutput('bash', input, { backend, maxTokens, tokens, status: ended })
        if (output.text !== '') expect(count(output.text)).toBeLessThanOrEqual(maxTokens)
      }),
      { numRuns },
    )
  })
})
