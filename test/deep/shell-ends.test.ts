import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { distFile, root } from '../support/built.ts'
import { fileToAppear, isAlive } from '../support/command.ts'
import { useShell } from '../support/shell.ts'

/** Prints the process numbers of a shell and of its child into files, and then waits. */
const waits = (folder: string) =>
  `echo $$ >${folder}/shell; sleep 300 & echo $! >${folder}/child; echo up >${folder}/up; wait`

const pidIn = (folder: string, name: string) => Number(readFileSync(join(folder, name), 'latin1'))

/** Whether a process has a child that waits for its end. */
const isGuarded = (pid: number): boolean =>
  readdirSync('/proc').some((name) => {
    try {
      const isChild = readFileSync(`/proc/${name}/stat`, 'latin1').includes(`) S ${pid} `)
      return isChild && readFileSync(`/proc/${name}/cmdline`, 'latin1').includes('pith-guard')
    } catch {
      return false
    }
  })

/** The folder for temporary files of a shell. */
const temporaryIn = (folder: string): string => {
  const path = join(folder, 'temporary')
  mkdirSync(path, { recursive: true })
  return path
}

/** Waits until a shell, or what is left of it, has removed its files. */
async function toLeaveNothing(folder: string): Promise<void> {
  for (let tries = 0; readdirSync(temporaryIn(folder)).length > 0; tries++) {
    if (tries === 1500) expect(readdirSync(temporaryIn(folder))).toEqual([])
    await sleep(20)
  }
}

async function toEnd(pid: number): Promise<void> {
  for (let tries = 0; isAlive(pid); tries++) {
    if (tries === 1500) throw new Error(`Process ${pid} goes on.`)
    await sleep(20)
  }
}

const faults = `--import=${pathToFileURL(join(root, 'test/support/faults.mjs'))}`

describe('the end of the shell', { concurrent: true }, () => {
  const box = useShell()
  const places = () => mkdtempSync(join(box.folder, 'ends-'))

  describe.each(['SIGTERM', 'SIGINT'] as const)('%s ends the shell and what it has started', (signal) => {
    it.each([
      ['before there is output', '', {}],
      ['after some output', 'echo hi;', {}],
      ['while Node cuts', 'seq 1 20000;', {}],
      ['while Node hangs', 'seq 1 20000;', { NODE_OPTIONS: faults, PITH_TEST_FAULT: 'chunk hang' }],
      ['while Node is stopped', 'seq 1 20000;', { NODE_OPTIONS: faults, PITH_TEST_FAULT: 'begun stop' }],
      ['when Node has failed', 'seq 1 20000;', { PITH_NODE: '/bin/false' }],
      ['when the command ignores signals', "trap '' TERM INT;", {}],
    ])('%s', async (_, before, env) => {
      const folder = places()
      const run = await box.pith(`${before} ${waits(folder)}`, {
        env: { TMPDIR: temporaryIn(folder), ...env },
        whileRunning: async (child) => {
          await fileToAppear(join(folder, 'up'))
          child.kill(signal)
        },
      })
      expect(run.signal).toBe(null)
      expect(run.status).toBeGreaterThan(128)
      await toEnd(pidIn(folder, 'shell'))
      await toEnd(pidIn(folder, 'child'))
      expect(readdirSync(temporaryIn(folder))).toEqual([])
    })
  })

  it('removes its files when it must kill what copies, because nobody reads', async () => {
    const folder = places()
    const child = spawn(distFile('shell/pith'), ['-c', `seq 1 200000; echo >${folder}/up; sleep 300`], {
      env: { ...process.env, TMPDIR: temporaryIn(folder), PITH_MAX_BYTES: '400000' },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    await fileToAppear(join(folder, 'up'))
    child.kill('SIGTERM')
    await toEnd(child.pid ?? 0)
    await toLeaveNothing(folder)
  })

  it('SIGTERM ends it when nobody reads what it prints', async () => {
    const folder = places()
    const child = spawn(distFile('shell/pith'), ['-c', `seq 1 200000; echo >${folder}/up; sleep 300`], {
      env: { ...process.env, PITH_NODE: '/bin/false', PITH_MAX_BYTES: '16384' },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    await fileToAppear(join(folder, 'up'))
    child.kill('SIGTERM')
    await toEnd(child.pid ?? 0)
  })

  const killed = async (child: ChildProcess, folder: string, isGuardedAtOnce = true) => {
    await fileToAppear(join(folder, 'up'))
    for (let tries = 0; !isGuardedAtOnce && tries < 1500 && !isGuarded(child.pid ?? 0); tries++)
      await sleep(20)
    child.kill('SIGKILL')
    await toEnd(pidIn(folder, 'shell'))
    await toEnd(pidIn(folder, 'child'))
  }

  it.each(['', 'seq 1 20000;'])('SIGKILL to the shell ends the command: %s', async (before) => {
    for (const detached of [true, false]) {
      const folder = places()
      const child = spawn(distFile('shell/pith'), ['-c', `${before} ${waits(folder)}`], {
        detached,
        env: { ...process.env, TMPDIR: temporaryIn(folder) },
        stdio: ['ignore', 'ignore', 'ignore'],
      })
      await killed(child, folder)
      await toLeaveNothing(folder)
    }
  })

  it('SIGKILL to `pith run` ends the command, and what has left its session', async () => {
    const folder = places()
    const line = `setsid sh -c '${waits(folder)}'`
    const child = spawn(process.execPath, [distFile('cli/main.js'), 'run', '--', 'sh', '-c', line], {
      stdio: ['ignore', 'ignore', 'ignore'],
    })
    // The guard starts a moment after the command.
    await killed(child, folder, false)
  })

  it.each([
    ['pith -c', (line: string) => [distFile('shell/pith'), '-c', line]],
    [
      'pith run',
      (line: string) => [process.execPath, distFile('cli/main.js'), 'run', '--', 'sh', '-c', line],
    ],
  ])('a background job survives the normal end of %s', async (_, wordsOf) => {
    for (const job of ['sleep 300 &', 'nohup sleep 300 &', 'setsid sleep 300 &']) {
      const folder = places()
      const line = `${job} echo $! >${folder}/job`
      const [file, ...words] = wordsOf(`${line}; echo up`)
      const child = spawn(file, words, { stdio: ['ignore', 'ignore', 'ignore'] })
      await toEnd(child.pid ?? 0)
      // Whoever would end it does so after half a second at most.
      for (let tries = 0; tries < 60; tries++) await sleep(20)
      const pid = pidIn(folder, 'job')
      expect(isAlive(pid) || job.startsWith('setsid')).toBe(true)
      if (isAlive(pid)) process.kill(pid)
    }
  })
})

describe('SIGUSR1', { concurrent: true }, () => {
  const box = useShell()
  const pith = [distFile('cli/main.js')]

  /** The TCP ports on which the processes of a session listen. The debugger says so on standard error too. */
  const told = /Debugger listening/

  it.each([
    [
      'run',
      [
        'run',
        '--',
        'sh',
        '-c',
        'trap "echo got >got" USR1; echo up >up; until [ -e got ]; do sleep 0.1; done',
      ],
      true,
    ],
    ['-c', ['-c', 'trap "echo got >got" USR1; echo up >up; until [ -e got ]; do sleep 0.1; done'], true],
    ['mcp', ['mcp'], false],
    ['mcp wrap', ['mcp', 'wrap', '--', 'cat'], false],
  ])('opens no port in `pith %s`', async (_, words, isPassedOn) => {
    const cwd = mkdtempSync(join(box.folder, 'usr1-'))
    const child = spawn(process.execPath, [...pith, ...words], { cwd, stdio: ['pipe', 'pipe', 'pipe'] })
    const closed = new Promise((resolve) => child.once('close', resolve))
    let errors = ''
    child.stderr.on('data', (bytes: Buffer) => {
      errors += bytes.toString()
    })
    child.stdout.resume()
    if (isPassedOn) await fileToAppear(join(cwd, 'up'))
    else {
      // An answer shows that it runs.
      child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
      await new Promise((resolve) => child.stdout.once('data', resolve))
    }
    child.kill('SIGUSR1')
    if (isPassedOn) await fileToAppear(join(cwd, 'got'))
    else {
      child.stdin.write('{"jsonrpc":"2.0","id":2,"method":"ping"}\n')
      await new Promise((resolve) => child.stdout.once('data', resolve))
    }
    expect(listensAnywhere(child.pid ?? 0)).toBe(false)
    child.stdin.end()
    if (!isPassedOn) child.kill('SIGTERM')
    await closed
    expect(errors).not.toMatch(told)
  })
})

/** Whether a process has a socket that listens. */
function listensAnywhere(pid: number): boolean {
  if (!existsSync(`/proc/${pid}/net/tcp`)) return false
  const inodes = readFileSync(`/proc/${pid}/net/tcp`, 'latin1')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[3] === '0A')
    .map((fields) => fields[9])
  return inodes.some((inode) => holds(pid, inode))
}

function holds(pid: number, inode: string): boolean {
  const folder = `/proc/${pid}/fd`
  return readdirSync(folder).some((fd) => {
    try {
      return readlinkSync(join(folder, fd)) === `socket:[${inode}]`
    } catch {
      return false
    }
  })
}
