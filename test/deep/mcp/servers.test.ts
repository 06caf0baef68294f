import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { build } from '../../support/built.ts'
import { type Answer, McpPipe, wrapped } from '../../support/mcp-pipe.ts'

const installed = join(import.meta.dirname, '../../../.ci/mcp-servers')
const folder = mkdtempSync(join(tmpdir(), 'pith-servers-'))
const root = join(folder, 'root')

/** A server from npm, and a call with a small result and one with a large result where it has one without a network. */
interface Server {
  program: string
  args?: string[]
  small?: [tool: string, args: object]
  large?: [tool: string, args: object]
}

const bigFile = join(root, 'big.log')
const servers: Server[] = [
  {
    program: '@modelcontextprotocol/server-everything/dist/index.js',
    small: ['echo', { message: 'hello' }],
  },
  {
    program: '@modelcontextprotocol/server-filesystem/dist/index.js',
    args: [root],
    small: ['read_text_file', { path: join(root, 'small.txt') }],
    large: ['read_text_file', { path: bigFile }],
  },
  {
    program: '@modelcontextprotocol/server-memory/dist/index.js',
    small: ['read_graph', {}],
  },
  {
    program: '@modelcontextprotocol/server-sequential-thinking/dist/index.js',
    small: [
      'sequentialthinking',
      { thought: 'a', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 },
    ],
  },
  {
    program: '@agent-infra/mcp-server-commands/dist/index.cjs',
    small: ['run_command', { command: 'echo hello' }],
    large: ['run_command', { command: `cat ${bigFile}` }],
  },
  {
    program: '@agent-infra/mcp-server-filesystem/dist/index.cjs',
    args: ['--allowed-directories', root],
    small: ['list_directory', { path: root }],
    large: ['read_file', { path: bigFile }],
  },
  { program: '@playwright/mcp/cli.js' },
  { program: 'chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js' },
  { program: '@upstash/context7-mcp/dist/index.js' },
  { program: '@antv/mcp-server-chart/build/index.js' },
]

/** A log of about 130 KB whose lines have different words, with an error in its middle. */
function variedLog(): string {
  const words = 'cache disk fetch graph index login merge parse queue retry shard token user write'.split(' ')
  let seed = 7
  const next = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return words[Math.floor(seed / 65_536) % words.length]
  }
  const rows = Array.from({ length: 2700 }, () => Array.from({ length: 8 }, next).join(' '))
  rows[1350] = 'ERROR: no such table: users'
  return `${rows.join('\n')}\n`
}

const withoutNetwork = {
  MEMORY_FILE_PATH: join(folder, 'memory.jsonl'),
  CHROME_DEVTOOLS_MCP_NO_USAGE_STATISTICS: '1',
}

beforeAll(() => {
  build()
  if (!existsSync(join(installed, 'node_modules')))
    execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: installed, stdio: 'inherit' })
  mkdirSync(root, { recursive: true })
  writeFileSync(join(root, 'small.txt'), 'hello\n')
  const rows = Array.from({ length: 3000 }, (_, i) => `${i} of the log, with some more words`)
  rows[1500] = 'ERROR: no such table: users'
  writeFileSync(bigFile, `${rows.join('\n')}\n`)
  writeFileSync(join(root, 'varied.log'), variedLog())
}, 300_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(servers)('$program behind the proxy', ({ program, args = [], small, large }) => {
  const words = [join(installed, 'node_modules', program), ...args]
  let direct: McpPipe
  let through: McpPipe
  beforeAll(async () => {
    direct = new McpPipe([], withoutNetwork, words)
    through = wrapped([], [process.execPath, ...words], withoutNetwork)
    await Promise.all([direct.initialize(), through.initialize()])
    for (const pipe of [direct, through]) pipe.send({ method: 'notifications/initialized' })
  }, 60_000)
  afterAll(() => Promise.all([direct.end(), through.end()]))

  const lines = async (id: string, method: string, params: object) => {
    for (const pipe of [direct, through]) pipe.send({ id, method, params })
    const isIt = (line: string) => line.includes(`"id":"${id}"`) && !line.includes('"method":')
    return Promise.all([direct.line(isIt), through.line(isIt)])
  }

  it('answers the same first', async () => {
    const isFirst = (line: string) => line.includes('"id":"init"')
    expect(await through.line(isFirst)).toBe(await direct.line(isFirst))
  })

  it('lists the same tools, and two more', async () => {
    const [plain, longer] = (await lines('list', 'tools/list', {})).map(
      (line) => (JSON.parse(line) as Answer).result.tools,
    )
    const without = (tools: Answer[]) => tools.map(({ outputSchema: _, ...tool }) => tool)
    expect(without(longer.slice(0, -2))).toEqual(without(plain))
    for (const [i, tool] of plain.entries())
      expect([tool.outputSchema, undefined]).toContainEqual(longer[i].outputSchema)
    expect(longer.slice(-2).map(({ name }: Answer) => name)).toEqual(['pith_show', 'pith_search'])
  })

  it.skipIf(!small)('passes a small result byte for byte', async () => {
    const [name, given] = small as [string, object]
    const [plain, same] = await lines('small', 'tools/call', { name, arguments: given })
    expect(plain).toContain('"result"')
    expect(same).toBe(plain)
  })

  it.skipIf(!large)('cuts a large result and keeps its error', async () => {
    const [name, given] = large as [string, object]
    const [plain, shorter] = await lines('large', 'tools/call', { name, arguments: given })
    expect(plain.length).toBeGreaterThan(100_000)
    expect(shorter.length).toBeLessThan(30_000)
    expect(shorter).toContain('ERROR: no such table: users')
    expect(shorter).toContain('pith_show')
  })

  it('answers the same to a method that it does not know', async () => {
    const [plain, same] = await lines('unknown', 'no/such/method', {})
    expect(same).toBe(plain)
  })
})

describe('docs/mcp.md', () => {
  it('has the figures of a file of the filesystem server, before and after', async () => {
    const words = [join(installed, 'node_modules', servers[1].program), root]
    const measured = await Promise.all(
      [new McpPipe([], {}, words), wrapped([], [process.execPath, ...words])].map(async (pipe) => {
        await pipe.initialize()
        pipe.send({ method: 'notifications/initialized' })
        const sizes = []
        for (const name of ['big.log', 'varied.log']) {
          const { result } = await pipe.call(name, 'read_text_file', { path: join(root, name) })
          expect(result.content[0].text).toContain('ERROR: no such table: users')
          sizes.push(Buffer.byteLength(result.content[0].text))
        }
        await pipe.end()
        return sizes
      }),
    )
    const docs = readFileSync(join(import.meta.dirname, '../../../docs/mcp.md'), 'utf8')
    for (const [i, before] of measured[0].entries()) {
      const figures = [before, measured[1][i]].map((bytes) => bytes.toLocaleString('en')).join(' | ')
      expect(docs).toContain(`| ${figures} |`)
    }
  })
})
