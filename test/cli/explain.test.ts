import { describe, expect, inject, it } from 'vitest'
import { useCommand } from '../support/command.ts'

describe.runIf(inject('backend') === 'wasm')('pith explain', { concurrent: true }, () => {
  const box = useCommand()

  it.each([
    [['git', 'log', '--oneline', '-5'], 'for: query, an answer\nbecause of: git log --oneline …\n'],
    [
      ['cd app && npm test 2>&1 | tail -5'],
      'for: run, the report of a build, a test or another job\nbecause of: npm test\n',
    ],
    [['grep', 'a', 'b'], 'for: query, an answer\nbecause of: grep a b\nexit codes that are answers: 1\n'],
    [
      ['echo "never ends'],
      'for: unknown, no row of the table names the command, or its line could not be read\n',
    ],
  ])('says what %j is for', async (words, expected) => {
    const { status, stdout, stderr } = await box.pith(['explain', '--', ...words])
    expect({ status, stdout: stdout.toString(), stderr }).toEqual({ status: 0, stdout: expected, stderr: '' })
  })

  it('prints JSON', async () => {
    const { stdout } = await box.pith(['explain', '--json', '--', 'cat', 'a.ts'])
    expect(JSON.parse(stdout.toString())).toEqual({ for: 'read', words: ['cat', 'a.ts'], answers: [] })
  })

  it('asks for a command', async () => {
    expect(await box.pith(['explain'])).toMatchObject({ status: 2, stdout: Buffer.alloc(0) })
  })
})
