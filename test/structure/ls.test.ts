import { describe, expect, it } from 'vitest'
import { kinds, kindsFor } from '../../src/kinds/index.ts'
import { ls } from '../../src/kinds/rows.ts'
import { truncate } from '../support/checked.ts'
import { cutOf } from '../support/units.ts'

const source = { artifact: '0123456789abcdef' }
const sure = (text: string, command: string[] = []) =>
  ls.recognise(new TextEncoder().encode(text), command, true)

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

describe('ls', () => {
  it('of folders shows each of them, with a share for each', () => {
    for (const [command, text] of [
      ['ls -R', all],
      ['ls -lR', long(all).replaceAll(/:\n/g, ':\ntotal 8\n')],
    ]) {
      const result = truncate(text, { maxBytes: 4096, structure: kindsFor({ command }), source })
      expect(result.kind).toBe('files')
      expect(result.units).toEqual({ sections: 31 })
      expect(result.text.match(/^\..*:$/gm)).toHaveLength(31)
      expect(result.text.match(/f0\.ts$/gm)?.length).toBeGreaterThan(9)
    }
  })

  it('of one folder keeps its total, both ends and a sample', () => {
    const result = truncate(`total 12K\n${long(names(500))}`, { maxBytes: 1024, structure: kinds, source })
    expect(result.kind).toBe('ls')
    expect(result.units).toEqual({ entries: 500 })
    expect(result.text).toMatch(/^total 12K\n.* f0\.ts\n.* f1\.ts\n/)
    expect(result.text).toContain(' f499.ts\n')
    expect(result.text.match(/entries\]\n/g)?.length).toBeGreaterThan(1)
  })

  it('is recognised by modes, and lists of other things are not', () => {
    expect(sure(all)).toBe(0)
    expect(sure(`total 4\n${long(names(5))}`)).toBeGreaterThan(0.5)
    expect(sure(long(names(5)))).toBe(0)
    expect(sure(long(names(5)), ['ls', '-l'])).toBeGreaterThan(0.5)
    expect(sure(names(9), ['ls'])).toBe(0)
    expect(sure(`> tsc -p .\nerror: not found\n${names(6)}`, ['ls'])).toBe(0)
  })

  it('takes a long name', () => {
    expect(cutOf(ls, `${'n'.repeat(99999)}\n${names(99)}`, 1000)).toMatch(/^n+ \[\.\.\.\+\d+\]\nf0/)
  })
})
