import { describe, expect, it } from 'vitest'
import { cutWithError, reportOf } from './run.ts'

describe('the adapter for Mastra', async () => {
  const report = await reportOf('mastra/check.ts')

  it('shows the model each large result in 4 KiB, with the error', () => {
    expect(report.processor).toEqual([cutWithError, cutWithError])
  })

  it('leaves the full result to the application', () => {
    expect(report.isKept).toBe(true)
  })

  it('covers a subagent with the same processor, and tells of each cut once', () => {
    expect(report.subagent).toEqual([cutWithError])
    expect(report.cuts).toEqual(['build call_build'])
  })
})
