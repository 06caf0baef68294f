import { describe, expect, inject, it } from 'vitest'
import type { TruncateOptions } from '../../src/options.ts'
import { createCollector, truncate } from '../support/checked.ts'
import { collect } from '../support/chunks.ts'

const backend = inject('backend')
const steps = 'the next step\n'.repeat(500)
const retried = 'ERROR ring.Cache: Could not find the key, will retry'
const log = `${steps}${retried}\n${steps}`
const options: TruncateOptions = { maxBytes: 900, backend }

describe('the errors of an output', () => {
  it('are findings, shown like errors, where they stand long before the end and stopped nothing', () => {
    const { errors, findings, gaps, text } = truncate(log, options)
    expect(errors).toEqual({ total: 0, lines: [], statements: [] })
    expect(findings).toMatchObject({ total: 1, lines: [{ line: 501, kept: true }] })
    expect(findings?.statements[0].message).toBe(retried)
    expect(gaps.map((gap) => gap.errors)).toEqual([0, 0])
    expect(text).toContain(retried)
    expect(text).not.toMatch(/errors?[\],]/)
  })

  it.each([
    ['among the last 100 lines', `${steps}${retried}\n${'the next step\n'.repeat(99)}`],
    ['of a compiler, wherever they stand', `${steps}src/ring.c:4:2: error: no ring\n${steps}`],
    ['of a program, wherever they stand', `${steps}app.RingException: the ring is missing\n${steps}`],
  ])('are errors %s', (_, text) => {
    const { errors, findings } = truncate(text, options)
    expect(errors.total).toBeGreaterThan(0)
    expect(findings).toBeUndefined()
  })

  it('are errors of a command that failed, and findings of one that succeeded', () => {
    const ended = (text: string, exitCode: number, maxBytes = 900) => {
      const collector = createCollector({ maxBytes, backend })
      collector.write(text)
      const { errors, findings } = collector.end(undefined, { exitCode })
      return [errors.total, findings?.total]
    }
    expect(ended(log, 1)).toEqual([1, undefined])
    expect(ended(log, 0)).toEqual([0, 1])
    const short = 'src/ring.c:4:2: error: no ring\n'
    expect(ended(short, 0)).toEqual([0, 1])
    expect(ended(short, 1)).toEqual([1, undefined])
    expect(ended(`${steps}${short}`, 0)).toEqual([0, 1])
    expect(ended(log, 0, 30_720)).toEqual([0, 1])
  })

  it('are errors where the caller says what an error is', () => {
    const errors = { patterns: ['could not find'] }
    expect(truncate(log, { ...options, errors }).errors.total).toBe(1)
    // A success too, whether it fits or not.
    for (const maxBytes of [900, 30_720]) {
      const collector = createCollector({ maxBytes, backend, errors })
      collector.write(log)
      const ended = collector.end(undefined, { exitCode: 0 })
      expect([ended.errors.total, ended.findings]).toEqual([1, undefined])
    }
  })

  it('are the same of a result that is cut again, and of any chunks', () => {
    const first = truncate(log, { ...options, maxBytes: 4000 })
    expect(first.findings?.total).toBe(1)
    const again = truncate(first, options)
    expect([again.errors.total, again.findings?.total]).toEqual([0, 1])
    expect(again.text).toContain(retried)
    const inParts = collect(new TextEncoder().encode(log), [1, 700, 7100], options)
    expect(inParts.findings).toEqual(truncate(log, options).findings)
  })

  it('are findings at their places in the input where lines are folded', () => {
    const folded = truncate(log, { ...options, fold: true })
    expect(folded.findings?.lines.map(({ line }) => line)).toEqual([501])
    expect(folded.errors.total).toBe(0)
  })
})
