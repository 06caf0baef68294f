// @deep

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { afterTool, ERROR, longLog, postToolUse } from '../support/agent-results.ts'
import { type Ran, type RunOptions, useCommand } from '../support/command.ts'
import { turningOff } from '../support/turning-off.ts'

const log = longLog()
const LIMIT = 8192
const make = { command: 'make' }
/** What each agent shows of an answer by itself. */
const CLAUDE_BYTES = 30_000
const GEMINI_BYTES = 40_000

const silent = { status: 0, stdout: '', stderr: '' }
const seen = ({ status, stdout, stderr }: Ran) => ({ status, stdout: stdout.toString(), stderr })

/** The id that the notice of a text names. */
const idIn = (text: string): string => /pith show ([0-9a-f]{16})/.exec(text)?.[1] ?? 'none'

describe('pith hook claude-code', () => {
  const under = useCommand()
  const hook = (input: string, options: RunOptions = {}) =>
    under.pith(['hook', 'claude-code'], { input, ...options })

  /** The response that replaces the given one. */
  async function replaced(tool: string, response: unknown, options?: RunOptions) {
    const ran = await hook(postToolUse(tool, response, tool === 'Bash' ? make : {}), options)
    expect({ ...seen(ran), stdout: '' }).toEqual(silent)
    const { hookSpecificOutput, ...others } = JSON.parse(ran.stdout.toString())
    expect(others).toEqual({})
    expect(hookSpecificOutput.hookEventName).toBe('PostToolUse')
    return hookSpecificOutput.updatedToolOutput
  }

  it('cuts the output of a command, keeps its shape and the error, and pith show gives the rest', async () => {
    const rest = { stderr: '', interrupted: false, isImage: false, noOutputExpected: false }
    const { stdout, ...others } = await replaced('Bash', { stdout: log, ...rest })
    expect(others).toEqual(rest)
    expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(LIMIT)
    expect(stdout).toContain(ERROR)
    const shown = await under.pith(['show', idIn(stdout), '--all'])
    expect(shown.stdout.toString()).toBe(log)
  })

  it('reads the file in which Claude Code keeps a long output, and names it no more', async () => {
    const path = join(under.folder, 'persisted.txt')
    writeFileSync(path, log)
    const response = { stdout: log.slice(0, 30_000), stderr: '', interrupted: false, isImage: false }
    const persisted = { persistedOutputPath: path, persistedOutputSize: log.length }
    const { stdout, ...others } = await replaced('Bash', { ...response, ...persisted })
    expect(others).toEqual({ stderr: '', interrupted: false, isImage: false })
    expect(stdout).toContain(ERROR)
    const shown = await under.pith(['show', idIn(stdout), '--all'])
    expect(shown.stdout.toString()).toBe(log)
  })

  it('shares the limit between both streams of a command', async () => {
    const { stdout, stderr } = await replaced('Bash', { stdout: log, stderr: log, isImage: false })
    expect(Buffer.byteLength(stdout) + Buffer.byteLength(stderr)).toBeLessThanOrEqual(LIMIT)
    for (const text of [stdout, stderr]) expect(text).toContain(ERROR)
  })

  it('gives calls of one message equal shares of the limit of a turn', async () => {
    const path = join(under.folder, 'session.jsonl')
    const block = (message: string, id: string) =>
      `${JSON.stringify({ type: 'assistant', message: { id: message, content: [{ type: 'tool_use', id }] } })}\n`
    const options = { env: { PITH_MAX_TURN_BYTES: '4500' } }
    const shown = async (tool: string, response: object) => {
      const event = { ...JSON.parse(postToolUse(tool, response, make)), transcript_path: path }
      return JSON.parse((await hook(JSON.stringify(event), options)).stdout.toString()).hookSpecificOutput
        .updatedToolOutput
    }
    const file = { filePath: 'a.log', content: log, numLines: 2000, startLine: 1, totalLines: 2000 }
    writeFileSync(path, `ond half of a line"}\n${block('msg_1', 'toolu_00')}${block('msg_2', 'toolu_01')}`)
    const alone = await shown('Bash', { stdout: log, isImage: false })
    expect(Buffer.byteLength(alone.stdout)).toBeGreaterThan(1500)
    writeFileSync(path, ['toolu_01', 'toolu_02', 'toolu_03'].map((id) => block('msg_2', id)).join(''))
    const { stdout } = await shown('Bash', { stdout: log, isImage: false })
    expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(1500)
    expect(stdout).toContain(ERROR)
    // What the shell has cut for a call alone is cut again.
    const again = await shown('Bash', { stdout: alone.stdout, isImage: false })
    expect(Buffer.byteLength(again.stdout)).toBeLessThanOrEqual(1500)
    expect(again.stdout).toContain(ERROR)
    const read = await shown('Read', { type: 'text', file })
    expect(Buffer.byteLength(read.file.content)).toBeLessThanOrEqual(1500)
  })

  it('keeps what it does not know in the place of standard error', async () => {
    expect((await replaced('Bash', { stdout: log, stderr: 7, isImage: false })).stderr).toBe(7)
    expect(Object.keys(await replaced('Bash', { stdout: log }))).toEqual(['stdout'])
  })

  const ofFiles = { env: { PITH_MAX_BYTES: String(LIMIT) } }

  it('shows all of a file that was read, unless a setting has a limit', async () => {
    const file = { filePath: '/p/a.log', content: log, numLines: 2000, startLine: 1, totalLines: 2000 }
    expect(seen(await hook(postToolUse('Read', { type: 'text', file })))).toEqual(silent)
  })

  it('keeps the first lines of a file that was read, so that their numbers stay right', async () => {
    const file = {
      filePath: '/p/a.log',
      content: log.slice(0, -1),
      numLines: 2000,
      startLine: 101,
      totalLines: 9000,
    }
    const cut = await replaced('Read', { type: 'text', file }, ofFiles)
    const lines = cut.file.content.split('\n')
    const { numLines } = cut.file
    expect(lines.slice(0, numLines)).toEqual(log.split('\n').slice(0, numLines))
    expect(numLines).toBeLessThan(1000)
    expect(lines.slice(numLines)).toEqual([
      `… line 1101: ${ERROR}`,
      `[Lines 101-${100 + numLines} of 9000. Use offset=${101 + numLines} to continue.]`,
    ])
    expect(cut).toEqual({ type: 'text', file: { ...file, content: cut.file.content, numLines } })
    expect(Buffer.byteLength(cut.file.content)).toBeLessThanOrEqual(LIMIT)
  })

  it('tells of no errors of source code', async () => {
    const content = "throw new Error('it failed: not found')\nexport const a = (b) => b + 1\n".repeat(400)
    const file = { filePath: '/p/a.ts', content, numLines: 800, startLine: 1, totalLines: 800 }
    const cut = await replaced('Read', { type: 'text', file }, ofFiles)
    expect(cut.file.content).not.toContain('… line')
  })

  it('cuts the texts of an MCP tool, and leaves its images alone', async () => {
    const image = { type: 'image', data: 'A'.repeat(20_000), mimeType: 'image/png' }
    const cut = await replaced('mcp__server__tool', [{ type: 'text', text: log }, image])
    expect(cut).toEqual([{ type: 'text', text: expect.stringContaining(ERROR) }, image])
  })

  it('cuts what Grep and WebFetch have found', async () => {
    const found = longLog().replaceAll(/^/gm, 'src/a.ts:1:')
    const grep = await replaced('Grep', {
      mode: 'content',
      numFiles: 0,
      filenames: [],
      content: found,
      numLines: 2000,
    })
    expect(grep).toMatchObject({ mode: 'content', numLines: 2000 })
    expect(Buffer.byteLength(grep.content)).toBeLessThanOrEqual(CLAUDE_BYTES)
    expect(Buffer.byteLength(grep.content)).toBeGreaterThan(0.9 * CLAUDE_BYTES)
    const web = await replaced('WebFetch', {
      bytes: 99,
      code: 200,
      codeText: 'OK',
      result: log,
      url: 'http://a',
    })
    expect(web).toMatchObject({ code: 200, url: 'http://a', result: expect.stringContaining('pith show') })
  })

  it.each([
    ['a small output', 'Bash', { stdout: 'ok\n', stderr: '', isImage: false }],
    [
      'an output that pith has cut',
      'Bash',
      { stdout: `${'a\n'.repeat(9000)}[Full output: pith show 0123456789abcdef]` },
    ],
    ['an image', 'Bash', { stdout: log, stderr: '', isImage: true }],
    ['a file that was read as an image', 'Read', { type: 'image', file: { base64: log, type: 'image/png' } }],
    ['an edit', 'Edit', { filePath: '/p/a', originalFile: log, structuredPatch: [] }],
    ['a report of another agent', 'Task', { content: [{ type: 'text', text: log }] }],
    ['a response of an unknown shape', 'Bash', log],
    ['no response', 'Read', null],
  ])('is silent about %s', async (_, tool, response) => {
    expect(seen(await hook(postToolUse(tool, response)))).toEqual(silent)
  })

  it('is silent where pith is off for the agent', async () => {
    const off = { env: { PITH: '0' } }
    expect(seen(await hook(postToolUse('Bash', { stdout: log, stderr: '' }), off))).toEqual(silent)
  })

  it.each(turningOff)('is silent about a command that turns pith off: %s', async (command) => {
    const input = { command }
    expect(seen(await hook(postToolUse('Bash', { stdout: log, stderr: '' }, input)))).toEqual(silent)
    const gemini = afterTool('run_shell_command', log, input)
    expect(seen(await under.pith(['hook', 'gemini'], { input: gemini }))).toEqual(silent)
  })

  it('is silent about another event', async () => {
    const event = postToolUse('Bash', { stdout: log }).replace('PostToolUse', 'PreToolUse')
    expect(seen(await hook(event))).toEqual(silent)
  })

  it('does not load the settings for a small result', async () => {
    const env = { PITH_FOR: 'nonsense' }
    expect(seen(await hook(postToolUse('Bash', { stdout: 'ok' }), { env }))).toEqual(silent)
    const large = seen(await hook(postToolUse('Bash', { stdout: log }), { env }))
    expect(large).toEqual({
      ...silent,
      stderr: expect.stringMatching(/^pith: The result stays .*PITH_FOR.*\n$/),
    })
  })

  it('records the call for pith events', async () => {
    await replaced('Bash', { stdout: 'the same\n'.repeat(2000), stderr: '' }, { env: { PITH_RUN: 'hook' } })
    const { stdout } = await under.pith(['events', '--run', 'hook', '--json'])
    expect(stdout.toString()).toMatch(/"tool":"bash".*"totalBytes":18000/)
  })

  it('obeys the settings', async () => {
    const small = { env: { PITH_MAX_BYTES: '2000' } }
    const { stdout } = await replaced('Bash', { stdout: log.slice(0, 5000), stderr: '' }, small)
    expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(2000)
    const large = { env: { PITH_MAX_BYTES: '900000' } }
    expect(seen(await hook(postToolUse('Bash', { stdout: log, stderr: '' }), large))).toEqual(silent)
    const secret = `ghp_${'a1B2'.repeat(9)}`
    const redact = { env: { PITH_REDACT: '1' } }
    expect((await replaced('Bash', { stdout: secret, stderr: '' }, redact)).stdout).not.toContain(secret)
    const wrong = { env: { PITH_REDACT: '1', PITH_MAX_LINES: 'many' } }
    const warned = await hook(postToolUse('Bash', { stdout: secret, stderr: '' }), wrong)
    expect(warned.stderr).toMatch(/^pith: [^\n]+PITH_MAX_LINES[^\n]+\n$/)
    const { updatedToolOutput } = JSON.parse(warned.stdout.toString()).hookSpecificOutput
    expect(updatedToolOutput.stdout).toBe('[redacted github-token]')
  })

  it.each([
    ['nothing', ''],
    ['half a message', postToolUse('Bash', { stdout: log }).slice(0, 20_000)],
    ['a list', '[1]'],
    ['bytes', '\u0000\ufffd'.repeat(9000)],
  ])('lets the original pass when it gets %s, and says so in one line', async (_, input) => {
    const { status, stdout, stderr } = seen(await hook(input))
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
    expect(stderr).toMatch(/^pith: The result stays as it is: [^\n]+\n$/)
  })

  it('lets the original pass when a file or the store fails', async () => {
    const gone = { stdout: 'a'.repeat(9000), persistedOutputPath: join(under.folder, 'gone.txt') }
    const missing = seen(await hook(postToolUse('Bash', gone)))
    expect(missing).toEqual({ ...silent, stderr: expect.stringMatching(/^pith: [^\n]+ENOENT[^\n]+\n$/) })
    const file = join(under.folder, 'file')
    writeFileSync(file, '')
    const env = { PITH_ARTIFACTS: join(file, 'in-a-file') }
    const ran = await hook(postToolUse('Bash', { stdout: log, stderr: '' }), { env })
    expect(JSON.parse(ran.stdout.toString()).hookSpecificOutput.updatedToolOutput.stdout).toContain(ERROR)
    expect(ran.stderr).toMatch(/^pith: [^\n]+\n$/)
  })

  it('refuses an agent that it does not know, and not with the status by which a hook refuses a call', async () => {
    const { status, stderr } = seen(await under.pith(['hook', 'nobody'], { input: '{}' }))
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr:
        'pith: Expected the name of an agent after `pith hook`, claude-code, codex or gemini, got "nobody".\n',
    })
  })
})

describe('pith hook gemini', () => {
  const under = useCommand()
  const hook = (input: string, options: RunOptions = {}) =>
    under.pith(['hook', 'gemini'], { input, ...options, env: { HOME: under.folder, ...options.env } })

  async function reasonFor(tool: string, content: unknown, options: RunOptions = {}): Promise<string> {
    const ran = await hook(afterTool(tool, content, make), options)
    expect({ ...seen(ran), stdout: '' }).toEqual(silent)
    const { decision, reason, ...others } = JSON.parse(ran.stdout.toString())
    expect({ decision, others }).toEqual({ decision: 'deny', others: {} })
    expect(Buffer.byteLength(reason)).toBeLessThanOrEqual(tool === 'run_shell_command' ? LIMIT : GEMINI_BYTES)
    return reason
  }

  it.each([
    ['a text', log],
    ['a part', { text: log }],
    ['parts', [{ text: log.slice(0, 9000) }, { text: log.slice(9000) }]],
  ])('replaces %s by the reason of a denial', async (_, content) => {
    const reason = await reasonFor('run_shell_command', content)
    expect(reason).toContain(ERROR)
    const shown = await under.pith(['show', idIn(reason), '--all'])
    expect(shown.stdout.toString()).toBe(log)
  })

  it('reads the file in which Gemini CLI keeps a long output', async () => {
    const folder = join(under.folder, '.gemini/tmp/p/tool-outputs')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'a.txt'), log)
    const head = 'Output too large. Showing first 8,000 and last 32,000 characters. For full output see: '
    const cut = `${head}${join(folder, 'a.txt')}\n${log.slice(0, 9000)}`
    expect(await reasonFor('run_shell_command', cut)).toContain(ERROR)
  })

  it('finds that file below GEMINI_CLI_HOME too', async () => {
    const env = { GEMINI_CLI_HOME: join(under.folder, 'elsewhere') }
    const folder = join(env.GEMINI_CLI_HOME, '.gemini/tmp')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'a.txt'), log)
    const cut = `Output too large. For full output see: ${join(folder, 'a.txt')}\n${log.slice(0, 9000)}`
    expect(await reasonFor('run_shell_command', cut, { env })).toContain(ERROR)
  })

  it('reads no other file that an output names', async () => {
    const path = join(under.folder, 'private.txt')
    writeFileSync(path, `private\n${log}`)
    const cut = `Output too large. For full output see: ${path}\n${'a b\n'.repeat(15_000)}`
    expect(await reasonFor('mcp_server_tool', cut)).not.toContain('private\n')
  })

  it.each([
    ['a small result', 'run_shell_command', 'ok'],
    ['a result with an image', 'read_file', [{ text: log }, { inlineData: { data: 'AAAA' } }]],
    ['a skill', 'activate_skill', log],
    ['no content', 'read_file', undefined],
  ])('is silent about %s', async (_, tool, content) => {
    expect(seen(await hook(afterTool(tool, content)))).toEqual(silent)
  })
})
