// @deep

import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { rgPath } from '@vscode/ripgrep'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GrepFilesOptions, grepFiles } from '../../../src/host/index.ts'
import { createMemoryStore } from '../../../src/index.ts'
import { createSecretRedactor } from '../../../src/redact/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'pith-grep-'))
afterAll(() => {
  chmodSync(join(folder, 'locked'), 0o700)
  rmSync(folder, { recursive: true, force: true })
})

const put = (path: string, content: string | Uint8Array) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

beforeAll(() => {
  mkdirSync(join(folder, '.git'))
  put('.gitignore', '*.log\n!keep.log\n/build/\ndeep/**/gone.txt\n#no\n\\#odd\ntrailing   \n')
  put('a.ts', 'let needle = 1\nno\nNEEDLE two\n\nneedle three\n')
  put('b.log', 'needle ignored\n')
  put('keep.log', 'needle kept\r\nneedle at $\r\n')
  put('build/out.ts', 'needle built\n')
  put('src/build/in.ts', 'needle in another build\n')
  put('src/.gitignore', 'secret.*\n!b.log\n')
  put('src/secret.txt', 'needle secret\n')
  put('src/b.log', 'needle wanted again\n')
  put('src/.ignore', '!secret.env\n')
  put('src/secret.env', 'needle env\n')
  put('deep/x/y/gone.txt', 'needle gone\n')
  put('deep/x/y/stays.txt', 'needle stays\n')
  put('inner/.git/HEAD', 'x\n')
  put('inner/b.log', 'needle of another repository\n')
  put('.hidden/h.txt', 'needle hidden\n')
  put('#odd', 'needle odd\n')
  put('trailing', 'needle trailing\n')
  put('dir-é/ünï.txt', 'needle ä\n')
  put('bin.dat', Buffer.concat([Buffer.from('needle\n'), Buffer.alloc(4000), Buffer.from('needle\n')]))
  put('nul.txt', `needle with \0 in it\n${'plain text '.repeat(100)}\n`)
  put('utf16.txt', Buffer.from(`\ufeffneedle wide\nno\n`, 'utf16le'))
  put('bom.txt', '\ufeffneedle first\n')
  put('new\nline.txt', 'needle here\n')
  put(
    'long.txt',
    `${'x'.repeat(3000)} needle ${'y'.repeat(3000)}\n${'é'.repeat(400_000)}needle${'z'.repeat(9)}\nshort\n`,
  )
  put('open.txt', 'last needle')
  put('-e', 'needle in a dash\n')
  put('locked/x.txt', 'needle locked\n')
  symlinkSync('..', join(folder, 'src/up'))
  symlinkSync('a.ts', join(folder, 'link.ts'))
  chmodSync(join(folder, 'locked'), 0)
})

/** The text, the full output and the figures of a search, by ripgrep or by the own scan. */
async function found(pattern: string | RegExp, ripgrep: string | false, options: GrepFilesOptions = {}) {
  const store = createMemoryStore()
  const { text, details } = await grepFiles(pattern, { cwd: folder, store, ...options, ripgrep })
  const id = details.artifact?.ref?.id
  let full = ''
  if (id !== undefined)
    for await (const chunk of store.read(id, { startByte: 0, endByte: 2 ** 40 })) full += Buffer.from(chunk)
  const { engine, unread = [], ...figures } = details
  return { engine, text, full, figures, unread: unread.toSorted((a, b) => (a.path < b.path ? -1 : 1)) }
}

const cases: Record<string, [pattern: string | RegExp, options?: GrepFilesOptions]> = {
  'a word': ['needle'],
  'any case': ['needle', { ignoreCase: true }],
  'a regular expression of the call': [/^needle \w+$/],
  'a class and an end of a line': ['needle [a-z ]+$'],
  'the edge of a word': ['\\bneedle\\b'],
  'no letter of ASCII': ['needle \\W'],
  'a line with CR': ['kept$'],
  alternatives: ['needle (two|three)|wanted'],
  'a repeat': ['n(?:e){2}dle {1,2}\\S+'],
  'what matches everything': ['.*', { limit: 2000 }],
  'nothing at all': ['', { limit: 3 }],
  'no match': ['haystack'],
  'text as it is': ['needle at $', { literal: true }],
  context: ['needle', { before: 1, after: 2, limit: 1000 }],
  'context of few matches': ['needle', { before: 1, after: 1, limit: 4 }],
  'few matches': ['needle', { limit: 7 }],
  'short lines': ['needle', { maxLineLength: 60 }],
  'few bytes': ['needle', { maxBytes: 600 }],
  'a glob': ['needle', { globs: ['*.ts'] }],
  'a glob with braces': ['needle', { globs: ['*.{ts,txt}'] }],
  'a glob of a folder': ['needle', { globs: ['src/**'] }],
  'a glob that excludes': ['needle', { globs: ['!*.txt', '!/src'] }],
  'a glob of what is ignored': ['needle', { globs: ['*.log'] }],
  'a type': ['needle', { types: ['ts'] }],
  'two types': ['needle', { types: ['typescript', 'log'] }],
  'hidden files': ['needle', { hidden: true }],
  'ignored files': ['needle', { ignore: false }],
  'links that lead back': ['needle', { follow: true, limit: 1000 }],
  'one level': ['needle', { depth: 1 }],
  'two paths': ['needle', { paths: ['src', 'a.ts'] }],
  'an ignored path by its name': ['needle', { paths: ['build', 'b.log'] }],
  'a path with a dot': ['needle', { paths: ['./src/'] }],
  'a path that looks like an option': ['needle', { paths: ['-e'] }],
  files: ['needle', { print: 'files' }],
  counts: ['needle', { print: 'counts', limit: 4 }],
}

describe('grepFiles', () => {
  it.each(Object.keys(cases))('finds the same with ripgrep and without: %s', async (name) => {
    const [pattern, options] = cases[name]
    const { engine, ...byRipgrep } = await found(pattern, rgPath, options)
    const { engine: own, ...byOwnScan } = await found(pattern, false, options)
    expect({ engine, own }).toEqual({ engine: 'ripgrep', own: 'own' })
    expect(byOwnScan).toEqual(byRipgrep)
  })

  it('prints what grep prints, and counts all', async () => {
    const { text } = await grepFiles('needle', {
      cwd: folder,
      paths: ['a.ts', 'src'],
      limit: 3,
      store: false,
    })
    expect(text).toBe(
      'a.ts:1:let needle = 1\nsrc/b.log:1:needle wanted again\nsrc/build/in.ts:1:needle in another build\n' +
        '[3 of 5 matches in 3 of 4 files. Use limit=6 for more, or refine pattern]',
    )
  })

  it('keeps all matches where pith show finds them', async () => {
    const { text, full, figures } = await found('needle', rgPath, { limit: 2 })
    expect(text).toMatch(/Full output: pith show [0-9a-f]{16}\]$/)
    expect(full.split('\n').length - 1).toBe(figures.total)
    expect(full).toContain('"new\\nline.txt":1:needle here\n')
  })

  it('clips a long line around its match and counts what it leaves out', async () => {
    const { text } = await grepFiles('needle', { cwd: folder, paths: ['long.txt'], store: false })
    const [first, second] = text.split('\n')
    expect(first).toMatch(/^long\.txt:1: \[\.\.\.\+\d+\]x+ needle y+ \[\.\.\.\+\d+\]$/)
    expect(second).toMatch(/^long\.txt:2: \[\.\.\.\+\d+\]é+needlez{9}$/)
    const [, left] = /\+(\d+)\]/.exec(second) ?? []
    expect(Number(left) + (second.match(/é/g) ?? []).length).toBe(400_000)
  })

  it.runIf(process.getuid?.() !== 0)('names paths that it could not read', async () => {
    const { text, unread } = await found('needle locked', false)
    expect(unread).toEqual([{ path: 'locked', reason: 'permission denied' }])
    expect(text).toBe('[No matches. 1 path could not be read]')
  })

  it('refuses what is no pattern of the subset, whatever searches', async () => {
    for (const ripgrep of [rgPath, false] as const) {
      for (const pattern of ['(', 'a(?=b)', '[z-a]', 'a**', 'a\\1']) {
        await expect(grepFiles(pattern, { cwd: folder, ripgrep, store: false })).rejects.toMatchObject({
          code: 'PITH_INVALID_PATTERN',
        })
      }
    }
  })

  it('refuses paths that are not there, and what is neither a file nor a folder', async () => {
    await expect(grepFiles('x', { cwd: folder, paths: ['none'] })).rejects.toThrow(
      'There is no file or folder "none".',
    )
    execFileSync('mkfifo', [join(folder, 'fifo')])
    await expect(grepFiles('x', { cwd: folder, paths: ['fifo'] })).rejects.toMatchObject({
      code: 'PITH_NOT_A_REGULAR_FILE',
    })
    rmSync(join(folder, 'fifo'))
    await expect(grepFiles('x', { cwd: folder, types: ['klingon'] })).rejects.toThrow(
      'Expected a type of files',
    )
  })

  it('searches by itself where ripgrep is not there, fails, or is another program', async () => {
    put('other/false.sh', '#!/bin/sh\nexit 2\n')
    chmodSync(join(folder, 'other/false.sh'), 0o755)
    for (const ripgrep of ['/no/such/rg', join(folder, 'other/false.sh')]) {
      const { engine, text } = await found('needle', ripgrep, { paths: ['a.ts'] })
      expect({ engine, lines: text.split('\n').length }).toEqual({ engine: 'own', lines: 3 })
    }
  })

  it('hides secrets before it searches', async () => {
    const token = `ghp_${'a1B2c3D4e5F6g7H8i9'.repeat(2)}`
    put('token.txt', `export TOKEN=${token}\n`)
    const redact = createSecretRedactor()
    const shown = await grepFiles('TOKEN=', { cwd: folder, paths: ['token.txt'], redact, store: false })
    expect(shown.text).not.toContain(token)
    const byValue = await grepFiles(token, { cwd: folder, paths: ['token.txt'], redact, store: false })
    expect(byValue.details.total).toBe(0)
  })

  it('ends when its signal is aborted', async () => {
    const controller = new AbortController()
    controller.abort()
    const { signal } = controller
    await expect(grepFiles('x', { cwd: folder, signal })).rejects.toMatchObject({ code: 'PITH_ABORTED' })
  })
})
