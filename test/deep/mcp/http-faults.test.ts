import { spawn } from 'node:child_process'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { eventsOf } from '../../../src/agents/mcp/sse.ts'
import { build, distFile } from '../../support/built.ts'

const call = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}'
const result = '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"ok"}]}}'

interface Answer {
  id: unknown
  result?: unknown
  error?: { code: number; message: string }
}

/** What the client gets for one message, from the proxy in front of a server. */
async function answerOf(message: string, listener: RequestListener): Promise<Answer> {
  build()
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
  const env = { ...process.env, PITH_EVENTS: '0' }
  const words = [distFile('cli/main.js'), 'mcp', 'wrap', '--no-artifact', '--url', url]
  const proxy = spawn(process.execPath, words, { env })
  try {
    proxy.stdin.write(`${message}\n`)
    let line = ''
    for await (const chunk of proxy.stdout) {
      line += chunk
      if (line.endsWith('\n')) break
    }
    return JSON.parse(line) as Answer
  } finally {
    proxy.kill('SIGKILL')
    server.closeAllConnections()
    server.close()
  }
}

const send =
  (status: number, type: string | undefined, body = ''): RequestListener =>
  (_, response) =>
    response.writeHead(status, type === undefined ? {} : { 'content-type': type }).end(body)

describe('a server with streamable HTTP that answers wrongly', () => {
  it.each([
    [
      'a page for people',
      send(200, 'text/html', '<h1>Log in</h1>'),
      'HTTP 200 with text/html instead of a message',
    ],
    ['nothing', send(204, undefined), 'HTTP 204 with no content instead of a message'],
    ['escapes', send(500, 'text/plain', '\u001b]52;c;AA\u0007 \u202Ebad'), 'HTTP 500 ]52;c;AA bad'],
  ])('the client gets an error for %s', async (_, listener, why) => {
    for (const message of [call, `[${call}]`]) {
      const { id, error } = await answerOf(message, listener)
      expect(id).toBe(1)
      expect(error?.message).toContain(`did not answer: ${why}.`)
    }
  })

  it('the client gets an error at once when a stream that broke cannot go on', async () => {
    const { error } = await answerOf(call, ({ method }, response) => {
      if (method !== 'POST') return void response.writeHead(404).end()
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end('id: 7\ndata:\n\n')
    })
    expect(error?.message).toContain('to go on failed with HTTP 404')
  })

  it('a type of content in capitals is a type of content', async () => {
    expect(await answerOf(call, send(200, 'Application/JSON; charset=UTF-8', result))).toEqual(
      JSON.parse(result),
    )
    const stream: RequestListener = (_, response: ServerResponse) =>
      response.writeHead(200, { 'content-type': 'Text/Event-Stream' }).write(`data: ${result}\n\n`)
    expect(await answerOf(call, stream)).toEqual(JSON.parse(result))
  })
})

describe('server-sent events', () => {
  it.each([
    'data: é\n\nid: 2\ndata: b\n\n',
    'data: é\r\n\r\nid: 2\r\ndata: b\r\n\r\n',
    'data: é\r\rid: 2\rdata: b\r\r',
    'data: é\r\n\nid: 2\r\ndata: b\r\n\n',
  ])('are the same in whatever pieces they come: %j', async (text) => {
    const bytes = Buffer.from(text)
    const whole = await collected([bytes])
    expect(whole.map(({ data }) => data)).toEqual(['é', 'b'])
    for (let size = 1; size < 5; size++) {
      const pieces: Uint8Array[] = []
      for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size))
      expect(await collected(pieces)).toEqual(whole)
    }
  })
})

async function collected(pieces: readonly Uint8Array[]) {
  async function* chunks() {
    yield* pieces
  }
  const events: { data: string }[] = []
  for await (const event of eventsOf(chunks())) events.push(event)
  return events
}
