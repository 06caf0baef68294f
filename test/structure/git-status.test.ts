import { describe, expect, it } from 'vitest'
import { gitStatus } from '../../src/kinds/git-status.ts'
import { kinds, kindsFor } from '../../src/kinds/index.ts'
import { truncate } from '../support/checked.ts'
import { cutOf } from '../support/units.ts'

const source = { artifact: '0123456789abcdef' }
const sure = (text: string, command: string[] = []) =>
  gitStatus.recognise(new TextEncoder().encode(text), command, true)
const files = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `${make(at)}\n`).join('')

const long = `On branch main
Your branch is ahead of 'origin/main' by 2 commits.
  (use "git push" to publish your local commits)

Changes to be committed:
  (use "git restore --staged <file>..." to unstage)
${files(40, (at) => `\tnew file:   src/staged${at}.ts`)}
Unmerged paths:
  (use "git add <file>..." to mark resolution)
${files(3, (at) => `\tboth modified:   src/merge${at}.ts`)}
Changes not staged for commit:
  (use "git add <file>..." to update what will be committed)
  (use "git restore <file>..." to discard changes in working directory)
${files(200, (at) => `\tmodified:   src/changed${at}.ts`)}
Untracked files:
  (use "git add <file>..." to include in what will be committed)
${files(900, (at) => `\tbuild/out${at}.o`)}
no changes added to commit (use "git add" and/or "git commit -a")
`
const short = `## main...origin/main [ahead 2]
${files(90, (at) => (at === 70 ? 'UU src/merge.ts' : `${at % 2 ? ' M' : 'M '} src/f${at}.ts`))}${files(500, (at) => `?? out/o${at}`)}${files(9, (at) => `!! tmp/t${at}`)}`
const hash = '0123456789abcdef0123456789abcdef01234567'
const second = `# branch.oid ${hash}
# branch.head main
${files(90, (at) => `1 ${at % 2 ? '.M' : 'A.'} N... 100644 100644 100644 ${hash} ${hash} src/f${at}.ts`)}u UU N... 100644 100644 100644 100644 ${hash} ${hash} ${hash} src/merge.ts
${files(500, (at) => `? out/o${at}`)}`

describe('git status', () => {
  it('keeps all that is no file, and a share of the files of each section', () => {
    for (const maxBytes of [1536, 4096, 16384]) {
      const result = truncate(long, { maxBytes, structure: kinds, source })
      expect(result.kind).toBe('git-status')
      expect(result.units).toEqual({ staged: 40, unstaged: 200, untracked: 900, unmerged: 3, ignored: 0 })
      for (const line of long.split('\n'))
        if (line !== '' && !line.startsWith('\t')) expect(result.text).toContain(`${line}\n`)
      for (const name of ['src/staged', 'src/merge', 'src/changed', 'build/out'])
        expect(result.text).toContain(`${name}0.`)
      expect(result.text).toMatch(/[^\n]: [\d.K]+B?, \d+ untracked\]\n\nno changes/)
      expect(result.text.match(/untracked\]/g)?.length).toBe(1)
    }
  })

  it('keeps the last sentence before any second file', () => {
    for (let bytes = 1000; bytes < 1600; bytes += 50) {
      const text = cutOf(gitStatus, long, bytes) ?? ''
      if (text.includes('src/staged1.ts')) expect(text).toContain('\n\nno changes added')
    }
    expect(cutOf(gitStatus, long, 1600)).toContain('src/staged1.ts')
  })

  it('in its short forms keeps the branch, conflicts and a share of each sort', () => {
    for (const [input, command] of [
      [short, 'git status -sb --ignored'],
      [second, 'git status --porcelain=v2 --branch'],
    ] as const) {
      const result = truncate(input, { maxBytes: 1500, structure: kindsFor({ command }), source })
      expect(result.kind).toBe('git-status')
      expect(result.units).toMatchObject({
        staged: 45 - (input === short ? 1 : 0),
        untracked: 500,
        unmerged: 1,
      })
      expect(result.text.startsWith(/^(?:#.*\n)+/.exec(input)?.[0] ?? '-')).toBe(true)
      expect(result.text).toContain('src/f0.ts\n')
      expect(result.text).toContain(' out/o0\n')
      expect(result.text).toMatch(/\d+ staged, \d+ unstaged/)
    }
    expect(cutOf(gitStatus, short, 700)).toContain('UU src/merge.ts\n')
    expect(cutOf(gitStatus, short, 700)).toContain('!! tmp/t0\n')
  })

  it('keeps conflicts where untracked files have so short names that lines would show more of them', () => {
    const text = `On branch main
You have unmerged paths.

Changes to be committed:
${files(200, (at) => `\tnew file:   src/long-name-of-a-file-${at}.ts`)}
Unmerged paths:
${files(2, (at) => `\tboth modified:   src/merge${at}.ts`)}
Untracked files:
${files(300, (at) => `\tu${at}`)}
`
    for (const maxBytes of [1024, 4096]) {
      const options = { maxBytes, for: 'query' as const, structure: kindsFor({ command: 'git status' }) }
      const { kind, text: cut } = truncate(text, options)
      expect(kind).toBe('git-status')
      expect(cut).toContain(
        'Unmerged paths:\n\tboth modified:   src/merge0.ts\n\tboth modified:   src/merge1.ts\n',
      )
    }
  })

  it('is recognised by its headings and letters alone', () => {
    expect(sure(long)).toBeGreaterThan(0.5)
    expect(sure(short)).toBeGreaterThan(0.5)
    expect(sure(second)).toBeGreaterThan(0.5)
    expect(sure(' M a\n?? b\n?? c\n', ['git', 'status', '-s'])).toBeGreaterThan(0.5)
    expect(sure(' M a\n?? b\n?? c\n')).toBe(0)
    expect(sure('On branch main\nnothing to commit, working tree clean\n')).toBe(0)
    expect(sure('## Title\n\nWell, so it is\nAM or PM\n')).toBe(0)
    expect(sure('Untracked files:\n\ta\n')).toBe(0)
  })

  it('of other text is none', () => {
    expect(cutOf(gitStatus, long + files(100, (at) => `compiled ${at}`), 2000)).toBeUndefined()
    expect(cutOf(gitStatus, short + files(100, (at) => `compiled ${at}`), 2000)).toBeUndefined()
    expect(cutOf(gitStatus, 'On branch main\n', 2000)).toBeUndefined()
    expect(cutOf(gitStatus, '', 2000)).toBeUndefined()
  })
})
