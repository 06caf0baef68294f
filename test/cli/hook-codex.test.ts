// @deep

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ERROR, longLog } from '../support/agent-results.ts'
import { type RunOptions, useCommand } from '../support/command.ts'

const log = longLog(900)
/** What Codex CLI passes of a large output. */
const ends = `Warning: truncated output (original token count: 9000)\n\n${log.slice(0, 5000)}…${log.slice(-5000)}`
const under = useCommand()
const call = { type: 'function_call', name: 'exec_command', call_id: 'call_1' }
const item = { type: 'CommandExecution', id: 'call_1', aggregated_output: log, exit_code: 2 }
const done = { type: 'item_completed', item }

/** What the hook answers, parsed. Undefined if it is silent. */
async function answerTo(transcript: object[], fields: object, options: RunOptions = {}) {
  const path = join(under.folder, 'rollout.jsonl')
  const lines = transcript.map((payload) => `${JSON.stringify({ type: 'event_msg', payload })}\n`)
  writeFileSync(path, `beginning of a line"call_1"}\n${lines.join('')}`)
  const event = {
    hook_event_name: 'PostToolUse',
    transcript_path: path,
    tool_name: 'Bash',
    tool_input: { command: 'make' },
    tool_response: ends,
    tool_use_id: 'call_1',
    ...fields,
  }
  const ran = await under.pith(['hook', 'codex'], { input: JSON.stringify(event), ...options })
  expect({ status: ran.status, stderr: ran.stderr }).toEqual({ status: 0, stderr: '' })
  const stdout = ran.stdout.toString()
  return stdout === '' ? undefined : JSON.parse(stdout)
}

it('cuts the whole output of a command, which the transcript has, and tells how it ended', async () => {
  const { stopReason, ...others } = await answerTo([call, done], {})
  expect(others).toEqual({ continue: false })
  expect(stopReason).toContain(ERROR)
  expect(stopReason.startsWith('Process exited with code 2\nOutput:\n')).toBe(true)
  const [, id = ''] = /pith show ([0-9a-f]{16})/.exec(stopReason) ?? []
  expect((await under.pith(['show', id, '--all'])).stdout.toString()).toBe(log)
})

it('cuts the texts of an MCP server', async () => {
  const tool_response = { content: [{ type: 'text', text: log }] }
  const { stopReason } = await answerTo([call], { tool_name: 'mcp__large__big', tool_response })
  expect(stopReason).toContain(ERROR)
  expect(Buffer.byteLength(stopReason)).toBeLessThanOrEqual(9900)
})

it.each([
  ['a program of code mode reads', [done], {}],
  [
    'the transcript has only in part',
    [call, { ...done, item: { ...item, aggregated_output: 'a'.repeat(65_536) } }],
    {},
  ],
  ['has no status yet', [call], {}],
  ['turns pith off', [call, done], { tool_input: { command: 'PITH=0 make' } }],
  ['is of another tool', [call, done], { tool_name: 'apply_patch' }],
  [
    'has an image',
    [call],
    { tool_name: 'mcp__a__b', tool_response: { content: [{ type: 'text', text: log }, { type: 'image' }] } },
  ],
  [
    'is structured',
    [call],
    {
      tool_name: 'mcp__a__b',
      tool_response: { content: [{ type: 'text', text: log }], structuredContent: { log } },
    },
  ],
  ['comes without a transcript', [], { transcript_path: null }],
])('leaves a result alone that %s', async (_, transcript, fields) => {
  expect(await answerTo(transcript, fields)).toBeUndefined()
})

it('hides secrets, whoever reads the result', async () => {
  const secret = `ghp_${'a1B2'.repeat(9)}`
  const { stopReason } = await answerTo(
    [],
    { tool_response: `token ${secret}\n` },
    { env: { PITH_REDACT: '1' } },
  )
  expect(stopReason).toContain('[redacted github-token]')
  expect(stopReason).not.toContain(secret)
})

it('gives calls that the model made together equal shares of the limit of a turn', async () => {
  const beside = { ...call, call_id: 'call_2' }
  const answered = { type: 'function_call_output', call_id: 'call_0' }
  const before = { ...call, call_id: 'call_0' }
  const options = { env: { PITH_MAX_TURN_BYTES: '3000' } }
  const { stopReason } = await answerTo([before, answered, call, beside, done], {}, options)
  expect(Buffer.byteLength(stopReason)).toBeLessThanOrEqual(
    1500 + 'Process exited with code 2\nOutput:\n'.length,
  )
  expect(stopReason).toContain(ERROR)
  const alone = await answerTo([before, answered, call, done], {}, options)
  expect(Buffer.byteLength(alone.stopReason)).toBeGreaterThan(3000)
})
