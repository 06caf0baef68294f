import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
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

  it('shares a limit among the results of calls side by side', () => {
    const turn: { bytes: number; hasError: boolean }[] = report.turn
    expect(turn.map(({ hasError }) => hasError)).toEqual([true, true, true])
    const bytes = turn.reduce((sum, each) => sum + each.bytes, 0)
    expect(bytes).toBeLessThanOrEqual(8192)
    expect(bytes).toBeGreaterThan(6500)
  })

  it('leaves the results of a tool that is turned off', () => {
    expect(report.left).toBe(true)
  })

  it('names the call that shows more, and the full result is in the store', () => {
    const [, id] = /pith_show \{"id":"([0-9a-f]{16})"/.exec(report.notice) ?? []
    const project = inject('adaptersProject')
    const env = { ...process.env, PITH_ARTIFACTS: join(project, 'artifacts') }
    const words = [join(project, 'node_modules/pith/dist/cli/main.js'), 'show', id, '--all']
    const whole = execFileSync(process.execPath, words, { env, encoding: 'utf8', maxBuffer: 1 << 26 })
    expect(whole.split('\n')).toHaveLength(8001)
  })
})
