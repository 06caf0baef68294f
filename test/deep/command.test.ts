import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useCommand } from '../support/command.ts'
import { withPeakMemory } from '../support/peak-memory.ts'

describe.runIf(process.platform === 'linux')('pith run with much output', () => {
  const box = useCommand()

  it('stays under 100 MiB for 1 GB, counts and hashes every byte, and keeps both ends', async () => {
    const { status, stdout, peakMiB } = await withPeakMemory(
      box,
      ['run', '-q', '--', 'sh', '-c', 'yes | head -c 1000000000'],
      { timeoutMs: 600_000 },
    )
    expect(status).toBe(0)
    const sha256 = createHash('sha256')
    const million = Buffer.from('y\n'.repeat(500_000))
    for (let i = 0; i < 1000; i++) sha256.update(million)
    const expected = sha256.digest('hex')
    expect(stdout.toString()).toBe(
      `y\n[...2-500000000 repeat 1]\n[Full output: pith show ${expected.slice(0, 16)}]\n`,
    )
    const artifact = join(box.folder, 'artifacts', expected.slice(0, 16))
    expect(JSON.parse(readFileSync(`${artifact}.json`, 'utf8'))).toMatchObject({
      sha256: expected,
      bytes: 1e9,
    })
    const show = await box.sh(`pith show ${expected.slice(0, 16)} --all | wc -c`, { timeoutMs: 600_000 })
    expect(show.stdout.toString().trim()).toBe('1000000000')
    expect(peakMiB).toBeLessThan(100)
  })

  it('stays under 150 MiB for a line of 100 MB', async () => {
    const script = 'yes | tr -d "\\n" | head -c 100000000'
    const words = ['run', '-q', '--no-artifact', '--', 'sh', '-c', script]
    const { stdout, peakMiB } = await withPeakMemory(box, words)
    expect(stdout.toString()).toMatch(
      /^y+ \[\.\.\.\+\d+\]y+\n\[1 line, clipped\. No newline at end\. Not kept\.\]\n$/,
    )
    expect(peakMiB).toBeLessThan(150)
  })
})
