import { describe, expect, it, test } from 'vitest'
import { gitLog } from '../../src/kinds/git-log.ts'
import { kinds, kindsFor } from '../../src/kinds/index.ts'
import { truncate } from '../support/checked.ts'
import { cutOf } from '../support/units.ts'

const source = { artifact: '0123456789abcdef' }
const bytesOf = (text: string) => new TextEncoder().encode(text)

const hashOf = (index: number): string =>
  Array.from({ length: 5 }, (_, i) => ((index + 1) * 2654435761 * (i + 3)).toString(16).slice(-8)).join('')

const commit = (index: number, body = ''): string =>
  `commit ${hashOf(index)}\nAuthor: Ada <ada@example.org>\nDate:   Mon Jan 1 10:00:00 2024 +0000\n\n    Subject ${index}\n${body}`
const log = (count: number, body: (index: number) => string = () => '\n') =>
  Array.from({ length: count }, (_, index) => commit(index, body(index))).join('')
const oneLines = Array.from({ length: 400 }, (_, at) => `${hashOf(at).slice(0, 8)} Subject ${at}\n`).join('')

/** The numbers of the subjects that a text shows. */
const subjects = (text: string) => [...text.matchAll(/Subject (\d+)/g)].map(([, index]) => Number(index))

describe('git log', () => {
  it('shows the newest commits whole, then the oldest one, and counts the others', () => {
    for (const maxBytes of [1024, 4096, 16384]) {
      const input = log(300)
      const result = truncate(input, { maxBytes, structure: kindsFor({ command: 'git log' }), source })
      expect(result.kind).toBe('git-log')
      expect(result.units).toEqual({ commits: 300 })
      const shown = subjects(result.text)
      expect(shown.at(-1)).toBe(299)
      expect(shown.slice(0, -1)).toEqual(shown.slice(0, -1).map((_, index) => index))
      for (const index of shown) expect(result.text).toContain(commit(index).trimEnd())
      expect(result.text).toContain(`, ${300 - shown.length} commits]`)
      expect(result.text.length).toBeGreaterThan(maxBytes * 0.7)
    }
  })

  it('in one line each, decorated and drawn, shows the newest and the oldest', () => {
    const drawn = oneLines.replaceAll(/^(.*) (Subject \d*)$/gm, '* | $1 (tag: v1) $2\n|\\ \\')
    for (const input of [oneLines, drawn]) {
      const text = cutOf(gitLog, input, 2048) ?? ''
      const shown = subjects(text)
      expect(shown.length).toBeGreaterThan(20)
      expect(shown).toEqual([...shown.slice(0, -1).map((_, index) => index), 399])
    }
  })

  it('shows commits at which the few branches and tags stand', () => {
    const named = (at: number) => (at === 130 ? ' (release/2.1)' : at === 290 ? ' (tag: v2.0)' : '')
    const blocks = log(300)
      .replace(hashOf(130), `$&${named(130)}`)
      .replace(hashOf(290), `$&${named(290)}`)
    const drawn = Array.from(
      { length: 300 },
      (_, at) => `* ${hashOf(at).slice(0, 8)}${named(at)} Subject ${at}\n`,
    )
    for (const input of [blocks, drawn.join('')]) {
      const structure = kindsFor({ command: 'git log --decorate --graph' })
      const { kind, text } = truncate(input, { maxBytes: 4096, for: 'query', structure, source })
      expect(kind).toBe('git-log')
      expect(text).toContain(' (release/2.1)')
      expect(text).toContain(' (tag: v2.0)')
    }
  })

  it('has one gap, also where a later commit would fit', () => {
    const input = log(200).replaceAll(/Subject \d*[1-8]$/gm, `$& ${'more words '.repeat(60)}`)
    for (let bytes = 1500; bytes < 6000; bytes += 700)
      expect(cutOf(gitLog, input, bytes)?.match(/commits?\]/g)?.length).toBe(1)
  })

  it('shows the newest commit whole where it takes up to three quarters of the limit', () => {
    const stat = (files: number) =>
      `\n${Array.from({ length: files }, (_, at) => ` src/file-${at}.ts | 8 ++++----\n`).join('')} ${files} files changed\n\n`
    const input = log(60, (index) => stat(index === 0 ? 90 : 2))
    const text = cutOf(gitLog, input, 4096) ?? ''
    expect(text).toContain(commit(0, stat(90)))
    for (const index of [1, 2, 3]) expect(text).toContain(commit(index, stat(2)))
    expect(cutOf(gitLog, input, 2048)).toContain(commit(1, stat(2)))
  })

  it('keeps what a commit changed with it, and its summary', () => {
    const stat = (index: number) =>
      `\n${Array.from({ length: index === 1 ? 400 : 2 }, (_, at) => ` f${at} | 2 +-\n`).join('')} 9 files changed\n\n`
    const text = cutOf(gitLog, log(30, stat), 2048) ?? ''
    expect(text).toContain(commit(0, stat(0)))
    expect(text).toMatch(/Subject 1\n(?:.*\n)+ f0 \| 2 \+-\n(?:.*\n)+\[\.\.\..*\]\n 9 files changed\n\n/)
    expect(text).toContain('Subject 2\n')
  })

  it('shows no change below another commit, also where lines could show more', () => {
    const changes = (index: number) =>
      Array.from({ length: 12 }, (_, at) => ` src/${index}/${at}.ts | 2 +-\n`).join('')
    const { text } = truncate(
      log(30, (index) => `\n${changes(index)}\n`),
      {
        maxBytes: 3000,
        for: 'query',
        structure: kindsFor({ command: 'git log --stat' }),
      },
    )
    for (const [own, index] of text.matchAll(/Subject (\d+)(?:.*\n(?!commit))*/g))
      expect([...own.matchAll(/src\/(\d+)/g)].filter(([, of]) => of !== index)).toEqual([])
  })

  it('takes a commit inside a message for text', () => {
    const text =
      cutOf(
        gitLog,
        log(50, () => `\n    commit ${hashOf(7)}\n    * commit ${hashOf(8)}\n\n`),
        1500,
      ) ?? ''
    expect(text).toMatch(/4[0-9] commits\]/)
  })

  it('with patches is a diff', () => {
    const structure = kindsFor({ command: 'git log -p' })
    const patch = '\ndiff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\n+b\n\n'
    expect(structure.recognise(bytesOf(log(5, () => patch)), true)?.name).toBe('diff')
  })

  it('is recognised by content, and other lines that begin with numbers are not', () => {
    const sure = (text: string, command: string[] = []) => gitLog.recognise(bytesOf(text), command, true)
    expect(sure(log(3))).toBeGreaterThan(0.5)
    expect(sure(log(3).replaceAll(/^/gm, '| ').replaceAll('| commit', '* commit'))).toBeGreaterThan(0.5)
    expect(sure(oneLines)).toBeGreaterThan(0.5)
    expect(sure(oneLines.split('\n').slice(0, 3).join('\n'))).toBe(0)
    expect(sure(oneLines.split('\n').slice(0, 3).join('\n'), ['git', 'log', '--oneline'])).toBeGreaterThan(
      0.5,
    )
    expect(sure(oneLines, ['make'])).toBe(0)
    const lines = (make: (at: number) => string) => Array.from({ length: 20 }, (_, at) => make(at)).join('')
    expect(sure(lines((at) => `202401${at + 10} 10:00:00 started\n`))).toBe(0)
    expect(sure(lines((at) => `7f3a4b2c${at + 10} in main\n`))).toBe(0)
    expect(sure(lines((at) => `0000${at}a0: 4865 6c6c\n`))).toBe(0)
    expect(sure(`commit ${hashOf(1)}\nok\n`)).toBe(0)
  })

  it('of other text is none', () => {
    expect(cutOf(gitLog, `hello\n${log(3)}`, 1000)).toBeUndefined()
    expect(cutOf(gitLog, log(3) + 'Compiling a b\n'.repeat(900), 1000)).toBeUndefined()
    expect(cutOf(gitLog, '', 1000)).toBeUndefined()
  })

  it('with a very long subject shows the others', () => {
    const text = cutOf(gitLog, `${hashOf(1).slice(0, 8)} ${'x'.repeat(99999)}\n${oneLines}`, 2000) ?? ''
    expect(text).toMatch(/^[0-9a-f]{8} x+ \[\.\.\.\+\d+\]\n/)
    expect(text).toContain('Subject 3\n')
  })
})

test('a drawn log of one line for each commit is recognised without its command', () => {
  const hash = (at: number) => ((at + 1) * 2654435761).toString(16).padStart(8, 'a').slice(0, 8)
  const text = Array.from(
    { length: 300 },
    (_, at) => `* ${hash(at)} Change ${at}\n${at % 9 === 0 ? '|\\\n' : ''}`,
  ).join('')
  expect(truncate(text, { maxBytes: 1024, structure: kinds }).kind).toBe('git-log')
})
