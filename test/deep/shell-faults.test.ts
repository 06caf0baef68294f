import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { distFile, root } from '../support/built.ts'
import { front, useShell } from '../support/shell.ts'

/** What the shell itself shows, and what Node shows of an answer. */
const LIMIT = 8192
const ANSWER_BYTES = 30_000
const NOTE_BYTES = 200
const ENDS_BYTES = 1000
/** With a limit of lines, Node judges each output. Without, the shell starts it for what does not fit. */
const judged = { PITH_MAX_LINES: '1000000' }

const folder = mkdtempSync(join(tmpdir(), 'pith-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Output {
  line: string
  env?: Record<string, string>
  status: number
}

/** Output that grows in bytes, so that each part of it differs. `go` ends the background job. */
const outputsWith = (go: string): Record<string, Output> => ({
  small: { line: 'echo hi; (exit 0)', env: judged, status: 0 },
  'of two streams': { line: 'echo out; echo err >&2; (exit 3)', env: judged, status: 3 },
  fitting: { line: 'seq 1 1500; (exit 0)', env: judged, status: 0 },
  'over the limit': { line: 'seq 1 40000; (exit 0)', status: 0 },
  failing: { line: 'seq 1 20000; echo "error: no"; (exit 7)', status: 7 },
  binary: { line: 'seq 1 20000 | tr "123" "\\000\\377\\200"; (exit 4)', status: 4 },
  none: { line: '(exit 5)', env: judged, status: 5 },
  'of a background job': {
    line: `(until [ -e ${go} ]; do sleep 0.1; done; echo late) & seq 1 20000; (exit 6)`,
    status: 6,
  },
})

const steps = ['start', 'begun', 'held', 'chunk', 'writing', 'written', 'telling', 'told']
const dying = ['exit', 'kill', 'throw']
const hanging = ['hang', 'stop']

const names = [
  { file: 'shell/pith', flags: ['-c'], tail: '' },
  { file: 'shell/bash', flags: ['-c'], tail: '' },
  { file: 'shell/prefix', flags: [], tail: '; s=$?; pwd -P >| /dev/null; (exit $s)' },
]
/** What runs the script. */
const interpreters = ['/bin/sh', '/bin/bash', '/bin/dash'].filter((file) => existsSync(file))

describe('whatever happens to the process that cuts', () => {
  const box = useShell()
  const temporary = () => join(box.folder, 'temporary')
  beforeAll(() => {
    mkdirSync(temporary())
  })
  afterAll(() => expect(readdirSync(temporary())).toEqual([]))

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

  const check = async (output: Output, turn: number, env: Record<string, string>, isCut: boolean) => {
    const { file, flags, tail } = names[turn % names.length]
    const interpreter = interpreters[Math.floor(turn / names.length) % interpreters.length]
    const whole = await bare(output.line)
    const { stdout, stderr, status } = await box.run(interpreter, distFile(file), {
      flags: [],
      operands: [...flags, `${output.line}${tail}`],
      env: { TMPDIR: temporary(), ...output.env, ...env },
    })
    const of = `${interpreter} ${file} ${JSON.stringify(env)} ${output.line}: ${stdout.subarray(0, 100)}…${stdout.subarray(-300)}…${stderr}`
    expect(status, of).toBe(output.status)
    const isOfNode = isCut && stdout.includes('pith show')
    expect(stdout.length, of).toBeLessThanOrEqual(isOfNode ? ANSWER_BYTES : LIMIT + NOTE_BYTES)
    if (isOfNode) return
    if (whole.length <= LIMIT)
      return void expect(sorted(Buffer.concat([stdout, withoutWarnings(stderr)])), of).toEqual(sorted(whole))
    expect(stdout.subarray(0, ENDS_BYTES).equals(whole.subarray(0, ENDS_BYTES)), of).toBe(true)
    expect(stdout.subarray(-ENDS_BYTES).equals(whole.subarray(-ENDS_BYTES)), of).toBe(true)
    const size = whole.length.toLocaleString('en')
    const note = `\\n\\[pith failed \\(status \\d+\\)\\. First and last bytes of ${size} shown\\.\\]\\n`
    expect(stdout.toString('latin1'), of).toMatch(new RegExp(note))
  }

  /** Runs all outputs at once, once for each environment. `isCut`: Node may have given its text before it failed. */
  let turns = 0
  const runAll = async (envs: Record<string, string>[], isCut = false, only?: string[]) => {
    const go = join(folder, `go-${turns}`)
    const outputs = Object.entries(outputsWith(go)).filter(([name]) => only?.includes(name) ?? true)
    const runs = envs.flatMap((env, at) =>
      outputs.map(([, output], number) => check(output, turns + at + number, env, isCut)),
    )
    turns += envs.length
    const ends = await Promise.allSettled(runs)
    writeFileSync(go, '')
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed) throw failed.reason
  }

  const faults = { NODE_OPTIONS: `--import=${pathToFileURL(join(root, 'test/support/faults.mjs'))}` }
  const faultsOf = (chosen: string[], kinds: string[]) =>
    chosen.flatMap((step) => kinds.map((kind) => ({ ...faults, PITH_TEST_FAULT: `${step} ${kind}` })))

  // Two of three kinds of fault at each step meet each output. The names of the shell and what runs the script take turns: each
  // output meets each of them, but not at each step. All of these together would take nine times as long.
  it.each(steps)('ends at %s', { timeout: 180_000 }, (step) =>
    runAll(
      faultsOf(
        [step],
        dying.filter((_, at) => at !== steps.indexOf(step) % dying.length),
      ),
      step === 'told',
    ),
  )

  // A process that hangs is waited for. So two steps are tried together.
  it.each([
    ['start', 'begun'],
    ['held', 'chunk'],
    ['writing', 'written'],
    ['telling', 'told'],
  ])('hangs at %s and at %s', { timeout: 180_000 }, (...two) =>
    runAll(faultsOf(two, hanging), two.includes('told')),
  )

  it.each([
    ['is missing', { PITH_NODE: '/does/not/exist' }],
    ['is a program without output', { PITH_NODE: '/bin/true' }],
    ['is a program that fails', { PITH_NODE: '/bin/false' }],
    ['has an option that it does not know', { NODE_OPTIONS: '--no-such-option' }],
  ] as [string, Record<string, string>][])('Node %s', { timeout: 180_000 }, (_, env) =>
    runAll([env, env, env]),
  )

  // Each of them takes five seconds of a processor.
  it('spin at chunk', { timeout: 600_000 }, () =>
    runAll(faultsOf(['chunk'], ['spin']), false, ['fitting', 'of a background job']),
  )

  it('Node has little memory', { timeout: 180_000 }, () =>
    runAll([{ NODE_OPTIONS: '--max-old-space-size=8' }], true),
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

/** Works until the file is there, as a process does that gets no processor. */
const untilGo = 'until [ -e "$PITH_TEST_GO" ]; do :; done'
const look = '  looks=$((looks + 1))\n'
const goAfterLooks = '  [ "$looks" -lt 9 ] || : >"$PITH_TEST_GO"\n'

describe('in whatever order the processes of the shell run, when Node has failed', () => {
  const box = useShell()
  let scripts = 0

  /** A copy of the shell with code before some of its places. */
  const scriptWith = (places: Record<string, string>): string => {
    let text = readFileSync(front(), 'utf8')
    for (const [indented, code] of Object.entries(places)) {
      const place = indented.trimStart()
      expect(text.split(place)).toHaveLength(2)
      text = text.replace(place, () => code + place)
    }
    const file = join(box.folder, `pith-${scripts++}`)
    writeFileSync(file, text, { mode: 0o755 })
    return file
  }

  const run = async (places: Record<string, string>, line: string, env: Record<string, string> = judged) => {
    const file = scriptWith(places)
    const all = { PITH_NODE: '/bin/true', PITH_TEST_GO: `${file}.go`, ...env }
    const ran = await box.run(file, line, { env: all })
    writeFileSync(`${file}.go`, '')
    return ran
  }

  it('nothing that it says on standard error gets into the output', async () => {
    const { stdout } = await run({ '  failed=$1': '  kill -0 999999999\n' }, 'seq 1 1500')
    expect(stdout.toString()).toBe((await box.bash('seq 1 1500')).stdout.toString())
  })

  it.each(['/bin/sh', '/bin/bash'])('nothing that %s says of its jobs gets into it', async (interpreter) => {
    const file = scriptWith({ 'show_ahead >&7 &': `sh -c 'kill -ALRM $$' & wait "$!"; ` })
    const { stdout } = await box.run(interpreter, file, {
      flags: [],
      operands: ['-c', 'seq 1 100; sleep 3; seq 101 4000'],
      env: { PITH_NODE: '/bin/true', PITH_MAX_BYTES: '16384' },
    })
    const whole = (await box.bash('seq 1 4000')).stdout
    expect(stdout.toString('latin1', 0, 5000)).toBe(whole.toString('latin1', 0, 5000))
    expect(stdout.subarray(-5000).toString()).toBe(whole.subarray(-5000).toString())
  })

  it('waits for bytes that were read and not yet reported', async () => {
    const late = `    [ "$1" = 1 ] || ${untilGo}\n`
    const places = { '    echo "$1 ${2:-0}" >&8': late, [look]: goAfterLooks }
    const { stdout, stderr, status } = await run(places, 'echo out; echo err >&2; exit 3')
    expect([`${stdout}${stderr}`.split('\n').sort(), status]).toEqual([['', 'err', 'out'], 3])
  })

  it('waits for a copy that has not begun, but not for a background job', async () => {
    const places = { '    tee /dev/fd/4 <&3 >&9 &': `    ${untilGo}\n`, [look]: goAfterLooks }
    const job = join(box.folder, 'job')
    const { stdout, status } = await run(
      places,
      `(until [ -e ${job} ]; do sleep 0.1; done) & seq 1 1500; exit 3`,
    )
    writeFileSync(job, '')
    expect(stdout.toString()).toBe((await box.bash('seq 1 1500')).stdout.toString())
    expect(status).toBe(3)
  })

  it('counts each byte once when a second has passed before Node gets the output', async () => {
    const { stdout } = await run({ '  handed=1 mark=': '  echo "tick $event" >&8\n' }, 'seq 1 40000', {})
    expect(stdout.toString()).toContain(
      '\n[pith failed (status 0). First and last bytes of 228,894 shown.]\n',
    )
  })

  it('counts no mark that came behind the end of a stream', async () => {
    const node = join(box.folder, 'node')
    writeFileSync(
      node,
      `#!/bin/sh\necho beat >&8; cat <&3 >/dev/null & until [ -e "$PITH_TEST_GO" ]; do sleep 0.02; done\n`,
      { mode: 0o755 },
    )
    const places = {
      '    echo "$1 0" >&8': `    : >"$PITH_TEST_GO.copied"; ${untilGo}\n`,
      "    (printf '%s'": '    until [ -e "$PITH_TEST_GO.copied" ]; do :; done\n',
      '  echo marked >&2': '  wait "$marker3"; : >"$PITH_TEST_GO"\n',
    }
    const { stdout } = await run(places, 'seq 1 40000', { PITH_NODE: node })
    expect(stdout.toString()).toContain(
      '\n[pith failed (status 0). First and last bytes of 228,894 shown.]\n',
    )
  })
})
