import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { build, root } from '../../support/built.ts'
import { fileToAppear } from '../../support/command.ts'
import { type Answer, type McpPipe, testServer, wrapped } from '../../support/mcp-pipe.ts'

const MIB = 1024 * 1024
const tellsHeldMemory = pathToFileURL(join(root, 'test/support/tells-held-memory.mjs')).href
/** What 10,000 calls may leave: 50 bytes each. A proxy that remembers each call holds more. */
const MOST_HELD_BYTES = 500_000

/** A server that is only this program. */
const inline = (program: string, ...words: string[]) => wrapped(words, [process.execPath, '-e', program])
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
const until = async (is: () => boolean) => {
  for (let i = 0; i < 2000 && !is(); i++) await sleep(50)
  expect(is()).toBe(true)
}

describe('the proxy', () => {
  const open: McpPipe[] = []
  const track = (pipe: McpPipe) => {
    open.push(pipe)
    return pipe
  }
  beforeAll(() => build(), 120_000)
  afterEach(async () => {
    for (const pipe of open.splice(0)) {
      if (pipe.child.exitCode === null && pipe.child.signalCode === null) pipe.child.kill('SIGKILL')
      await pipe.end()
    }
  })

  it.each([
    ['exits', 'process.exit(7)', { status: 7, signal: null }],
    ['is killed', 'process.kill(process.pid, "SIGKILL")', { status: 137, signal: null }],
    ['exits well', 'process.stdin.resume()', { status: 0, signal: null }],
  ])('ends as a server that %s', async (_, program, expected) => {
    expect(await track(inline(program)).end()).toEqual(expected)
  })

  it('says that a server is not there, with the status of a shell', async () => {
    const pipe = track(wrapped([], ['/no/such/server']))
    expect((await pipe.end()).status).toBe(127)
    expect(pipe.stderr).toBe(
      'pith: The server "/no/such/server" could not be started: there is no such command.\n',
    )
  })

  it('passes what a server says before it dies: half a message, and its standard error', async () => {
    const program =
      'process.stderr.write("oops\\n"); process.stdout.write("{\\"half\\":", () => process.exit(3))'
    const pipe = track(inline(program))
    expect(await pipe.end()).toEqual({ status: 3, signal: null })
    expect(pipe.lines).toEqual(['{"half":'])
    expect(pipe.stderr).toBe('oops\n')
  })

  it('does not wait for what a dead server has left behind', async () => {
    const program = `require('child_process').spawn('sleep', ['30'], { stdio: ['ignore', 'inherit', 'ignore'] }).unref()
      setTimeout(() => process.exit(5), 100)`
    expect((await track(inline(program)).end()).status).toBe(5)
  })

  it('passes all that a dead server has said to a client that reads slowly', async () => {
    const bytes = 4 * MIB
    const pipe = track(inline(`process.stdout.write('x'.repeat(${bytes}) + '\\n', () => process.exit(0))`))
    pipe.child.stdout?.pause()
    await sleep(4000)
    pipe.child.stdout?.resume()
    expect(await pipe.line((line) => line.startsWith('x'))).toHaveLength(bytes)
    expect((await pipe.end()).status).toBe(0)
  })

  it('passes garbage, empty lines and bytes that are no UTF-8', async () => {
    const program = `process.stdout.write(Buffer.from([0xff, 0xfe, 0x0a, 0x0a])); process.stdout.write('[1,\\n{}\\nnull\\n"x"\\n')`
    const pipe = track(inline(program))
    pipe.send({ id: 1, method: 'tools/list' })
    await pipe.end()
    expect(pipe.lines).toEqual(['\ufffd\ufffd', '', '[1,', '{}', 'null', '"x"'])
  })

  it('cuts a result of 64 MiB, and passes another message of 64 MiB', async () => {
    const program = `
      const big = 'all is well in this line\\n'.repeat(${(64 * MIB) / 25})
      let held = ''
      process.stdin.on('data', (chunk) => {
        held += chunk
        if (!held.endsWith('\\n')) return
        const { id, method } = JSON.parse(held)
        held = ''
        const result = method === 'tools/call' ? { content: [{ type: 'text', text: big }] } : { big }
        process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n')
      })`
    const pipe = track(inline(program))
    const { result } = await pipe.call('big', 'any')
    expect(Buffer.byteLength(result.content[0].text)).toBeLessThanOrEqual(8192)
    expect(result.content[0].text).toContain('pith_show {"id"')
    expect((await pipe.ask('other', 'any/method')).result.big).toHaveLength(Math.floor((64 * MIB) / 25) * 25)
  }, 120_000)

  it('passes a message of 64 MiB of the client', async () => {
    const program = `let bytes = 0; process.stdin.on('data', (chunk) => { bytes += chunk.length })
      process.stdin.on('end', () => process.stdout.write(bytes + '\\n'))`
    const pipe = track(inline(program))
    const line = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { x: 'y'.repeat(64 * MIB) } })}\n`
    pipe.write(line)
    await pipe.end()
    expect(pipe.lines).toEqual([String(line.length)])
  }, 120_000)

  it('cuts both answers where an id is used twice, and passes an answer that nobody asked for', async () => {
    const pipe = track(wrapped())
    const ask = () => pipe.send({ id: 1, method: 'tools/call', params: { name: 'big' } })
    ask()
    ask()
    await until(() => pipe.lines.length === 2)
    for (const line of pipe.lines) expect(line.length).toBeLessThan(9000)
    const words = `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"${'x'.repeat(20_000)}"}]}}`
    pipe.send({ method: 'say', params: { words: `${words}\n` } })
    await pipe.line((line) => line === words)
  })

  it('keeps the order of what a server says', async () => {
    const pipe = track(wrapped())
    pipe.send({ id: 1, method: 'tools/call', params: { name: 'big' } })
    pipe.send({ method: 'say', params: { words: '{"method":"notifications/progress"}\n' } })
    await until(() => pipe.lines.length === 2)
    expect(pipe.lines[1]).toBe('{"method":"notifications/progress"}')
  })

  it('passes requests of the server and their answers, with ids that the client uses too', async () => {
    const pipe = track(wrapped([], ['env', 'ECHO=1', process.execPath, testServer]))
    pipe.send({ id: 1, method: 'slow/unknown' })
    const request = '{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"messages":[]}}'
    pipe.send({ method: 'say', params: { words: `${request}\n` } })
    await pipe.line((line) => line === request)
    const answer = '{"jsonrpc":"2.0",  "id":1, "result":{"role":"assistant"}}'
    pipe.write(`${answer}\n`)
    await until(() => pipe.stderr.split('\n').includes(answer))
  })

  it('adds its tools on the last page of the list only', async () => {
    const pipe = track(wrapped([], ['env', 'PAGES=1', process.execPath, testServer]))
    const first = await pipe.ask('p1', 'tools/list')
    expect(first.result.tools).toHaveLength(3)
    const second = await pipe.ask('p2', 'tools/list', { cursor: first.result.nextCursor })
    expect(second.result.tools.slice(-2).map(({ name }: Answer) => name)).toEqual([
      'pith_show',
      'pith_search',
    ])
  })

  it('gives its tools other names behind a server that has them, and its notices too', async () => {
    const inner = [process.execPath, join(import.meta.dirname, '../../../dist/cli/main.js'), 'mcp', 'wrap']
    const server = [...inner, '--max-bytes', '100000', '--', process.execPath, testServer]
    const pipe = track(wrapped([], server))
    const { tools } = (await pipe.ask('l', 'tools/list')).result
    const names = tools.map(({ name }: Answer) => name).slice(-4)
    expect(names).toEqual(['pith_show', 'pith_search', 'pith_show_2', 'pith_search_2'])
    expect((await pipe.call('own', 'pith_show_2', { id: 'x' })).result.isError).toBe(true)
  })

  it('answers its own calls in a batch, and passes the others', async () => {
    const pipe = track(wrapped([], ['env', 'ECHO=1', process.execPath, testServer]))
    const call = (id: number, name: string) =>
      `{"jsonrpc":"2.0", "id":${id}, "method":"tools/call","params":{"name":"${name}"}}`
    pipe.write(`[${call(1, 'small')}, ${call(2, 'pith_show')},${call(3, 'small')}]\n`)
    await until(() => pipe.lines.length === 3)
    expect(pipe.stderr).toBe(`[${call(1, 'small')},${call(3, 'small')}]\n`)
  })

  it('passes SIGTERM to the server', async () => {
    const pipe = track(
      inline(
        'process.on("SIGTERM", () => process.exit(9)); console.log("ready"); setInterval(() => {}, 1000)',
      ),
    )
    await pipe.line((line) => line === 'ready')
    pipe.child.kill('SIGTERM')
    expect((await pipe.end()).status).toBe(9)
  })

  it('ends a server that does not end when its client has left', async () => {
    const pipe = track(
      inline('process.on("SIGTERM", () => {}); console.log(process.pid); setInterval(() => {}, 1000)'),
    )
    const pid = Number(await pipe.line((line) => /^\d+$/.test(line)))
    pipe.child.stdin?.destroy()
    pipe.child.stdout?.destroy()
    await until(() => !isAlive(pid))
    expect((await pipe.end()).status).toBe(137)
  })

  it('holds no more memory after 10,000 calls', async () => {
    const box = mkdtempSync(join(tmpdir(), 'pith-test-'))
    const held = join(box, 'held-')
    const env = { NODE_OPTIONS: `--import=${tellsHeldMemory}`, PITH_TEST_HELD: held }
    const pipe = track(wrapped([], undefined, env))
    const bytes = async () => {
      const path = `${held}${pipe.child.pid}`
      pipe.child.kill('SIGUSR2')
      await fileToAppear(path)
      const text = readFileSync(path, 'utf8')
      rmSync(path)
      return Number(text)
    }
    /** Of a hundred calls, one is cut, and one is never answered. */
    const hundred = async (first: number) => {
      pipe.send({ id: first, method: 'tools/call', params: { name: 'big' } })
      pipe.send({ method: 'notifications/cancelled', params: { requestId: first + 1 } })
      await Promise.all(Array.from({ length: 98 }, (_, i) => pipe.call(first + 2 + i, 'small')))
      pipe.lines.length = 0
    }
    const calls = async (from: number, count: number) => {
      for (let at = from; at < from + count; at += 100) await hundred(at)
    }
    await calls(0, 3000)
    const first = await bytes()
    await calls(3000, 5000)
    const halfway = await bytes()
    await calls(8000, 5000)
    const last = await bytes()
    // What each call leaves shows in both halves. Code that V8 optimises counts too, once, at a moment of its own.
    expect(Math.min(halfway - first, last - halfway)).toBeLessThan(MOST_HELD_BYTES / 2)
    rmSync(box, { recursive: true })
  }, 300_000)
})
