// @deep

import { describe, expect, it } from 'vitest'
import { type Ran, useCommand } from '../support/command.ts'

const REFUSED = '[Not shown: redaction failed.]'
const secret = `ghp_${'a1B2'.repeat(9)}`
const LIMIT = 8192
const redact = { env: { PITH_REDACT: '1' } }
const nested = (depth: number, inner: string) => '['.repeat(depth) + inner + ']'.repeat(depth)
const long = JSON.stringify('a line of words\n'.repeat(2000))
const numbers = ['12345678901234567890', '1e400', '-0', '1.0', '1E5']
const outputOf = ({ stdout }: Ran): string => stdout.toString()

describe('pith hook claude-code', () => {
  const under = useCommand()
  const event = (tool: string, response: string, others = '') =>
    `{"hook_event_name":"PostToolUse","tool_name":"${tool}","tool_input":{"command":"x"},"tool_response":${response}${others}}`
  const hook = (input: string | Buffer, options = {}) =>
    under.pith(['hook', 'claude-code'], { input, ...options })

  it.each([
    ['a command', 'Bash', `{"stdout":"${secret}","stderr":"${secret}"}`],
    [
      'a command that looks cut',
      'Bash',
      JSON.stringify({ stdout: `${secret}\n[Showing lines 1-2 of 9. Not kept.]`, stderr: '' }),
    ],
    ['an image of a command', 'Bash', `{"stdout":"${secret}","isImage":true}`],
    [
      'a file',
      'Read',
      `{"type":"text","file":{"filePath":"/a","content":"${secret}","numLines":1,"startLine":1,"totalLines":1}}`,
    ],
    [
      'a tool that is not cut',
      'Edit',
      `{"filePath":"/a","oldString":"${secret}","structuredPatch":[{"lines":["+${secret}"]}]}`,
    ],
    ['an unknown tool', 'constructor', `"${secret}"`],
    ['parts of MCP', 'mcp__a__b', `[{"type":"text","text":"${secret}"}]`],
    ['data of MCP', 'mcp__a__b', `{"rows":[{"token":"${secret}"}]}`],
    ['a value that its name tells', 'mcp__a__b', `{"password":"${secret.slice(4)}"}`],
    ['a name', 'mcp__a__b', `{"${secret}":1}`],
    ['one of two members of one name', 'Bash', `{"stdout":"${secret}","stdout":"a","stderr":""}`],
    ['5,000 arrays', 'mcp__a__b', nested(5000, `"${secret}"`)],
    ['100,000 arrays', 'Bash', `{"stdout":"","stderr":"","x":${nested(100_000, `"${secret}"`)}}`],
    [
      'a text above the limit',
      'Grep',
      `{"mode":"content","content":${JSON.stringify(`${'a line\n'.repeat(9000)}${secret}`)}}`,
    ],
  ])('shows no secret of %s', async (_, tool, response) => {
    const ran = await hook(event(tool, response), redact)
    const shown = outputOf(ran)
    expect(shown).not.toContain(secret.slice(4))
    expect(
      shown.startsWith('{"hookSpecificOutput":{"hookEventName":"PostToolUse","updatedToolOutput":'),
    ).toBe(true)
    expect(() => JSON.parse(shown)).not.toThrow()
    expect(ran.status).toBe(0)
  })

  it('hides secrets of a command that begins with PITH=0, and does not cut it', async () => {
    const input = event('Bash', `{"stdout":${JSON.stringify(`${secret}\n${'a line\n'.repeat(9000)}`)}}`)
    const shown = outputOf(await hook(input.replace('"command":"x"', '"command":"PITH=0 make"'), redact))
    expect(JSON.parse(shown).hookSpecificOutput.updatedToolOutput.stdout).toHaveLength(63_024)
  })

  it.each([
    ['half an event', event('Bash', `{"stdout":"${secret}"`).slice(0, -2)],
    ['an event in UTF-16', Buffer.from(event('Bash', `{"stdout":"${secret}"}`), 'utf16le')],
    ['a list', `["${secret}"]`],
  ])('stops the agent when it gets %s, because it cannot tell what to hide', async (_, input) => {
    const ran = await hook(input, redact)
    expect(JSON.parse(outputOf(ran))).toMatchObject({ continue: false, stopReason: REFUSED })
    expect(ran.stderr).toMatch(/^pith: The result is not shown, because redaction failed: [^\n]+\n$/)
    const plain = await hook(input, { env: { PITH_MAX_BYTES: '9' } })
    expect(outputOf(plain)).toBe('')
  })

  it.each(numbers)('keeps %s beside a text that is cut', async (number) => {
    const rest = `"interrupted":false,"n":${number},"m":{"a":${number}, "b":"\\u00e9\\/"},"2":1,"1":2`
    const bash = outputOf(await hook(event('Bash', `{"stdout":${long},"stderr":"",${rest}}`)))
    expect(bash).toContain(`"stderr":"",${rest}}`)
    const parts = `{"content":[{"type":"text","n":${number},"text":${long}}],"structuredContent":{${rest}}}`
    const mcp = outputOf(await hook(event('mcp__a__b', parts)))
    expect(mcp).toContain(`"structuredContent":{${rest}}`)
    expect(mcp).toContain(`"n":${number},"text":"a line of words\\n`)
    for (const shown of [bash, mcp]) expect(shown.length).toBeLessThan(LIMIT + 2000)
  })

  it('keeps the digits of each number of data that is cut by its units', async () => {
    const row = (at: number) =>
      `{"id":1234567890123456${7890 + (at % 10)},"a":[${numbers}],"text":"row ${at} has some words"}`
    const rows = Array.from({ length: 2000 }, (_, at) => row(at)).join(', ')
    const shown = outputOf(await hook(event('mcp__a__b', `[${rows}]`)))
    expect(shown.length).toBeLessThan(30_000 + 200)
    expect(shown).toContain(row(0))
    expect(shown).toContain(row(9))
    expect(() => JSON.parse(shown)).not.toThrow()
  })
})

describe('pith hook gemini', () => {
  const under = useCommand()
  const event = (tool: string, content: string) =>
    `{"hook_event_name":"AfterTool","tool_name":"${tool}","tool_input":{},"tool_response":{"llmContent":${content},"returnDisplay":"x"}}`
  const hook = (input: string | Buffer, options = {}) => under.pith(['hook', 'gemini'], { input, ...options })

  it.each([
    ['a text', 'run_shell_command', `"${secret}"`],
    ['parts', 'run_shell_command', `[{"text":"a"},{"text":"${secret}"}]`],
    ['a tool that is not cut', 'save_memory', `"${secret}"`],
    ['data beside a text', 'mcp_a', `[{"text":"${secret}"},{"inlineData":{"data":"AA"}}]`],
    ['a part of an unknown shape', 'mcp_a', `{"functionResponse":{"x":"${secret}"}}`],
    ['100,000 arrays', 'mcp_a', nested(100_000, `"${secret}"`)],
    ['a second member of one name', 'read_file', `"${secret}","llmContent":"a"`],
    ['a text above the limit', 'read_file', JSON.stringify(`${'a line\n'.repeat(9000)}${secret}`)],
  ])('shows no secret of %s', async (_, tool, content) => {
    const shown = outputOf(await hook(event(tool, content), redact))
    expect(shown).not.toContain(secret.slice(4))
    // A parser reads the second member, which has none.
    if (!content.includes('"llmContent"')) expect(JSON.parse(shown).decision).toBe('deny')
  })

  it('refuses an event that is not JSON', async () => {
    const shown = outputOf(await hook(event('read_file', `"${secret}"`).slice(0, -1), redact))
    expect(JSON.parse(shown)).toEqual({ decision: 'deny', reason: REFUSED })
  })
})
