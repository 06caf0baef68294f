import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kinds } from '../../src/structure/index.ts'
import { warnings } from '../../src/structure/warnings.ts'
import { truncate } from '../support/checked.ts'
import { cutOf } from '../support/units.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const gcc = (at: number) =>
  `lib/ring.c: In function 'turn${at}':\nlib/ring.c:${at}:9: warning: unused variable 'x${at}' [-Wunused-variable]\n` +
  `   ${at} |   int x${at};\n      |       ^~~\n`
const rust = (at: number) =>
  `warning: unused variable: \`x${at}\`\n --> src/ring.rs:${at}:5\n  |\n${at} |     let x${at} = 1;\n  |         ^^\n\n`
const build = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    at % 10 === 7 ? `lib/ring.c:${at}:3: warning: comparison is always true [-Wtype-limits]\n` : gcc(at),
  ).join('')

describe('warnings of a run without errors', () => {
  it('are shown by an example of each rule and a count of the others', () => {
    const { text, kind, units } = truncate(build(160), { maxBytes: 1500, structure: kinds })
    expect(kind).toBe('warnings')
    expect(units).toEqual({ warnings: 160 })
    expect(text).toContain(gcc(0))
    expect(text).toContain('warning: comparison is always true [-Wtype-limits]')
    expect(text).toMatch(/\d+ -Wunused-variable, \d+ -Wtype-limits\]/)
    const told = [...text.matchAll(/(\d+) -Wunused-variable/g)].reduce(
      (sum, [, count]) => sum + Number(count),
      0,
    )
    expect(told + (text.match(/\[-Wunused-variable\]/g) ?? []).length).toBe(144)
  })

  it('without a code are told apart by what they say', () => {
    const dead = (at: number) => `warning: function \`f${at}\` is never used\n --> src/ring.rs:${at}:4\n\n`
    const input = Array.from({ length: 80 }, (_, at) => rust(at) + dead(at)).join('')
    const { text } = truncate(input, { maxBytes: 1500, structure: kinds })
    expect(text).toMatch(/\d+ unused variable/)
    expect(text).toMatch(/\d+ function is never used/)
    expect(text).toContain(' --> src/ring.rs:0:5')
  })

  it('of linters and checkers are known by their codes', () => {
    const lint = Array.from(
      { length: 90 },
      (_, at) => `a/b.py:${at}:80: E501 line too long (${at + 80} > 79)\n`,
    )
    const types = Array.from(
      { length: 90 },
      (_, at) => `a/b.ts(${at},3): warning TS6133: 'x${at}' is unused.\n`,
    )
    for (const [lines, rule] of [
      [lint, 'E501'],
      [types, 'TS6133'],
    ] as const)
      expect(cutOf(warnings, lines.join(''), 800)).toMatch(new RegExp(`\\d+ ${rule}\\]`))
  })
})

it.each([
  ['an error of a compiler', 'lib/ring.c:9:9: error: expected ; before }\n'],
  ['an error far below', `${'x\n'.repeat(9)}make: *** [ring.o] Error 1\n`],
  ['a failed test', 'test turn ... FAILED\n'],
])('an output with %s is read as lines', (_, line) => {
  const { kind, text, notes } = truncate(build(300) + line, { maxBytes: 1500, structure: kinds })
  expect(kind).toBeUndefined()
  expect(notes).toBeUndefined()
  if (!line.startsWith('x')) expect(text).toContain(line)
})

it('few warnings in an output are no kind', () => {
  expect(warnings.recognise(bytesOf(build(3)), [], true)).toBe(0)
  expect(warnings.recognise(bytesOf(gcc(1) + 'compiled\n'.repeat(300)), [], true)).toBe(0)
  expect(warnings.recognise(bytesOf('12:01:02 warning: disk is slow\n'.repeat(20)), [], true)).toBe(0)
})

it('a total of no errors is none', () => {
  expect(cutOf(warnings, `${build(99)}99 warnings and 0 errors generated.\n`, 900)).toContain('0 errors')
})

it('a cut is within its limits and does not depend on chunks', () => {
  const line = fc.constantFrom(
    "a.c: In function 'f':",
    'a.c:1:2: warning: x [-Wx]',
    'a.py:3:4: F401 y',
    'warning: `z` is 3',
    ' --> a.rs:1:2',
    '',
    '  | ^^',
    'Compiling',
    'x'.repeat(9000),
    'In file included from a.h:1,',
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), fc.integer({ min: 100, max: 3000 }), (lines, bytes) => {
      const input = lines.join('\n')
      expect(cutOf(warnings, input, bytes, 40, 7)).toBe(cutOf(warnings, input, bytes, 40))
    }),
    { numRuns: 60, endOnFailure: true },
  )
})
