import { describe, expect, it } from 'vitest'
import { cutWithError, reportOf } from './run.ts'

describe('the adapter for LangChain', async () => {
  const report = await reportOf('langchain/check.ts')

  it('shows the model each large result in 4 KiB, with the error', () => {
    expect(report.middleware).toEqual([cutWithError, cutWithError])
  })

  it('leaves the full result to the application, as the artifact of a message of the same class', () => {
    expect(report).toMatchObject({ isKept: true, isMessage: true })
  })

  it('writes the cut content and the full artifact to checkpoints', () => {
    expect(report).toMatchObject({ stored: cutWithError, storedArtifact: true })
  })

  it('makes content and artifact of one tool', () => {
    expect(report).toMatchObject({ oneTool: [cutWithError], oneToolIsKept: true })
  })

  it('covers a subagent with the same middleware, and tells of each cut once', () => {
    expect(report.subagent).toEqual([cutWithError])
    expect(report.cuts).toEqual(['build call_build', 'commanding call_commanding'])
  })

  it('cuts the messages of a command', () => {
    expect(report.command).toEqual([cutWithError])
  })
})
