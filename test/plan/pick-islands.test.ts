import { describe, expect, it } from 'vitest'
import { failingLines } from '../signal/failing-lines.ts'
import { truncate } from '../support/checked.ts'

const calm = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, i) => `step ${from + i} took ${i % 7} ms`)

const cut = (lines: readonly string[], maxBytes: number, more = {}) =>
  truncate(`${lines.join('\n')}\n`, { maxBytes, ...more })

const islandsOf = ({ segments }: ReturnType<typeof cut>) =>
  segments.filter((s) => s.kind === 'error').map(({ firstLine, lastLine }) => ({ firstLine, lastLine }))

const markers = (text: string): number => text.match(/^\[\.\.\.\d/gm)?.length ?? 0

describe('islands', () => {
  it('that lie closer together than a marker is long are one', () => {
    const near = ['a.c:1:1: error: one', ...calm(3, 900), 'a.c:2:1: error: two']
    const result = cut([...calm(1000), ...near, ...calm(1000)], 4000, { errors: { before: 2, after: 2 } })
    const islands = islandsOf(result)
    expect(islands.length).toBe(1)
    expect(islands[0].firstLine).toBeLessThanOrEqual(1001)
    expect(islands[0].lastLine).toBeGreaterThanOrEqual(1005)
  })

  it('that lie far apart have a marker between them', () => {
    const first = 'a.c:1:1: error: one'
    const lines = [...calm(1000), first, ...calm(500), 'a.c:2:1: error: two', ...calm(1000)]
    const result = cut(lines, 4000, { errors: { before: 0, after: 0 } })
    expect(islandsOf(result)).toEqual([
      { firstLine: 1001, lastLine: 1001 },
      { firstLine: 1502, lastLine: 1502 },
    ])
    expect(result.text).toMatch(/error: one\n\[\.\.\.1002-1501: .*\n.*error: two\n/)
  })

  it('never need more markers than a reader stands', () => {
    const lines = failingLines.flatMap(([, line]) => [line, ...calm(20)])
    let most = 0
    for (const maxBytes of [8192, 60_000]) {
      const result = cut([...calm(1000), ...lines, ...calm(1000)], maxBytes, { maxLines: 100_000 })
      most = Math.max(most, markers(result.text))
      expect(markers(result.text)).toBeLessThanOrEqual(60)
      expect(result.segments.length).toBeLessThanOrEqual(64)
    }
    expect(most).toBeGreaterThan(40)
  })

  it('prefer what is worth most for its length', () => {
    const long = `a.c:1:1: error: ${'very '.repeat(120)}long`
    const short = Array.from({ length: 6 }, (_, i) => `b.c:${i}:1: error: ${'abcdef'[i].repeat(4)} is broken`)
    const lines = [...calm(500), 'error: first', ...calm(300), long, ...calm(300)]
    for (const error of short) lines.push(error, ...calm(200))
    const { text } = cut([...lines, ...calm(500)], 2600, { errors: { before: 0, after: 0 } })
    const kept = short.filter((error) => text.includes(error))
    expect(kept.length).toBeGreaterThan(2)
    expect(text).not.toContain(long)
  })

  it('clip a long line around its evidence', () => {
    const line = `${'left '.repeat(400)}fatal error: no ring ${'right '.repeat(400)}`
    const { text } = cut([...calm(1000), line, ...calm(1000)], 4000)
    expect(text).toMatch(
      /\n \[\.\.\.\+\d+\].{9,1400} left fatal error: no ring right .{9,1400} \[\.\.\.\+\d+\]\n/,
    )
  })
})

it('a log that is calm all through has no islands', () => {
  const result = cut(calm(5000), 4000)
  expect(islandsOf(result)).toEqual([])
  expect(markers(result.text)).toBe(1)
})

it('a hint far from a failure is no island, and one above it or another error is one', () => {
  const failed = ['FAIL test/ring.test.js', '  ● ring > adds', 'TypeError: ring.add is not a function']
  const lines = (far: string) => [...calm(300), far, ...calm(300), ...failed, ...calm(300)]
  const hint = 'Could not find ring, using the default'
  expect(cut(lines(hint), 2048).text).not.toContain('using the default')
  const near = [...calm(600), hint, ...calm(30), ...failed, ...calm(300)]
  expect(cut(near, 2048).text).toContain('using the default')
  expect(cut(lines('ring.c:3:1: error: no ring'), 2048).text).toContain('ring.c:3:1: error: no ring')
})
