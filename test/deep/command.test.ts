import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { useCommand } from '../support/command.ts'
import { withPeakMemory } from '../support/peak-memory.ts'

describe.runIf(inject('backend') === 'wasm' && process.platform === 'linux')(
  'pith run with much output',
  () => {
    const box = useCommand()

    it.each([
      { bytes: 1e9, threads: 1, mostMiB: 100 },
      { bytes: 2e8, threads: 2, mostMiB: 150 },
    ])(
      'stays under $mostMiB MiB with $threads threads, counts and hashes every byte, and keeps both ends',
      async ({ bytes, threads, mostMiB }) => {
        const { status, stdout, peakMiB } = await withPeakMemory(
          box,
          ['run', '-q', '--', 'sh', '-c', `yes | head -c ${bytes}`],
          { timeoutMs: 600_000, env: { PITH_THREADS: String(threads) } },
        )
        expect(status).toBe(0)
        const sha256 = createHash('sha256')
        const million = Buffer.from('y\n'.repeat(500_000))
        for (let i = 0; i < bytes / 1e6; i++) sha256.update(million)
        const expected = sha256.digest('hex')
        expect(stdout.toString()).toBe(
          `y\n[...2-${bytes / 2 - 1} repeat 1]\ny\n[Full output: pith show ${expected.slice(0, 16)}]`,
        )
        const artifact = join(box.folder, 'artifacts', expected.slice(0, 16))
        expect(JSON.parse(readFileSync(`${artifact}.json`, 'utf8'))).toMatchObject({
          sha256: expected,
          bytes,
        })
        const show = await box.sh(`pith show ${expected.slice(0, 16)} --all | wc -c`, { timeoutMs: 600_000 })
        expect(show.stdout.toString().trim()).toBe(String(bytes))
        expect(peakMiB).toBeLessThan(mostMiB)
      },
    )
  },
)
