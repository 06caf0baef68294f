import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { files } from '../../src/structure/files.ts'
import { kinds, kindsFor } from '../../src/structure/index.ts'
import { createCollector, truncate } from '../support/checked.ts'
import { cutOf } from '../support/units.ts'

const source = { artifact: '0123456789abcdef' }
const lines = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${name} line ${at}\n`).join('')
const headOf = (names: string[], count = 200) =>
  names.map((name) => `==> ${name} <==\n${lines(name, count)}`).join('\n')

describe('outputs below headings', () => {
  it('of `head` keep every heading, and the first and the last lines of each file', () => {
    const { text, kind, units } = truncate(headOf(['a.ts', 'b.ts', 'c.ts']), {
      maxBytes: 900,
      structure: kindsFor({ command: 'head -n 200 a.ts b.ts c.ts' }),
      source,
    })
    expect([kind, units]).toEqual(['files', { sections: 3 }])
    for (const name of ['a.ts', 'b.ts', 'c.ts'])
      for (const line of [`==> ${name} <==`, `${name} line 0`, `${name} line 199`])
        expect(text).toContain(`${line}\n`)
  })

  it('of a loop are told by their punctuation', () => {
    const loop = ['a', 'b'].map((name) => `=== ${name} ===\n${lines(name, 90)}`).join('')
    const { text, kind } = truncate(loop, { maxBytes: 600, structure: kinds, source })
    expect(kind).toBe('files')
    for (const line of ['=== a ===', '=== b ===', 'b line 89']) expect(text).toContain(`${line}\n`)
  })

  it('show a line that tells of a failure in the middle of one', () => {
    const input = headOf(['a.log', 'b.log']).replace('b.log line 97\n', 'error: b.log has no ring\n')
    expect(truncate(input, { maxBytes: 700, structure: kinds, source }).text).toContain('has no ring')
  })

  it('count the sections that have no room', () => {
    const names = Array.from({ length: 90 }, (_, at) => `file-${at}.ts`)
    const { text } = truncate(headOf(names, 5), { maxBytes: 700, structure: kinds, source })
    expect(text).toMatch(/\[\.\.\.[\d-]+: [\d.]+K, \d+ sections\]/)
  })

  it('of a failed command, and what only looks like a heading, are lines', () => {
    const collector = createCollector({ maxBytes: 700, structure: kinds })
    collector.write(headOf(['a', 'b']))
    expect(collector.end(source, { exitCode: 1 }).kind).toBeUndefined()
    const session = `===== test session starts =====\n${lines('a', 90)}===== 3 passed in 0.1s =====\n`
    expect(truncate(session, { maxBytes: 700, structure: kinds, source }).kind).toBeUndefined()
  })

  it('do not depend on chunks', () => {
    const heading = fc.constantFrom('==> a <==', '== b ==', 'text', '', 'error: x', 'x'.repeat(900))
    fc.assert(
      fc.property(
        fc.array(heading, { minLength: 9, maxLength: 90 }),
        fc.integer({ min: 1, max: 99 }),
        (rows, chunk) => {
          const text = `==> z <==\n${rows.join('\n')}\n`
          expect(cutOf(files, text, 400, 1e6, chunk)).toBe(cutOf(files, text, 400))
        },
      ),
      { numRuns: 60 },
    )
  })
})
