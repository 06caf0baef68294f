import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useCommand } from '../support/command.ts'
import { McpPipe } from '../support/mcp-pipe.ts'

const FACT = '4321 the pump runs'
const text = Array.from({ length: 9000 }, (_, i) => `${i} the pump runs\n`).join('')
const QUERY = 'what do pumps of 4321 do?'

describe('--query', () => {
  const box = useCommand()
  const placed = (): string => {
    const path = join(box.folder, 'a.txt')
    writeFileSync(path, text)
    return path
  }

  it('shows what is asked for, of a pipe, a command and a file', async () => {
    const path = placed()
    for (const words of [[], ['run', '-q'], ['read']]) {
      const [command, ...options] = words
      const own = command === 'run' ? ['--', 'cat', path] : command === 'read' ? [path] : []
      const call = (query: string[]) =>
        box.pith([...(command ? [command] : []), ...options, '--max-bytes', '2000', ...query, ...own], {
          input: text,
        })
      const asked = await call(['--query', QUERY])
      expect(asked.status).toBe(0)
      expect(asked.stdout.toString()).toContain(FACT)
      expect((await call([])).stdout.toString()).not.toContain(FACT)
    }
  })

  it('names the rest of a file by its lines', async () => {
    const { stdout } = await box.pith(['read', placed(), '--query', QUERY, '--max-bytes', '2000'])
    expect(stdout.toString()).toMatch(/\n\[More: .*a\.txt offset=\d+ limit=\d+\]\n$/)
  })

  it('is refused where it has no effect, and where it is too long', async () => {
    const path = placed()
    const failed = async (words: string[]) => {
      const { status, stderr } = await box.pith(words, { input: 'a\n' })
      expect(status).toBeGreaterThan(0)
      return stderr
    }
    expect(await failed(['--tool', 'read', '--query', 'a'])).toContain(
      '--query has no effect with --tool read',
    )
    expect(await failed(['read', path, '--query', 'a', '--offset', '2'])).toContain(
      'either `query` or a page',
    )
    expect(await failed(['--query', 'word '.repeat(1000)])).toContain('at most 1000 UTF-16 units')
  })
})

describe('the argument query of MCP', () => {
  const box = useCommand()

  it('shows what is asked for, of a command and a file', async () => {
    const pipe = new McpPipe(['mcp', '--root', box.folder, '--max-bytes', '2000'])
    try {
      const path = join(box.folder, 'a.txt')
      writeFileSync(path, text)
      await pipe.initialize()
      let id = 0
      const call = async (name: string, args: object): Promise<string> =>
        (await pipe.call(id++, name, args)).result.content[0].text
      for (const [name, args] of [
        ['pith_run', { command: `cat ${path}` }],
        ['pith_read', { path }],
      ] as const) {
        expect(await call(name, { ...args, query: QUERY })).toContain(FACT)
        expect(await call(name, args)).not.toContain(FACT)
      }
      expect(await call('pith_read', { path, query: 7 })).toContain('Expected query to be a string, got 7.')
    } finally {
      await pipe.end()
    }
  })
})
