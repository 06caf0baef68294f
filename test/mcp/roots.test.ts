import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { pathWithin, rootsOf } from '../../src/agents/mcp/roots.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pith-roots-')))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the roots', () => {
  const root = join(folder, 'root')
  mkdirSync(join(root, 'sub'), { recursive: true })
  mkdirSync(`${root}-twin`)
  writeFileSync(join(root, 'in.txt'), '')
  writeFileSync(join(root, '..in.txt'), '')
  writeFileSync(join(`${root}-twin`, 'out.txt'), '')
  writeFileSync(join(folder, 'out.txt'), '')
  symlinkSync(join(folder, 'out.txt'), join(root, 'link.txt'))
  symlinkSync(folder, join(root, 'up'))
  symlinkSync(join(root, 'in.txt'), join(root, 'inside.txt'))
  const roots = rootsOf([root])

  it.each(['in.txt', './sub/../in.txt', join(root, 'in.txt'), '..in.txt', 'inside.txt', '.'])(
    'allow %s',
    (path) => {
      expect(pathWithin(roots, path).startsWith(root)).toBe(true)
    },
  )

  it.each([
    '../out.txt',
    '../../../../../../etc/passwd',
    '/etc/passwd',
    'link.txt',
    'up/out.txt',
    '../root-twin/out.txt',
    '../no-such-file',
    'up/no-such-file',
    '/no/such/file',
  ])('refuse %s, and say what may be read', (path) => {
    expect(() => pathWithin(roots, path)).toThrow(
      `is outside the folders that may be read. Use a path inside "${root}".`,
    )
  })

  it('take %2f as it is, and refuse a NUL', () => {
    expect(() => pathWithin(roots, '..%2fout.txt')).toThrow('There is no file')
    expect(() => pathWithin(roots, 'in.txt\0.png')).toThrow('got one with a NUL')
  })
})
