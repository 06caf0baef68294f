import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { useCommand } from '../support/command.ts'

describe('pith grep, find, ls and tree', () => {
  const box = useCommand()
  const run = async (...words: string[]) => {
    const { status, stdout, stderr } = await box.pith(words, { cwd: join(box.folder, 'files') })
    return { status, text: stdout.toString(), stderr }
  }

  beforeAll(() => {
    mkdirSync(join(box.folder, 'files/src'), { recursive: true })
    writeFileSync(join(box.folder, 'files/a.txt'), 'one\ntwo\nTHREE\n')
    writeFileSync(join(box.folder, 'files/src/b.ts'), 'two\n'.repeat(300))
  })

  it('finds lines, and what it leaves out is shown by pith show', async () => {
    const found = await run('grep', 'two', '-C', '1', '--limit', '2')
    expect(found.text).toMatch(
      /^a\.txt-1-one\na\.txt:2:two\na\.txt-3-THREE\n--\nsrc\/b\.ts:1:two\n\[2 of 301 matches in 2 of 2 files\. Use --limit 4 for more, or refine pattern\. Full output: pith show ([0-9a-f]{16})\]\n$/,
    )
    const [, id = ''] = /show ([0-9a-f]{16})/.exec(found.text) ?? []
    const rest = await run('show', id, '--lines', '5-6')
    expect(rest.text.split('\n').slice(0, 2)).toEqual(['src/b.ts:1:two', 'src/b.ts:2:two'])
  })

  it('lists files and counts, and exits with 1 when nothing matches', async () => {
    expect(await run('grep', '-il', 'three')).toMatchObject({ status: 0, text: 'a.txt\n' })
    expect(await run('grep', '-c', 'two', '-t', 'ts')).toMatchObject({ status: 0, text: 'src/b.ts:300\n' })
    expect(await run('grep', 'four')).toEqual({ status: 1, text: '[No matches]\n', stderr: '' })
  })

  it('takes what models add to grep and ls, and names the way of what it has not', async () => {
    expect(await run('grep', '-rnE', 'one', '.')).toMatchObject({ status: 0, text: 'a.txt:1:one\n' })
    expect(await run('ls', '-la', 'src')).toMatchObject({ status: 0, text: expect.stringContaining('b.ts') })
    expect(await run('grep', '-w', 'two')).toMatchObject({
      status: 2,
      stderr: "pith: Unknown option '-w'. Use \\bWORD\\b as the pattern.\n",
    })
  })

  it('says that a bar with a backslash is none that means either', async () => {
    const hint = 'Here \\| stands for the character itself: write | without the backslash.'
    expect(await run('grep', 'four\\|two')).toMatchObject({ status: 1, stderr: `pith: ${hint}\n` })
  })

  it('says what is wrong with a pattern or a path', async () => {
    const wrong = await run('grep', '(two')
    expect(wrong).toMatchObject({ status: 2, text: '' })
    expect(wrong.stderr).toContain('Unterminated group')
    expect((await run('grep', 'a*?')).stderr).toContain('a lazy quantifier')
    expect((await run('grep', 'two', 'none')).stderr).toBe('pith: There is no file or folder "none".\n')
    expect((await run('find', '--min-size', 'big')).stderr).toContain('Expected --min-size to be bytes')
    expect((await run('ls', 'a', 'b')).stderr).toContain('Expected one folder')
  })

  it('finds files, lists a folder and draws a tree', async () => {
    expect((await run('find', '-g', '*.ts', '--min-size', '1K')).text).toBe('src/b.ts\n')
    expect((await run('ls')).text.replaceAll(/^ +/gm, '')).toBe('14 B  a.txt\n1 entry  src/\n')
    expect((await run('tree')).text).toBe('./ (2 files, 1 folder)\n  a.txt\n  src/ (1 file)\n    b.ts\n')
    const json = JSON.parse((await run('find', '--json')).text)
    expect(json.details).toMatchObject({ total: 2, shown: 2 })
  })
})
