// @deep

import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kindNames } from '../../src/kinds/index.ts'
import { distFile } from '../support/built.ts'
import { useCommand } from '../support/command.ts'
import { PseudoTerminal } from '../support/pseudo-terminal.ts'

const hasProgram = (name: string): boolean => spawnSync(name, ['--version']).error === undefined
const TAB = '\t'

describe('pith completion', () => {
  const box = useCommand()
  const opened: PseudoTerminal[] = []
  let id = ''

  beforeAll(async () => {
    mkdirSync(join(box.folder, 'bin'))
    mkdirSync(join(box.folder, 'inner folder'))
    const command = join(box.folder, 'bin/pith')
    writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${distFile('cli/main.js')}' "$@"\n`)
    chmodSync(command, 0o755)
    await box.sh('seq 1 20000 | pith >"$FOLDER/log"')
    id =
      /[0-9a-f]{16}/.exec((await box.pith(['completion', 'words', 'show', ''])).stdout.toString())?.[0] ?? ''
    expect(id).not.toBe('')
    for (const shell of ['bash', 'zsh', 'fish']) {
      writeFileSync(join(box.folder, `pith.${shell}`), (await box.pith(['completion', shell])).stdout)
    }
  })
  afterAll(() => {
    for (const terminal of opened) terminal.hangUp()
  })

  const env = () => ({
    ...process.env,
    PATH: `${join(box.folder, 'bin')}:${process.env.PATH}`,
    HOME: box.folder,
    PITH_ARTIFACTS: join(box.folder, 'artifacts'),
    XDG_STATE_HOME: join(box.folder, 'state'),
    TERM: 'xterm',
    LC_ALL: 'C.UTF-8',
  })

  /** Types a line at a shell of a terminal, waits for what Tab makes of it, and returns the words that it runs. */
  async function typed(shell: string, start: string, line: string, words: string): Promise<string> {
    const terminal = new PseudoTerminal(start, { cwd: box.folder, env: env() })
    opened.push(terminal)
    await terminal.shows(/ready\n/)
    terminal.type(`${line}${TAB}`)
    await terminal.shows(`show ${words}`)
    terminal.type('\n')
    const run = await terminal.shows(/<<(.*)>>/)
    terminal.type('exit\n')
    expect([shell, await terminal.ended()]).toEqual([shell, 0])
    return run
  }

  /** The words that complete a line, as the shell itself offers them. */
  const inBash = (line: string): string[] => {
    const words = line.split(' ')
    const script = `source pith.bash
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
_pith; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], {
      cwd: box.folder,
      env: env(),
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    return stdout.split('\n').filter((word) => word !== '')
  }

  const inFish = (line: string): string[] => {
    const script = `source pith.fish; complete -C ${JSON.stringify(line)}`
    const { stdout, stderr } = spawnSync('fish', ['-N', '-c', script], {
      cwd: box.folder,
      env: env(),
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    return stdout.split('\n').flatMap((row) => (row === '' ? [] : [row.split('\t')[0]]))
  }

  const shells = [
    ['bash', inBash],
    ['fish', inFish],
  ] as const

  describe.each(shells.filter(([shell]) => hasProgram(shell)))('in %s', (_, completions) => {
    // A program that lies in two folders of the path is offered twice.
    const complete = (line: string) => [...new Set(completions(line))]

    it('offers commands, and the options of each', () => {
      expect(complete('pith sh')).toEqual(['show'])
      expect(complete('pith ')).toEqual(expect.arrayContaining(['run', 'gc', 'completion']))
      expect(complete('pith gc --d')).toEqual(['--dry-run'])
      expect(complete('pith gc --lin')).toEqual([])
      expect(complete('pith show --li').toSorted()).toEqual(['--limit', '--lines'])
    })

    it('offers artifacts, kinds, choices, agents and files', () => {
      expect(complete('pith show ')).toContain(id)
      expect(complete(`pith show ${id.slice(0, 5)}`)).toEqual([id])
      expect(complete('pith run --kind ').toSorted()).toEqual(['lines', ...kindNames].toSorted())
      expect(complete('pith --keep t')).toEqual(['tail'])
      expect(complete('pith hook cl')).toEqual(['claude-code'])
      expect(complete('pith read pith.z')).toEqual(['pith.zsh'])
    })

    it('leaves the words of a command to run to the shell', () => {
      expect(complete('pith run --keep head -- mkfif')).toEqual(['mkfifo'])
      expect(complete('pith run --keep head mkfif')).toEqual(['mkfifo'])
      expect(complete('pith run -- cat --kin')).toEqual([])
      expect(complete('pith run -- cat pith.z')).toEqual(['pith.zsh'])
    })
  })

  const starts: Record<string, string> = {
    bash: `exec bash --rcfile start.bash -i`,
    zsh: `ZDOTDIR="$HOME/z" exec zsh -i`,
  }

  describe.each(['bash', 'zsh'].filter(hasProgram))('at the prompt of %s', (shell) => {
    beforeAll(() => {
      const show = `show() { printf '<<%s>>\\n' "$*"; }\necho ready\n`
      if (shell === 'bash')
        writeFileSync(
          join(box.folder, 'start.bash'),
          `source pith.bash\ncomplete -F _pith show\n${show}PS1='$ '\n`,
        )
      else {
        mkdirSync(join(box.folder, 'z'), { recursive: true })
        writeFileSync(
          join(box.folder, 'z/.zshrc'),
          `autoload -Uz compinit; compinit -u -d "$HOME/z/dump"\nsource pith.zsh\ncompdef _pith show\n${show}PS1='$ '\n`,
        )
      }
    })

    it.each([
      ['show comple', 'completion'],
      ['show gc --dr', 'gc --dry-run'],
      ['show --keep ta', '--keep tail'],
      ['show --keep=ta', '--keep=tail'],
      ['show run --kind git-l', 'run --kind git-log'],
      ['show run -- mkfif', 'run -- mkfifo'],
    ])('%s and Tab becomes %s', async (line, words) => {
      expect((await typed(shell, starts[shell], line, words)).trim()).toBe(words)
    })

    it('the beginning of an id and Tab becomes the id', async () => {
      const words = `show ${id}`
      expect((await typed(shell, starts[shell], `show show ${id.slice(0, 6)}`, words)).trim()).toBe(words)
    })
  })

  it('refuses another shell', async () => {
    const { status, stderr } = await box.pith(['completion', 'tcsh'])
    expect(stderr).toBe('pith: Expected bash, zsh or fish after `pith completion`, got "tcsh".\n')
    expect(status).toBe(2)
  })
})
