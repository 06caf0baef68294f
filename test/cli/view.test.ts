// @deep

import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { distFile } from '../support/built.ts'
import { isAlive, useCommand } from '../support/command.ts'
import { DrawnTerminal } from '../support/drawn-terminal.ts'
import { CTRL_C, CTRL_Z } from '../support/pseudo-terminal.ts'

const ESC = '\u001b'

describe.runIf(process.platform === 'linux')('pith view', { concurrent: true }, () => {
  const box = useCommand()
  const opened: DrawnTerminal[] = []
  let log = ''
  let odd = ''

  /** 3000 lines with two statements, 1000 that differ only in digits among them. */
  const logText = Array.from({ length: 3000 }, (_, at) => {
    const line = at + 1
    if (line === 1200) return 'error: cannot open config.toml: No such file or directory\n'
    if (line === 1201) return 'error: could not compile `app` due to 1 previous error\n'
    if (line === 2500) return 'FATAL: connection refused\n'
    if (line > 100 && line <= 1100) return `fetched package ${line} of 1000\n`
    return `${'abcdefghij'[line % 10]}${'klmnopqrst'[line % 7]} step is done in room ${line}\n`
  }).join('')
  const oddText = `plain\n${ESC}[31mred${ESC}[0m\ttab\n日本語の長い行です日本語の長い行です\n10 %\r100 %\nbell\u0007 ${ESC}]0;title\u0007 \u202eturned\n${'x'.repeat(500)}END\n`

  const keep = async (text: string) => {
    const { stdout } = await box.pith(['--max-bytes', '1'], { input: text })
    const found = /[0-9a-f]{16}/.exec(stdout.toString())?.[0]
    if (found !== undefined) return found
    const list = await box.pith(['artifacts', '--json'])
    return JSON.parse(list.stdout.toString().split('\n')[0]).id as string
  }
  beforeAll(async () => {
    log = await keep(logText)
    odd = await keep(oddText)
  })
  afterAll(() => {
    for (const terminal of opened) terminal.hangUp()
  })

  function open(line: string, rows = 20, columns = 70, env: Record<string, string> = {}): DrawnTerminal {
    const own = {
      NODE: process.execPath,
      PITH: distFile('cli/main.js'),
      PITH_ARTIFACTS: join(box.folder, 'artifacts'),
      XDG_STATE_HOME: join(box.folder, 'state'),
      NO_COLOR: '1',
      TERM: 'xterm-256color',
    }
    const terminal = new DrawnTerminal(line, rows, columns, {
      cwd: box.folder,
      env: { ...process.env, ...own, ...env },
    })
    opened.push(terminal)
    return terminal
  }
  const viewed = (id: string, rows?: number, columns?: number, env?: Record<string, string>) =>
    open(`exec "$NODE" "$PITH" view ${id}`, rows, columns, env)

  it('shows the first lines, a map of the whole, and where the reader is', async () => {
    const terminal = viewed(log)
    await terminal.shows('3 errors')
    expect(terminal.rows[0]).toMatch(/^ {4}1 bl step is done in room 1 +┃$/)
    expect(
      terminal.rows
        .slice(0, 19)
        .map((row) => row.at(-1))
        .join(''),
    ).toMatch(/^┃│+!│+!│+$/)
    expect(terminal.rows[19]).toMatch(/1-19 of 3000 {2}3 errors {2}folded {2}\? help$/)
    terminal.type('q')
    expect(await terminal.ended()).toBe(0)
  })

  it('cuts no word of its own on a terminal of 40 columns', async () => {
    const terminal = viewed(log, 12, 40)
    await terminal.shows(/^1-11 of 3000 {2}3 errors {2}folded {2}\? help$/m)
    terminal.type('?')
    await terminal.shows(/^f {7}folded, or the output as it came$/m)
    terminal.type('q:1200\r')
    await terminal.shows(/ of 3000 {2}3 errors/)
    terminal.type('/(\r')
    await terminal.shows(/Not a pattern: \S.*[a-z]$/m)
    terminal.type('/a very long pattern that matches nothing\r')
    await terminal.shows('No line matches.')
    terminal.type('q')
    expect(await terminal.ended()).toBe(0)
  })

  it('goes from statement to statement with n and p, and says when there is none', async () => {
    const terminal = viewed(log)
    await terminal.shows('3 errors')
    terminal.type('n')
    await terminal.shows(/^!1200 error: cannot open/m)
    terminal.type('n')
    await terminal.shows(/^!2500 FATAL/m)
    terminal.type('n')
    await terminal.shows('There is no error below.')
    terminal.type('p')
    await terminal.shows(/^!1201 error: could not/m)
    terminal.type('q')
    expect(await terminal.ended()).toBe(0)
  })

  it('folds lines that differ only in digits, and shows them raw after f', async () => {
    const terminal = viewed(log)
    await terminal.shows('3 errors')
    terminal.type(':101\r')
    await terminal.shows(/^ {2}101 fetched package 101 of 1000 .*\n +⋯ \d+ lines like it/m)
    terminal.type('f')
    await terminal.shows(/^ {2}102 fetched package 102 of 1000/m)
    expect(terminal.rows[19]).toContain('raw')
    terminal.type('f')
    await terminal.shows('lines like it')
    terminal.type('q')
    expect(await terminal.ended()).toBe(0)
  })

  it('searches with a regular expression, marks matches, and goes through them', async () => {
    const terminal = viewed(log)
    await terminal.shows('3 errors')
    terminal.type('/room 20[05]0$\r')
    await terminal.shows(/^\*2000 /m)
    await terminal.shows('2 matches')
    terminal.type('n')
    await terminal.shows(/^\*2050 /m)
    terminal.type('p')
    await terminal.shows(/^\*2000 /m)
    terminal.type('/(\\w)\\1\r')
    await terminal.shows(/Expected .*pattern|pattern.* \\1|back/i)
    terminal.type('/no such words\r')
    await terminal.shows('No line matches.')
    terminal.type(`${ESC}`)
    // Until more comes, an escape may begin a longer key.
    await terminal.shows(/^(?![\s\S]*No line matches\.)/)
    terminal.type(':2499\r')
    await terminal.shows(/^!2500 FATAL/m)
    terminal.type(':0\r')
    await terminal.shows('Expected a line from 1 to 3000, got 0.')
    terminal.type('q')
    expect(await terminal.ended()).toBe(0)
  })

  it('moves by line, screen and to both ends', async () => {
    const terminal = viewed(log)
    await terminal.shows('3 errors')
    terminal.type('G')
    await terminal.shows(/^ 3000 /m)
    expect(terminal.rows[18]).toContain('3000')
    terminal.type(' j')
    await terminal.shows(/-3000 of 3000/)
    terminal.type('g')
    await terminal.shows('1-19 of 3000')
    terminal.type('jj')
    await terminal.shows('3-21 of 3000')
    terminal.type('k ')
    await terminal.shows('20-38 of 3000')
    terminal.type('q')
    expect(await terminal.ended()).toBe(0)
  })

  it('shows wide characters in their columns, and controls in visible form', async () => {
    const terminal = open(`exec "$NODE" "$PITH" view --raw ${odd}`, 12, 50)
    await terminal.shows('raw')
    expect(terminal.rows.slice(0, 6).map((row) => row.slice(0, -1).trimEnd())).toEqual([
      ' 1 plain',
      ' 2 ^[[31mred^[[0m  tab',
      ' 3 日本語の長い行です日本語の長い行です',
      ' 4 10 %^M100 %',
      ' 5 bell^G ^[]0;title^G <U+202E>turned',
      ` 6 ${'x'.repeat(45)}`,
    ])
    expect(new Set(terminal.rows.slice(0, 11).map((row) => row.at(-1)))).toEqual(new Set(['┃']))
    terminal.type('f')
    await terminal.shows(/^ 4 100 %/m)
    expect(terminal.rows[1]).toMatch(/^ 2 red {5}tab/)
    for (const code of [']0;title\u0007', `${ESC}[31m`]) expect(terminal.written).not.toContain(code)
    terminal.type('l'.repeat(29))
    await terminal.shows('END')
    terminal.type('q')
    expect(await terminal.ended()).toBe(0)
  })

  it('follows the size of the window, down to one row and few columns', async () => {
    const terminal = viewed(log)
    await terminal.shows('3 errors')
    terminal.resize(8, 30)
    await terminal.shows(/^bl step is done in room 1$/m)
    expect(Math.max(...terminal.rows.map((row) => row.length))).toBeLessThanOrEqual(30)
    terminal.resize(1, 5)
    await sleep(300)
    terminal.resize(30, 100)
    await terminal.shows('1-29 of 3000')
    terminal.type('q')
    expect(await terminal.ended()).toBe(0)
  })

  describe('gives the terminal back', () => {
    const script = (id: string) =>
      `before=$(stty -g); "$NODE" "$PITH" view ${id}; echo "status $?"; test "$before" = "$(stty -g)" && echo as before; sleep 5`

    const pidOf = (terminal: DrawnTerminal): number =>
      Number(
        execFileSync('pgrep', ['-P', String(terminal.pid)], { encoding: 'utf8' })
          .trim()
          .split('\n')[0],
      )

    it.each(['SIGTERM', 'SIGHUP', 'SIGINT'] as const)('after %s', async (signal) => {
      const terminal = open(script(log))
      await terminal.shows('3 errors')
      expect(terminal.isApart).toBe(true)
      process.kill(pidOf(terminal), signal)
      await terminal.shows(/status 1(43|29|30)\nas before/)
      expect(terminal.isApart).toBe(false)
      expect(terminal.written).toContain(`${ESC}[?25h`)
    })

    it('after Ctrl-C', async () => {
      const terminal = open(script(log))
      await terminal.shows('3 errors')
      terminal.type(CTRL_C)
      await terminal.shows(/status 130\nas before/)
    })

    it('while it is stopped by Ctrl-Z, and draws again when it goes on', async () => {
      const terminal = open(
        `set -m; "$NODE" "$PITH" view ${log}; echo "stopped $?"; sleep 1; fg >&2; echo "ended $?"; sleep 5`,
      )
      await terminal.shows('3 errors')
      terminal.type(CTRL_Z)
      await terminal.shows(/stopped 1\d\d/)
      expect(terminal.isApart).toBe(false)
      await terminal.shows('3 errors')
      expect(terminal.isApart).toBe(true)
      terminal.type('q')
      await terminal.shows('ended 0')
    })

    it('when its window is closed: no process stays', async () => {
      const terminal = open(script(log))
      await terminal.shows('3 errors')
      const pid = pidOf(terminal)
      terminal.hangUp()
      for (let tries = 0; tries < 10_000 && isAlive(pid); tries++) await sleep(10)
      expect(isAlive(pid)).toBe(false)
    })
  })

  it('opens an output of 300 MB in little memory', async () => {
    const file = join(box.folder, 'large')
    const part = `${logText}${'y'.repeat(30_000)}\n`
    const pieces = Math.ceil(300e6 / part.length)
    writeFileSync(file, '')
    for (let at = 0; at < pieces; at += 100)
      writeFileSync(file, part.repeat(Math.min(100, pieces - at)), { flag: 'a' })
    const { stdout } = await box.sh(`"$NODE" "$PITH" <"$FOLDER/large"`)
    const id = /pith show ([0-9a-f]{16})/.exec(stdout.toString())?.[1] ?? ''
    const terminal = viewed(id)
    await terminal.shows(/of \d{7}/)
    terminal.type('G')
    await terminal.shows(/yyyyy/)
    terminal.type(':1200000\r')
    await terminal.shows(/^ 1200000|^\D*1200000/m)
    const status = readFileSync(`/proc/${terminal.pid}/status`, 'utf8')
    expect(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1])).toBeLessThan(260_000)
    terminal.type('q')
    expect(await terminal.ended()).toBe(0)
  })

  it('needs a terminal, and an artifact that is there', async () => {
    expect(await box.pith(['view', log])).toMatchObject({
      status: 2,
      stderr: `pith: Expected a terminal for \`pith view\`; \`pith show ${log}\` prints a page anywhere.\n`,
    })
    expect((await box.pith(['view', '0123456789abcdef'])).stderr).toContain('0123456789abcdef')
    expect((await box.pith(['view'])).stderr).toContain('Expected one artifact id')
    expect(spawnSync('script', ['--version']).status).toBe(0)
  })
})
