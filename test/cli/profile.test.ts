import { describe, expect, inject, it } from 'vitest'
import { pi } from '../../src/profiles/index.ts'
import { seq, useCommand } from '../support/command.ts'

describe.runIf(inject('backend') === 'wasm')('pith --profile', () => {
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
    const { stdout, status } = await pith(['--profile', profile, ...more], { input: log })
    expect(status).toBe(0)
    expect(stdout.toString()).toContain(words)
  })

  it('is the function of the library', async () => {
    const { stdout } = await pith(['--profile', 'pi'], { input: log })
    expect(stdout.toString()).toBe(pi.bash(log).text)
  })

  it('is refused in one line when there is none of that name', async () => {
    const { stderr, status } = await pith(['--profile', 'emacs'], { input: 'x' })
    expect(status).toBe(2)
    expect(stderr).toBe(
      'pith: Expected --profile to be one of pi, attractor, zdx, vtcode, openclaw, got "emacs".\n',
    )
  })
})
