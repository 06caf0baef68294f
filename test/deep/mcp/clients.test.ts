import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { build, distFile } from '../../support/built.ts'

// The client of the official SDK, in both eras of the protocol, in front of `pith mcp` and through `pith mcp wrap`.

const main = distFile('cli/main.js')
const folder = mkdtempSync(join(tmpdir(), 'pith-clients-'))
const env = {
  ...(process.env as Record<string, string>),
  PITH_ARTIFACTS: join(folder, 'artifacts'),
  XDG_STATE_HOME: join(folder, 'state'),
}

beforeAll(async () => {
  build()
  writeFileSync(join(folder, 'a.txt'), 'one\ntwo\nthree\n')
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const eras = [
  ['2025-11-25', {}],
  ['2026-07-28', { versionNegotiation: { mode: 'auto' as const } }],
] as const
const server = [main, 'mcp', '--root', folder]
const stdio = (args: string[]) => () =>
  new StdioClientTransport({ command: process.execPath, args, env, cwd: folder, stderr: 'ignore' })
const ways = [
  ['stdio', stdio(server)],
  ['the proxy', stdio([main, 'mcp', 'wrap', '--', process.execPath, ...server])],
] as const

const cases = eras.flatMap(([era, options]) =>
  ways.map(([way, transport]) => ({ era, way, options, transport })),
)

type Result = {
  content: { type: string; text: string; uri: string }[]
  isError?: boolean
  structuredContent?: object
}

describe.each(cases)('pith mcp by $way in $era', ({ era, options, transport }) => {
  let client: Client
  const call = async (name: string, args: object, more?: object) =>
    (await client.callTool({ name, arguments: args as Record<string, unknown> }, more)) as unknown as Result
  beforeAll(async () => {
    client = new Client({ name: 'test', version: '1' }, options)
    await client.connect(transport())
  }, 60_000)
  afterAll(() => client.close())

  it('speaks the version, and describes its tools', async () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(era)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).slice(0, 8)).toEqual([
      'pith_run',
      'pith_read',
      'pith_grep',
      'pith_find',
      'pith_ls',
      'pith_tree',
      'pith_show',
      'pith_search',
    ])
    // These list the first root by default.
    const needsNothing = ['pith_find', 'pith_ls', 'pith_tree']
    for (const { name, annotations, inputSchema } of tools) {
      if (!needsNothing.includes(name)) expect(inputSchema.required?.length).toBeGreaterThan(0)
      expect(Object.keys(annotations ?? {}).sort()).toEqual([
        'destructiveHint',
        'idempotentHint',
        'openWorldHint',
        'readOnlyHint',
        'title',
      ])
    }
  })

  it('runs a command, tells its progress, and gives a way to every byte', async () => {
    const progress: number[] = []
    // A run, whose text is small enough for the proxy.
    const command =
      'make -s -f /dev/null 2>/dev/null; seq 1 20000; echo "error: no such table"; sleep 0.6; seq 20001 40000; exit 3'
    const result = await call(
      'pith_run',
      { command },
      { onprogress: (p: { progress: number }) => progress.push(p.progress) },
    )
    const [{ text }] = result.content
    expect(result.isError).toBe(true)
    expect(text).toContain('error: no such table')
    expect(text).toContain('[Exit code 3. More: pith_show {"id"')
    expect(result.structuredContent).toMatchObject({
      output: text,
      exitCode: 3,
      truncated: true,
      totalLines: 40_001,
    })
    expect(progress.length).toBeGreaterThan(0)
    const uri = result.content.find(({ type }) => type === 'resource_link')?.uri ?? ''
    const id = uri.slice(-16)
    expect((await call('pith_show', { id, lines: '20001' })).content[0].text).toBe('error: no such table\n')
    expect((await call('pith_search', { id, pattern: '^3999\\d$' })).content[0].text).toContain('39992:39991')
    const whole = (await client.readResource({ uri })).contents[0] as unknown as { text: string }
    expect(whole.text).toHaveLength(228_915)
    const part = (await client.readResource({ uri: `${uri}?lines=3-4` })).contents[0] as unknown as {
      text: string
    }
    expect(part.text).toBe('3\n4\n')
  })

  it('reads files inside the roots only', async () => {
    const page = await call('pith_read', { path: 'a.txt', offset: 2, limit: 1 })
    expect(page.content[0].text).toBe('two\n[Line 2 of 3. Use offset=3 to continue.]')
    expect(page.structuredContent).toMatchObject({ totalLines: 3, nextOffset: 3 })
    for (const path of ['../x', '/etc/passwd', '..%2fx', 'a\0', ['a.txt'], 7]) {
      const refused = await call('pith_read', { path })
      expect(refused.isError).toBe(true)
      expect(refused.content[0].text).toMatch(
        /outside the folders that may be read|no file|NUL|Expected path to be a string/,
      )
    }
  })

  it('ends everything that a cancelled command has started', async () => {
    const stop = new AbortController()
    const mark = `98.${process.pid}`
    const running = call(
      'pith_run',
      { command: `sleep ${mark} & sleep ${mark}; echo` },
      { signal: stop.signal },
    )
    const alive = () => execFileSync('ps', ['-eo', 'args']).toString().split(`sleep ${mark}`).length - 1
    while (alive() < 2) await sleep(50)
    stop.abort('enough')
    await expect(running).rejects.toThrow()
    for (let i = 0; i < 2000 && alive() > 0; i++) await sleep(50)
    expect(alive()).toBe(0)
  })

  it('answers unknown ids, resources and tools with errors', async () => {
    expect((await call('pith_show', { id: '0123456789abcdef' })).isError).toBe(true)
    await expect(client.readResource({ uri: 'pith://artifact/0123456789abcdef' })).rejects.toThrow(
      'There is no artifact',
    )
    await expect(call('no_such_tool', {})).rejects.toThrow()
  })
})

describe.each(eras)('pith mcp wrap --url in %s', (era, options) => {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'numbers', version: '1' })
    const text = Array.from({ length: 9000 }, (_, at) => `${at + 1}\n`).join('')
    server.registerTool('numbers', {}, () => ({ content: [{ type: 'text', text }] }))
    return server
  })
  const http = createServer(async (incoming, outgoing) => {
    const headers = incoming.headers as Record<string, string>
    const body = incoming.method === 'POST' ? Buffer.concat(await incoming.toArray()) : null
    const { method = 'GET' } = incoming
    const answer = await handler.fetch(new Request(`http://${headers.host}/mcp`, { method, headers, body }))
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers))
    outgoing.end(Buffer.from(await answer.arrayBuffer()))
  })
  const client = new Client({ name: 'test', version: '1' }, options)
  beforeAll(async () => {
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`
    await client.connect(stdio([main, 'mcp', 'wrap', '--url', url])())
  }, 60_000)
  afterAll(async () => {
    await client.close()
    await handler.close()
    http.close()
  })

  it('cuts a large result, and shows what it has left out', async () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(era)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['numbers', 'pith_show', 'pith_search'])
    const { content } = (await client.callTool({ name: 'numbers' })) as unknown as Result
    expect(content[0].text.length).toBeLessThan(9000)
    const [, id] = /pith_show \{"id":"(\w+)"/.exec(content[0].text) ?? []
    const shown = await client.callTool({ name: 'pith_show', arguments: { id, lines: '4000-4001' } })
    expect((shown as unknown as Result).content[0].text).toBe('4000\n4001\n')
  })
})
