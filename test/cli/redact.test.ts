// @deep

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useCommand } from '../support/command.ts'

describe('--redact', { concurrent: true }, () => {
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
      `yes "key $KEY" | head -4000 # ${secret}`,
    ]
    const { stdout } = await box.pith(words, { env: { KEY: secret } })
    expect(stdout.toString()).toMatch(/^key \[redacted aws-access-key\]\n[\s\S]*pith show/)
    const folder = join(box.folder, 'apart')
    const kept = readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'latin1'))
      .join('')
    expect(kept).toContain('key [redacted')
    expect(kept).not.toContain(secret)
  })

  it('hides those of the command line in the artifact, also without --redact', async () => {
    const command = [
      'sh',
      '-c',
      'seq 9000',
      'sh',
      '--password',
      'hunter two',
      `-H`,
      'X-Api-Key: 0123456789abcdef',
    ]
    await box.pith(['run', '-q', '--artifacts', 'labels', '--', ...command])
    const folder = join(box.folder, 'labels')
    const read = () =>
      readdirSync(folder).map((name) => [join(folder, name), readFileSync(join(folder, name), 'utf8')])
    const kept = read().map(([, text]) => text)
    expect(kept.join('')).toContain(
      'sh -c seq 9000 sh --password [redacted option] -H X-Api-Key: [redacted secret]',
    )
    expect(kept.join('')).not.toMatch(/hunter|0123456789abcdef/)
    // As another program may have written it.
    for (const [path, text] of read()) {
      if (text.includes('[redacted option]'))
        writeFileSync(path, text.replace('[redacted option]', 'hunter2'))
    }
    for (const words of [[], ['--json']]) {
      const { stdout } = await box.pith(['artifacts', '--artifacts', 'labels', ...words], {
        env: { COLUMNS: '200' },
      })
      expect(stdout.toString()).toContain('--password [redacted option]')
    }
  })

  it('hides those of a file, whose lines stay its own', async () => {
    const lines = Array.from({ length: 5000 }, (_, at) => `line ${at + 1}, ${at % 3 ? '' : `key ${secret}`}`)
    writeFileSync(join(box.folder, 'keys'), `${lines.join('\n')}\n`)
    for (const [words, env] of [
      [['--redact'], {}],
      [[], { PITH_REDACT: '1' }],
    ] as const) {
      const { stdout } = await box.pith(['read', 'keys', '--max-lines', '9', ...words], { env })
      expect(stdout.toString()).toMatch(
        /^line 1, key \[redacted aws-access-key\]\n(line .*\n){7}\[Lines 1-8 of 5000\. Next: pith read keys --max-lines 9(?: --redact)? --offset 9\]\n$/,
      )
      const next = ['read', 'keys', '--offset', '3001', '--limit', '1', '--no-totals', ...words]
      const page = (await box.pith(next, { env })).stdout.toString()
      expect(page).toMatch(
        /^line 3001, .*\n\[Line 3001\. Next: pith read keys --limit 1 --no-totals(?: --redact)? --offset 3002\]\n$/,
      )
      expect(stdout + page).not.toContain(secret)
    }
    expect((await box.pith(['read', 'keys'])).stdout.toString()).toContain(secret)
  })

  it('hides those of a command that is not there', async () => {
    const { status, stderr } = await box.pith(['run', '--redact', '--', `x-${secret}`])
    expect({ status, stderr }).toEqual({
      status: 127,
      stderr: 'pith: The command "x-[redacted aws-access-key]" was not found.\n',
    })
  })

  it('is on when its setting is wrong, and says so', async () => {
    const env = { PITH_REDACT: 'maybe' }
    for (const words of [[], ['run', '-q', '--', 'cat', 'secrets.txt'], ['read', 'secrets.txt']]) {
      writeFileSync(join(box.folder, 'secrets.txt'), input)
      const { stdout, stderr, status } = await box.pith(words, { input, env })
      expect({ status, has: stdout.includes('[redacted '), hasSecret: stdout.includes(secret) }).toEqual({
        ...{ status: 0, has: true, hasSecret: false },
      })
      expect(stderr).toMatch(/^pith: Secrets are hidden, because .*PITH_REDACT.*got "maybe"\.\n$/)
    }
  })

  it('is off without a word', async () => {
    expect((await box.pith([], { input })).stdout.toString()).toContain(secret)
    const { stdout } = await box.pith([], { input, env: { PITH_REDACT: '1' } })
    expect(stdout.toString()).not.toContain(secret)
  })
})
