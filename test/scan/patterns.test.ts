import { describe, expect, test } from 'vitest'
import { classOf } from '../../src/scan/anchors.ts'
import {
  compilePatterns,
  MAX_LITERAL_BYTES,
  MAX_PATTERNS,
  type Pattern,
  TABLES_AT,
} from '../../src/scan/patterns.ts'

const one = (literal: string) => compilePatterns([{ literal }])

describe('a literal', () => {
  const refused = [
    '',
    'abc',
    'a'.repeat(25),
    'fehlér',
    'abc-def-ghi',
    'one\ntwo two',
    'nul\0nul null',
    '1234',
  ]

  test.each(refused)('is refused when no scanner could look for it: %j', (literal) => {
    expect(() => one(literal)).toThrow(
      expect.objectContaining({ name: 'PithError', code: 'PITH_INVALID_PATTERN' }),
    )
  })

  test('that is no string is refused in one sentence that shows it', () => {
    const list = [{ literal: 7 }] as unknown as Pattern[]
    expect(() => compilePatterns(list)).toThrow('Expected 4 to 24 printable ASCII characters, got 7.')
  })

  test('may be as long as may be, and needs four letters in a row only once', () => {
    const literal = `${'-'.repeat(MAX_LITERAL_BYTES - 4)}okay`
    expect(one(literal).anchorOffsets).toEqual([20])
  })
})

test('a list may hold no more patterns than the tables have room for', () => {
  const list = (count: number) => Array.from({ length: count }, () => ({ literal: 'same' }))
  expect(compilePatterns(list(MAX_PATTERNS)).patterns).toHaveLength(MAX_PATTERNS)
  expect(() => compilePatterns(list(MAX_PATTERNS + 1))).toThrow('Expected at most 512 patterns, got 513.')
})

test('an anchor is four letters of its literal, the rarest ones where none was chosen', () => {
  const literals = ['was found', 'E: unable to', 'exceptional', 'x86_64 oops', 'Segmentation']
  const { anchorOffsets } = compilePatterns(literals.map((literal) => ({ literal })))
  const anchors = literals.map((literal, i) => literal.slice(anchorOffsets[i], anchorOffsets[i] + 4))
  for (const anchor of anchors) expect(anchor).toMatch(/^[A-Za-z]{4}$/)
  expect(anchors[2]).toBe('xcep')
})

test('an anchor does not depend on the other literals, nor on case', () => {
  const list = ['exception', 'EXCEPTION', 'unable to', 'warning'].map((literal) => ({ literal }))
  const { anchorOffsets } = compilePatterns(list)
  list.forEach(({ literal }, id) => {
    expect(one(literal).anchorOffsets[0]).toBe(anchorOffsets[id])
  })
  expect(anchorOffsets[0]).toBe(anchorOffsets[1])
})

test('the filter tables let every anchor through in both cases', () => {
  const list = ['error', 'quiz', 'fatal: x', 'Traceback', 'JVMZ', 'wxyz'].map((literal) => ({ literal }))
  const { bytes, anchorOffsets } = compilePatterns(list)
  list.forEach(({ literal }, id) => {
    for (const text of [literal.toLowerCase(), literal.toUpperCase()]) {
      let buckets = 0xff
      for (let place = 0; place < 4; place++) {
        buckets &= bytes[TABLES_AT + 16 * place + classOf(text.charCodeAt(anchorOffsets[id] + place))]
      }
      expect(buckets, text).not.toBe(0)
    }
  })
})

test('compiling the same list again gives the same data, which does not follow later changes of the list', () => {
  const list = [{ literal: 'error' }, { literal: 'hang', wholeWord: true }]
  const set = compilePatterns(list)
  expect(set).toEqual(compilePatterns(list))
  list[0].literal = 'other'
  expect(set.patterns[0].literal).toBe('error')
  expect(structuredClone(set)).toEqual(set)
})
