import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { caseCount } from '../support/case-count.ts'
import { truncate } from '../support/checked.ts'

const calm = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, i) => `step ${from + i} is done`)

/** The markers of a text, as lines with their LF. */
const markers = (text: string): string[] => text.match(/^\[\.\.\.\d.*\n/gm) ?? []

describe('a gap', () => {
  it('that is shorter than its marker is shown instead, between head and island too', () => {
    const lines = [...calm(3), 'error: one', '}', '', 'error: two', ...calm(4000), 'error: three']
    const { text } = truncate(lines.join('\n'), { maxBytes: 1000, errors: { before: 0, after: 0 } })
    expect(text).toContain('error: one\n}\n\nerror: two\n')
    expect(markers(text).length).toBe(1)
  })

  it('never has a marker that is longer than its lines', () => {
    const line = fc.oneof(
      fc.constantFrom('', '}', 'error: it broke', 'FAIL x', '\u001b[31mred'),
      fc.integer({ min: 1, max: 60 }).map((length) => 'x'.repeat(length)),
    )
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 40, maxLength: 200 }),
        fc.integer({ min: 600, max: 3000 }),
        (lines, maxBytes) => {
          const input = `${lines.join('\n')}\n`
          const { text, gaps } = truncate(input, { maxBytes, errors: { before: 0, after: 0 } })
          const words = markers(text)
          if (words.length === 0) return
          const sizes = gaps
            .filter((gap) => gap.codePoints === undefined)
            .map((gap) => gap.endByte - gap.startByte)
          words.forEach((marker, i) => {
            expect(sizes[i]).toBeGreaterThanOrEqual(marker.length)
          })
        },
      ),
      { numRuns: caseCount(20, 300) },
    )
  })

  it('in a line never has a mark that is longer than its text', () => {
    for (let length = 90; length < 130; length++) {
      const line = `${'a'.repeat(length)} error: here`
      const { text, gaps } = truncate(`${line}\nx\n`, { maxLineLength: 100 })
      for (const { codePoints = 0 } of gaps) expect(codePoints).toBeGreaterThan(` [...+${codePoints}]`.length)
      if (length <= 88) expect(text).toContain(line)
    }
  })
})
