import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ERROR, longLog } from '../support/agent-results.ts'
import { build, distFile, distUrl } from '../support/built.ts'
import { turningOff } from '../support/turning-off.ts'

// Loads the bundled plugins as an agent loads them: by their path.

build()
const folder = mkdtempSync(join(tmpdir(), 'pith-plugins-'))
const own = {
  PITH_ARTIFACTS: join(folder, 'artifacts'),
  XDG_STATE_HOME: join(folder, 'state'),
  XDG_CONFIG_HOME: join(folder, 'config'),
  PITH_MAX_BYTES: '8192',
}
// Suites share a process.
const before = Object.fromEntries(Object.keys(own).map((name) => [name, process.env[name]]))
Object.assign(process.env, own)
afterAll(() => {
  for (const [name, value] of Object.entries(before)) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
  rmSync(folder, { recursive: true, force: true })
})

const log = longLog(4000)
const make = { command: 'make' }
const fullLog = join(folder, 'full.txt')
writeFileSync(fullLog, log)
const LIMIT = 8192
/** A text that fills the limit, as the shell prints it, and what an agent adds. */
const SEAL = '[Full output: pith show 0123456789abcdef]'
const sealed = (frame: string, bytes = LIMIT) => `${log.slice(0, bytes - 1 - SEAL.length)}\n${SEAL}${frame}`
const image = { type: 'image', data: 'A'.repeat(20_000), mimeType: 'image/png' }

describe.each(['opencode', 'pi'])('the plugin for %s', (name) => {
  it('imports only Node and the files beside it', () => {
    const optional = ['aws4fetch', 'gpt-tokenizer', '@huggingface/tokenizers']
    const reached = new Set([`${name}.js`])
    for (const file of reached) {
      const code = readFileSync(distFile(`plugins/${file}`), 'utf8')
      for (const [, from] of code.matchAll(/\b(?:from|import)\s*\(?"([\w@./:-]+)"/g)) {
        if (/^\.\/[^/]+\.js$/.test(from)) reached.add(from.slice(2))
        else if (!optional.some((one) => from.startsWith(one))) expect(from).toMatch(/^node:/)
      }
    }
    expect(reached.size).toBeGreaterThan(1)
  })
})

describe('the plugin for opencode', async () => {
  const { PithPlugin } = await import(distFile('plugins/opencode.js'))
  const logged: string[] = []
  const client = {
    app: { log: async ({ body }: { body: { message: string } }) => logged.push(body.message) },
  }
  const hooks = await PithPlugin({ client, directory: folder })

  async function afterCall<Result extends object>(tool: string, result: Result): Promise<Result> {
    await hooks['tool.execute.after']({ tool, sessionID: 's', callID: 'c', args: make }, result)
    return result
  }

  it('exports nothing but the plugin, because opencode calls every export', async () => {
    expect(Object.keys(await import(distFile('plugins/opencode.js')))).toEqual(['PithPlugin'])
  })

  it('cuts the output of a tool in place', async () => {
    const metadata = { exit: 0, truncated: false }
    const result = await afterCall('bash', { title: 'make', output: log, metadata })
    expect(Buffer.byteLength(result.output)).toBeLessThanOrEqual(LIMIT)
    expect(result.output).toContain(ERROR)
    expect(result).toEqual({ title: 'make', output: result.output, metadata })
  })

  it('reads the file of an output that opencode has cut', async () => {
    const output = `...output truncated...\n\n${log.slice(-9000)}`
    const result = await afterCall('bash', { output, metadata: { truncated: true, outputPath: fullLog } })
    expect(result.output).toContain(ERROR)
  })

  it('cuts the content of an MCP tool', async () => {
    const result = await afterCall('server_tool', { content: [{ type: 'text', text: log }, image] })
    expect(result.content).toEqual([{ type: 'text', text: expect.stringContaining(ERROR) }, image])
  })

  it.each([
    ['small', 'bash', { output: 'ok', metadata: {} }],
    ['cut by the shell', 'bash', { output: sealed('') }],
    ['of a subagent', 'task', { output: log }],
    ['a skill', 'skill', { output: log }],
    ['missing', 'bash', {}],
  ])('leaves a result alone that is %s', async (_, tool, result) => {
    expect(await afterCall(tool, { ...result })).toEqual(result)
  })

  it('leaves the result as it is when something fails, and tells the log', async () => {
    const result = { output: log, metadata: { truncated: true, outputPath: join(folder, 'gone') } }
    expect(await afterCall('bash', { ...result })).toEqual(result)
    expect(logged.join()).toContain('gone')
  })
})

describe('the extension for pi', async () => {
  const { default: extension } = await import(distFile('plugins/pi.js'))
  type Handler = (event: object, context: object) => Promise<{ content: { text: string }[] } | undefined>
  const handlers = new Map<string, Handler>()
  extension({ on: (event: string, given: Handler) => handlers.set(event, given) })
  const told: string[] = []
  const context = { ui: { notify: (message: string) => told.push(message) } }
  const afterCall = (event: object) =>
    handlers.get('tool_result')?.({ type: 'tool_result', isError: false, ...event }, context)
  const text = (value: string) => ({ type: 'text', text: value })

  it('cuts the texts of a tool, and leaves images alone', async () => {
    const result = await afterCall({ toolName: 'bash', input: make, content: [text(log), image] })
    expect(result).toEqual({ content: [text(expect.stringContaining(ERROR)), image] })
  })

  it('reads the file of an output that pi has cut', async () => {
    const details = { fullOutputPath: fullLog }
    const result = await afterCall({ toolName: 'bash', content: [text(log.slice(-9000))], details })
    expect(result?.content[0].text).toContain(ERROR)
  })

  it('leaves what a program reads whole, and keeps what others read beside a text that it cuts', async () => {
    const structuredContent = { output: log, truncated: false, exit_code: 0 }
    const event = { toolName: 'bash', input: make, content: [text(log)], structuredContent }
    expect(await afterCall({ ...event, parentToolCallId: 'call_1' })).toBeUndefined()
    expect(await afterCall(event)).toEqual({
      content: [text(expect.stringContaining(ERROR))],
      structuredContent,
    })
  })

  it.each([
    ['an MCP server', 'mcp__large__big', [text(log.slice(-9000))], ''],
    [
      'a script',
      'codemode',
      [text('Script completed\nWall time 0.1 seconds\nOutput:\n'), text(log.slice(-9000))],
      '',
    ],
    [
      'a failed command',
      'bash',
      [text(`${log.slice(-9000)}\n\nCommand exited with code 2`)],
      '\n\nCommand exited with code 2',
    ],
  ])('reads the file of a result that pi has cut, of %s', async (_, toolName, content, frame) => {
    const details = { fullOutputPath: fullLog }
    const result = await afterCall({ toolName, input: make, content, details, isError: frame !== '' })
    const last = result?.content.at(-1)?.text ?? ''
    expect(last).toContain(ERROR)
    expect(last.endsWith(`]${frame}`)).toBe(true)
    expect(result?.content.slice(0, -1)).toEqual(content.slice(0, -1))
  })

  it('reads the file that the text of a failed command names, if it can be of pi', async () => {
    const own = join(tmpdir(), `pi-bash-own${process.pid}.log`)
    const end = (path: string) =>
      `\n\n[Showing lines 9-10 of 10. Full output: ${path}]\n\nCommand exited with code 2`
    const shownOf = async (path: string) => {
      const content = [text(`${log.slice(-9000)}${end(path)}`)]
      return (await afterCall({ toolName: 'bash', input: make, content, isError: true }))?.content[0].text
    }
    writeFileSync(own, log)
    try {
      expect(await shownOf(own)).toContain(ERROR)
    } finally {
      rmSync(own)
    }
    expect(await shownOf(fullLog)).not.toContain(ERROR)
  })

  it('keeps the first lines of a file, and says how to read on', async () => {
    const content = [
      text(`${log.slice(0, -1)}\n\n[Showing lines 11-4010 of 7000. Use offset=4011 to continue.]`),
    ]
    const result = await afterCall({ toolName: 'read', input: { path: 'a.log', offset: 11 }, content })
    const lines = result?.content[0].text.split('\n') ?? []
    const shown = lines.length - 2
    expect(lines.slice(0, shown)).toEqual(log.split('\n').slice(0, shown))
    expect(lines[shown]).toBe(`… line 2011: ${ERROR}`)
    expect(lines[shown + 1]).toBe(`[Lines 11-${10 + shown} of 7000. Use offset=${11 + shown} to continue.]`)
  })

  it('leaves a page alone that is within the limit', async () => {
    const page = 'one\ntwo\n\n[Showing lines 1-2 of 9 (50.0KB limit). Use offset=3 to continue.]'
    expect(
      await afterCall({ toolName: 'read', input: { path: 'a.log' }, content: [text(page)] }),
    ).toBeUndefined()
  })

  it.each(turningOff)('leaves a command alone that turns pith off: %s', async (command) => {
    const input = { command }
    expect(await afterCall({ toolName: 'bash', input, content: [text(log)] })).toBeUndefined()
    const result = { output: log }
    const { PithPlugin } = await import(distFile('plugins/opencode.js'))
    const hooks = await PithPlugin()
    await hooks['tool.execute.after']({ tool: 'bash', args: input }, result)
    expect(result.output).toBe(log)
  })

  it.each([
    '\n\n\nCommand exited with code 1',
    '\n\nCommand timed out after 6 seconds',
    '\n\n<shell_metadata>\nUser aborted the command\n</shell_metadata>',
  ])('does not cut again what the shell has cut, whatever is below it: %j', async (frame) => {
    const content = [text(sealed(frame))]
    expect(await afterCall({ toolName: 'bash', input: make, content, isError: true })).toBeUndefined()
  })

  it.each([
    ['longer than the limit', sealed('', LIMIT + 1)],
    ['followed by other text', sealed(`\n${log.slice(0, 900)}`)],
    ['followed by another output', sealed('\nok')],
  ])('cuts a text with a notice that is %s', async (_, value) => {
    const result = await afterCall({ toolName: 'bash', input: make, content: [text(value)] })
    expect(Buffer.byteLength(result?.content[0].text ?? value)).toBeLessThanOrEqual(LIMIT)
  })

  it('leaves small results and odd ones alone', async () => {
    expect(await afterCall({ toolName: 'bash', content: [text('ok')] })).toBeUndefined()
    expect(await afterCall({ toolName: 'read', content: [] })).toBeUndefined()
    expect(await afterCall({ toolName: 'read', content: [image] })).toBeUndefined()
    expect(await afterCall({ toolName: 'bash', content: undefined })).toBeUndefined()
  })

  it('leaves the result as it is when something fails, and tells the user', async () => {
    const details = { fullOutputPath: join(folder, 'gone') }
    expect(await afterCall({ toolName: 'bash', content: [text(log)], details })).toBeUndefined()
    expect(told.join()).toContain('gone')
  })
})

describe('the secrets of a command that turns pith off', () => {
  const secret = `ghp_${'a1B2'.repeat(9)}`
  const input = { command: 'cd x && PITH=0 make' }
  const given = `${log}token=${secret}\n`
  const script = `
    import { PithPlugin } from ${JSON.stringify(distUrl('plugins/opencode.js'))}
    import extension from ${JSON.stringify(distUrl('plugins/pi.js'))}
    import { readFileSync } from 'node:fs'
    const { given, input } = JSON.parse(readFileSync(0, 'utf8'))
    const result = { output: given }
    await (await PithPlugin())['tool.execute.after']({ tool: 'bash', args: input }, result)
    let call
    extension({ on: (_, handler) => { call = handler } })
    const content = [{ type: 'text', text: given }, { type: 'image' }]
    const shown = await call({ toolName: 'bash', input, content })
    console.log(JSON.stringify([result.output, shown?.content ?? content]))`

  // Settings are read once in a process.
  const shownWith = (env: Record<string, string>): unknown =>
    JSON.parse(
      spawnSync(process.execPath, ['--input-type=module', '-e', script], {
        input: JSON.stringify({ given, input }),
        env: { ...process.env, ...env },
        maxBuffer: 2 ** 26,
      }).stdout.toString(),
    )

  it.each([
    ['stay', {}, secret],
    ['are hidden', { PITH_REDACT: '1' }, '[redacted github-token]'],
    ['stay where pith is off for the agent', { PITH_REDACT: '1', PITH: '0' }, secret],
  ])('%s, with %j', (_, env, shown) => {
    const text = `${log}token=${shown}\n`
    expect(shownWith(env)).toEqual([text, [{ type: 'text', text }, { type: 'image' }]])
  })
})
