import { describe, expect, it } from 'vitest'
import { useCommand } from '../support/command.ts'

describe('pith explain', { concurrent: true }, () => {
  const box = useCommand()
  const limits = (agent: string) => `limits: ${agent} in an agent's shell, 30 KB in pith run`

  it.each([
    [
      ['git', 'log', '--oneline', '-5'],
      ['for: query (git log --oneline …)', limits('29 KB')],
    ],
    [['cd app && npm test 2>&1 | tail -5'], ['for: run (npm test)', limits('8.0 KB')]],
    [
      ['grep', 'a', 'b'],
      ['for: query (grep a b)', limits('29 KB'), 'exit codes that are answers: 1'],
    ],
    [['echo "never ends'], ['for: unknown', limits('29 KB')]],
    [
      ['--for', 'run', '--', 'cat', 'a.log'],
      ['for: run (cat a.log)', limits('8.0 KB')],
    ],
  ])('says what %j is for, what is kept of it, and its limits', async (words, [first, ...others]) => {
    const { status, stdout, stderr } = await box.pith([
      'explain',
      ...(words[0] === '--for' ? [] : ['--']),
      ...words,
    ])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const lines = stdout.toString().split('\n')
    expect(lines).toEqual([first, expect.stringMatching(/^above the limits: /), ...others, ''])
  })

  it('prints JSON', async () => {
    const { stdout } = await box.pith(['explain', '--json', '--', 'cat', 'a.ts'])
    expect(JSON.parse(stdout.toString())).toEqual({
      for: 'read',
      words: ['cat', 'a.ts'],
      answers: [],
      runBytes: 30_720,
      agentBytes: 30_000,
    })
  })

  it.each([
    ['opencode', { OPENCODE: '1' }, 51_200],
    ['pi', { PI_CODING_AGENT: 'true' }, 51_200],
    ['Gemini CLI', { GEMINI_CLI: '1' }, 40_000],
    ['Claude Code', { CLAUDECODE: '1' }, 30_000],
    ['pi inside Claude Code', { PI_CODING_AGENT: 'true', CLAUDECODE: '1' }, 30_000],
  ])('gives an answer the room that it has in %s by itself', async (_, env, agentBytes) => {
    const { stdout } = await box.pith(['explain', '--json', '--', 'cat', 'a.ts'], { env })
    expect(JSON.parse(stdout.toString())).toMatchObject({ agentBytes })
  })

  it('asks for a command', async () => {
    expect(await box.pith(['explain'])).toMatchObject({ status: 2, stdout: Buffer.alloc(0) })
  })
})
