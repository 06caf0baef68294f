import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FolderEntry, folderEntries } from '../../../src/host/walk/folder-entries.ts'

const listed = (folder: string | Buffer): FolderEntry[] => {
  const failures: unknown[] = []
  const { entries } = folderEntries(folder, [], (error) => failures.push(error))
  const all: FolderEntry[] = []
  for (let entry = entries.next(); !entry.done; entry = entries.next()) all.push(entry.value)
  expect(failures).toEqual([])
  return all
}

describe.runIf(process.platform !== 'win32')('the entries of a folder', () => {
  function withFolder(use: (folder: string) => void): void {
    const folder = mkdtempSync(join(tmpdir(), 'pith-entries-'))
    try {
      use(folder)
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

  it('come once each and in the order of their bytes', () => {
    const unit = fc.constantFrom('a', 'b', 'B', '-', '.', ' ', 'é', '\uff5e', '\u{1f600}', '\n')
    const names = fc.uniqueArray(fc.string({ unit, minLength: 1, maxLength: 4 }), { maxLength: 24 })
    const usable = names.map((all) => all.filter((name) => name !== '.' && name !== '..'))
    fc.assert(
      fc.property(usable, (all) =>
        withFolder((folder) => {
          for (const [at, name] of all.entries()) {
            if (at % 3 === 1) mkdirSync(join(folder, name))
            else if (at % 3 === 2) symlinkSync('nowhere', join(folder, name))
            else writeFileSync(join(folder, name), '')
          }
          const kinds = ['file', 'folder', 'link']
          const expected = all
            .map((name, at) => ({ name, real: `${folder}/${name}`, kind: kinds[at % 3] }))
            .sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)))
          expect(listed(folder)).toEqual(expected)
        }),
      ),
      { numRuns: 20 },
    )
  })

  it('have bytes as paths where a name is not UTF-8', () => {
    withFolder((folder) => {
      const odd = Buffer.concat([Buffer.from(`${folder}/b`), Buffer.from([0xff])])
      writeFileSync(odd, '')
      writeFileSync(join(folder, 'a'), '')
      expect(listed(folder)).toEqual([
        { name: 'a', real: Buffer.from(`${folder}/a`), kind: 'file' },
        { name: 'b\ufffd', real: odd, kind: 'file' },
      ])
    })
  })

  it('tell which of the wanted names are there, and what went wrong', () => {
    withFolder((folder) => {
      for (const name of ['!', '.ignore', 'z', 'zz']) writeFileSync(join(folder, name), '')
      const { has } = folderEntries(folder, ['.git', '.ignore'], () => {})
      expect([...has]).toEqual(['.ignore'])
    })
    const failures: unknown[] = []
    const { entries } = folderEntries('/nowhere/at/all', [], (error) => failures.push(error))
    expect([entries.next().done, failures]).toEqual([true, [expect.objectContaining({ code: 'ENOENT' })]])
  })
})
