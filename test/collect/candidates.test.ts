import { describe, expect, inject, it } from 'vitest'
import * as unchecked from '../../src/engine/collector.ts'
import type { TruncateOptions } from '../../src/options.ts'
import type { Truncation } from '../../src/truncation.ts'

// What the bounded store keeps, seen from outside. The inputs are larger than the contract's judge likes, so the
// collector is used as it is.

const encoder = new TextEncoder()

interface Part {
  count: number
  line(i: number): string
}

const part = (count: number, line: (i: number) => string): Part => ({ count, line })

const calm = (count: number): Part => part(count, (i) => `step ${i} took ${i % 7} ms`)

/** Letters only, so that each number gives another shape. */
const word = (n: number): string =>
  [...(n + 17_576).toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join('')

const PIECE_LINES = 4000

function cut(parts: readonly Part[], options: TruncateOptions = {}): Truncation {
  const collector = unchecked.createCollector({ maxBytes: 8192, backend: inject('backend'), ...options })
  for (const { count, line } of parts) {
    for (let from = 0; from < count; from += PIECE_LINES) {
      const piece = Array.from(
        { length: Math.min(PIECE_LINES, count - from) },
        (_, i) => `${line(from + i)}\n`,
      )
      collector.write(encoder.encode(piece.join('')))
    }
  }
  return collector.end()
}

const keptErrors = ({ errors }: Truncation) => errors.lines.filter((line) => line.kept)
const sumOfGaps = ({ gaps }: Truncation) => gaps.reduce((sum, gap) => sum + gap.errors, 0)

/** Error lines that are in the text, also those past the first thousand. */
const errorsShown = (result: Truncation) => result.errors.total - sumOfGaps(result)

describe('a store that overflows', () => {
  const many = cut([
    calm(3000),
    part(20_000, (i) => `error: the ring ${word(i)} is broken in ${word(7 * i)}`),
    calm(3000),
  ])

  it('counts every error, in gaps and text together', () => {
    expect(many.errors.total).toBe(20_000)
    expect(errorsShown(many)).toBeGreaterThan(1)
    expect(many.outputBytes).toBeLessThanOrEqual(8192)
  })

  it('shows the first error and the strongest of the others', () => {
    expect(many.text).toContain(`error: the ring ${word(0)} is broken`)
    const [first, second] = many.errors.statements
    expect([first, second].map(({ message, kept }) => [many.text.includes(message), kept])).toEqual([
      [true, true],
      [true, true],
    ])
  })

  it('has few enough segments and markers', () => {
    expect(many.segments.length).toBeLessThanOrEqual(64)
    expect(many.text.match(/^\[\.\.\.\d/gm)?.length).toBeLessThanOrEqual(60)
  })

  it('gives a strong late error its place after many weak ones', () => {
    const weak = part(20_000, (i) => `warning: the ring ${word(i)} was not found`)
    const strong = part(1, () => 'src/ring.c:3:1: fatal error: frob.h: No such file or directory')
    const { text } = cut([calm(3000), weak, strong, weak, calm(3000)])
    expect(text).toContain('src/ring.c:3:1: fatal error: frob.h')
  })

  it('still knows what surrounds an error that came late', () => {
    const noise = part(20_000, (i) => `error: the ring ${word(i)} is broken`)
    const report = ['FAILED tests/ring_test.py::test_draw', '    the note before', '>   assert draw(3) == 4']
    const result = cut([calm(500), noise, calm(2000), part(3, (i) => report[i]), calm(3000)])
    expect(result.text).toContain(`${report.join('\n')}\n`)
  })
})

describe('one error a thousand times', () => {
  const repeats = cut([calm(3000), part(1000, (i) => `error: no ring at step ${i}`), calm(3000)])

  it('is shown a few times and counted', () => {
    expect(repeats.errors.total).toBe(1000)
    expect(sumOfGaps(repeats) + keptErrors(repeats).length).toBe(1000)
    const told = [...repeats.text.matchAll(/, (\d+) errors?\]/g)].reduce((sum, [, n]) => sum + Number(n), 0)
    expect(told).toBe(sumOfGaps(repeats))
  })

  it('leaves room for another that comes once', () => {
    const other = part(1, () => 'TypeError: rings is not iterable')
    const same = part(1000, (i) => `error: no ring at step ${i}`)
    const { text } = cut([calm(3000), same, calm(1000), other, calm(1000), same, calm(3000)], {
      maxBytes: 3000,
    })
    expect(text).toContain('TypeError: rings is not iterable')
  })

  it('far apart is one island with a count', () => {
    const { segments, errors } = cut(
      [calm(1500), part(30_000, (i) => (i % 30 === 0 ? 'error: no ring' : `step ${i}`)), calm(1500)],
      { maxBytes: 2000 },
    )
    expect(errors.total).toBe(1000)
    expect(segments.filter((s) => s.kind === 'error').length).toBeLessThanOrEqual(4)
  })
})

describe('lines beside each other', () => {
  it('share an island with their surroundings', () => {
    const report = [
      'ring.c:3:1: error: no ring',
      '    3 | draw();',
      '      | ^~~~',
      'ring.c:9:1: error: no rung',
    ]
    const { segments } = cut([calm(3000), part(4, (i) => report[i]), calm(3000)])
    const island = segments.find((s) => s.kind === 'error')
    expect(island?.text).toContain(report.join('\n'))
  })

  it.each([
    [0, 0],
    [1, 3],
    [6, 20],
    [50, 50],
  ])('come along as far as was asked for, and no further: %i before, %i after', (before, after) => {
    const { segments } = cut([calm(3000), part(1, () => 'ring.c:3:1: error: no ring'), calm(3000)], {
      errors: { before, after },
    })
    const island = segments.find((s) => s.kind === 'error')
    expect(island?.text).toContain('error: no ring')
    expect(island?.firstLine).toBeGreaterThanOrEqual(3001 - before)
    expect(island?.lastLine).toBeLessThanOrEqual(3001 + after)
    expect(island?.lastLine).toBeGreaterThanOrEqual(3001 + Math.min(after, 1))
  })
})

it('blank lines beside an error do not fill the store', () => {
  const { text } = cut([
    calm(3000),
    part(1, () => 'error: first'),
    part(100_000, () => ''),
    part(1, () => 'error: second'),
    calm(3000),
  ])
  expect(text).toContain('error: first\n')
  expect(text).toContain('error: second\n')
})
