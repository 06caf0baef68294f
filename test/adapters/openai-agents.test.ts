import { describe, expect, it } from 'vitest'
import { cutWithError, reportOf } from './run.ts'

describe('the adapter for the OpenAI Agents SDK', async () => {
  const report = await reportOf('openai/check.ts')

  it('shows the model each large result in 4 KiB, with the error', () => {
    expect(report.filter).toEqual([cutWithError, cutWithError])
  })

  it('leaves the full result to the application', () => {
    expect(report.isKept).toBe(true)
  })

  it('cuts the result of one tool', () => {
    expect(report.oneTool).toEqual([cutWithError])
  })

  it('covers an agent that is a tool, and tells of each cut once', () => {
    expect(report.subagent).toEqual([cutWithError])
    expect(report.cuts).toEqual(['build call_build'])
  })
})
