import { describe, expect, it } from 'vitest'
import { truncate } from '../support/checked.ts'

const calm = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `step ${i} took ${i % 7} ms`)

const cut = (lines: readonly string[], options: object) => truncate(`${lines.join('\n')}\n`, options)

describe('an island', () => {
  it('counts each line with the original number', () => {
    const result = cut([...calm(1000), 'error: no ring', 'a note', ...calm(1000)], { maxBytes: 2000 })
    const island = result.segments.find((s) => s.kind === 'error')
    expect(island?.text.split('\n')[1001 - (island?.firstLine ?? 0)]).toBe('error: no ring')
    expect(result.errors.lines).toEqual([
      {
        line: 1001,
        startByte: expect.any(Number),
        endByte: expect.any(Number),
        pattern: expect.any(String),
        kept: true,
      },
    ])
  })

  it('of clipped lines counts its clips among the segments', () => {
    const long = (i: number) =>
      `${'left '.repeat(300)}error: no ${'abcdefghij'[i % 10]}ing ${'right '.repeat(300)}`
    const lines = Array.from({ length: 3000 }, (_, i) => (i % 40 === 20 ? long(i / 20) : `step ${i}`))
    for (const maxBytes of [3000, 30_000, 100_000]) {
      const result = cut(lines, { maxBytes, maxLines: 100_000 })
      expect(result.segments.length).toBeLessThanOrEqual(64)
      expect(result.text).toContain('error: no ')
    }
  })

  it('of a clipped line grows around its evidence where the room left has no place for both its ends', () => {
    const long = `${'x'.repeat(116)} warning: unused variable: \`n\` ${'x'.repeat(1040)}`
    const calmLines = Array.from({ length: 21 }, (_, i) => `src/module_${i}.c: compiled in ${i} ms`)
    const report = ["src/ring.c:0:31: error: 'mask' undeclared", '   14 |   mask = 3;', '      |   ^~~~']
    const lines = [...report, ...report, long, ...calmLines]
    const { outputBytes } = cut(lines, { maxBytes: 2000 })
    expect(outputBytes).toBeGreaterThan(1800)
  })

  it('leaves a blank line between two of its lines where that costs less than a marker', () => {
    const report = ['FAIL ring.test.js', '', '  ● draws a ring', '', '    expect(received).toBe(expected)']
    const { text } = cut([...calm(1000), ...report, ...calm(1000)], { maxBytes: 3000 })
    expect(text).toContain(report.join('\n'))
  })

  it('shows a malformed line as what it decodes to', () => {
    const bytes = Buffer.from(
      `${calm(1000).join('\n')}\nerror: \xff ring\n${calm(1000).join('\n')}\n`,
      'latin1',
    )
    const { segments } = truncate(new Uint8Array(bytes), { maxBytes: 2000 })
    const broken = segments.filter((s) => !s.exact)
    expect(broken.map((s) => [s.kind, s.firstLine, s.lastLine, s.text])).toEqual([
      ['error', 1001, 1001, 'error: \ufffd ring\n'],
    ])
  })
})
