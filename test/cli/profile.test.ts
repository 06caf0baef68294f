// @deep

import { describe, expect, it } from 'vitest'
import { counterFor } from '../../src/core/tokens/gpt.ts'
import { attractor, pi, vtcode, zdx } from '../../src/extra/profiles/index.ts'
import { seq, useCommand } from '../support/command.ts'

describe('pith --profile', () => {
  const { pith } = useCommand()
  const log = seq(1, 5000)

  it.each([
    ['pi', [], '[Showing lines 3001-5000 of 5000'],
    ['pi', ['--tool', 'ls'], '[500 entries limit reached. Use limit=1000 for more]'],
    ['attractor', [], 'truncated] ...'],
    ['zdx', ['--tool', 'read'], '"ok":true'],
    ['vtcode', [], '2500'],
    ['openclaw', ['--max-bytes', '2000'], 'truncated'],
  ])('%s %j shows standard input as that system does', async (profile, more, words) => {
    const { stdout, status } = await pith(['--profile', profile, ...more], { input: log, alone: true })
    expect(status).toBe(0)
    expect(stdout.toString()).toContain(words)
  })

  it('is the function of the library', async () => {
    const { stdout } = await pith(['--profile', 'pi'], { input: log })
    expect(stdout.toString()).toBe(pi.bash(log).text)
  })

  it.each<[string, string[], string]>([
    ['pi', ['--tool', 'read', '--offset', '10', '--limit', '5'], pi.read(log, { offset: 10, limit: 5 }).text],
    ['pi', ['--tool', 'grep', '--limit', '7'], pi.grep(log, { limit: 7 }).text],
    ['pi', ['--tool', 'find', '--limit', '7'], pi.find(log, { limit: 7 }).text],
    ['pi', ['--tool', 'ls', '--limit', '7'], pi.ls(log, { limit: 7 }).text],
    [
      'attractor',
      ['--max-lines', '8', '--no-artifact'],
      attractor.truncateTool('run_command', log, { maxLines: 8 }),
    ],
    [
      'zdx',
      ['--tool', 'read', '--offset', '10', '--limit', '5', '--max-line-length', '3'],
      JSON.stringify(zdx.envelope(zdx.read(log, { offset: 10, limit: 5, maxLineLength: 3 }))),
    ],
    ['vtcode', ['--max-tokens', '90'], vtcode.truncate(log, { maxTokens: 90 }).text],
  ])('%s %j honours the limits that it takes', async (profile, more, text) => {
    const { stdout, stderr, status } = await pith(['--profile', profile, ...more], { input: log })
    expect({ status, stderr, stdout: stdout.toString() }).toEqual({ status: 0, stderr: '', stdout: text })
  })

  it('vtcode counts by the tokenizer that is named', async () => {
    const tokens = await counterFor('gpt-5')
    const words = ['--profile', 'vtcode', '--max-tokens', '90', '--tokenizer', 'gpt-5']
    const { stdout } = await pith(words, { input: log })
    expect(stdout.toString()).toBe(vtcode.truncate(log, { maxTokens: 90, tokens }).text)
    expect(tokens.count(stdout.toString())).toBeLessThanOrEqual(90)
  })

  it.each([0, 50, 3000])('openclaw gives no more than --max-bytes %i, whatever the text', async (most) => {
    for (const input of [log, '日本語 failed\n'.repeat(2000), '👩‍👩‍👧‍👦'.repeat(2000)]) {
      const words = ['--profile', 'openclaw', '--max-bytes', `${most}`]
      const { stdout, status } = await pith(words, { input })
      expect(status).toBe(0)
      expect(stdout.length).toBeLessThanOrEqual(most)
      if (most >= 50) expect(stdout.length).toBeGreaterThan(Math.min(most, 3000) / 4)
    }
  })

  const own = (profile: string, tool: string) =>
    `--profile ${profile} shows ${tool} by that system's own limits`
  it.each([
    ['pi', ['--max-tokens', '40'], `${own('pi', 'bash')}: leave out --max-tokens, or --profile.`],
    ['pi', ['--tokenizer', 'gpt-5'], `${own('pi', 'bash')}: leave out --tokenizer, or --profile.`],
    [
      'pi',
      ['--tool', 'web', '--max-bytes', '4'],
      `${own('pi', 'web')}: leave out --max-bytes, or --profile.`,
    ],
    ['zdx', ['--max-tokens', '4'], `${own('zdx', 'bash')}: leave out --max-tokens, or --profile.`],
    ['zdx', ['--error', 'x'], `${own('zdx', 'bash')}: leave out --error, or --profile.`],
    [
      'pi',
      ['--tool', 'read', '--max-tokens', '40'],
      '--profile pi takes --offset and --limit for read, and no other limit: leave out --max-tokens, or --profile.',
    ],
    [
      'attractor',
      ['--max-lines', '5', '--max-bytes', '40'],
      '--profile attractor takes --max-lines for bash, and no other limit: leave out --max-bytes, or --profile.',
    ],
    [
      'vtcode',
      ['--max-bytes', '40'],
      '--profile vtcode takes --max-tokens and --tokenizer for bash, and no other limit: leave out --max-bytes, or --profile.',
    ],
    [
      'openclaw',
      ['--max-bytes', '1.5'],
      'Expected --max-bytes to be a whole number from 0, or Infinity, got 1.5.',
    ],
  ])('%s refuses %j', async (profile, more, sentence) => {
    const { stdout, stderr, status } = await pith(['--profile', profile, ...more], { input: log })
    expect({ status, stdout: stdout.toString(), stderr }).toEqual({
      status: 2,
      stdout: '',
      stderr: `pith: ${sentence}\n`,
    })
  })

  it('is refused in one line when there is none of that name', async () => {
    const { stderr, status } = await pith(['--profile', 'emacs'], { input: 'x' })
    expect(status).toBe(2)
    expect(stderr).toBe(
      'pith: Expected --profile to be one of pi, attractor, zdx, vtcode, openclaw, got "emacs".\n',
    )
  })
})
