import { describe, expect, it } from 'vitest'
import { useShell } from '../support/shell.ts'

describe('pith -c', () => {
  const box = useShell()

  it.each(['echo out; echo err >&2; exit 3', 'printf "a\\0b"; cd /usr && pwd; no-such-command'])(
    'prints what the bare shell prints: %s',
    async (line) => {
      const [bare, own] = await Promise.all([box.bash(line), box.pith(line)])
      expect([own.status, own.stdout.toString('latin1')]).toEqual([
        bare.status,
        bare.stdout.toString('latin1'),
      ])
      expect(own.stderr.toString().split(': ').at(-1)).toBe(bare.stderr.toString().split(': ').at(-1))
    },
  )

  it.each([
    ['answer', '', [27_000, 30_000]],
    ['run', 'run', [0, 8192]],
  ])(
    'cuts an %s that does not fit, keeps its errors, and says where the rest is',
    async (_, PITH_FOR, bytes) => {
      const line = 'seq 1 4000; echo "error: cannot find module foo"; seq 1 4000; exit 1'
      const { stdout, status } = await box.pith(line, { env: { PITH_FOR } })
      expect(status).toBe(1)
      expect(stdout.length).toBeGreaterThanOrEqual(bytes[0])
      expect(stdout.length).toBeLessThanOrEqual(bytes[1])
      expect(stdout.toString().replaceAll('\n', ' ')).toMatch(
        /^1 2 .*error: cannot find module foo .*pith show \w{16}/,
      )
    },
  )

  it('shows the first and the last bytes when Node is missing', async () => {
    const { stdout, status } = await box.pith('seq 1 4000; exit 4', { env: { PITH_NODE: '/does/not/exist' } })
    expect(stdout.toString()).toMatch(
      /^1\n2\n[\d\n]*\n\[pith failed \(status 127\)\. First and last bytes of 18,893 shown\.\]\n[\d\n]*\n4000\n$/,
    )
    expect(stdout.length).toBeLessThanOrEqual(8192 + 100)
    expect(status).toBe(4)
  })

  it('shows nothing when Node is missing and secrets are to be hidden', async () => {
    const env = { PITH_NODE: '/does/not/exist', PITH_REDACT: '1' }
    const { stdout, status } = await box.pith('echo secret; exit 4', { env })
    expect([stdout.toString(), status]).toEqual(['[Not shown: redaction failed.]\n[Exit code 4.]\n', 4])
  })
})
