import { describe, expect, it } from 'vitest'
import { createMatcher } from '../../../src/core/judge/linear/matcher.ts'
import { parsePattern } from '../../../src/core/judge/linear/parse.ts'
import { compilePatterns, MAX_NODES } from '../../../src/core/judge/linear/program.ts'
import { PithError } from '../../../src/errors.ts'

const nodesOf = (pattern: string): number => compilePatterns([{ pattern }]).kinds.length

const refused = (compile: () => unknown): string => {
  try {
    compile()
  } catch (error) {
    expect(error).toBeInstanceOf(PithError)
    expect((error as PithError).code).toBe('PITH_INVALID_PATTERN')
    return (error as PithError).message
  }
  return 'accepted'
}

describe('a pattern outside the subset', () => {
  it.each([
    ['a(?=b)', 'a lookahead at 1'],
    ['a(?!b)', 'a lookahead at 1'],
    ['(?<=a)b', 'a lookbehind at 0'],
    ['(?<!a)b', 'a lookbehind at 0'],
    ['(?<name>a)', 'a named group at 0'],
    ['(?P<name>a)', 'a named group at 0'],
    ['(?i:a)', 'flags inside the pattern at 0'],
    ['(?-i:a)', 'flags inside the pattern at 0'],
    ['(?>a)', 'an unknown kind of group at 0'],
    ['(?#a)', 'an unknown kind of group at 0'],
    ['(a)\\1', 'a backreference at 3'],
    ['\\k<name>', 'a backreference at 0'],
    ['\\01', 'a backreference at 0'],
    ['a*?', 'a lazy quantifier at 2'],
    ['a+?', 'a lazy quantifier at 2'],
    ['a??', 'a lazy quantifier at 2'],
    ['a{1,2}?', 'a lazy quantifier at 6'],
    ['a++', 'a possessive quantifier at 2'],
    ['a{2}+', 'a possessive quantifier at 4'],
    ['\\p{L}', 'a Unicode property escape at 0'],
    ['[\\P{L}]', 'a Unicode property escape at 1'],
    ['ab[c', 'an unterminated class at 2'],
    ['[a\\', 'an unterminated class at 0'],
    ['[a-', 'an unterminated class at 0'],
    ['[a-\\', 'an unterminated class at 0'],
    ['[', 'an unterminated class at 0'],
    ['a(b', 'an unterminated group at 1'],
    ['(?:b|', 'an unterminated group at 0'],
    ['(?', 'an unknown kind of group at 0'],
    ['a)', '")" without its group at 1'],
    ['a\\', 'an unterminated escape at 1'],
    ['\\x4', 'an unterminated escape at 0'],
    ['\\u12', 'an unterminated escape at 0'],
    ['\\u{12', 'an unterminated escape at 0'],
    ['\\u{}', 'an unterminated escape at 0'],
    ['\\u{110000}', 'an escape beyond U+10FFFF at 0'],
    ['\\uD800', 'half of a surrogate pair at 0'],
    ['a\ud800', 'half of a surrogate pair at 1'],
    ['[\udc00]', 'half of a surrogate pair at 1'],
    ['\\uD83D\\u0041', 'half of a surrogate pair at 0'],
    ['\\q', 'the unknown escape "\\q" at 0'],
    ['\\cA', 'the unknown escape "\\c" at 0'],
    ['[\\B]', 'the unknown escape "\\B" at 1'],
    ['*a', 'a quantifier without an operand at 0'],
    ['a|+', 'a quantifier without an operand at 2'],
    ['(?:{2})', 'a quantifier without an operand at 3'],
    ['a**', 'a quantifier without an operand at 2'],
    ['a{2}{3}', 'a quantifier without an operand at 4'],
    ['^*', 'a quantifier without an operand at 1'],
    ['\\b+', 'a quantifier without an operand at 2'],
    ['[z-a]', 'a range whose bounds are reversed at 1'],
    ['a{3,2}', 'a repeat whose bounds are reversed at 1'],
  ])('such as %j is refused as %s', (source, what) => {
    expect(refused(() => parsePattern(source))).toBe(
      `Expected a pattern of the linear subset, got ${what} of ${JSON.stringify(source)}.`,
    )
  })

  it.each(['g', 'm', 's', 'y', 'd', 'v', 'x', 'ig', 'iu '])('is one under flags %j', (flags) => {
    expect(refused(() => parsePattern('a', flags))).toContain(`got flag ${flags.replace(/^[iu]+/, '')} at 0`)
  })

  it('is one with a flag twice', () => {
    expect(refused(() => parsePattern('a', 'ii'))).toContain('got flag i twice')
  })

  it.each(['a{', 'a}', 'a]', '{x', '[\\w-z]'])('such as %j is one under flag u only', (source) => {
    expect(refused(() => parsePattern(source))).toBe('accepted')
    expect(refused(() => parsePattern(source, 'u'))).toMatch(
      /a lone "[\]{}]" under flag u|a range that ends in a class/,
    )
  })

  it.each([
    'a{5000}',
    '(a{100}){100}',
    'a{0,4096}',
    '((((a{9}){9}){9}){9}){9}',
    '(\\S{1,60}){100}',
    'a{99999999999}',
  ])('such as %j is refused for its size', (source) => {
    expect(refused(() => nodesOf(source))).toContain(`got more than ${MAX_NODES} states for the repeats`)
  })

  it('is refused with its beginning only when it is long', () => {
    const message = refused(() => parsePattern('a'.repeat(1_000_000)))
    expect(message).toContain('got more than 16384 characters at 0 of "aaa')
    expect(message.length).toBeLessThan(400)
    expect(refused(() => parsePattern('('.repeat(16_000)))).toContain(
      'more than 100 groups inside each other',
    )
  })
})

describe('a pattern of the subset', () => {
  it('that repeats the empty text costs nothing', () => {
    expect(nodesOf('(?:(?:(?:){1000000}){1000000}){1000000}')).toBe(1)
    expect(nodesOf('(?:(?:){1000000,})*')).toBeLessThan(5)
  })

  it('may have 100 groups inside each other and 4095 states', () => {
    expect(nodesOf(`${'('.repeat(100)}a${')'.repeat(100)}`)).toBe(2)
    expect(nodesOf('a{4095}')).toBe(MAX_NODES)
  })

  it.each(['ab\\.c+', 'ab\\.+c', 'a\\+\\+', 'a{', 'a{2}b', 'x*y?z', '\\*+a'])(
    '%s repeats its last character only',
    (source) => {
      const matcher = createMatcher([{ pattern: `^${source}$` }])
      for (const text of [
        'ab.c',
        'ab.cc',
        'ab..c',
        'a++',
        'a+',
        'a{',
        'aab',
        'ab',
        'xxz',
        'yz',
        '**a',
        '\\*a',
      ]) {
        const bytes = new TextEncoder().encode(text)
        const isFound = matcher.match(bytes, 0, bytes.length) > 0
        expect(isFound, text).toBe(new RegExp(`^${source}$`).test(text))
      }
    },
  )

  it.each([
    ['\\x41\\u0042\\u{1F600}', 'AB😀'],
    ['\\uD83D\\uDE00', '😀'],
    ['\\t\\n\\v\\f\\r\\0', '\t\n\v\f\r\0'],
    ['\\/\\-\\.\\[\\{\\^\\$\\\\', '/-.[{^$\\'],
  ])('%s is read as the characters %j', (source, text) => {
    const sets = [...text].map((character) => ({
      kind: 'set',
      set: [character.codePointAt(0), character.codePointAt(0)],
    }))
    expect(parsePattern(source)).toEqual(sets.length === 1 ? sets[0] : { kind: 'sequence', parts: sets })
  })

  it.each([
    ['[a\\-z]', [0x2d, 0x2d, 0x61, 0x61, 0x7a, 0x7a]],
    ['[-a]', [0x2d, 0x2d, 0x61, 0x61]],
    ['[a-]', [0x2d, 0x2d, 0x61, 0x61]],
    ['[\\]\\b]', [0x08, 0x08, 0x5d, 0x5d]],
    ['[\\w-z]', [0x2d, 0x2d, 0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a]],
    ['[]', []],
    ['[^]', [0, 0x10ffff]],
  ])('%s is the class %j', (source, set) => {
    expect(parsePattern(source)).toEqual({ kind: 'set', set })
  })
})
