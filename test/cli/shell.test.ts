import { describe, expect, it } from 'vitest'
import { distFile } from '../support/built.ts'
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
    ['failed answer', '', [7000, 9900]],
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

  it.each([
    ['that agents show whole', 448, { CLAUDECODE: '1' }, [13_888, 13_888]],
    ['of which Claude Code shows 2,000 characters', 1500, { CLAUDECODE: '1' }, [11_800, 12_000]],
    ['in opencode', 1900, { OPENCODE: '1' }, [50_000, 51_200]],
    [
      'of which a setting says how much is shown',
      1500,
      { CLAUDECODE: '1', PITH_MAX_BYTES: '20000' },
      [19_700, 20_000],
    ],
  ])('shows of an answer %s what the agent leaves room for', async (_, last, env, [least, most]) => {
    const { stdout } = await box.pith(`seq -f %030.0f 1 ${last}`, { env: { PITH_FOR: 'query', ...env } })
    expect(stdout.length).toBeGreaterThanOrEqual(least)
    expect(stdout.length).toBeLessThanOrEqual(most)
  })

  it('gives all of an artifact to other programs and to files, and the agent a page', async () => {
    const cut = (await box.pith('seq 1 20000')).stdout.toString()
    const [, id = ''] = /pith show (\w{16})/.exec(cut) ?? []
    const show = `node '${distFile('cli/main.js')}' show ${id}`
    const line = `${show} | wc -l; ${show} --grep 1 | wc -l; ${show} >all; wc -l <all; ${show} --limit 5 | head -1; ${show}`
    const { stdout } = await box.pith(line)
    expect(stdout.toString()).toMatch(
      /^20000\n13439\n20000\n1\n1\n2\n.*\[Lines 1-\d+ of 20000\. Next: pith show .*\]\n$/s,
    )
  })

  it('finds pith where it is not on the PATH', async () => {
    const { stdout } = await box.pith('cd / && pith show --help', {
      env: { PATH: '/usr/bin:/bin', PITH_NODE: process.execPath },
    })
    expect(stdout.toString()).toContain('pith show ID')
  })

  it('passes a page on whole that fills its limit, and ends a cut text in a line end', async () => {
    const cut = (await box.pith('seq -f %030.0f 1 90000')).stdout.toString()
    const [, id = ''] = /\[More: pith show (\w{16}) --lines \d+-\d+, or --grep RE\]\n$/.exec(cut) ?? []
    const show = `node '${distFile('cli/main.js')}' show ${id} --lines 7-80000`
    const { stdout } = await box.pith(show)
    expect(stdout.length).toBeGreaterThan(29_900)
    expect(stdout.length).toBeLessThanOrEqual(30_000)
    const lines = stdout.toString().split('\n')
    const last = Number(lines.at(-3))
    expect(lines.slice(0, -2)).toEqual(
      Array.from({ length: last - 6 }, (_, i) => `${i + 7}`.padStart(30, '0')),
    )
    expect(lines.slice(-2)).toEqual([
      `[Lines 7-${last} of 90000. Next: pith show ${id} --lines ${last + 1}-80000]`,
      '',
    ])
  })

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
