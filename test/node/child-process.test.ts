// @deep

import { createHook } from 'node:async_hooks'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { getEventListeners } from 'node:events'
import {
  chmodSync,
  closeSync,
  linkSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type ProcessOptions, type ProcessResult, runProcess } from '../../src/host/child-process.ts'
import { pathOfDescriptor, writesTo } from '../../src/host/process-state.ts'
import { ProcessTree } from '../../src/host/process-tree.ts'
import { endingSignals } from '../../src/host/signal-witness.ts'

type Output = ProcessResult & { output: Buffer }

async function run(argv: string[], options: Partial<ProcessOptions> = {}): Promise<Output> {
  const chunks: Buffer[] = []
  const onOutput: ProcessOptions['onOutput'] = (chunk, stream) => {
    chunks.push(Buffer.from(chunk))
    return options.onOutput?.(chunk, stream)
  }
  const result = await runProcess(argv, { stdin: 'ignore', ...options, onOutput })
  return { ...result, output: Buffer.concat(chunks) }
}

const sh = (script: string, options?: Partial<ProcessOptions>) => run(['sh', '-c', script], options)
const node = (script: string, options?: Partial<ProcessOptions>) =>
  run([process.execPath, '-e', script], options)

/** Processes whose command line holds a word that only this test has. */
function processesWith(word: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
  return pids.map(Number).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(word)
    } catch {
      return false
    }
  })
}

function zombieChildren(): string[] {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/stat`, 'latin1')
      } catch {
        return ''
      }
    })
  return stats.filter((stat) => new RegExp(`\\) Z ${process.pid} `).test(stat))
}

/** Begins to count the timers that src/host sets and that still run. A test runner has others. */
function watchTimers(): { count(): number } {
  const running = new Set<number>()
  const hook = createHook({
    init(id, type) {
      if (type === 'Timeout' && new Error('Set here.').stack?.includes('/src/host/')) running.add(id)
    },
    destroy: (id) => running.delete(id),
  })
  hook.enable()
  onTestFinished(() => void hook.disable())
  return { count: () => running.size }
}

const openFiles = () => readdirSync('/proc/self/fd').length
const onLinux = process.platform === 'linux'
const LONGEST_WAIT_MS = 100_000
/** A test that waited for this would never end. */
const NEVER_MS = 2_000_000_000
// A duration that no other process has: it is found again by its command line.
let duration: string
let tests = 0
let directory: string

beforeEach(() => {
  duration = `30.${process.pid}${String(tests++).padStart(4, '0')}`
  directory = mkdtempSync(join(tmpdir(), 'pith-test-'))
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(directory, { recursive: true, force: true })
})

const merged = [
  ['on one pipe', () => {}],
  ['where no named pipe can be made', () => vi.stubEnv('PATH', directory)],
] as const

describe.each(merged)('the output of a command, %s', (_, arrange) => {
  it('comes in the order in which both streams were written', async () => {
    arrange()
    const script = 'for i in 1 2 3 4 5; do echo out$i; echo err$i >&2; done'
    const { output, ...result } = await run(['/bin/sh', '-c', script])
    const expected = [1, 2, 3, 4, 5].map((i) => `out${i}\nerr${i}\n`).join('')
    expect(output.toString()).toBe(expected)
    expect(result).toMatchObject({ kind: 'exited', exitCode: 0, heldPipe: false, survivors: [] })
  })

  it('has the same bytes, whatever they are', async () => {
    arrange()
    const script = `
      const bytes = new Uint8Array(3_000_000).map((_, at) => (at * 7919) >> (at % 13))
      require('node:fs').writeFileSync(1, bytes)`
    const bytes = new Uint8Array(3_000_000).map((_, at) => (at * 7919) >> (at % 13))
    const { output } = await node(script)
    expect(Buffer.compare(output, bytes)).toBe(0)
  })

  it('waits for a slow consumer', async () => {
    arrange()
    const hash = createHash('sha256')
    let bytes = 0
    let pending = 0
    let overlaps = 0
    const onOutput = async (chunk: Uint8Array) => {
      overlaps += pending++
      const before = Buffer.from(chunk)
      if (bytes % 7 === 0) await new Promise((resolve) => setTimeout(resolve, 1))
      else await Promise.resolve()
      // The bytes stay as they are until the promise settles.
      overlaps += Buffer.compare(before, chunk)
      hash.update(chunk)
      bytes += chunk.length
      pending--
    }
    const chunk = Buffer.from(Array.from({ length: 50_000 }, (_, at) => at))
    const script = `
      const chunk = Buffer.from(Array.from({ length: 50_000 }, (_, at) => at))
      for (let n = 0; n < 400; n++) require('node:fs').writeFileSync(1, chunk)`
    expect(await node(script, { onOutput })).toMatchObject({ kind: 'exited', exitCode: 0, heldPipe: false })
    expect({ bytes, overlaps }).toEqual({ bytes: 20_000_000, overlaps: 0 })
    const expected = createHash('sha256')
    for (let n = 0; n < 400; n++) expected.update(chunk)
    expect(hash.digest('hex')).toBe(expected.digest('hex'))
  })
})

describe.each(merged)('separate streams, %s', (_, arrange) => {
  it('come apart, each in its order, up to the end', async () => {
    arrange()
    const seen = { stdout: '', stderr: '' }
    const script = 'i=0; while [ $i -lt 3000 ]; do echo out$i; echo err$i >&2; i=$((i+1)); done'
    const result = await run(['/bin/sh', '-c', script], {
      separate: true,
      onOutput: (chunk, stream) => {
        seen[stream] += Buffer.from(chunk).toString()
      },
    })
    const lines = (word: string) => Array.from({ length: 3000 }, (_, i) => `${word}${i}\n`).join('')
    expect(seen).toEqual({ stdout: lines('out'), stderr: lines('err') })
    expect(result).toMatchObject({ kind: 'exited', exitCode: 0, heldPipe: false })
  })

  it('end when one of them is closed early', async () => {
    arrange()
    const result = await run(['/bin/sh', '-c', 'exec >&-; echo err >&2; exit 3'], { separate: true })
    expect(result).toMatchObject({ kind: 'exited', exitCode: 3, heldPipe: false })
    expect(result.output.toString()).toBe('err\n')
  })
})

describe('the output of a command', () => {
  it.each(merged)(
    'stays in turn when the command exits while the consumer is busy, %s',
    async (_, arrange) => {
      arrange()
      let bytes = 0
      let pending = 0
      let overlaps = 0
      const onOutput = async (chunk: Uint8Array) => {
        overlaps += pending++
        bytes += chunk.length
        await new Promise((resolve) => setTimeout(resolve, 150))
        pending--
      }
      const script = 'process.stdout.write(Buffer.alloc(150_000))'
      const result = await node(script, { onOutput, exitGraceMs: 50 })
      expect(result).toMatchObject({ kind: 'exited', heldPipe: false })
      expect({ bytes, overlaps }).toEqual({ bytes: 150_000, overlaps: 0 })
    },
  )

  it.runIf(onLinux)('can be opened again by the command as /dev/stderr', async () => {
    const { output } = await sh('echo out; echo err > /dev/stderr; echo end > /dev/stdout')
    expect(output.toString()).toBe('out\nerr\nend\n')
  })

  it('is not read on while the consumer is busy', async () => {
    let release: (() => void) | undefined
    let bytes = 0
    const onOutput = (chunk: Uint8Array) => {
      bytes += chunk.length
      if (bytes > chunk.length) return undefined
      return new Promise<void>((resolve) => {
        release = resolve
      })
    }
    const written = join(directory, 'written')
    const script = `
      const fs = require('node:fs')
      for (let n = 0; n < 50; n++) {
        fs.writeFileSync(1, Buffer.alloc(1_000_000))
        fs.writeFileSync(${JSON.stringify(written)}, '')
      }`
    const running = node(script, { onOutput })
    await vi.waitFor(() => expect(release).toBeTypeOf('function'), LONGEST_WAIT_MS)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(bytes).toBeLessThanOrEqual(65_536)
    expect(readdirSync(directory)).toEqual([])
    release?.()
    await running
    expect(bytes).toBe(50_000_000)
  })

  it('is complete when this process was too busy to read for longer than the grace', async () => {
    let bytes = 0
    const onOutput = (chunk: Uint8Array) => {
      bytes += chunk.length
      // As long as this lasts, nothing else happens in this process.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 120)
    }
    const result = await sh('head -c 300000 /dev/zero', { onOutput, exitGraceMs: 50 })
    expect(result).toMatchObject({ kind: 'exited', heldPipe: false })
    expect(bytes).toBe(300_000)
  })
})

describe('the end of a command', () => {
  it.each([0, 127])('has exit code %d', async (exitCode) => {
    expect(await sh(`exit ${exitCode}`)).toMatchObject({ kind: 'exited', exitCode, heldPipe: false })
  })

  it.each(['SIGSEGV'])('has signal %s', async (signal) => {
    expect(await sh(`kill -${signal.slice(3)} $$`)).toMatchObject({ kind: 'signaled', signal })
  })

  it('tells a command that is not there from one that exits with 127', async () => {
    expect(await run(['pith-no-such-command'])).toMatchObject({
      kind: 'failed-to-start',
      code: 'ENOENT',
      message: 'The command "pith-no-such-command" was not found.',
      heldPipe: false,
    })
    expect(await run([join(directory, 'no')])).toMatchObject({ kind: 'failed-to-start', code: 'ENOENT' })
    expect(await sh('pith-no-such-command')).toMatchObject({ kind: 'exited', exitCode: 127 })
  })

  it('tells a file that cannot be executed', async () => {
    const file = join(directory, 'plain')
    writeFileSync(file, 'echo no')
    const message = `The command ${JSON.stringify(file)} is not executable.`
    expect(await run([file])).toMatchObject({ kind: 'failed-to-start', code: 'EACCES', message })
    expect(await run([directory])).toMatchObject({ kind: 'failed-to-start', code: 'EACCES' })
  })

  it('tells a script whose interpreter is not there', async () => {
    const file = join(directory, 'script')
    writeFileSync(file, '#!/no/such/interpreter\n')
    chmodSync(file, 0o755)
    const message = `The interpreter of ${JSON.stringify(file)} was not found.`
    expect(await run([file])).toMatchObject({ kind: 'failed-to-start', code: 'ENOENT', message })
  })

  it('tells a working directory that is not there', async () => {
    const cwd = join(directory, 'no')
    const message = `The working directory ${JSON.stringify(cwd)} does not exist.`
    expect(await sh('pwd', { cwd })).toMatchObject({ kind: 'failed-to-start', message })
  })

  it('tells arguments that are too long', async () => {
    const result = await run(['echo', 'x'.repeat(5_000_000)])
    expect(result).toMatchObject({ kind: 'failed-to-start', code: 'E2BIG' })
  })

  it('comes soon although a process in the background holds the pipe, and lets that process live', async () => {
    const { output, ...result } = await sh(`sleep ${duration} & echo done`, { exitGraceMs: 100 })
    expect(result).toMatchObject({ kind: 'exited', exitCode: 0, heldPipe: true })
    expect(output.toString()).toBe('done\n')
    const pids = processesWith(duration)
    expect(pids.length).toBe(onLinux ? 1 : 0)
    for (const pid of pids) process.kill(pid, 'SIGKILL')
  })

  it('comes although a process in the background writes without end', async () => {
    const script = `(while :; do echo ${duration}; done) & echo $!`
    const { output, ...result } = await sh(script)
    expect(result).toMatchObject({ kind: 'exited', exitCode: 0, heldPipe: true })
    process.kill(Number(/^\d+$/m.exec(output.toString())?.[0]), 'SIGKILL')
  })

  it('comes with what a process in the background writes shortly after', async () => {
    // The shell is there for as long as nobody has read its status.
    const { output, heldPipe } = await sh(
      '(while kill -0 $$; do sleep 0.01; done 2>&-; echo late) & echo early',
    )
    expect(output.toString()).toBe('early\nlate\n')
    expect(heldPipe).toBe(false)
  })
})

describe('what a command is given', () => {
  it('has its words as they are, without a shell', async () => {
    const words = ['a b', '$HOME', '*', '', '; echo no', '-n', '"', "'", '\n']
    const { output } = await run([
      process.execPath,
      '-p',
      'JSON.stringify(process.argv.slice(1))',
      '--',
      ...words,
    ])
    expect(JSON.parse(output.toString())).toEqual(words)
  })

  it('has the input, also where it reads none of it', async () => {
    const input = 'x'.repeat(3_000_000)
    expect((await sh('wc -c', { stdin: { input } })).output.toString().trim()).toBe('3000000')
    expect(await sh('exit 4', { stdin: { input } })).toMatchObject({ kind: 'exited', exitCode: 4 })
  })

  it('has the marker of its run, behind those of the runs around it', async () => {
    vi.stubEnv('PITH_RUN_ID', 'outer')
    const { output } = await sh('echo $PITH_RUN_ID', { env: { PATH: process.env.PATH } })
    expect(output.toString()).toMatch(/^outer,[0-9a-f]{32}\n$/)
  })

  it.each([
    ['no command', [], {}],
    ['an empty command', [''], {}],
    ['a NUL character', ['echo', 'a\0b'], {}],
    ['a time-out of 0', ['true'], { timeoutSeconds: 0 }],
    ['a time-out that is no number', ['true'], { timeoutSeconds: Number.NaN }],
    ['a negative grace', ['true'], { killGraceMs: -1 }],
  ])('is refused when there is %s', async (_, argv, options) => {
    await expect(run(argv, options)).rejects.toMatchObject({ code: 'PITH_INVALID_OPTION' })
  })
})

describe('a command that is ended', () => {
  it('ends at its time-out, with all that it started', async () => {
    const script = `sleep ${duration} & sleep ${duration} & echo started; wait`
    const { output, ...result } = await sh(script, { timeoutSeconds: 3 })
    expect(result).toMatchObject({ kind: 'timed-out', afterSeconds: 3, heldPipe: false })
    expect(output.toString()).toBe('started\n')
    expect(processesWith(duration)).toEqual([])
  })

  it('has time to clean up, and its last words are heard', async () => {
    const script = `trap 'echo bye; exit 0' TERM; echo hi; while :; do sleep 0.02; done # ${duration}`
    const { output, ...result } = await sh(script, { timeoutSeconds: 3, killGraceMs: NEVER_MS })
    expect(output.toString()).toMatch(/^hi\n.*bye\n$/s)
    expect(result.kind).toBe('timed-out')
  })

  it('ends although all of it ignores SIGTERM', async () => {
    const script = `trap '' TERM; (sleep ${duration}; echo no) & while :; do sleep ${duration}; done`
    expect(await sh(script, { timeoutSeconds: 0.2, killGraceMs: 100 })).toMatchObject({ kind: 'timed-out' })
    expect(processesWith(duration)).toEqual([])
  })

  it.runIf(onLinux).each([
    [
      'a grandchild that left its group, ignores SIGTERM and holds the pipe',
      `setsid sh -c 'trap "" TERM; sleep TIME; sleep TIME' &`,
    ],
    ['a child that has another environment', 'env -i /bin/sleep TIME &'],
    [
      'a child that has another environment and another session',
      'env -i setsid /bin/sleep TIME >/dev/null 2>&1 &',
    ],
    [
      'such a child that nobody saw start, but that holds the output',
      `(env -i setsid sh -c '/bin/sleep TIME & exit' &);`,
    ],
    ['a daemon whose parents are gone', `(setsid sh -c 'sleep TIME & exit' &);`],
  ])('ends with %s', async (_, started) => {
    const script = `${started} sleep TIME`.replaceAll('TIME', duration)
    const result = await sh(script, { timeoutSeconds: 1, killGraceMs: 200 })
    expect(result).toMatchObject({ kind: 'timed-out', heldPipe: false, survivors: [] })
    expect(processesWith(duration)).toEqual([])
  })

  it.runIf(onLinux)(
    'ends although it has no group of its own, and spares the others of the group',
    async () => {
      const other = spawn('sleep', [duration.replace('30', '31')])
      try {
        const child = spawn('sh', ['-c', `sleep ${duration} & sleep ${duration}`])
        const tree = new ProcessTree(child.pid ?? 0, { marker: duration, outputs: [], hasOwnGroup: false })
        await vi.waitFor(() => expect(processesWith(duration)).toHaveLength(3), LONGEST_WAIT_MS)
        await tree.kill()
        expect(processesWith(duration)).toEqual([])
        expect(other.exitCode ?? other.signalCode).toBeNull()
      } finally {
        other.kill('SIGKILL')
      }
    },
  )

  it.runIf(onLinux)('does not take others with it whose output once had the same inode', async () => {
    const [ours, others] = [join(directory, 'ours'), join(directory, 'others')]
    execFileSync('mkfifo', [ours])
    linkSync(ours, others)
    const fd = openSync(ours, 'r+')
    const child = spawn('sh', ['-c', `exec sleep ${duration} >${others}`])
    try {
      const pid = child.pid ?? 0
      await vi.waitFor(() => expect(readlinkSync(`/proc/${pid}/fd/1`)).toBe(others), LONGEST_WAIT_MS)
      expect(writesTo(pid, others)).toBe(true)
      expect(writesTo(pid, pathOfDescriptor(fd) ?? '')).toBe(false)
    } finally {
      child.kill('SIGKILL')
      closeSync(fd)
    }
  })

  // Only in a namespace of its own can a test choose the number of the next process.
  const inNamespace = (...argv: string[]) => spawnSync('unshare', ['-rpf', '--mount-proc', ...argv])
  it.runIf(inNamespace('true').status === 0)('spares a process that got its number when it had ended', () => {
    const script = `
      import { spawn } from 'node:child_process'
      import { writeFileSync } from 'node:fs'
      import { ProcessTree } from './src/host/process-tree.ts'
      const start = () => spawn('sleep', ['20'], { detached: true, stdio: 'ignore' })
      const command = start()
      const tree = new ProcessTree(command.pid, { marker: 'none-of-them', outputs: [], hasOwnGroup: true })
      command.kill('SIGKILL')
      await new Promise((resolve) => command.once('exit', resolve))
      // The system tells the start of a process in hundredths of a second.
      await new Promise((resolve) => setTimeout(resolve, 50))
      let other
      do {
        other?.kill('SIGKILL')
        writeFileSync('/proc/sys/kernel/ns_last_pid', String(command.pid - 1))
        other = start()
      } while (other.pid !== command.pid)
      console.log(await tree.kill(), other.exitCode, other.signalCode)
      process.exit()`
    const stdin = { contents: script, resolveDir: join(import.meta.dirname, '../..') }
    const bundle = buildSync({ stdin, bundle: true, format: 'esm', platform: 'node', write: false })
    const child = inNamespace(
      process.execPath,
      '--input-type=module',
      '-e',
      bundle.outputFiles[0]?.text ?? '',
    )
    expect(child.stderr.toString()).toBe('')
    expect(child.stdout.toString()).toBe('[] null null\n')
  })

  it('does not use up the grace when all of it is dead at once', async () => {
    const result = await sh('sleep 20 & sleep 20; echo no', { timeoutSeconds: 0.1, killGraceMs: NEVER_MS })
    expect(result.kind).toBe('timed-out')
  })

  it('does not take others with it', async () => {
    const other = spawn('sleep', [duration])
    try {
      await sh('sleep 20', { timeoutSeconds: 0.1 })
      expect(other.exitCode).toBeNull()
      expect(other.signalCode).toBeNull()
    } finally {
      other.kill('SIGKILL')
    }
  })

  it('gets the signal that an abort names, once, and ends by itself', async () => {
    const controller = new AbortController()
    const script = `
      process.on('SIGTERM', () => console.log('SIGTERM'))
      process.on('SIGINT', () => {
        console.log('SIGINT')
        setTimeout(() => { console.log('last words'); process.exit(2) }, 200)
      })
      setTimeout(() => {}, 20_000)
      console.log('ready')`
    const onOutput = () => controller.abort('SIGINT')
    const { output, ...result } = await node(script, { signal: controller.signal, onOutput })
    expect(output.toString()).toBe('ready\nSIGINT\nlast words\n')
    expect(result).toMatchObject({ kind: 'aborted', signal: 'SIGINT', exit: { kind: 'exited', exitCode: 2 } })
  })

  it('ends with what it leaves behind when it ends on a signal that this ignores', async () => {
    const controller = new AbortController()
    const script = `sleep ${duration} & echo ready; wait`
    const onOutput = () => controller.abort('SIGINT')
    const result = await sh(script, { signal: controller.signal, onOutput })
    expect(result).toMatchObject({ kind: 'aborted', exit: { kind: 'signaled', signal: 'SIGINT' } })
    expect(processesWith(duration)).toEqual([])
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('full')
      },
    ],
    ['rejects', () => Promise.reject(new Error('full'))],
  ])('ends when its consumer %s, and tells with what', async (_, onOutput) => {
    await expect(sh(`echo go; sleep ${duration}`, { onOutput })).rejects.toThrow('full')
    expect(processesWith(duration)).toEqual([])
    await expect(sh('echo go', { onOutput })).rejects.toThrow('full')
  })

  it.runIf(onLinux)(
    'leaves no zombie, open file, timer, listener or temporary file after many ends',
    async () => {
      vi.stubEnv('TMPDIR', directory)
      const controllers: AbortController[] = []
      const aborting = (reason: unknown): Partial<ProcessOptions> => {
        const controller = new AbortController()
        controllers.push(controller)
        return { signal: controller.signal, onOutput: () => controller.abort(reason), killGraceMs: 50 }
      }
      const listeners = () => endingSignals.map((name) => process.listenerCount(name))
      const timers = watchTimers()
      const held = () => ({ files: openFiles(), timers: timers.count(), listeners: listeners() })
      const before = held()
      for (let round = 0; round < 7; round++) {
        await sh('echo a', { foreground: true })
        await run(['pith-no-such-command'])
        await sh('sleep 20 & sleep 20', { timeoutSeconds: 0.05 })
        await sh(`env -i setsid sleep ${duration} >/dev/null 2>&1 & sleep 20`, { timeoutSeconds: 0.1 })
        await sh('echo a; sleep 20', aborting('SIGINT'))
        await sh("trap '' INT TERM; echo a; sleep 20; sleep 20", aborting('stop'))
        await sh(`sleep ${duration} & echo done`, { exitGraceMs: 25 })
      }
      await expect(
        sh('echo a; sleep 20', { onOutput: () => Promise.reject(new Error('full')) }),
      ).rejects.toThrow()
      for (const pid of processesWith(duration)) process.kill(pid, 'SIGKILL')
      await vi.waitFor(() => expect(held()).toEqual(before), LONGEST_WAIT_MS)
      expect(controllers.flatMap(({ signal }) => getEventListeners(signal, 'abort'))).toEqual([])
      expect(zombieChildren()).toEqual([])
      expect(readdirSync(directory)).toEqual([])
    },
  )
})
