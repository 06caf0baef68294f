import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reportOf } from '../adapters/run.ts'
import type { Reached } from './model/dialect.ts'
import { type ScriptedModel, startModel } from './model/server.ts'

const LIMIT_BYTES = 4096

const isCutWithError = ({ text }: Reached): boolean =>
  Buffer.byteLength(text) <= LIMIT_BYTES && text.includes('cannot find value `total`')

describe('an agent with a loop of its own, which calls `truncateResult`', () => {
  const call = (tool: string) => ({ tool, args: {} })
  const models: ScriptedModel[] = []
  let report: Awaited<ReturnType<typeof reportOf>>
  beforeAll(async () => {
    models.push(await startModel([call('build'), call('subagent'), call('run')]))
    models.push(await startModel([call('run'), call('build')]))
    const [OUTER_MODEL, INNER_MODEL] = models.map(({ url }) => url)
    report = await reportOf('loop/check.ts', { env: { OUTER_MODEL, INNER_MODEL } })
  })
  afterAll(async () => {
    for (const model of models) await model.close()
  })

  it('shows the model each result of 320 KB in 4 KiB, with the error from its middle', () => {
    const [outer] = models
    expect(outer.problems()).toEqual([])
    expect(outer.results().map(isCutWithError)).toEqual([true, false, true])
    expect(outer.results()[1].text).toBe('done')
  })

  it('covers a subagent', () => {
    expect(models[1].problems()).toEqual([])
    expect(models[1].results().map(isCutWithError)).toEqual([true, true])
  })

  it('leaves the full results to the application', () => {
    expect(report).toEqual({ text: 'done', full: [true, false, true], inner: [true, true] })
  })
})
