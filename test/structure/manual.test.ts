import { describe, expect, it } from 'vitest'
import { kindsFor } from '../../src/kinds/index.ts'
import { manualKind } from '../../src/kinds/manual.ts'
import { truncate } from '../support/checked.ts'
import { cutOf } from '../support/units.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const kindOf = (text: string, command = '') =>
  kindsFor({ command }).recognise(bytesOf(text).subarray(0, 8192), text.length <= 8192)?.name
const some = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at)).join('')

const SECTIONS = ['OPTIONS', 'EXIT STATUS', 'FILES', 'BUGS', 'SEE ALSO']
const text = (of: string) => some(12, (at) => `       A line of text number ${at} of ${of}.\n`)
const option = (at: number) =>
  `       -${String.fromCharCode(97 + at)}, --option-${at}=WORD\n              What option ${at} does, in words\n              that take two lines.\n\n`
const page = `RING(1)                     User Commands                     RING(1)

NAME
       ring - rings a bell

SYNOPSIS
       ring [OPTION]... [BELL]

DESCRIPTION
${text('the description')}
${SECTIONS.map((name) => `${name}\n${name === 'OPTIONS' ? some(20, option) : `${text(name)}\n`}`).join('')}Ring 2.1                      2026-11-28                      RING(1)
`
const help = `Rings a bell.

Usage: ring [options] <command>

Commands:
${some(30, (at) => `  ring-${at} <bell>        rings bell ${at}\n${' '.repeat(25)}and goes on with words about it\n`)}
Options:
${some(30, (at) => `  -${String.fromCharCode(97 + (at % 26))}, --option-${at}      sets number ${at}\n`)}
Environment:
${some(60, (at) => `  The variable RING_${at} is read before others, if it is set.\n`)}`

describe('a manual', () => {
  it('shows every heading, the first line of options, and its name', () => {
    for (const maxBytes of [1200, 2000, 3000]) {
      const { text: cut, kind } = truncate(page, { maxBytes, structure: kindsFor({ command: 'man ring' }) })
      expect(kind).toBe('manual')
      for (const heading of ['NAME', 'SYNOPSIS', 'DESCRIPTION', ...SECTIONS])
        expect(cut).toContain(`\n${heading}\n`)
      expect(cut).toContain('       ring - rings a bell\n')
      expect(cut).toContain('       -a, --option-0=WORD\n')
    }
    const cut = cutOf(manualKind, page, 2400) ?? ''
    expect(cut.match(/ --option-\d+=WORD\n/g)).toHaveLength(20)
  })

  it('shows the commands and options of a help, one line each', () => {
    const cut = cutOf(manualKind, help, 4096) ?? ''
    expect(cut.match(/^ {2}ring-\d+ <bell>/gm)).toHaveLength(30)
    expect(cut.match(/^ {2}-\w, --option-\d+/gm)).toHaveLength(30)
    expect(cut).toContain('\nEnvironment:\n')
  })

  it('shows the headings inside a section, and their options', () => {
    const inner = some(6, (nth) => `   PART ${nth}\n${text(`part ${nth}`)}\n${some(6, option)}`)
    const cut =
      cutOf(manualKind, page.replace('FILES\n', `EXPRESSION\n${text('it')}\n${inner}FILES\n`), 6000) ?? ''
    expect(cut.match(/^ {3}PART \d$/gm)).toHaveLength(6)
    expect(cut.match(/ --option-\d+=WORD\n/g)).toHaveLength(20 + 6 * 6)
  })

  it('shows options with and without a short name in one piece', () => {
    const own = (at: number) =>
      `${at % 3 === 1 ? ` -${at % 9},` : '    '} --option-${at}  sets number ${at}\n`
    const cut = cutOf(manualKind, `Usage: ring [options]\n${some(90, own)}`, 1500) ?? ''
    expect(cut.match(/^\[\.\.\./gm)).toHaveLength(1)
    expect(cut).toContain(own(30))
  })

  it('shows first the section that a query names', () => {
    const { text: cut } = truncate(page, {
      maxBytes: 1500,
      query: 'exit status',
      structure: kindsFor({ command: 'man ring' }),
    })
    expect(cut).toContain('EXIT STATUS\n       A line of text number 0 of EXIT STATUS.\n')
    expect(cut).toContain('number 3 of EXIT STATUS.')
  })

  it('is recognised, and a failed call, a log and prose are none', () => {
    expect(kindOf(page)).toBe('manual')
    expect(kindOf(help)).toBe('manual')
    expect(kindOf(page.slice(page.indexOf('NAME')))).toBe('manual')
    expect(kindOf(`error: unknown option --x\n\n${help}`)).toBeUndefined()
    for (const other of [
      some(40, (at) => `Usage of disk ${at} is high.\n`),
      `Usage of it\n${some(40, (at) => `Some words of a text, line ${at}, with no options.\n`)}`,
      some(40, (at) => `  -x${at} is not known\n`),
    ])
      expect(kindOf(other)).not.toBe('manual')
  })
})
