import { describe, expect, it } from 'vitest'
import { truncate } from './support/checked.ts'
import { passingLogs } from './support/passing-logs.ts'

describe('a long log of a run that went well', () => {
  it.each(passingLogs)('(%s) tells of no error and keeps no island', (_, log) => {
    const { errors, segments, text } = truncate(log, { maxBytes: 4096 })
    expect(errors).toEqual({ total: 0, lines: [], statements: [] })
    expect(segments.filter((s) => s.kind === 'error')).toEqual([])
    expect(text).not.toMatch(/, \d+ errors?\)/)
  })
})
