import { closeSync, openSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { seq, useCommand } from '../support/command.ts'
import { withPeakMemory } from '../support/peak-memory.ts'

const MIB = 1024 * 1024
const isHere = process.platform === 'linux'

describe.runIf(isHere)('a file of 2 GiB and more', () => {
  const box = useCommand()

  /** Some lines of text, nothing on disk after them for 5 GiB, and some lines more. */
  function sparse(name: string): string {
    const path = join(box.folder, name)
    const file = openSync(path, 'w')
    writeSync(file, seq(1, 5000))
    writeSync(file, '\nlast\nof all\n', 5 * 1024 * MIB)
    closeSync(file)
    return path
  }

  it('costs no more memory than a small one, and is counted past 4 GiB', async () => {
    const path = join(box.folder, 'few')
    closeSync(openSync(path, 'w'))
    const idle = await withPeakMemory(box, ['read', path])
    const large = sparse('large')
    const read = await withPeakMemory(box, ['read', large, '--offset', '5002'], { timeoutMs: 120_000 })
    expect(read.stdout.toString()).toBe('last\nof all\n[Lines 5002-5003 of 5003.]\n')
    expect(read.peakMiB - idle.peakMiB).toBeLessThan(48)
    const again = await withPeakMemory(box, ['read', large, '--offset', '5003'], { timeoutMs: 120_000 })
    expect(again.stdout.toString()).toBe('of all\n[Line 5003 of 5003.]\n')
    truncateSync(large, 5 * 1024 * MIB)
    const cut = await withPeakMemory(box, ['read', large, '--offset', '4999', '--limit', '2'], {
      timeoutMs: 120_000,
    })
    expect(cut.stdout.toString()).toBe(
      `4999\n5000\n[Lines 4999-5000 of 5001. Next: pith read ${large} --limit 2 --offset 5001]\n`,
    )
  })
})
