import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withJsonChanges } from '../../src/tools/result/json-changes.ts'
import { compacted } from '../../src/tools/result/json-places.ts'
import { inLines } from '../../src/tools/result/json-text.ts'
import { redactedJson } from '../../src/tools/result/redact-json.ts'

const SEED = { seed: 33, numRuns: 200 }
const words = fc.constantFrom('a', 'secret', 'b\nsecret', 'é"\\', '\u{1f600}', '\ud800', '')
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    words,
    fc.constantFrom(0, -1.5, 1e300, true, null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(words, tie('value'), { maxKeys: 4 }),
  ),
}))
const spaced = fc.constantFrom<[unknown, string | number | undefined]>(
  [null, undefined],
  [null, 2],
  [null, '\t'],
)
const hush = (text: string) => text.replaceAll('secret', '[gone]')

/** The value with each of its names and strings changed. */
function hushed(one: unknown): unknown {
  if (typeof one === 'string') return hush(one)
  if (Array.isArray(one)) return one.map(hushed)
  if (typeof one !== 'object' || one === null) return one
  return Object.fromEntries(Object.entries(one).map(([name, its]) => [hush(name), hushed(its)]))
}

describe('redacted JSON', () => {
  it('has the value whose names and strings are redacted, and stays the same without a secret', () => {
    fc.assert(
      fc.property(value, spaced, (one, [, blanks]) => {
        const json = JSON.stringify(one, null, blanks)
        const safe = redactedJson(json, hush)
        expect(safe).not.toContain('secret')
        if (!json.includes('\\ud')) expect(JSON.parse(safe)).toEqual(hushed(one))
        if (!json.includes('secret') && !json.includes('\\ud')) expect(safe).toBe(json)
      }),
      SEED,
    )
  })

  it('takes time in proportion to its depth and its size', () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ]) {
      const json = `${open.repeat(50_000)}"secret"${close.repeat(50_000)}`
      expect(redactedJson(json, hush)).toBe(json.replace('secret', '[gone]'))
    }
  })
})

describe('JSON in lines', () => {
  it('has the same value, numbers and escapes, and each short part is one line', () => {
    fc.assert(
      fc.property(value, (one) => {
        const json = JSON.stringify(one)
        expect(compacted(inLines(json))).toBe(json)
      }),
      SEED,
    )
    const row = '{"n":12345678901234567890,"z":-0,"s":"\\u00e9"}'
    expect(inLines(`[${Array(9).fill(row).join(',')}]`)).toBe(`[\n  ${Array(9).fill(row).join(',\n  ')}\n]`)
  })
})

describe('JSON with changes', () => {
  const json = '{ "a": 12345678901234567890, "b": [1.0, {"t": "x"} , -0,3], "b2":1E5, "a" : "\\u00e9" }'

  it.each([
    [[{ path: ['b', 1, 't'], json: '"y"' }], json.replace('"x"', '"y"')],
    [[{ path: ['a'], json: '7' }], json.replace('"\\u00e9"', '7')],
    [[{ path: ['b', 0], isRemoved: true }], json.replace('1.0, ', '')],
    [[{ path: ['b', 3], isRemoved: true }], json.replace(',3', '')],
    [
      [
        { path: ['b', 2], isRemoved: true },
        { path: ['b', 3], isRemoved: true },
      ],
      json.replace(' , -0,3', ''),
    ],
    [
      [0, 1, 2, 3].map((at) => ({ path: ['b', at], isRemoved: true })),
      json.replace('1.0, {"t": "x"} , -0,3', ''),
    ],
    [[{ path: ['a'], isRemoved: true }], '{ "b": [1.0, {"t": "x"} , -0,3], "b2":1E5 }'],
    [[{ path: ['new'], json: '1' }], json.replace('{ ', '{"new":1, ')],
    [[], json],
  ] as const)('%j keep every other byte', (changes, expected) => {
    const changed = withJsonChanges(json, changes as never)
    expect(changed).toBe(expected)
    expect(() => JSON.parse(changed)).not.toThrow()
  })
})
