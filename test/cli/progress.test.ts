import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { distFile } from '../support/built.ts'
import { useCommand } from '../support/command.ts'
import { memoryFolder } from '../support/memory-folder.ts'
import { CTRL_C, PseudoTerminal } from '../support/pseudo-terminal.ts'

/** Clears the line, as on the screen of `PseudoTerminal`, which shows no CR. */
const CLEAR = '\u001b[K'

// Prints lines with an error, waits until the test says so, and ends.
const SLOW = `
process.stdout.write('fine\\n'.repeat(2999) + 'Error: it broke\\n')
const { existsSync } = require('node:fs')
const timer = setInterval(() => { if (existsSync(process.argv[2] ?? 'go')) clearInterval(timer) }, 50)`

describe.runIf(inject('backend') === 'wasm' && process.platform === 'linux')(
  'progress on standard error',
  { concurrent: true },
  () => {
    const box = useCommand()

    function open(line: string): PseudoTerminal {
      writeFileSync(join(box.folder, 'slow.cjs'), SLOW)
      const own = { NODE: process.execPath, PITH: distFile('cli/main.js') }
      const stores = {
        PITH_ARTIFACTS: join(box.folder, 'artifacts'),
        XDG_STATE_HOME: join(box.folder, 'state'),
        NO_COLOR: '1',
      }
      return new PseudoTerminal(line, { cwd: box.folder, env: { ...process.env, ...own, ...stores } })
    }

    it('has bytes, lines, errors and rate, goes away at the end, and is not in the output', async () => {
      const terminals = [
        open('"$NODE" "$PITH" run -- "$NODE" slow.cjs > ran; cat ran | wc -c'),
        open('"$NODE" slow.cjs | "$NODE" "$PITH" --no-artifact > cut; cat cut | wc -c'),
        open('"$NODE" slow.cjs | "$NODE" "$PITH" --tool grep --no-artifact > list; cat list | wc -c'),
      ]
      for (const [at, terminal] of terminals.entries()) {
        // A list has no errors.
        const errors = at < 2 ? ' 1 error,' : ''
        await terminal.shows(new RegExp(`pith: 14 KB, 3000 lines,${errors} [\\d.]+ K?B/s`))
      }
      writeFileSync(join(box.folder, 'go'), '')
      for (const terminal of terminals) {
        expect(await terminal.ended()).toBe(0)
        // On a slow machine the command goes on for long.
        expect(terminal.screen.split(CLEAR).at(-1)).toMatch(
          /^(pith: The command goes on: .*\n)?(pith: .* after .*\n)?\d+\n$/,
        )
      }
      for (const name of ['ran', 'cut', 'list']) {
        const output = readFileSync(join(box.folder, name), 'utf8')
        expect(output).toMatch(/^fine\n/)
        expect(output).not.toContain(CLEAR)
      }
    })

    it('tells how far the reading of a large file and of an artifact is', async () => {
      const file = join(box.folder, 'large.txt')
      writeFileSync(file, 'fine\n'.repeat(2000))
      // What follows is a hole, which takes no room on the disk.
      truncateSync(file, 16 * 1024 ** 3)
      const kept = await box.sh('yes "it went well" | head -c 1000000000 | pith --json')
      const id: string = JSON.parse(kept.stdout.toString()).artifact
      for (const [line, pattern] of [
        ['read large.txt --limit 1', /pith: [\d.]+ [MG]B, 2000 lines, [\d.]+ [KMG]?B\/s/],
        [`show ${id} --grep nowhere`, /pith: [\d.]+ MB, \d+ lines, [\d.]+ [KMG]?B\/s/],
        [`show ${id} --errors`, /pith: [\d.]+ MB, \d+ lines, [\d.]+ [KMG]?B\/s/],
      ] as const) {
        const terminal = open(`"$NODE" "$PITH" ${line}`)
        await terminal.shows(pattern)
        terminal.type(CTRL_C)
        await terminal.ended()
        // A fast machine is done before the key is seen.
        expect(terminal.screen.split(CLEAR).at(-1)).toMatch(/^(pith: No line .*\n)?$/)
      }
    })

    it('counts the entries of a large folder', async ({ onTestFinished }) => {
      const folder = memoryFolder('pith-progress-', 300_000)
      onTestFinished(() => rmSync(folder, { recursive: true }))
      for (let i = 0; i < 300_000; i++) writeFileSync(join(folder, `${i}`), '')
      const terminal = open(`"$NODE" "$PITH" ls ${folder} --no-artifact`)
      await terminal.shows(/pith: [\d.]+ MB, \d+ entries, [\d.]+ [KMG]?B\/s/)
      expect(await terminal.ended()).toBe(0)
      expect(terminal.screen.split(CLEAR).at(-1)).toMatch(
        /^ +0 B {2}0\n(.*\n)+\[500 entries limit reached\..*\]\n$/,
      )
    })

    it('goes away at Ctrl-C, which ends pith by its signal, or the command that pith runs', async () => {
      const ends = { echo: 'echo "status $?"', trap: 'trap : INT;' }
      const filter = open(`${ends.trap} "$NODE" slow.cjs never | "$NODE" "$PITH" --no-artifact; ${ends.echo}`)
      const ran = open(`${ends.trap} "$NODE" "$PITH" run -- "$NODE" slow.cjs never > part; ${ends.echo}`)
      for (const terminal of [filter, ran]) {
        await terminal.shows(/pith: 14 KB, 3000 lines, 1 error, [\d.]+ [KMG]?B\/s/)
        terminal.type(CTRL_C)
        await terminal.ended()
        expect(terminal.screen.split(CLEAR).at(-1)).toMatch(/^(pith: Killed by SIGINT .*\n)?status 130\n$/)
      }
      expect(readFileSync(join(box.folder, 'part'), 'utf8')).toContain('Error: it broke')
    })

    it('is not shown with --quiet, and not where standard error is no terminal', async () => {
      writeFileSync(join(box.folder, 'wait.cjs'), `console.log('fine'); setTimeout(() => {}, 1600)`)
      const quiet = open('"$NODE" "$PITH" run -q -- "$NODE" wait.cjs | cat')
      const piped = open('"$NODE" "$PITH" run -- "$NODE" wait.cjs 2>&1 | cat')
      expect(await quiet.ended()).toBe(0)
      expect(quiet.screen).toBe('fine\n')
      expect(await piped.ended()).toBe(0)
      expect(piped.screen).not.toContain(CLEAR)
    })
  },
)
