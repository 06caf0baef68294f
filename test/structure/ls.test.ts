import { describe, expect, it } from 'vitest'
import { kinds, kindsFor } from '../../src/kinds/index.ts'
import { lsKind } from '../../src/kinds/ls.ts'
import { truncate } from '../support/checked.ts'
import { cutOf } from '../support/units.ts'

const source = { artifact: '0123456789abcdef' }
const sure = (text: string, command: string[] = []) =>
  lsKind.recognise(new TextEncoder().encode(text), command, true)

const names = (count: number, of = 'f') =>
  Array.from({ length: count }, (_, at) => `${of}${at}.ts\n`).join('')
const long = (text: string) => text.replaceAll(/^(?=[^\n:]+$)/gm, '-rw-r--r--  1 me me  40 Jan  1 10:00 ')
const folder = (path: string, entries: string) => `${path}:\n${entries}`
/** Ten folders with two in each. */
const all = [
  folder('.', Array.from({ length: 10 }, (_, at) => `d${at}\n`).join('')),
  ...Array.from({ length: 10 }, (_, at) => [
    folder(`./d${at}`, names(20)),
    folder(`./d${at}/sub`, names(30)),
    folder(`./d${at}/sub/deep`, names(40)),
  ]).flat(),
].join('\n')

/** Each folder that is shown stands below those that it is in. */
function checkAncestors(text: string): void {
  const seen = new Set<string>()
  for (const [, path = ''] of text.matchAll(/^(\.[\w./]*):$/gm)) {
    if (path !== '.') expect(seen).toContain(path.slice(0, path.lastIndexOf('/')))
    seen.add(path)
  }
}

describe('ls', () => {
  it('of folders shows each of the first level before any of the last, and counts the rest', () => {
    const result = truncate(all, { maxBytes: 1500, structure: kindsFor({ command: 'ls -R' }), source })
    expect(result.kind).toBe('ls')
    expect(result.units).toEqual({ folders: 31, entries: 910 })
    for (let at = 0; at < 10; at++) expect(result.text).toContain(`\n./d${at}:\n`)
    expect(result.text).toMatch(/\d folders?, \d+ entries: \.\/d/)
    checkAncestors(result.text)
  })

  it('gives each folder a share, and says how large it is', () => {
    const text = cutOf(lsKind, long(all).replaceAll(/:\n/g, ':\ntotal 8\n'), 4096) ?? ''
    for (let at = 0; at < 10; at++)
      expect(text).toMatch(new RegExp(`\\./d${at}:\\ntotal 8\\n-rw-r--r-- .* f0\\.ts\\n`))
    checkAncestors(text)
  })

  it('of one folder keeps its total, both ends and a sample', () => {
    const result = truncate(`total 12K\n${long(names(500))}`, { maxBytes: 1024, structure: kinds, source })
    expect(result.kind).toBe('ls')
    expect(result.units).toEqual({ folders: 0, entries: 500 })
    expect(result.text).toMatch(/^total 12K\n.* f0\.ts\n.* f1\.ts\n/)
    expect(result.text).toContain(' f499.ts\n')
    expect(result.text.match(/entries\]\n/g)?.length).toBeGreaterThan(1)
    expect(cutOf(lsKind, names(500), 500)).toMatch(/^f0\.ts\nf1\.ts\n(?:.*\n)*f499\.ts\n$/)
  })

  it('is recognised by modes and headings, and lists of other things are not', () => {
    expect(sure(all)).toBeGreaterThan(0.5)
    expect(sure(`total 4\n${long(names(5))}`)).toBeGreaterThan(0.5)
    expect(sure(long(names(5)))).toBe(0)
    expect(sure(long(names(5)), ['ls', '-l'])).toBeGreaterThan(0.5)
    expect(sure(names(9), ['ls'])).toBeGreaterThan(0.5)
    expect(sure(names(9))).toBe(0)
    expect(sure(`> tsc -p .\nerror: not found\n${names(6)}`, ['ls'])).toBe(0)
    expect(sure('fruit:\napple\npear\n\nfruit/more:\nplum\n')).toBe(0)
    expect(sure('a:\nb: 1\n\nc:\nd: 2\n\ne:\nf: 3\n')).toBe(0)
  })

  it('of other text is none', () => {
    expect(cutOf(lsKind, long(names(9)) + 'compiled one more file\n'.repeat(90), 500)).toBeUndefined()
    expect(cutOf(lsKind, 'step: one\n'.repeat(90), 500)).toBeUndefined()
    expect(cutOf(lsKind, '\n\n\n', 500)).toBeUndefined()
    expect(cutOf(lsKind, '', 500)).toBeUndefined()
  })

  it('takes thousands of levels, and a long name', () => {
    const deep = Array.from({ length: 3000 }, (_, at) => `${'d/'.repeat(at % 700)}d:\nx\n\n`).join('')
    expect(cutOf(lsKind, deep, 2000)).toMatch(/^d:\nx\n/)
    expect(cutOf(lsKind, `${'n'.repeat(99999)}\n${names(99)}`, 1000)).toMatch(/^n+ \[\.\.\.\+\d+\]\nf0/)
  })
})
