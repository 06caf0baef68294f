import { describe, expect, inject, it } from 'vitest'
import { useCommand } from '../support/command.ts'
import { withPeakMemory } from '../support/peak-memory.ts'

describe.runIf(inject('backend') === 'wasm' && process.platform === 'linux')(
  'the memory of the command',
  () => {
    const box = useCommand()

    it('stays under 150 MiB for 200 MB of short lines', async () => {
      const { status, stdout, peakMiB } = await withPeakMemory(box, [
        'run',
        '-q',
        '--',
        'sh',
        '-c',
        'yes | head -c 200000000',
      ])
      expect(stdout.toString()).toMatch(
        /^y\n\[\.\.\.2-100000000 repeat 1\]\n\[Full output: pith show [0-9a-f]{16}\]\n$/,
      )
      expect(status).toBe(0)
      expect(peakMiB).toBeLessThan(150)
    })

    it('stays under 150 MiB for a line of 100 MB', async () => {
      const { stdout, peakMiB } = await withPeakMemory(box, [
        'run',
        '-q',
        '--no-artifact',
        '--',
        'sh',
        '-c',
        'yes | tr -d "\\n" | head -c 100000000',
      ])
      expect(stdout.toString()).toMatch(
        /^y+ \[\.\.\.\+\d+\]y+\n\[1 line, clipped\. No newline at end\. Not kept\.\]\n$/,
      )
      expect(peakMiB).toBeLessThan(150)
    })
  },
)
