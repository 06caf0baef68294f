// @deep

import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { distFile } from '../support/built.ts'
import { isAlive, useCommand } from '../support/command.ts'
import { CTRL_C, CTRL_Z, PseudoTerminal } from '../support/pseudo-terminal.ts'
import { some } from '../support/some.ts'

// Prints each signal that it gets, and its number and that of pith; ends with status 2 a while after the last signal.
const LISTENER = `
let end
let left = Number(process.argv[2] ?? 1)
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => {
  console.log('got ' + name + '.')
  clearTimeout(end)
  if (--left <= 0) end = setTimeout(() => { console.log('last words'); process.exit(2) }, 300)
})
process.on('SIGCONT', () => console.log('goes on'))
console.log('pith is ' + process.ppid + '.')
console.log('listener is ' + process.pid + '.')
setTimeout(() => {}, 20_000)`

// A process gets each SIGTERM a second time at once. Two that are sent may arrive any time apart on a busy machine.
const TWICE = `
let isSecond = false
process.on('SIGTERM', () => {
  if (isSecond) return
  isSecond = true
  process.emit('SIGTERM')
  isSecond = false
})`

describe.runIf(process.platform === 'linux')('pith run on a terminal', { concurrent: true }, () => {
  const box = useCommand()
  const opened: PseudoTerminal[] = []
  const listener = () => join(box.folder, 'listener.cjs')
  const twice = () => join(box.folder, 'twice.mjs')
  beforeAll(() => {
    writeFileSync(listener(), LISTENER)
    writeFileSync(twice(), TWICE)
  })
  // A test that fails may leave its program running.
  afterAll(() => {
    for (const terminal of opened) terminal.hangUp()
  })

  /** Runs a line of shell in which `pith` is the command, as the first program of a new terminal. */
  function open(line: string, env: Record<string, string> = {}): PseudoTerminal {
    const own = {
      NODE: process.execPath,
      PITH: distFile('cli/main.js'),
      LISTENER: listener(),
      TWICE: twice(),
    }
    const stores = {
      PITH_ARTIFACTS: join(box.folder, 'artifacts'),
      XDG_STATE_HOME: join(box.folder, 'state'),
      NO_COLOR: '1',
    }
    const terminal = new PseudoTerminal(line, {
      cwd: box.folder,
      env: { ...process.env, ...own, ...stores, ...env },
    })
    opened.push(terminal)
    return terminal
  }
  const run = (words: string, options = '') => open(`exec "$NODE" "$PITH" run ${options} -- ${words}`)
  const listen = (words = '') => run(`"$NODE" "$LISTENER" ${words}`)
  const pidOf = async (terminal: PseudoTerminal, who: 'pith' | 'listener') =>
    Number(await terminal.shows(new RegExp(`${who} is (\\d+)\\.`)))
  const got = ({ screen }: PseudoTerminal) =>
    Array.from(screen.matchAll(/got (SIG\w+)\./g), ([, name]) => name)
  const summary = (what: string) => expect.stringMatching(`\npith: ${what} after \\d+\\.\\d s\\.\n$`)

  describe('a signal', () => {
    it('of Ctrl-C reaches the command once, and its status and last words are shown', async () => {
      const terminal = listen()
      await pidOf(terminal, 'listener')
      terminal.type(CTRL_C)
      expect(await terminal.ended()).toBe(2)
      expect(got(terminal)).toEqual(['SIGINT'])
      expect(terminal.screen).toContain('last words\n')
      expect(terminal.screen).toEqual(summary('Interrupted by SIGINT, exit code 2'))
    })

    it.each(some(['SIGINT', 'SIGTERM', 'SIGHUP'] as const, 3))(
      '%s to pith alone reaches the command once',
      async (name) => {
        const terminal = listen()
        const pith = await pidOf(terminal, 'pith')
        await pidOf(terminal, 'listener')
        process.kill(pith, name)
        expect(await terminal.ended()).toBe(2)
        expect(got(terminal)).toEqual([name])
        expect(terminal.screen).toEqual(summary(`Interrupted by ${name}, exit code 2`))
      },
    )

    it('to the group and then to pith again counts once, as `timeout` and `npm` send it', async () => {
      const terminal = open('exec "$NODE" --import "$TWICE" "$PITH" run -- "$NODE" "$LISTENER"')
      const pith = await pidOf(terminal, 'pith')
      await pidOf(terminal, 'listener')
      process.kill(-pith, 'SIGTERM')
      expect(await terminal.ended()).toBe(2)
      expect(got(terminal)).toEqual(['SIGTERM'])
    })

    it('comes a second time, and the first stays the cause', async () => {
      const terminal = listen('2')
      const pith = await pidOf(terminal, 'pith')
      await pidOf(terminal, 'listener')
      terminal.type(CTRL_C)
      await terminal.shows('got SIGINT.')
      process.kill(pith, 'SIGTERM')
      expect(await terminal.ended()).toBe(2)
      expect(got(terminal)).toEqual(['SIGINT', 'SIGTERM'])
      expect(terminal.screen).toEqual(summary('Interrupted by SIGINT, exit code 2'))
    })

    it('that comes a third time ends a command that ignores it', async () => {
      const terminal = listen('9')
      const listener = await pidOf(terminal, 'listener')
      for (let times = 0; times < 2; times++) {
        terminal.type(CTRL_C)
        // The same signal within a tenth of a second counts once. On a busy machine one may come late.
        await sleep(1000)
      }
      terminal.type(CTRL_C)
      expect(await terminal.ended()).toBe(137)
      expect(terminal.screen).toEqual(summary('Interrupted by SIGINT, killed by SIGKILL'))
      expect(isAlive(listener)).toBe(false)
    })

    it('of a closed terminal ends the command', async () => {
      const terminal = listen()
      const listener = await pidOf(terminal, 'listener')
      const pith = await pidOf(terminal, 'pith')
      terminal.hangUp()
      await vi.waitFor(() => expect([listener, pith].filter(isAlive)).toEqual([]), 20_000)
    })
  })

  describe('a command', () => {
    it('asks for a password at /dev/tty', async () => {
      const terminal = run(
        `sh -c 'stty -echo </dev/tty; printf "Password: " >/dev/tty; read word </dev/tty; stty echo </dev/tty; echo "read $word"'`,
      )
      await terminal.shows('Password: ')
      terminal.type('secret\r')
      expect(await terminal.ended()).toBe(0)
      expect(terminal.screen).toEqual(
        expect.stringMatching(/^Password: read secret\npith: Exit code 0 after .* s\.\n$/),
      )
    })

    it('shows a prompt without line end at once, and gets the answer', async () => {
      const terminal = run(`sh -c 'printf "Name? "; read name; echo "hello $name"'`)
      await terminal.shows('Name? ')
      terminal.type('Ada\r')
      expect(await terminal.ended()).toBe(0)
      expect(terminal.screen).toMatch(/^Name\? Ada\nhello Ada\npith: /)
    })

    it('is stopped by Ctrl-Z together with pith, and goes on', async () => {
      const terminal = open('exec bash --norc -i')
      await terminal.shows('bash-')
      terminal.type(`"$NODE" "$PITH" run -- "$NODE" "$LISTENER"\r`)
      await pidOf(terminal, 'listener')
      terminal.type(CTRL_Z)
      await terminal.shows(/Stopped/)
      terminal.type('fg\r')
      await terminal.shows('goes on')
      terminal.type(CTRL_C)
      await terminal.shows(/last words[\s\S]*bash-/)
      expect(got(terminal)).toEqual(['SIGINT'])
      terminal.type('echo status=$?\r')
      await terminal.shows('status=2')
      terminal.type('exit\r')
      expect(await terminal.ended()).toBe(0)
    })

    it('is ended at its time-out with all that it started, although it has no group of its own', async () => {
      const script = `setsid sleep 300 & env -i setsid sleep 300 >/dev/null 2>&1 & echo "pids $$ $! ."; wait`
      const terminal = run(`sh -c '${script}'`, '--timeout 1')
      const pids = await terminal.shows(/pids (.*) \./)
      expect(await terminal.ended()).toBe(124)
      expect(pids.split(' ').map(Number).filter(isAlive)).toEqual([])
      expect(terminal.screen).toEqual(summary('Timed out'))
    })
  })

  it('ends a command at its time-out although nobody reads the terminal', async () => {
    const terminal = run(`sh -c 'echo "yes is $$."; exec yes'`, '--timeout 1')
    const yes = Number(await terminal.shows(/yes is (\d+)\./))
    terminal.hold()
    await vi.waitFor(() => expect(isAlive(yes)).toBe(false), 20_000)
    terminal.readOn()
    expect(await terminal.ended()).toBe(124)
    expect(terminal.screen).toMatch(/\npith: Timed out after \d+\.\d s\. .*\n$/)
  })

  it('leaves no process and no open file in a program that runs commands in its place', async () => {
    const source = `
        import { readdirSync, readFileSync } from 'node:fs'
        import { setTimeout as sleep } from 'node:timers/promises'
        import { runCommand } from ${JSON.stringify(distFile('node/index.js'))}
        const left = () => JSON.stringify({
          files: readdirSync('/proc/self/fd').length,
          children: readdirSync('/proc/self/task').flatMap((thread) =>
            readFileSync('/proc/self/task/' + thread + '/children', 'utf8').split(' ').filter(Boolean)),
        })
        await runCommand('true', [], { store: false })
        const before = left()
        for (let round = 0; round < 10; round++) {
          await runCommand('sh', ['-c', 'echo a'], { foreground: true, store: false })
          await runCommand('sleep', ['20'], { foreground: true, store: false, timeoutSeconds: 0.05 })
          const killing = runCommand('sh', ['-c', 'kill -INT $PPID; exec sleep 20'], { foreground: true, store: false })
          const { details } = await killing
          if (details.status.signal !== 'SIGINT') console.log(details)
        }
        for (let tries = 0; tries < 200 && left() !== before; tries++) await sleep(25)
        console.log(left() === before ? 'nothing left' : [before, left()])`
    writeFileSync(join(box.folder, 'many.mjs'), source)
    const terminal = open('exec "$NODE" many.mjs')
    expect(await terminal.ended()).toBe(0)
    expect(terminal.screen).toBe('nothing left\n')
  })

  describe('the output', () => {
    it('is passed on as it is, without a second copy, a cut or a notice', async () => {
      const terminal = run(`sh -c 'seq 1 5000; printf "\\033[31mred\\033[0m"; exit 3'`)
      expect(await terminal.ended()).toBe(3)
      const lines = Array.from({ length: 5000 }, (_, at) => `${at + 1}\n`).join('')
      const [output, rest] = terminal.screen.split('\npith: ')
      expect(output).toBe(`${lines}\u001b[31mred\u001b[0m`)
      expect(rest).toMatch(/^Exit code 3 after \d+\.\d s\. 23 KB → \d\.\d KB, pith show [0-9a-f]{16}\n$/)
    })

    it('is followed by one dim line that says how much a model is spared, and how to see the rest', async () => {
      const script = `sh -c 'seq 1 3000; echo "a.c:1:2: error: no ring"; seq 1 3000; exit 3'`
      const env = { npm_command: 'exec', npm_lifecycle_event: 'npx', npm_lifecycle_script: 'pith' }
      const terminal = open(`exec "$NODE" "$PITH" run -- ${script}`, { ...env, NO_COLOR: '' })
      await terminal.ended()
      const [last] = terminal.screen.trimEnd().split('\n').slice(-1)
      const [, dim, line, end] = /^(.*)(pith: .*[0-9a-f]{16})(.*)$/.exec(last) ?? []
      expect([dim, end]).toEqual(['\u001b[2m', '\u001b[22m'])
      expect(line).toMatch(
        /^pith: Exit code 3 after [\d.]+ s\. 27 KB → \d\.\d KB, 1 error, npx --offline pith show [0-9a-f]{16}$/,
      )
    })

    it('is all there is with --quiet', async () => {
      const terminal = run(`sh -c 'echo out; exit 3'`, '--quiet')
      expect(await terminal.ended()).toBe(3)
      expect(terminal.screen).toBe('out\n')
    })

    it('hides secrets with --redact', async () => {
      const terminal = run(`echo ghp_${'a1B2'.repeat(9)}`, '--redact --quiet')
      expect(await terminal.ended()).toBe(0)
      expect(terminal.screen).toMatch(/^\[redacted [\w-]+\]\n$/)
    })

    it('comes as JSON at the end with --json', async () => {
      const terminal = run(`echo out`, '--json --quiet')
      expect(await terminal.ended()).toBe(0)
      expect(JSON.parse(terminal.screen)).toMatchObject({ text: 'out\n', details: { exitCode: 0 } })
    })

    it('is what a model should see where it goes into a pipe', async () => {
      const terminal = open(`"$NODE" "$PITH" run -q --max-lines 20 -- seq 1 500 | cat`)
      expect(await terminal.ended()).toBe(0)
      expect(terminal.screen).toMatch(/^1\n[\s\S]*\n\[\.\.\.\d+-\d+: 1\.\dK\]\n[\s\S]*\n\[More: pith show /)
    })
  })

  it('is tested with the real thing', () => {
    expect(spawnSync('script', ['--version']).stdout.toString()).toMatch(/^script from util-linux/)
  })
})
