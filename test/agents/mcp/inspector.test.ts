import { beforeAll, describe, expect, it } from 'vitest'
import { installed } from '../clients/client.ts'
import { MIDDLE_ERROR, ROWS_OF_MCP } from '../rows.ts'
import { run } from '../run.ts'
import { type ServerStart, type Tool, type ToolResult, textOf } from './sdk.ts'
import { useServers } from './wrapped.ts'

const LIMIT_BYTES = 8192

describe('MCP Inspector, on the command line', () => {
  const servers = useServers()
  beforeAll(() => {
    const server = ({ command, args }: ServerStart) => ({ command, args })
    servers.world().write('project/servers.json', {
      mcpServers: { plain: server(servers.plain()), wrapped: server(servers.wrapped()) },
    })
  })

  const ask = async <T>(server: 'plain' | 'wrapped', ...words: string[]): Promise<T> => {
    const program = installed('@modelcontextprotocol/inspector/clients/launcher/build/index.js')
    const options = ['--cli', '--config', 'servers.json', '--server', server]
    const ended = await run(servers.world(), [process.execPath, program, ...options, ...words])
    if (ended.status !== 0) throw new Error(`MCP Inspector ended with ${ended.status}: ${ended.stderr}`)
    return JSON.parse(ended.stdout)
  }
  const big = (server: 'plain' | 'wrapped', rows: number) =>
    ask<ToolResult>(server, '--method', 'tools/call', '--tool-name', 'big', '--tool-arg', `rows=${rows}`)

  it('lists the same tools through pith, and those of pith', async () => {
    const list = (server: 'plain' | 'wrapped') => ask<{ tools: Tool[] }>(server, '--method', 'tools/list')
    const [plain, wrapped] = [await list('plain'), await list('wrapped')]
    const isOwn = ({ name }: Tool) => name.startsWith('pith_')
    expect(wrapped.tools.filter((tool) => !isOwn(tool))).toEqual(plain.tools)
    expect(wrapped.tools.filter(isOwn).map(({ name }) => name)).toEqual(['pith_show', 'pith_search'])
  })

  it('shows a small result as it is', async () => {
    expect(await big('wrapped', 3)).toEqual(await big('plain', 3))
  })

  it('shows 131 KB whole by itself, and inside the limit with the error through pith', async () => {
    expect(textOf(await big('plain', ROWS_OF_MCP)).length).toBeGreaterThan(130_000)
    const text = textOf(await big('wrapped', ROWS_OF_MCP))
    expect(text).toMatch(MIDDLE_ERROR)
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(LIMIT_BYTES)
  })
})
