import { describe, expect, inject, it } from 'vitest'
import { createCollector } from '../../src/core/collector.ts'
import { heldBytes } from '../support/held-memory.ts'

const MIB = 1024 * 1024
const MAX_BYTES = 8192
/** JavaScript is some ten times slower, and holds no more of more lines. */
const MANY = inject('backend') === 'wasm' ? 1_000_000 : 150_000
const MOST_LISTED = 512
const MOST_OF_A_SHAPE = 8
const MOST_HELD = 8 * MAX_BYTES + 4 * MIB

const encoder = new TextEncoder()
const collectorOf = () => createCollector({ maxBytes: MAX_BYTES, backend: inject('backend') })
type Collector = ReturnType<typeof collectorOf>

/** Letters only, so that each number gives another shape. */
const word = (n: number): string =>
  [...(n + 17_576).toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join('')

/** Writes lines in pieces of some thousand; gives the most that was held between two of them. */
function write(collector: Collector, count: number, line: (i: number) => string, measured = false): number {
  let most = 0
  for (let from = 0; from < count; from += 5000) {
    const piece = Array.from({ length: Math.min(5000, count - from) }, (_, i) => `${line(from + i)}\n`)
    collector.write(encoder.encode(piece.join('')))
    if (measured && from % 50_000 === 0) most = Math.max(most, heldBytes())
  }
  return most
}

const calm = (i: number): string => `step ${i} took ${i % 7} ms`

/** What is built once and kept for all collectors is not one collector's memory. */
function warmUp(): void {
  const collector = collectorOf()
  write(collector, 100_000, (i) => (i % 2 === 0 ? calm(i) : `error: the ${word(i)} is broken`))
  collector.end()
}

describe(`${MANY} error lines`, () => {
  it.each<[string, number, (i: number) => string]>([
    ['each another', MOST_LISTED, (i) => `error: the ${word(i)} is broken in ${word(3 * i)}`],
    ['each another and short', MOST_LISTED, (i) => `error: z${word(i)}`],
    ['all the same', MOST_OF_A_SHAPE, () => 'error: no ring'],
  ])('(%s) are held within the bound, and the strongest shown', (_, listed, line) => {
    warmUp()
    const before = heldBytes()
    const collector = collectorOf()
    write(collector, 2000, calm)
    const most = write(collector, MANY, line, true)
    write(collector, 2000, calm)
    const { text, errors, gaps, segments } = collector.end()
    // Lines of a shape are counted; of shapes that were not judged it is told that there are more.
    const isAllCounted = listed < MOST_LISTED
    expect(errors.lines).toHaveLength(listed)
    expect({ isAll: errors.total === MANY, more: errors.more === true }).toEqual({
      isAll: isAllCounted,
      more: !isAllCounted,
    })
    expect(text).toContain(`\n${line(0)}\n`)
    const leads = errors.statements.slice(0, 2)
    expect(leads.map(({ message, kept }) => kept && text.includes(`\n${message}\n`))).toEqual(
      leads.map(() => true),
    )
    const kept = segments.filter((s) => s.kind === 'error').flatMap((s) => s.text.match(/^error: /gm) ?? [])
    expect(gaps.reduce((sum, gap) => sum + gap.errors, 0) + kept.length).toBeLessThanOrEqual(errors.total)
    expect(most - before).toBeLessThan(MOST_HELD)
  })
})

describe(`${MANY} lines of weak evidence`, () => {
  it.each([
    ['of one shape', (i: number) => `warning: the ring ${i} was not found, and this goes on for a while`],
    [
      'of many shapes',
      (i: number) => `warning: the ring ${word(i)} was not found, and this goes on for a while`,
    ],
  ])('%s leave a strong error in the middle its place', (_, weak) => {
    const collector = collectorOf()
    write(collector, 1000, calm)
    write(collector, MANY / 2, weak)
    write(collector, 1, () => 'src/ring.c:3:1: fatal error: frob.h: No such file or directory')
    write(collector, MANY / 2, weak)
    write(collector, 1000, calm)
    expect(collector.end().text).toContain('src/ring.c:3:1: fatal error: frob.h')
  })
})
