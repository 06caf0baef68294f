import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { useCommand } from '../support/command.ts'

describe.runIf(inject('backend') === 'wasm')('--redact', { concurrent: true }, () => {
  const box = useCommand()
  // Put together here, so that no scanner takes the test for a leak.
  const secret = `AKIA${'Q7'.repeat(8)}`
  const input = `${`key ${secret}\n`.repeat(4000)}`

  it.each([
    [['--redact']],
    [['--redact', '--tool', 'bash']],
    [['--redact', '--tool', 'ls']],
    [['--redact', '--tool', 'read']],
    [['--redact', '--profile', 'pi']],
  ])('hides secrets of standard input with %j', async (words) => {
    const { stdout } = await box.pith(words, { input })
    expect(stdout.toString()).toContain('key [redacted aws-access-key]')
    expect(stdout.toString()).not.toContain(secret)
  })

  it('hides those of a command, in the artifact too', async () => {
    const words = [
      'run',
      '-q',
      '--redact',
      '--artifacts',
      'apart',
      '--',
      'sh',
      '-c',
      `yes "key $KEY" | head -4000`,
    ]
    const { stdout } = await box.pith(words, { env: { KEY: secret } })
    expect(stdout.toString()).toMatch(/^key \[redacted aws-access-key\]\n[\s\S]*Full output: pith show/)
    const folder = join(box.folder, 'apart')
    const kept = readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'latin1'))
      .join('')
    expect(kept).toContain('key [redacted')
    expect(kept).not.toContain(secret)
  })

  it('is off without a word', async () => {
    expect((await box.pith([], { input })).stdout.toString()).toContain(secret)
    const { stdout } = await box.pith([], { input, env: { PITH_REDACT: '1' } })
    expect(stdout.toString()).not.toContain(secret)
  })
})
