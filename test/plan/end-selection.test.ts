import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { caseCount } from '../support/case-count.ts'
import { truncate } from '../support/checked.ts'

const word = fc.constantFrom(
  'ok',
  'step 12',
  'error: no such file',
  'é',
  '日本',
  '',
  'a'.repeat(60),
  '\x1b[31mred\x1b[0m',
)
const oddWord = fc.constantFrom('\x1b]0;title', '\x90', 'x\r', '\t')
const line = fc
  .array(fc.oneof({ arbitrary: word, weight: 9 }, oddWord), { maxLength: 4 })
  .map((words) => words.join(' '))
const log = fc
  .tuple(fc.array(line, { minLength: 20, maxLength: 120 }), fc.boolean())
  .map(([lines, isEnded]) => lines.join('\n') + (isEnded ? '\n' : ''))

const plainLine = fc.array(fc.constantFrom('ok', 'step 12', 'é', '', 'a'.repeat(60)), { maxLength: 4 })
const plainLog = fc
  .array(plainLine, { minLength: 20, maxLength: 120 })
  .map((lines) => lines.map((words) => `${words.join(' ')}\n`).join(''))

describe('lines that an end takes together', () => {
  // With a limit on the length of lines, each line is looked at alone.
  const oneByOne = { maxLineLength: 100_000 }

  it('are those that it takes one by one', () => {
    const options = fc.record({
      keep: fc.constantFrom('head' as const, 'tail' as const, 'ends' as const),
      errors: fc.boolean(),
      maxBytes: fc.integer({ min: 200, max: 3000 }),
      maxLines: fc.constantFrom(2000, 17),
      maxTokens: fc.constantFrom(Infinity, 300),
      maxSerializedBytes: fc.constantFrom(Infinity, 1500),
    })
    fc.assert(
      fc.property(fc.oneof(log, plainLog), options, (text, given) => {
        const together = truncate(text, given)
        const alone = truncate(text, { ...given, ...oneByOne })
        // The room for marks in clipped lines differs.
        // With errors between both ends, a limit on the length of lines also changes what marks may take.
        fc.pre(!(given.keep === 'ends' && given.errors))
        fc.pre([...together.gaps, ...alone.gaps].every((gap) => gap.codePoints === undefined))
        expect(together).toEqual(alone)
      }),
      { numRuns: caseCount(8, 100) },
    )
  })

  it.each(['head', 'tail'] as const)('stop at an island that the %s reaches, and go on behind it', (keep) => {
    const lines = Array.from({ length: 400 }, (_, i) =>
      i % 37 === 5 ? `error: no ${'ghijklmnopq'[Math.floor(i / 37)]} here` : `step ${i} went well`,
    )
    const together = truncate(lines.join('\n'), { keep, errors: true, maxBytes: 4000 })
    const alone = truncate(lines.join('\n'), { keep, errors: true, maxBytes: 4000, ...oneByOne })
    expect(together).toEqual(alone)
    expect(together.segments.length).toBeGreaterThan(1)
  })
})

it('a last line that shows nothing leaves room for the marker behind the tail', () => {
  const lines = Array.from({ length: 20 }, (_, at) => `step ${at} went well`)
  for (const at of [4, 8, 18]) lines[at] = 'error: no such file'
  const text = [...lines, '\x90'].join('\n')
  for (const keep of ['tail', 'ends'] as const)
    for (let maxLines = 5; maxLines < 20; maxLines += 2)
      for (const maxBytes of [200, 317, 500, 2055]) truncate(text, { keep, errors: true, maxBytes, maxLines })
})
