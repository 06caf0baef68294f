import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { distFile } from '../support/built.ts'
import { useCommand } from '../support/command.ts'
import { PseudoTerminal } from '../support/pseudo-terminal.ts'

/** Clears the line, as on the screen of `PseudoTerminal`, which shows no CR. */
const CLEAR = '\u001b[K'

// Prints lines with an error, waits until the test says so, and ends.
const SLOW = `
process.stdout.write('fine\\n'.repeat(2999) + 'Error: it broke\\n')
const { existsSync } = require('node:fs')
const timer = setInterval(() => { if (existsSync('go')) clearInterval(timer) }, 50)`

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
      for (const terminal of terminals)
        await terminal.shows(/pith: 14 KB, 3000 lines, 1 error, [\d.]+ K?B\/s/)
      writeFileSync(join(box.folder, 'go'), '')
      for (const terminal of terminals) {
        expect(await terminal.ended()).toBe(0)
        expect(terminal.screen.split(CLEAR).at(-1)).toMatch(/^(pith: .* after .*\n)?\d+\n$/)
      }
      for (const name of ['ran', 'cut', 'list']) {
        const output = readFileSync(join(box.folder, name), 'utf8')
        expect(output).toMatch(/^fine\n/)
        expect(output).not.toContain(CLEAR)
      }
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
