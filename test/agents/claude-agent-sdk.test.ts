import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { startClaudeModel } from '../adapters/claude-model.ts'
import { reportOf } from '../adapters/run.ts'
import { installed, whyMissing } from './clients/client.ts'

const program = installed('@anthropic-ai/claude-agent-sdk-linux-x64/claude')
const folder = mkdtempSync(join(tmpdir(), 'pith-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Claude Code adds remarks of its own to results. */
const settled = ({ text }: { text: string }) =>
  text.replaceAll(/\n+<system-reminder>[\s\S]*?<\/system-reminder>/g, '')

const error = 'cannot find value `total`'
const bash = { tool: 'Bash', args: { command: 'cat big.log', description: 'Shows the log' } }
const small = { tool: 'Bash', args: { command: 'head -n 600 big.log', description: 'Shows a part' } }
const server = { tool: 'mcp__large__build', args: {} }
const read = { tool: 'Read', args: { file_path: join(folder, 'big.log'), limit: 400 } }
const agent = {
  tool: 'Agent',
  args: { description: 'Builds', prompt: 'Build it.', subagent_type: 'builder' },
}

const missing = whyMissing(program, inject('installProblem'))
it.runIf(missing)('Claude Code is driven', ({ skip }) => skip(missing))

describe.skipIf(missing)('the adapter for the Claude Agent SDK', async () => {
  if (missing) return
  const model = await startClaudeModel([bash, small, server, read, agent], [bash, server])
  const { text } = await reportOf('claude/check.ts', {
    env: { CLAUDE_PROGRAM: program, FOLDER: folder, MODEL_URL: model.url },
  }).finally(() => model.close())
  const [log, part, fromServer, page] = model.main.map(settled)
  const most = (result: string) => expect(Buffer.byteLength(result)).toBeLessThanOrEqual(4096)

  it('ends as the model says', () => {
    expect(text).toBe('done')
    expect(model.main).toHaveLength(5)
  })

  it('shows the model 320 KB of a command in 4 KiB, with the error', () => {
    most(log)
    expect(log).toContain(error)
    expect(log).toContain('of 8001')
  })

  it('shows less of an output that Claude Code does not keep in a file', () => {
    most(part)
    expect(part).toContain('of 600')
  })

  it('shows the result of an MCP tool in 4 KiB, with the error', () => {
    most(fromServer)
    expect(fromServer).toContain(error)
  })

  it('shows the beginning of a file, with the numbers of its lines', () => {
    expect(Buffer.byteLength(page)).toBeLessThan(6000)
    expect(page).toContain('1\tCompiling unit 0')
  })

  it('covers subagents', () => {
    expect(model.subagent).toHaveLength(2)
    for (const each of model.subagent.map(settled)) {
      most(each)
      expect(each).toContain(error)
    }
  })
})
