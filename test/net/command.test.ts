// @deep

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { main } from '../../src/cli/commands.ts'
import { LineRedactor } from '../../src/redact/line-redactor.ts'
import { distFile } from '../support/built.ts'
import { useCommand } from '../support/command.ts'

// The kernels of the real command fail. Its output must not be lost.

const log = [
  'the first line',
  ...Array.from({ length: 5000 }, (_, i) => `${i} of the steps`),
  'the last line',
  '',
].join('\n')

/**
 * Lets the search for control characters fail after so many calls. Nothing stands in for that kernel. Of infinitely many
 * calls, tells how many there were.
 */
const faulty = (calls: number): string => `
const Real = WebAssembly.Instance
let left = ${calls}
let count = 0
if (left === Infinity) process.on('exit', () => process.stderr.write('calls: ' + count + '\\n'))
WebAssembly.Instance = class {
  constructor(module) {
    const { exports } = new Real(module)
    this.exports = {
      ...exports,
      plainEnd(...args) {
        count++
        if (left-- <= 0) throw new WebAssembly.RuntimeError('memory access out of bounds')
        return exports.plainEnd(...args)
      },
    }
  }
}`

describe('a command whose kernels fail', () => {
  const box = useCommand({ alone: true })
  let runs = 0
  const pith = (windows: number, words: readonly string[], input = '') => {
    runs++
    return box.node(
      [
        '--import',
        `data:text/javascript,${encodeURIComponent(faulty(windows))}`,
        distFile('cli/main.js'),
        ...words,
      ],
      { input, env: { PITH_NET: '', PITH_RUN: 'net' } },
    )
  }

  it.concurrent.each([0, 1, 3])(
    'shows both ends and ends with the status, after %i calls',
    async (windows) => {
      const file = join(box.folder, `log-${windows}.txt`)
      writeFileSync(file, log.repeat(windows + 1))
      const words = ['run', '--max-bytes', '4096', '--', 'sh', '-c', `cat ${file}; exit 3`]
      const { status, stdout, stderr } = await pith(windows, words)
      const text = stdout.toString()
      expect(status).toBe(3)
      expect(stdout.length).toBeLessThanOrEqual(4096)
      expect(text.startsWith('the first line\n')).toBe(true)
      expect(text).toMatch(
        /the last line\n\[Exit code 3\. Folding failed\. Shown unfolded\. More: pith show [0-9a-f]{16} --lines \d+-\d+\]\n?$/,
      )
      const told = stderr.split('\n').filter((line) => line.includes('failed'))
      expect(told).toEqual([
        expect.stringMatching(
          /^pith: Folding failed\. .*RuntimeError: memory access out of bounds \([\w.-]+:\d+:\d+\)$/,
        ),
      ])
      const id = /pith show ([0-9a-f]{16})/.exec(text)?.[1] ?? ''
      const { stdout: all } = await box.pith(['show', id, '--all'])
      expect(all.toString()).toBe(log.repeat(windows + 1))
    },
  )

  /** Of a run whose last call fails. The pieces that a pipe gives differ from run to run, and with them the calls. */
  async function lastFailure(calls: number, words: readonly string[], input: string) {
    for (let left = calls - 1; ; left--) {
      const run = await pith(left, words, input)
      if (run.stderr.includes(' failed.')) return run
    }
  }

  it('loses nothing at the last call, of a command and of a filter', async () => {
    const all = log.repeat(4)
    const file = join(box.folder, 'long.txt')
    writeFileSync(file, all)
    const asRun = ['run', '--max-bytes', '4096', '--', 'sh', '-c', `cat ${file}; exit 3`]
    for (const [words, input] of [
      [asRun, ''],
      [['--max-bytes', '4096'], all],
    ] as const) {
      const counted = await pith(Number.POSITIVE_INFINITY, words, input)
      const calls = Number(/calls: (\d+)/.exec(counted.stderr)?.[1])
      expect(calls).toBeGreaterThan(3)
      const { stdout, stderr } = await lastFailure(calls, words, input)
      const text = stdout.toString()
      expect(stdout.length).toBeLessThanOrEqual(4096)
      expect(text.startsWith('the first line\n')).toBe(true)
      expect(text).toMatch(
        /the last line\n\[(?:Exit code 3\. )?(?:.*\. )?(?:Folding|Judging|Cutting) failed\./,
      )
      expect(stderr).toMatch(/^pith: \w+ failed\. .*RuntimeError: memory access out of bounds/m)
    }
  })

  it('filters both ends, and passes on what fits', async () => {
    const { status, stdout } = await pith(0, ['--max-bytes', '4096'], log)
    expect(status).toBe(0)
    expect(stdout.length).toBeLessThanOrEqual(4096)
    expect(stdout.toString()).toContain('the last line\n[Folding failed. Shown unfolded. More: ')
    const small = await pith(0, [], 'a\nb\n')
    expect(small.stdout.toString()).toBe('a\nb\n')
  })

  it('is counted by an event of its own, which doctor shows', async () => {
    const { stdout } = await box.pith(['events', '--json', '--tool', 'net'])
    const events = stdout
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(events.length).toBe(6)
    expect(events[0]).toMatchObject({ tool: 'net', status: 'failed', strategy: 'folding', totalBytes: 0 })
    const doctor = await box.pith(['doctor', '--json'])
    expect(JSON.parse(doctor.stdout.toString()).savedThisWeek).toMatchObject({ failures: 6, calls: runs })
    expect(doctor.stderr).toContain('6 parts of pith failed this week')
  })
})

describe('with --redact, a command whose redaction fails', () => {
  const box = useCommand()
  let printed = ''

  beforeEach(() => {
    printed = ''
    vi.stubEnv('PITH_NET', '')
    vi.stubEnv('PITH_ARTIFACTS', join(box.folder, 'artifacts'))
    vi.stubEnv('XDG_STATE_HOME', join(box.folder, 'state'))
    const print = (data: unknown, ...rest: unknown[]) => {
      printed += Buffer.from(data as Uint8Array).toString()
      const done = rest.find((each) => typeof each === 'function') as (() => void) | undefined
      done?.()
      return true
    }
    vi.spyOn(process.stdout, 'write').mockImplementation(print as never)
    vi.spyOn(process.stderr, 'write').mockImplementation(print as never)
    vi.spyOn(LineRedactor.prototype, 'write').mockImplementation(() => {
      throw new RangeError('a fault')
    })
  })
  afterEach(() => {
    process.exitCode = undefined
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  })

  it('prints that, and no byte of the output', async () => {
    const file = join(box.folder, 'secrets.txt')
    writeFileSync(file, 'raw\n'.repeat(20))
    const kept = await box.pith(['run', '--max-bytes', '30', '--', 'cat', file])
    const id = /pith show ([0-9a-f]{16})/.exec(`${kept.stdout} ${kept.stderr}`)?.[1] ?? ''
    for (const words of [
      ['read', '--redact', file],
      ['show', '--redact', id],
      ['show', '--redact', '--all', id],
      ['show', '--redact', '--grep', 'r', id],
      ['run', '--redact', '--', 'cat', file],
      ['grep', '--redact', 'r', file],
    ]) {
      printed = ''
      await main(words)
      expect(printed, words.join(' ')).toContain('[Not shown: redaction failed.]')
      expect(printed, words.join(' ')).not.toContain('raw')
      expect(printed, words.join(' ')).toContain('RangeError: a fault (command.test.ts:')
    }
  })
})
