import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kinds, kindsFor } from '../../src/kinds/index.ts'
import { caseCount } from '../support/case-count.ts'
import { createCollector, truncate } from '../support/checked.ts'
import { withFullNames } from '../support/marker-names.ts'

const source = { artifact: '0123456789abcdef' }

const hunk = (line: number, size: number): string =>
  `@@ -${line},${size + 1} +${line},${size + 1} @@ function f${line}() {\n context ${line}\n${Array.from(
    { length: size },
    (_, i) => `-old ${line}-${i}\n+new ${line}-${i}\n`,
  ).join('')}`

const file = (name: string, sizes: readonly number[]): string =>
  `diff --git a/${name} b/${name}\nindex 1234567..89abcde 100644\n--- a/${name}\n+++ b/${name}\n${sizes.map((size, i) => hunk(i * 100 + 1, size)).join('')}`

/** Each changed line of a text stands below the header of its hunk and of its file. */
function checkHeaders(text: string): void {
  let isInFile = false
  let isInHunk = false
  for (const line of text.split('\n')) {
    if (line.startsWith('diff --git')) {
      isInFile = true
      isInHunk = false
    } else if (line.startsWith('@@')) {
      expect(isInFile).toBe(true)
      isInHunk = true
    } else if (/^[+-](?:old|new)/.test(line)) expect(isInHunk).toBe(true)
  }
}

describe('a diff', () => {
  it.each([{}, { for: 'query' }] as const)('of 60 files names all of them at 4 KiB, with %o', (purpose) => {
    const text = Array.from({ length: 60 }, (_, i) => file(`src/part${i}/name.ts`, [3, 20])).join('')
    const result = truncate(text, { maxBytes: 4096, ...purpose, structure: kinds, source })
    expect(result.kind).toBe('diff')
    expect(result.units).toMatchObject({ files: 60, hunks: 120 })
    for (let i = 0; i < 60; i++) expect(withFullNames(result.text)).toContain(`src/part${i}/name.ts`)
    checkHeaders(result.text)
  })

  it('shows the change that a query asks for, also deep in a long hunk', () => {
    const text = Array.from({ length: 60 }, (_, i) => file(`src/part${i}/name.ts`, [3, 90])).join('')
    const asked = text.replace('+new 101-70\n', '+new wantedName\n')
    const options = { maxBytes: 4096, for: 'query', structure: kinds, source } as const
    expect(truncate(asked, { ...options, query: 'wantedName' }).text).toContain('+new wantedName\n')
  })

  it('of many files shows changed lines, not heads of files alone, at 2 KiB', () => {
    const text = Array.from({ length: 60 }, (_, i) => file(`src/engine/part${i}/name.ts`, [20, 20])).join('')
    const result = truncate(text, { maxBytes: 2048, structure: kinds, source })
    expect(result.text.match(/^[+-](?:old|new)/gm)?.length).toBeGreaterThan(3)
    checkHeaders(result.text)
  })

  it('shows no header of a file or hunk without a changed line of it', () => {
    const text = Array.from({ length: 9 }, (_, i) => file(`f${i}.ts`, [30, 30, 30])).join('')
    for (let maxBytes = 600; maxBytes < 4096; maxBytes += 250) {
      const { text: content } = truncate(text, { maxBytes, structure: kinds, source })
      const [, ...files] = content.split(/^diff --git .*$/m)
      for (const each of files) expect(each).toMatch(/^@@.*\n context .*\n-old/m)
      const [, ...hunks] = content.split(/^@@.*$/m)
      for (const each of hunks) expect(each).toMatch(/^\n context .*\n-old/)
    }
  })

  it('shows a long hunk from its beginning on, in one piece', () => {
    const long = `+${'long '.repeat(100)}\n \n`.repeat(30)
    const text = `${file('a.ts', [2])}@@ -50,60 +50,60 @@ function f() {\n${long}`
    const { text: content } = truncate(text, { maxBytes: 2048, structure: kinds, source })
    const [, lines = ''] = content.split('function f() {\n')
    expect(lines).toMatch(/^(\+long [^\n]*\n \n)+(\+long [^\n]*\n)?\[\.\.\./)
    expect(lines.match(/^\[\.\.\./gm)?.length).toBe(1)
  })

  it('names the last file that a marker hides, where not all have room', () => {
    const text = Array.from({ length: 200 }, (_, i) => file(`src/engine/part${i}/name.ts`, [20, 20])).join('')
    const result = truncate(text, { maxBytes: 2048, structure: kinds, source })
    expect(result.text).toMatch(
      /: src\/engine\/\{part\d+\/name\.ts \+40 -40, .*, …, part198\/name\.ts \+40 -40\}\]\n/,
    )
  })

  it('writes the names of one folder in braces, and no sum that is 0', () => {
    const added = (name: string) => file(name, [9]).replaceAll(/^-old.*\n/gm, '')
    const names = ['src/fit/a.ts', 'src/fit/b.ts', 'src/c.ts', 'x{y}/d.ts', 'x{y}/e.ts', 'docs/f.md']
    const text = file('0.ts', [2]) + names.map(added).join('')
    const result = truncate(text, { maxBytes: 500, structure: kinds, source })
    expect(result.text).toContain(
      ': src/{fit/{a.ts +9, b.ts +9}, c.ts +9}, x{y}/d.ts +9, x{y}/e.ts +9, docs/f.md +9]\n',
    )
  })

  it('of several commits shows the newest ones first, and names the others by their subjects', () => {
    const commit = (nth: number) =>
      `commit ${`${nth}a`.padEnd(40, '0')}\nAuthor: A <a@b>\n\n    Subject ${nth}\n\n    More words.\n\n${file(`src/${nth}.ts`, [2, 2])}${file('src/x.ts', [3])}\n`
    const log = Array.from({ length: 30 }, (_, nth) => commit(nth + 10)).join('')
    const { text } = truncate(log, { maxBytes: 2600, structure: kinds, source })
    expect(text.startsWith(`${commit(10)}${commit(11)}`)).toBe(true)
    expect(text).toMatch(/: (?:src\/.*, )?1\da00000 Subject 1\d, .*, …, 39a00000 Subject 39\]\n/)
    expect(text.replaceAll(/^[^[].*\n/gm, '').length).toBeLessThan(800)
    checkHeaders(text)
  })

  it('tells in a marker inside a file how many lines of that file changed', () => {
    const result = truncate(file('src/a.ts', [3, 300]), { maxBytes: 1024, structure: kinds, source })
    expect(result.text).toContain(': part of src/a.ts +303 -303]')
  })

  it('shows the first hunk of each file before the second one of any', () => {
    const text = Array.from({ length: 6 }, (_, i) => file(`f${i}.ts`, [2, 2, 2, 2])).join('')
    const result = truncate(text, { maxBytes: 1900, structure: kinds, source })
    for (let i = 0; i < 6; i++) expect(result.text).toContain(`+++ b/f${i}.ts\n@@ -1,`)
  })

  it('is found between lines of other commands, which are kept', () => {
    const above = 'Checking formatting...\n[warn] src/a.ts\n[warn] src/b.ts\n\n'
    const text = `${above}${Array.from({ length: 30 }, (_, i) => file(`f${i}.ts`, [9, 9])).join('')}Done in 3 s.\n`
    const result = truncate(text, { maxBytes: 3000, structure: kinds, source })
    expect(result.kind).toBe('diff')
    expect(result.units).toMatchObject({ files: 30, hunks: 60 })
    expect(result.text.startsWith(above)).toBe(true)
    expect(result.text).toContain('\nDone in 3 s.\n')
    checkHeaders(result.text)
  })

  it('is found below a log that is shorter than it, whose first lines come first', () => {
    const above = Array.from({ length: 90 }, (_, i) => `checked part ${i}\n`).join('')
    const text = above + Array.from({ length: 30 }, (_, i) => file(`f${i}.ts`, [9, 9])).join('')
    const result = truncate(text, { maxBytes: 1400, structure: kinds, source })
    expect(result.kind).toBe('diff')
    expect(result.text).toContain('checked part 15\n')
    expect(result.text).not.toContain('checked part 16\n')
    expect(result.text).toContain('\n+new 1-0\n')
    checkHeaders(result.text)
  })

  it('is none below a failure, a heading, or a log that is longer', () => {
    for (const above of ['error: no\n', '# Title\n\n```diff\n', 'a line\n'.repeat(120)]) {
      const text = above + file('a.ts', [9, 9, 9, 9])
      expect(truncate(text, { maxBytes: 500, structure: kinds, source }).kind).not.toBe('diff')
    }
  })

  it('counts no line of a failed check as an error when diff ends with 1', () => {
    const collector = createCollector({ maxBytes: 600, structure: kindsFor({ command: 'diff -u a b' }) })
    collector.write(`--- a\n+++ b\n${hunk(1, 100).replaceAll('new', 'error: new')}`)
    const result = collector.end(source, { exitCode: 1 })
    expect(result.kind).toBe('diff')
    expect(result.errors.total).toBe(0)
    expect(result.notice).toContain('Exit code 1.')
  })

  it('of any files, hunks and lying counts keeps headers, within the limit, for any chunks', () => {
    const name = fc.stringMatching(/^[a-z]{1,8}(\/[a-z]{1,8}){0,3}\.[a-z]{1,3}$/)
    const files = fc.array(fc.tuple(name, fc.array(fc.nat(40), { maxLength: 5 })), {
      minLength: 1,
      maxLength: 20,
    })
    fc.assert(
      fc.property(
        files,
        fc.integer({ min: 300, max: 4000 }),
        fc.integer({ min: 1, max: 500 }),
        (of, maxBytes, step) => {
          const text = of
            .map(([path, sizes]) => file(path, sizes))
            .join('')
            .replace('@@ -1,4', '@@ -1,2')
          const options = { maxBytes, structure: kinds, source }
          const result = truncate(text, options)
          if (result.truncated && result.kind === 'diff') checkHeaders(result.text)
          const collector = createCollector(options)
          for (let at = 0; at < text.length; at += step) collector.write(text.slice(at, at + step))
          expect(collector.end().text).toBe(result.text)
        },
      ),
      { numRuns: caseCount(8, 120) },
    )
  })
})
