// @deep

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { distFile } from '../support/built.ts'
import { useCommand } from '../support/command.ts'
import { DrawnTerminal } from '../support/drawn-terminal.ts'
import { CTRL_C } from '../support/pseudo-terminal.ts'

const ESC = '\u001b'

describe.runIf(process.platform === 'linux')('pith view', { concurrent: true }, () => {
  const box = useCommand()
  const opened: DrawnTerminal[] = []
  let log = ''
  let odd = ''

  const logText = Array.from({ length: 3000 }, (_, at) => `step ${at + 1} is done\n`).join('')
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

  function open(args: string, env: Record<string, string> = {}): DrawnTerminal {
    const own = {
      NODE: process.execPath,
      PITH: distFile('cli/main.js'),
      PITH_ARTIFACTS: join(box.folder, 'artifacts'),
      XDG_STATE_HOME: join(box.folder, 'state'),
      TERM: 'xterm-256color',
    }
    const terminal = new DrawnTerminal(`"$NODE" "$PITH" view ${args}; echo "status $?"; sleep 5`, 20, 70, {
      cwd: box.folder,
      env: { ...process.env, ...own, ...env },
    })
    opened.push(terminal)
    return terminal
  }

  it('shows an artifact in less, from which Ctrl-C does not take it', async () => {
    const terminal = open(log)
    await terminal.shows('step 19 is done')
    terminal.type('G')
    await terminal.shows('step 3000 is done')
    terminal.type(CTRL_C)
    terminal.type('g')
    await terminal.shows('step 1 is done')
    terminal.type('q')
    await terminal.shows('status 0')
  })

  it('shows what a terminal would, or with --raw what came, and never a control itself', async () => {
    const terminal = open(odd, { PAGER: 'cat' })
    await terminal.shows(/red +tab\n日本語の長い行です日本語の長い行です\n100 %\nbell/)
    await terminal.shows(`<U+202E>turned`)
    await terminal.shows('status 0')
    const raw = open(`--raw ${odd}`, { PAGER: 'cat -' })
    await raw.shows('^[[31mred^[[0m')
    await raw.shows('10 %^M100 %\nbell^G ^[]0;title^G <U+202E>turned')
    await raw.shows('status 0')
    for (const { written } of [terminal, raw])
      for (const code of [']0;title\u0007', `${ESC}[31m`]) expect(written).not.toContain(code)
  })

  it('ends with the status of the pager, also of one that reads little or does not exist', async () => {
    await open(log, { PAGER: 'sh -c "head -1; exit 3"' }).shows(/step 1 is done\nstatus 3/)
    await open(log, { PAGER: 'no-such-pager' }).shows('status 127')
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
    const peak = 'cat >/dev/null; grep VmHWM /proc/$PPID/status >peak'
    await open(id, { PAGER: `sh -c '${peak}'` }).shows('status 0')
    const told = readFileSync(join(box.folder, 'peak'), 'utf8')
    expect(Number(/VmHWM:\s+(\d+) kB/.exec(told)?.[1])).toBeLessThan(260_000)
  })

  it('needs a terminal, and an artifact that is there', async () => {
    expect(await box.pith(['view', log])).toMatchObject({
      status: 2,
      stderr: `pith: Expected a terminal for \`pith view\`; \`pith show ${log}\` prints a page anywhere.\n`,
    })
    expect((await box.pith(['view', '0123456789abcdef'])).stderr).toContain('0123456789abcdef')
    expect((await box.pith(['view'])).stderr).toContain('Expected one artifact id')
  })
})
