// @deep

import { describe, expect, inject, it } from 'vitest'
import { truncate } from '../../src/core/truncate.ts'
import { kindsFor } from '../../src/kinds/index.ts'
import { truncateToolOutput } from '../../src/tools/tool-output.ts'
import { type Tool, toolNames } from '../../src/tools/tools.ts'

// No tool fails at what a broken program prints. An error inside pith would be thrown here.

const DEEP = 100_000
const nested: Record<string, string> = {
  arrays: '['.repeat(DEEP) + ']'.repeat(DEEP),
  'objects without an end': '{"a":'.repeat(DEEP),
  elements: `<?xml version="1.0"?>\n${'<a>'.repeat(DEEP)}${'</a>'.repeat(DEEP)}`,
  'elements of HTML': `<!doctype html><html>${'<div>'.repeat(DEEP)}`,
  quotes: `# a\n\n${'> '.repeat(DEEP)}x\n`,
  braces: `function a() ${'{'.repeat(DEEP)}\n`,
  folders: `./${'a/'.repeat(DEEP)}b\n`,
}

const odd: Record<string, string> = {
  'lone surrogates': `\ud83d ${'a\udc00\n'.repeat(300)}\ud83d`,
  'a pair in the wrong order': '\udc00\ud83d'.repeat(500),
  NULs: `a\0b\n${'\0'.repeat(3000)}\nsrc/a.ts:1:x\0y\n`,
  'NULs behind the first 8 KiB': `${'line\n'.repeat(3000)}\0\0\n${'line\n'.repeat(300)}`,
  'duplicate keys': `{${Array.from({ length: 400 }, (_, i) => `"a": ${i}`).join(',\n')}}`,
}

const limits = { maxBytes: 400, backend: inject('backend') } as const

function check(text: string, what: string): void {
  expect(Buffer.byteLength(text), what).toBeLessThanOrEqual(limits.maxBytes)
  expect(/\p{Surrogate}/u.test(text), what).toBe(false)
}

/** The text by itself and by each tool, as a string and as bytes. */
function checkAll(text: string, command: string): void {
  const structure = kindsFor({ command })
  for (const input of [text, new TextEncoder().encode(text)]) {
    const result = truncate(input, { ...limits, structure })
    expect(result.failures).toBeUndefined()
    check(result.text, `truncate of ${JSON.stringify(text.slice(0, 80))}`)
    for (const tool of toolNames()) {
      const output = truncateToolOutput<Tool>(tool, input, limits)
      check(output.text, `${tool} of ${JSON.stringify(text.slice(0, 80))}`)
      expect(JSON.stringify(output.details)).not.toContain('"failures"')
    }
  }
}

describe('every tool', () => {
  it.each(Object.entries(nested))('cuts %s that are nested 100,000 levels deep', (_, text) =>
    checkAll(text, 'cat a'),
  )

  it.each(Object.entries(odd))('cuts %s', (_, text) => checkAll(text, 'cat a.json'))
})
