// @deep

import { describe, expect, it } from 'vitest'
import { kindNames, kindsFor } from '../../src/kinds/index.ts'
import { truncate } from '../support/checked.ts'
import { FORMS, type IrregularCase } from '../support/irregular/cases.ts'
import { readerFailure } from '../support/irregular/laws.ts'
import { createRandom } from '../support/random.ts'

const encoder = new TextEncoder()
const source = { artifact: '0123456789abcdef' }
const cut = (text: string, command: string, maxBytes = 4096) =>
  truncate(text, { maxBytes, structure: kindsFor({ command }), source })

const DEEP = 100_000
const around = (first: string, middle: string, last: string, times = DEEP) =>
  first.repeat(times) + middle + last.repeat(times)
/** Lines of which each is one level deeper. Their length grows with the level. */
const deeper = (level: string, line: string) =>
  Array.from({ length: 700 }, (_, at) => level.repeat(at) + line).join('')

const DEEP_TEXTS: readonly (readonly [string, string, string])[] = [
  ['arrays', 'cat a.json', around('[', '1', ']')],
  ['objects', 'cat a.json', around('{"a":', '1', '}')],
  ['arrays and objects', 'cat a.json', around('[{"a":', '1', '}]', DEEP / 2)],
  ['arrays without an end', 'cat a.json', '['.repeat(DEEP)],
  ['arrays in lines of their own', 'cat a.json', around('[\n', '1\n', ']\n')],
  ['JSON lines', 'cat a.ndjson', `{"a":1}\n${around('[', '1', ']\n', DEEP)}{"a":2}\n`],
  ['XML', 'cat a.xml', `<?xml version="1.0"?>\n${around('<a>', 'x', '</a>')}`],
  ['XML without an end', 'cat a.xml', `<?xml version="1.0"?>\n${'<a>\n'.repeat(DEEP)}`],
  ['HTML', 'curl x', `<!doctype html><html>${around('<div>', 'x', '</div>')}</html>`],
  ['quotes', 'cat a.md', `# a\n\n${'> '.repeat(DEEP)}x\n\n${deeper('> ', 'x\n\n')}`],
  ['lists', 'cat a.md', `# a\n\n${'- '.repeat(DEEP)}x\n\n${deeper('  ', '- x\n')}`],
  ['braces', 'cat a.ts', around('{\n', 'a()\n', '}\n')],
  ['braces in one line', 'cat a.ts', `function a() ${around('{', 'a()', '}')}\n`],
  ['parentheses', 'cat a.ts', `let a = ${around('(', '1', ')')}\n`],
  ['indentation', 'cat a.py', deeper(' ', 'if x:\n')],
  ['folders', 'find .', `./${'a/'.repeat(DEEP)}b\n${deeper('a/', 'b\n')}`],
  ['a tree', 'tree', `.\n${deeper('│   ', '├── a\n')}`],
  [
    'subtests',
    'node --test',
    `TAP version 13\n${deeper('    ', '# Subtest: a\n')}${deeper('    ', 'ok 1 - a\n')}`,
  ],
]

describe('a document that is nested 100,000 levels deep', () => {
  it.each(DEEP_TEXTS)('of %s is cut', (_, command, text) => {
    for (const maxBytes of [300, 4096]) expect(cut(text, command, maxBytes).truncated).toBe(true)
  })

  it.each([
    ['json', around('[', '1', ']')],
    ['xml', `<?xml version="1.0"?>\n${around('<a>', 'x', '</a>')}`],
  ])('of %s is cut as lines, and says why', (kind, text) => {
    expect(cut(text, `cat a.${kind}`).notes).toEqual([
      `The output begins like ${kind} but is nested more than 10,000 levels deep. It was cut as lines.`,
    ])
  })

  it('is read by each kind that is named', { timeout: 60_000 }, () => {
    const failures = DEEP_TEXTS.flatMap(([form, command, text], seed) =>
      kindNames.map((kind) => {
        const each = { seed, form, command, bytes: encoder.encode(text.slice(0, 150_000)) }
        return readerFailure(each, createRandom(seed), kind)
      }),
    )
    expect(failures.filter((failure) => failure !== undefined)).toEqual([])
  })
})

/** The beginnings and the ends of a document. */
function partsOf({ bytes, ...each }: IrregularCase): IrregularCase[] {
  const parts: IrregularCase[] = []
  for (let at = 0; at < Math.min(bytes.length, 700); at++)
    parts.push({ ...each, bytes: bytes.subarray(0, at) }, { ...each, bytes: bytes.subarray(at) })
  return parts
}

it('a document that is truncated at any byte is read', { timeout: 120_000 }, () => {
  const failures = Object.keys(FORMS).flatMap((form, seed) =>
    partsOf({
      seed,
      form,
      command: FORMS[form].command,
      bytes: encoder.encode(FORMS[form].make(createRandom(seed), 200)),
    }).map((part) => readerFailure(part, createRandom(part.bytes.length))),
  )
  expect(failures.filter((failure) => failure !== undefined)).toEqual([])
})

it.each([
  '[{"id":1,"text":"é\\ud83d"},{"id":2}]',
  '<a><b c="é">x</b><b/></a>',
  'a,b\n1,"é\n"\n2,3\n',
  '# é\n\n- a\n',
])('each beginning of %s is cut within its limit', (text) => {
  const bytes = encoder.encode(text.repeat(4))
  for (let at = 0; at <= bytes.length; at++)
    for (const maxBytes of [40, 90])
      truncate(bytes.subarray(0, at), { maxBytes, structure: kindsFor({}), source })
})

it('keys that repeat are all counted, and none is lost from what is shown', () => {
  const text = `{"a":[${'{"a":1,"a":2,"a":1},'.repeat(900)}{}],"a":3,"a":4}`
  const { kind, text: shown } = cut(text, 'cat a.json', 900)
  expect(kind).toBe('json')
  expect(shown).toContain('{"a":1,"a":2,"a":1}')
  expect(shown).toContain('"a":3,"a":4')
})

it('lone surrogates and NULs stay where they are, or the output is cut as lines', () => {
  const surrogate = [0xed, 0xa0, 0xbd]
  for (const junk of [surrogate, [0], [0xff], [0xef, 0xbb, 0xbf]]) {
    for (const { command, make } of Object.values(FORMS)) {
      const bytes = encoder.encode(make(createRandom(3), 3000))
      const at = bytes.indexOf(0x0a, bytes.length >> 1) + 1
      const joined = Buffer.concat([bytes.subarray(0, at), Uint8Array.from(junk), bytes.subarray(at)])
      truncate(new Uint8Array(joined), { maxBytes: 900, structure: kindsFor({ command }), source })
    }
  }
})
