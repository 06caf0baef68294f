// @deep

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { linesOf, seq, useCommand } from '../support/command.ts'

describe('--since', () => {
  const box = useCommand()
  const run = async (...words: string[]) => {
    const { status, stdout, stderr } = await box.pith(words, { cwd: box.folder, env: { PITH_RUN: 'one' } })
    return { status, text: stdout.toString(), stderr }
  }
  const script = (name: string, lines: string) => {
    writeFileSync(join(box.folder, name), lines)
    return ['run', '--since', 'last', '--quiet', '--', 'sh', '-c', `cat ${name}; exit $(cat ${name}.status)`]
  }

  it('shows only what changed, and says so', async () => {
    writeFileSync(join(box.folder, 'a.status'), '3')
    const words = script('a', seq(1, 400))
    const first = await run(...words)
    expect(first.status).toBe(3)
    expect(first.text).not.toContain('last run')
    const same = await run(...words)
    expect(same.text).toMatch(
      /^\[The same 400 lines as in the last run\. Exit code 3\. Full output: pith show [0-9a-f]{16}\]\n$/,
    )
    script('a', seq(1, 400).replace('\n200\n', '\ntwo hundred\n'))
    const changed = await run(...words)
    expect(changed.status).toBe(3)
    expect(linesOf(changed.text).slice(0, 6)).toEqual([
      '@@ -197,7 +197,7 @@',
      ' 197',
      ' 198',
      ' 199',
      '-200',
      '+two hundred',
    ])
    expect(changed.text).toContain('[Changes since the last run: +1 -1 of 400 lines. Exit code 3. Full')
  })

  it('shows the whole output when the exit status or most of the output differs', async () => {
    writeFileSync(join(box.folder, 'b.status'), '0')
    const words = script('b', seq(1, 300))
    await run(...words)
    writeFileSync(join(box.folder, 'b.status'), '1')
    expect((await run(...words)).text).not.toContain('last run')
    expect((await run(...words)).text).toContain('The same 300 lines')
    script('b', seq(1000, 1299))
    expect((await run(...words)).text).not.toContain('last run')
  })

  it('shows how two artifacts differ, in pages', async () => {
    const keep = async (text: string) => {
      writeFileSync(join(box.folder, 'kept'), text)
      const { stdout } = await box.sh('$NODE $PITH run --max-lines 3 -- cat $FOLDER/kept')
      return /pith show ([0-9a-f]{16})/.exec(stdout.toString())?.[1] ?? ''
    }
    const older = await keep(seq(1, 50))
    const newer = await keep(seq(1, 50).replace('\n25\n', '\n'))
    const { text } = await run('show', newer, '--since', older)
    expect(text).toContain(`--- ${older}\n+++ ${newer}\n@@ -22,7 +22,6 @@\n 22\n 23\n 24\n-25\n 26\n`)
    expect((await run('show', newer, '--since', newer)).text).toContain('The outputs are equal.')
    expect((await run('show', newer, '--since', older, '--limit', '2')).text).toContain(
      `Next: pith show ${newer} --since ${older} --limit 2 --offset 3`,
    )
    expect((await run('show', newer, '--since', '0123456789abcdef')).status).toBe(2)
    expect((await run('show', newer, '--since', older, '--lines', '1')).stderr).toContain(
      'Expected either --',
    )
    expect((await run('run', '--since', 'first', '--', 'true')).stderr).toContain(
      'Expected --since to be last',
    )
  })
})
