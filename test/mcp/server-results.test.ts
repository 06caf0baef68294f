import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { build } from '../support/built.ts'
import { McpPipe } from '../support/mcp-pipe.ts'

beforeAll(() => build(), 120_000)

it.each([
  ['claude-code', false],
  ['codex-mcp-client', false],
  ['a client that pith does not know', true],
])(
  'pith mcp answers %s with a text, and has data beside it only where no model reads them: %s',
  async (name, hasData) => {
    const pipe = new McpPipe(['mcp'])
    try {
      writeFileSync(join(pipe.folder, 'a.txt'), 'one "line"\n'.repeat(5000))
      await pipe.initialize('2025-11-25', name)
      pipe.send({ method: 'notifications/initialized' })
      const { tools } = (await pipe.ask('list', 'tools/list')).result
      const { content, structuredContent } = (await pipe.call('read', 'pith_read', { path: 'a.txt' })).result
      const [{ text }] = content
      expect(text).toContain('Use offset=')
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(8192)
      expect(structuredContent?.output).toBe(hasData ? text : undefined)
      for (const { outputSchema } of tools) expect(outputSchema !== undefined).toBe(hasData)
    } finally {
      await pipe.end()
    }
  },
)
