import { describe, expect, it } from 'vitest'
import { truncate } from '../support/checked.ts'

const log = (count: number, line: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join('')

describe('more clipped lines than 64', () => {
  const lines = log(65, (i) => `${'x'.repeat(100)} ${i} ${'y'.repeat(100)}\n`)

  it('are a gap each, and count as left out', () => {
    const { gaps, segments, keptBytes, totalBytes, truncated } = truncate(lines, { maxLineLength: 80 })
    expect(truncated).toBe(true)
    expect(gaps).toHaveLength(65)
    expect(gaps.every((gap) => gap.codePoints !== undefined)).toBe(true)
    expect(segments.every((segment) => segment.exact)).toBe(true)
    expect(keptBytes).toBe(totalBytes - gaps.reduce((sum, gap) => sum + gap.endByte - gap.startByte, 0))
  })

  it('keep the error when they are cut again', () => {
    const failed = `${lines}error: no ring\n${lines}`
    const first = truncate(failed, { maxLineLength: 80 })
    const second = truncate(first, { maxLineLength: 80, maxBytes: 600 })
    expect(second.text).toContain('error: no ring')
    expect(second.gaps.length).toBeGreaterThan(0)
  })

  it('leave whole lines and islands exact', () => {
    const calm = log(300, (i) => `2024-01-02T10:00:00.1234567Z src/module_${i}.c: compiled in ${i} ms\n`)
    const { segments } = truncate(`${calm}Segmentation fault (core dumped)\n${calm}\n`, {
      maxBytes: 5000,
      maxLineLength: 40,
    })
    expect(segments.every((segment) => segment.exact)).toBe(true)
    expect(segments.some((s) => s.text.includes('Segmentation fault'))).toBe(true)
  })

  it('leave only malformed lines not exact', () => {
    const malformed = ['\xffx\n', 'ok\n', '\xffy\n', 'ok\n', 'fine'].join('')
    const input = Buffer.from('abcdefghij\n'.repeat(70) + malformed, 'latin1')
    const { segments } = truncate(input, { maxLineLength: 4 })
    const inexact = segments.filter((segment) => !segment.exact)
    expect(inexact.map(({ text }) => text)).toEqual(['\ufffdx\n', '\ufffdy\n'])
  })
})

it('more than 64 malformed ranges become fewer segments that are not exact', () => {
  const input = Buffer.from(
    log(200, (i) => (i % 2 === 0 ? `\xff${i}\n` : `ok ${i}\n`)),
    'latin1',
  )
  const { segments } = truncate(input, { maxBytes: 1000 })
  expect(segments.length).toBeLessThanOrEqual(64)
  expect(segments.every((segment) => !segment.exact)).toBe(true)
})
