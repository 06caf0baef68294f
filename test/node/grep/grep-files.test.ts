// @deep

import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { rgPath } from '@vscode/ripgrep'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GrepFilesOptions, grepFiles } from '../../../src/host/index.ts'
import { createSecretRedactor } from '../../../src/redact/index.ts'
import { createCommandStore } from '../../support/command-store.ts'

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

/** What ripgrep reads otherwise: files with NULs, names with line ends, and lines above 32 KiB. */
const APART = ['!nul.txt', '!bin.dat', '!new*', '!long.txt']
const FLAGS = [
  '--no-config',
  '--no-heading',
  '--with-filename',
  '--line-number',
  '--sort=path',
  '--color=never',
]

/** The lines that ripgrep prints. Without a match it ends with status 1. */
function byRipgrep(words: string[], paths: readonly string[] = []): string {
  const globs = APART.map((glob) => `--glob=${glob}`)
  const { stdout } = spawnSync(rgPath, [...FLAGS, '--no-ignore-global', ...words, ...globs, '--', ...paths], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return stdout.toString()
}

const cases: Record<string, [words: string[], pattern: string | RegExp, options?: GrepFilesOptions]> = {
  'a word': [['needle'], 'needle'],
  'any case': [['-i', 'needle'], 'needle', { ignoreCase: true }],
  'a regular expression of the call': [['^needle [a-z]+$'], /^needle [a-z]+$/],
  'a class and an end of a line': [['needle [a-z ]+$'], 'needle [a-z ]+$'],
  'the edge of a word': [['\\bneedle\\b'], '\\bneedle\\b'],
  alternatives: [['needle (two|three)|wanted'], 'needle (two|three)|wanted'],
  'a repeat': [['n(?:e){2}dle {1,2}\\S+'], 'n(?:e){2}dle {1,2}\\S+'],
  'what matches everything': [['.*'], '.*'],
  'text as it is': [['-F', 'needle at $'], 'needle at $', { literal: true }],
  context: [['-B1', '-A2', 'needle'], 'needle', { before: 1, after: 2 }],
  'a glob': [['-g*.ts', 'needle'], 'needle', { globs: ['*.ts'] }],
  'a glob with braces': [['-g*.{ts,txt}', 'needle'], 'needle', { globs: ['*.{ts,txt}'] }],
  'a glob of a folder': [['-gsrc/**', 'needle'], 'needle', { globs: ['src/**'] }],
  'a glob that excludes': [['-g!*.txt', '-g!/src', 'needle'], 'needle', { globs: ['!*.txt', '!/src'] }],
  'a glob of what is ignored': [['-g*.log', 'needle'], 'needle', { globs: ['*.log'] }],
  'two types': [['-tts', '-tlog', 'needle'], 'needle', { types: ['typescript', 'log'] }],
  'hidden files': [['-.', '-g!.git', 'needle'], 'needle', { hidden: true }],
  'ignored files': [['--no-ignore', 'needle'], 'needle', { ignore: false }],
  'one level': [['-d1', 'needle'], 'needle', { depth: 1 }],
  'two paths': [['needle'], 'needle', { paths: ['src', 'a.ts'] }],
  'an ignored path by its name': [['needle'], 'needle', { paths: ['build', 'b.log'] }],
  'a path with a dot': [['needle'], 'needle', { paths: ['./src/'] }],
  'a path that looks like an option': [['needle'], 'needle', { paths: ['./-e'] }],
  files: [['-l', 'needle'], 'needle', { print: 'files' }],
  counts: [['-c', 'needle'], 'needle', { print: 'counts' }],
}

describe('grepFiles', () => {
  it.each(Object.keys(cases))('finds what ripgrep finds: %s', async (name) => {
    const [words, pattern, { globs = [], ...options } = {}] = cases[name]
    const all = { cwd: folder, store: false, limit: 5000, maxLines: 5000, maxBytes: 1e6 } as const
    const { content } = await grepFiles(pattern, { ...all, ...options, globs: [...globs, ...APART] })
    expect(content).toBe(byRipgrep(words, options.paths))
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
    const store = createCommandStore()
    const { text, details } = await grepFiles('needle', { cwd: folder, store, limit: 2 })
    expect(text).toMatch(/Full output: pith show [0-9a-f]{16}\]$/)
    let full = ''
    for await (const chunk of store.read(details.artifact?.ref?.id ?? '', { startByte: 0, endByte: 2 ** 40 }))
      full += Buffer.from(chunk)
    expect(full.split('\n').length - 1).toBe(details.total)
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
    const { text, details } = await grepFiles('needle locked', { cwd: folder, store: false })
    expect(details.unread).toEqual([{ path: 'locked', reason: 'permission denied' }])
    expect(text).toBe('[No matches. 1 path could not be read]')
  })

  it('takes a file with few NULs for text, and one with many for binary', async () => {
    const all = { cwd: folder, store: false, paths: ['nul.txt', 'bin.dat'] } as const
    expect((await grepFiles('needle', all)).content).toBe('nul.txt:1:needle with \0 in it\n')
  })

  it('follows links, but not in circles', async () => {
    const { details } = await grepFiles('needle', { cwd: folder, store: false, follow: true })
    expect(details.unread).toEqual([{ path: 'src/up', reason: 'the link leads back to a folder above it' }])
  })

  it.each(['(', 'a(?=b)', '[z-a]', 'a**', 'a\\1'])(
    'refuses %s, which is no pattern of the subset',
    async (wrong) => {
      const refused = grepFiles(wrong, { cwd: folder, store: false })
      await expect(refused).rejects.toMatchObject({ code: 'PITH_INVALID_PATTERN' })
    },
  )

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
