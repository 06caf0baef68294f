import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { build, distFile } from '../support/built.ts'

/** Nobody's rights count for root, so root becomes another user. */
const asOther = process.getuid?.() === 0 ? ['setpriv', '--reuid', '65534', '--clear-groups'] : []
const main = distFile('cli/main.js')

describe.runIf(process.platform === 'linux')('paths that a user may not read, midway', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pith-unreadable-'))
  const state = join(folder, 'state')

  function pith(...words: string[]): { status: number | null; stdout: string; unread: string[] } {
    const [program, ...args] = [...asOther, process.execPath, main, ...words]
    const { status, stdout, stderr, error } = spawnSync(program, args, {
      cwd: join(folder, 'all'),
      env: { PATH: process.env.PATH, HOME: state },
      encoding: 'utf8',
    })
    if (error) throw error
    const unread = stderr.split('\n').filter((line) => line.endsWith(': permission denied.'))
    return { status, stdout, unread: unread.map((line) => line.replace(/^pith: (.*): .*$/, '$1')) }
  }

  const mayRun = (): boolean => {
    const [program, ...args] = [...asOther, process.execPath, main, '--version']
    return spawnSync(program, args, { cwd: folder }).status === 0
  }

  beforeAll(() => {
    build()
    for (const path of ['a/1.txt', 'a/secret.txt', 'listed/2.txt', 'locked/3.txt', 'zz/4.txt']) {
      const file = join(folder, 'all', path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, 'needle\n')
    }
    mkdirSync(state)
    // The names of a folder can be read, but nothing in it.
    for (const [path, mode] of [
      ['', 0o755],
      ['state', 0o777],
      ['all/a/secret.txt', 0],
      ['all/listed', asOther.length > 0 ? 0o744 : 0o444],
      ['all/locked', 0],
    ] as const)
      chmodSync(join(folder, path), mode)
  }, 120_000)
  afterAll(() => {
    for (const path of ['all/listed', 'all/locked']) chmodSync(join(folder, path), 0o755)
    rmSync(folder, { recursive: true })
  })

  const search = {
    status: 0,
    stdout: 'a/1.txt:1:needle\nzz/4.txt:1:needle\n[3 paths could not be read]',
    unread: ['a/secret.txt', 'listed/2.txt', 'locked'],
  }
  it.for([
    ['grep needle', search],
    ['grep needle --no-ripgrep', search],
    [
      'grep needle a/secret.txt',
      { status: 1, stdout: '[No matches. 1 path could not be read]', unread: ['a/secret.txt'] },
    ],
    [
      'find',
      {
        status: 0,
        stdout: 'a/1.txt\na/secret.txt\nlisted/2.txt\nzz/4.txt\n[1 path could not be read]',
        unread: ['locked'],
      },
    ],
    [
      'find --min-size 1',
      {
        status: 0,
        stdout: 'a/1.txt\na/secret.txt\nzz/4.txt\n[2 paths could not be read]',
        unread: ['listed/2.txt', 'locked'],
      },
    ],
    [
      'tree',
      {
        status: 0,
        stdout:
          './ (4 files, 4 folders)\n  a/ (2 files)\n    1.txt\n    secret.txt\n  listed/ (1 file)\n    2.txt\n' +
          '  locked/ (not read)\n  zz/ (1 file)\n    4.txt\n[1 path could not be read]',
        unread: ['locked'],
      },
    ],
    [
      'ls',
      {
        status: 0,
        stdout: '     2 entries  a/\n       1 entry  listed/\n    unreadable  locked/\n       1 entry  zz/\n',
        unread: [],
      },
    ],
    ['ls listed', { status: 0, stdout: '    unreadable  2.txt\n', unread: [] }],
    ['ls locked', { status: 0, stdout: '[No entries. 1 path could not be read]', unread: ['locked'] }],
  ] as const)('are named and counted by `pith %s`, which shows the rest', ([words, expected], { skip }) => {
    // A checkout in somebody's home may be closed to others, and `setpriv` may not be there.
    if (!mayRun()) skip('the other user cannot run pith here')
    expect(pith(...words.split(' '))).toEqual(expected)
  })
})
