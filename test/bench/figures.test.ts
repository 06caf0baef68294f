import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { places, sizeTable, writeBlock } from '../../bench/figures.mjs'

const folder = mkdtempSync(join(tmpdir(), 'pith-bench-figures-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function written(text: string): string {
  const path = join(folder, 'speed.md')
  writeFileSync(path, text)
  writeBlock(places.seen, 'new', path)
  return readFileSync(path, 'utf8')
}

describe('figures in the docs', () => {
  const begin = '<!-- figures of npm run bench -- --docs: first seen -->\n'
  const end = '<!-- end of figures -->\n'
  const text = written(`before\n${begin}old\n${end}after\n`)

  it('stand between two comments, and nothing else changes', () => {
    expect(text).toBe(`before\n${begin}new\n${end}after\n`)
    expect(written(text)).toBe(text)
  })

  it('tell sizes in kB', () => {
    expect(sizeTable([{ name: 'module', bytes: 12_400, gzipped: 4000 }])).toBe(
      '|  | kB | kB gzipped |\n|---|---|---|\n| module | 12 | 4 |',
    )
  })

  it('have no place in a file without the comments', () => {
    expect(() => written('before\n')).toThrow('Expected <!-- figures')
    expect(() => written(`before\n${begin}`)).toThrow('Expected <!-- figures')
    expect(() => written(`${end}${begin}`)).toThrow('Expected <!-- figures')
  })
})
