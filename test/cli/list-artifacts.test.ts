// @deep

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useCommand } from '../support/command.ts'

describe('CMD | pith --tool', () => {
  const box = useCommand()
  const lines = Array.from({ length: 3000 }, (_, i) => `src/file-${i}.ts:${i + 1}: a line`)
  const input = `${lines.join('\n')}\n`

  it.each(['grep', 'find', 'ls'])('%s keeps what it leaves out, and leads back to it', async (tool) => {
    const { status, stdout, stderr } = await box.pith(['--tool', tool], { input })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const [, id = ''] = /\. Full output: pith show ([0-9a-f]{16})\]\n$/.exec(stdout.toString()) ?? []
    const all = await box.sh(`pith show ${id} --all`)
    expect(all.stdout.toString()).toBe(input)
    const listed = await box.pith(['artifacts', '--json'])
    expect(listed.stdout.toString()).toContain(`"id":"${id}"`)
  })

  it('grep keeps nothing that it shows in full, and nothing with --no-artifact', async () => {
    const env = { PITH_ARTIFACTS: join(box.folder, 'other') }
    const whole = await box.pith(['--tool', 'grep'], { input: 'a:1: b\n', env })
    expect(whole.stdout.toString()).toBe('a:1: b\n')
    const cut = await box.pith(['--tool', 'grep', '--no-artifact'], { input, env })
    expect(cut.stdout.toString()).toMatch(
      /\[100 matches limit reached\. Use --limit 200 for more, or refine pattern\]\n$/,
    )
    expect(readdirSync(box.folder)).not.toContain('other')
  })

  it('find keeps nothing with secrets', async () => {
    const secret = `ghp_${'a1'.repeat(18)}`
    const { stdout } = await box.pith(['--tool', 'find', '--redact'], { input: `${secret}\n${input}` })
    const [, id = ''] = /pith show ([0-9a-f]{16})\]\n$/.exec(stdout.toString()) ?? []
    const all = await box.sh(`pith show ${id} --lines 1-2`)
    expect(all.stdout.toString()).toContain('[redacted')
    expect(all.stdout.toString()).not.toContain(secret)
  })

  it('grep shows its result though nothing can be kept, and says why', async () => {
    const env = { PITH_ARTIFACTS: '/dev/null/artifacts' }
    const { status, stdout, stderr } = await box.pith(['--tool', 'grep', '--json'], { input, env })
    expect(status).toBe(0)
    expect(stderr).toMatch(/^pith: The full output could not be kept: .*\n$/)
    const { text, details } = JSON.parse(stdout.toString())
    expect(text).toMatch(/\[100 matches limit reached\. Use --limit 200 for more, or refine pattern\]$/)
    expect(details.notes).toEqual([stderr.slice('pith: '.length, -1)])
  })
})
