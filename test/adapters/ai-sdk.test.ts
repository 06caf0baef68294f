import { describe, expect, it } from 'vitest'
import { cutWithError, reportOf } from './run.ts'

describe.each(['ai-6', 'ai-7'])('the adapter for the Vercel AI SDK, with %s', async (version) => {
  const report = await reportOf(`${version}/check.ts`)

  it('shows the model each large result in 4 KiB, with the error', () => {
    expect(report.middleware).toEqual([cutWithError, cutWithError, cutWithError])
  })

  it('keeps the type of each result, and the fields of JSON', () => {
    expect(report.types).toEqual(['text', 'json', 'error-text'])
    expect(report.keys).toEqual(['stdout', 'stderr', 'exitCode'])
  })

  it('leaves the full result to the application', () => {
    expect(report).toMatchObject({ isKept: true, steps: 4 })
  })

  it('cuts the result of one tool by toModelOutput', () => {
    expect(report.oneTool).toEqual([cutWithError])
  })

  it('covers a subagent that uses the same model, and tells of each cut once', () => {
    expect(report.subagent).toEqual([cutWithError])
    expect(report.cuts).toEqual(['build call_build'])
  })

  it('leaves the results of a tool that is turned off', () => {
    expect(report.left).toBe(true)
  })
})
