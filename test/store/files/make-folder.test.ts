import { existsSync, lstatSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { makeFolder, makeFolderNow } from '../../../src/store/backends/files/make-folder.ts'
import { seq, useCommand } from '../../support/command.ts'

const root = mkdtempSync(join(tmpdir(), 'pith-folders-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

describe.each([
  ['makeFolder', makeFolder],
  ['makeFolderNow', async (path: string, mode: number) => makeFolderNow(path, mode)],
])('%s', (name, make) => {
  it('makes what is not there, and leaves what is', async () => {
    const path = join(root, name, 'a', 'b')
    await make(path, 0o700)
    expect([path, join(path, '..')].map((each) => lstatSync(each).mode & 0o777)).toEqual([0o700, 0o700])
    await make(path, 0o755)
    expect(lstatSync(path).mode & 0o777).toBe(0o700)
  })

  it('fails by the system’s own reason', async () => {
    const file = join(root, `${name} file`)
    writeFileSync(file, '')
    await expect(make(join(file, 'a', 'b'), 0o700)).rejects.toMatchObject({ code: 'ENOTDIR' })
  })
})

describe('makeFolderNow', () => {
  it('tells what it made from what was there', () => {
    const path = join(root, 'new', 'newer')
    expect([makeFolderNow(path, 0o700), makeFolderNow(path, 0o700)]).toEqual([true, false])
  })
})

describe.runIf(existsSync('/proc/self'))('a folder that takes no other', () => {
  const box = useCommand()

  it('costs what would be kept there, and never the result', async () => {
    const timeoutMs = 15_000
    const env = { PITH_ARTIFACTS: '', XDG_STATE_HOME: '/proc/none', XDG_CACHE_HOME: '/proc/none' }
    const cut = await box.pith(['--max-lines', '4'], { input: seq(1, 5000), env, timeoutMs })
    expect(cut.status).toBe(0)
    expect(cut.stdout.toString()).toMatch(/4999\n5000/)
    expect(cut.stderr).toMatch(/^pith: The full output could not be kept: .*\n$/)
    const path = join(box.folder, 'large')
    writeFileSync(
      path,
      'x'
        .repeat(1023)
        .concat('\n')
        .repeat(17 * 1024),
    )
    const words = ['read', path, '--offset', '17000', '--limit', '2']
    expect((await box.pith(words, { env, timeoutMs })).status).toBe(0)
  })
})
