import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { distFile, root } from '../support/built.ts'
import { useShell } from '../support/shell.ts'

const LIMIT = 8192
const NOTE_BYTES = 200
const ENDS_BYTES = 1000
/** With a limit of lines, Node judges each output. Without, the shell starts it for what does not fit. */
const judged = { PITH_MAX_LINES: '1000000' }

const folder = mkdtempSync(join(tmpdir(), 'pith-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Output that grows in bytes, so that each part of it differs. */
const go = join(folder, 'go')
const outputs: Record<string, { line: string; env?: Record<string, string>; status: number }> = {
  small: { line: 'echo hi; (exit 0)', env: judged, status: 0 },
  'of two streams': { line: 'echo out; echo err >&2; (exit 3)', env: judged, status: 3 },
  fitting: { line: 'seq 1 1500; (exit 0)', env: judged, status: 0 },
  'over the limit': { line: 'seq 1 40000; (exit 0)', status: 0 },
  failing: { line: 'seq 1 20000; echo "error: no"; (exit 7)', status: 7 },
  binary: { line: 'seq 1 20000 | tr "123" "\\\\000\\\\377\\\\200"; (exit 4)', status: 4 },
  none: { line: '(exit 5)', env: judged, status: 5 },
  'of a background job': {
    line: `(until [ -e ${go} ]; do sleep 0.1; done; echo late) & seq 1 20000; (exit 6)`,
    status: 6,
  },
}

const steps = ['start', 'begun', 'held', 'chunk', 'writing', 'written', 'telling', 'told']
const dying = ['exit', 'kill', 'throw']
const hanging = ['hang', 'stop']

const shells = {
  'pith -c': { file: 'shell/pith', flags: ['-c'], tail: '' },
  'bash -c': { file: 'shell/bash', flags: ['-c'], tail: '' },
  prefix: { file: 'shell/prefix', flags: [], tail: '; s=$?; pwd -P >| /dev/null; (exit $s)' },
}

describe('whatever happens to the process that cuts', () => {
  const box = useShell()

  /** What the bare shell prints on both streams, without the background job. */
  const known = new Map<string, Promise<Buffer>>()
  const bare = (line: string): Promise<Buffer> => {
    const own = line.replace(/^\(until.*?\) & /, '')
    const found = known.get(line) ?? box.bash(`{ ${own}; } 2>&1`).then(({ stdout }) => stdout)
    known.set(line, found)
    return found
  }
  const withoutWarnings = (stderr: Buffer) =>
    Buffer.from(stderr.toString('latin1').replaceAll(/^pith: .*\n/gm, ''), 'latin1')
  const sorted = (bytes: Buffer) => bytes.toString('latin1').split('\n').sort()

  const runAll = async (env: Record<string, string>, isShownBy: 'shell' | 'either', names = ['pith -c']) => {
    rmSync(go, { force: true })
    const chosen = Object.entries(shells).filter(([name]) => names.includes(name))
    const runs = chosen.flatMap(([, { file, flags, tail }]) =>
      Object.entries(outputs).map(async ([what, output]) => {
        const options = { flags, env: { ...output.env, ...env } }
        const { stdout, stderr, status } = await box.run(distFile(file), `${output.line}${tail}`, options)
        const whole = await bare(output.line)
        const of = `${file}, ${what}: ${stdout.subarray(0, 100)}…${stdout.subarray(-300)}…${stderr}`
        expect(status, of).toBe(output.status)
        expect(stdout.length, of).toBeLessThanOrEqual(LIMIT + NOTE_BYTES)
        if (isShownBy === 'either' && stdout.includes('pith show')) return
        if (whole.length <= LIMIT)
          return void expect(sorted(Buffer.concat([stdout, withoutWarnings(stderr)])), of).toEqual(
            sorted(whole),
          )
        expect(stdout.subarray(0, ENDS_BYTES).equals(whole.subarray(0, ENDS_BYTES)), of).toBe(true)
        expect(stdout.subarray(-ENDS_BYTES).equals(whole.subarray(-ENDS_BYTES)), of).toBe(true)
        expect(stdout.toString('latin1'), of).toMatch(
          /\n\[pith failed \(status \d+\)\. First and last bytes of [\d,]+ shown\.\]\n/,
        )
      }),
    )
    const ends = await Promise.allSettled(runs)
    writeFileSync(go, '')
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed) throw failed.reason
  }

  const faults = { NODE_OPTIONS: `--import=${pathToFileURL(join(root, 'test/support/faults.mjs'))}` }
  const isAfterText = (step: string) => step === 'told'

  for (const step of steps) {
    for (const kind of step === 'chunk' ? [...dying, ...hanging] : dying.slice(0, 2)) {
      it(`${kind} at ${step}`, { timeout: 180_000 }, () =>
        runAll({ ...faults, PITH_TEST_FAULT: `${step} ${kind}` }, isAfterText(step) ? 'either' : 'shell'),
      )
    }
  }

  it('exit at chunk, under the other names of the shell', { timeout: 180_000 }, async () => {
    const env = { ...faults, PITH_TEST_FAULT: 'chunk exit' }
    for (const name of ['bash -c', 'prefix']) await runAll(env, 'shell', [name])
  })

  it.each([
    ['is missing', { PITH_NODE: '/does/not/exist' }],
    ['is a program without output', { PITH_NODE: '/bin/true' }],
    ['is a program that fails', { PITH_NODE: '/bin/false' }],
    ['has an option that it does not know', { NODE_OPTIONS: '--no-such-option' }],
  ])('Node %s', { timeout: 180_000 }, (_, env) => runAll(env as Record<string, string>, 'shell'))

  // Each of them takes five seconds of a processor.
  it('spin at chunk', { timeout: 600_000 }, () =>
    runAll({ ...faults, PITH_TEST_FAULT: 'chunk spin' }, 'shell'),
  )

  it('Node has little memory', { timeout: 180_000 }, () =>
    runAll({ NODE_OPTIONS: '--max-old-space-size=8' }, 'either'),
  )

  it.each(['start kill', 'held throw', 'writing kill'])(
    'shows nothing if it hides secrets: %s',
    async (fault) => {
      for (const line of ['echo secret; exit 3', 'seq 1 9000; echo secret; exit 3']) {
        const env = { ...faults, PITH_TEST_FAULT: fault, PITH_REDACT: '1' }
        const { stdout, stderr, status } = await box.pith(line, { env })
        expect(stdout.toString()).toBe('[Not shown: redaction failed.]\n[Exit code 3.]\n')
        expect(stderr.toString()).not.toContain('secret')
        expect(status).toBe(3)
      }
    },
  )
})
