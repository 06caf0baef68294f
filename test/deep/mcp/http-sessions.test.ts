import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { build, distFile } from '../../support/built.ts'
import { closedPort } from '../../support/closed-port.ts'
import { McpPipe } from '../../support/mcp-pipe.ts'

const installed = join(import.meta.dirname, '../../../.ci/mcp-servers')
const program = join(installed, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js')

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

describe('pith mcp wrap --url, in front of a server with sessions', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pith-http-'))
  let server: ChildProcess
  let client: Client
  beforeAll(async () => {
    build()
    if (!existsSync(program))
      execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: installed, stdio: 'inherit' })
    const port = await freePort()
    const env = { ...(process.env as Record<string, string>), PORT: String(port), PITH_ARTIFACTS: folder }
    server = spawn(process.execPath, [program, 'streamableHttp'], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    await once(server.stderr as NodeJS.ReadableStream, 'data')
    client = new Client({ name: 'test', version: '1' }, { capabilities: { sampling: {}, elicitation: {} } })
    client.setRequestHandler('sampling/createMessage', () => ({
      role: 'assistant',
      content: { type: 'text', text: 'sampled' },
      model: 'test',
    }))
    client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { name: 'Ada' } }))
    const args = [distFile('cli/main.js'), 'mcp', 'wrap', '--url', `http://127.0.0.1:${port}/mcp`]
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }))
  }, 300_000)
  afterAll(async () => {
    await client.close()
    server.kill()
    rmSync(folder, { recursive: true, force: true })
  })

  const call = async (name: string, args: Record<string, unknown>, more?: object) =>
    JSON.stringify(await client.callTool({ name, arguments: args }, more))

  it('passes calls and progress', async () => {
    expect(await call('echo', { message: 'hello' })).toContain('Echo: hello')
    const progress: number[] = []
    const onprogress = (one: { progress: number }) => progress.push(one.progress)
    await call('trigger-long-running-operation', { duration: 1, steps: 4 }, { onprogress })
    expect(progress.length).toBeGreaterThan(1)
  })

  it('passes requests of the server to the client, and their answers', async () => {
    expect(await call('trigger-sampling-request', { prompt: 'x', maxTokens: 9 })).toContain('sampled')
    expect(await call('trigger-elicitation-request', {})).toContain('Ada')
  })
})

describe('pith mcp wrap --url, where something goes wrong', () => {
  it.each([
    ['401 with a text', 401, 'text/plain', 'no token', 'HTTP 401 no token'],
    ['a page', 502, 'text/html', '<html>bad gateway</html>', 'HTTP 502 <html>bad gateway</html>'],
    [
      'a stream that ends without an answer',
      200,
      'text/event-stream',
      ': nothing\n\n',
      'ended without an answer',
    ],
  ])('answers the request where the server sends %s', async (_, status, type, body, words) => {
    const seen: (string | undefined)[] = []
    const http = createServer((request, response) => {
      seen.push(request.headers.authorization)
      request.resume().on('end', () => response.writeHead(status, { 'content-type': type }).end(body))
    }).listen(0, '127.0.0.1')
    await once(http, 'listening')
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`
    const pipe = new McpPipe(['mcp', 'wrap', '--url', url, '--header', 'Authorization: Bearer secret'])
    const { error } = await pipe.initialize()
    expect(error.message).toContain(words)
    expect(error.message).not.toContain('secret')
    expect(seen[0]).toBe('Bearer secret')
    expect((await pipe.end()).status).toBe(0)
    http.close()
  })

  it('answers the request where no server is', async () => {
    const closed = await closedPort()
    const pipe = new McpPipe(['mcp', 'wrap', '--url', `http://127.0.0.1:${closed.port}/mcp`])
    expect((await pipe.initialize()).error.message).toContain('did not answer: connect ECONNREFUSED')
    await pipe.end()
    closed.release()
  })

  it.each([
    [['--url', 'ftp://x'], 'Expected --url to be an address'],
    [['--url', 'http://x', '--header', 'no colon'], "Expected --header in the form 'Name: value'."],
    [['--url', 'http://x', '--', 'node'], 'Expected either --url or a server to start, got both.'],
    [['--header', 'a: b', '--', 'node'], '--header needs `--url`.'],
    [[], 'Expected a server after `pith mcp wrap --`, got none.'],
  ])('says what is wrong with %j', async (words, sentence) => {
    const pipe = new McpPipe(['mcp', 'wrap', ...words])
    expect((await pipe.end()).status).toBe(125)
    expect(pipe.stderr).toContain(sentence)
  })
})
