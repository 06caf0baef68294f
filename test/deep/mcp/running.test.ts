import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { build, distFile } from '../../support/built.ts'
import { McpPipe, wrapped } from '../../support/mcp-pipe.ts'

const SECRET = `ghp_${'a1B2'.repeat(9)}`
const LINES = Array.from({ length: 9000 }, (_, i) => `${i + 1}\n`).join('')

beforeAll(() => {
  build()
}, 120_000)

describe('pith_show of a command that is running', () => {
  it('shows what is new, and waits for a line and for the end', async () => {
    const server = new McpPipe(['mcp'])
    await server.initialize()
    const artifacts = join(server.folder, 'artifacts')
    const go = join(server.folder, 'go')
    const line = `seq 1 5; until [ -e ${go} ] || [ ! -e ${server.folder} ]; do sleep 0.05; done; echo token=${SECRET}; exit 3`
    const command = spawn(process.execPath, [distFile('cli/main.js'), 'run', '--', 'sh', '-c', line], {
      env: { ...process.env, PITH_ARTIFACTS: artifacts, PITH_EVENTS: '0' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let told = ''
    command.stderr.on('data', (bytes) => {
      told += bytes
    })
    while (!/show [0-9a-f]{16}/.test(told)) await sleep(20)
    const id = /show ([0-9a-f]{16})/.exec(told)?.[1]
    const show = async (call: string, args: object) => {
      const { result } = await server.call(call, 'pith_show', { id, ...args })
      return result.content[0].text as string
    }
    const later = (mark: number) => `What is new later: pith_show {"id":"${id}","since":"+${mark}"}]\n`
    expect(await show('a', { since: '+4' })).toBe(`3\n4\n5\n[It goes on. ${later(10)}`)
    expect(await show('b', { wait: '^4$' })).toBe(
      `1-1\n2-2\n3-3\n4:4\n5-5\n[A line has matched. ${later(10)}`,
    )
    expect(await show('c', { wait: '^6$', timeoutSeconds: 1 })).toBe(`[No line has matched. ${later(10)}`)
    const ended = show('d', { follow: true, since: '+10', redact: true })
    writeFileSync(go, '')
    expect(await ended).toMatch(
      /^token=\[redacted github-token\]\n\[Exit code 3\. Full output: pith_show \{"id":"[0-9a-f]{16}"\}\]\n$/,
    )
    for (const [args, message] of [
      [{ since: '10' }, 'Expected since to be a mark such as "+4096", got "10".'],
      [{ follow: true, lines: '1-2' }, 'Expected lines without since, follow and wait.'],
      [{ wait: '(' }, /^Expected pattern to be a regular expression\./],
    ] as const)
      expect(await show(JSON.stringify(args).length.toString(), args)).toMatch(message)
    await server.end()
  })
})

describe('pith_run', () => {
  it('tells by its progress how to follow a command that goes on', async () => {
    const server = new McpPipe(['mcp'])
    await server.initialize()
    const go = join(server.folder, 'go')
    const command = `seq 1 5; until [ -e ${go} ] || [ ! -e ${server.folder} ]; do sleep 0.05; done; echo end; exit 3`
    const params = { name: 'pith_run', arguments: { command }, _meta: { progressToken: 'token' } }
    const ended = server.ask('run', 'tools/call', params)
    const told = await server.line((line) => line.includes('10 bytes of output. The'))
    const { progress, message, progressToken } = JSON.parse(told).params
    expect(progressToken).toBe('token')
    expect(progress).toBeGreaterThan(10)
    const call =
      /^10 bytes of output\. The command goes on: pith_show (\{"id":"[0-9a-f]{16}","follow":true\})$/
    const shown = server.call('show', 'pith_show', JSON.parse(call.exec(message)?.[1] ?? '{}'))
    writeFileSync(go, '')
    const text = (await shown).result.content[0].text as string
    expect(text).toMatch(/^1\n2\n3\n4\n5\nend\n\[Exit code 3\./)
    const { exitCode, artifact } = (await ended).result.structuredContent
    expect(exitCode).toBe(3)
    expect(text).toContain(artifact)
    await server.end()
  })
})

describe('PITH=0', { concurrent: true }, () => {
  const run = async (command: string, env: Record<string, string> = {}) => {
    const server = new McpPipe(['mcp'], { PITH_REDACT: '1', ...env })
    await server.initialize()
    const { result } = await server.call('run', 'pith_run', { command })
    await server.end()
    return result.content[0].text as string
  }

  it('in the environment turns off the cuts of pith_run, and redaction', async () => {
    expect(await run(`seq 1 9000; echo ${SECRET}`, { PITH: '0' })).toBe(`${LINES}${SECRET}\n`)
  })

  it('in the line turns off the cuts of pith_run, but not redaction', async () => {
    expect(await run(`PITH=0 seq 1 9000; echo ${SECRET}`)).toBe(`${LINES}[redacted github-token]\n`)
    expect((await run('seq 1 9000')).length).toBeLessThan(8193)
  })

  it('in the environment turns off the proxy', async () => {
    const lengths = await Promise.all(
      [{}, { PITH: '0' }].map(async (env) => {
        const proxy = wrapped([], undefined, env)
        await proxy.initialize()
        const { result } = await proxy.call('big', 'big')
        await proxy.end()
        return result.content[0].text.length as number
      }),
    )
    expect(lengths[0]).toBeLessThan(8193)
    expect(lengths[1]).toBeGreaterThan(30_000)
  })
})
