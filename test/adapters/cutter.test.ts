import { describe, expect, it, vi } from 'vitest'
import { cutToolResults as aiSdk } from '../../src/agents/adapters/ai-sdk.ts'
import { ResultCutter, type ShownResult } from '../../src/agents/adapters/cutter.ts'
import { cutToolResults as openAi } from '../../src/agents/adapters/openai-agents.ts'
import type { ToolResultOptions } from '../../src/agents/adapters/options.ts'
import { createMemoryStore } from '../../src/index.ts'
import { ERROR, longLog } from '../support/agent-results.ts'

const log = longLog()
const call = { tool: 'build', callId: 'call_1' }

describe('the options of an adapter', () => {
  it.each<[string, object, RegExp]>([
    ['an unknown name', { maxByte: 1 }, /`maxByte`.*Did you mean `maxBytes`/],
    ['an unknown name for a tool', { tools: { build: { keeps: 'tail' } } }, /`keeps`.*Did you mean `keep`/],
    [
      'something else for a tool',
      { tools: { build: true } },
      /`tools\.build` to be options or false, got true/,
    ],
    ['tools that are a list', { tools: ['build'] }, /`tools` to be an object with options/],
    ['no function', { onCut: 1 }, /`onCut` to be a function, got 1/],
    ['a signal', { signal: AbortSignal.abort() }, /`signal`/],
    ['no limit', { maxBytes: Infinity }, /`maxBytes` to be finite/],
  ])('refuse %s when the adapter is made', (_, options, message) => {
    expect(() => new ResultCutter(options as ToolResultOptions)).toThrow(
      expect.objectContaining({ code: 'PITH_INVALID_OPTION', message: expect.stringMatching(message) }),
    )
  })

  it('have other limits for a tool', async () => {
    const cutter = new ResultCutter({ maxBytes: 4096, tools: { build: { maxBytes: 1024 }, read: false } })
    expect((await cutter.cut(log, call)).length).toBeLessThanOrEqual(1024)
    expect((await cutter.cut(log, { tool: 'run' })).length).toBeGreaterThan(1024)
    expect(await cutter.cut(log, { tool: 'read' })).toBe(log)
    expect((await cutter.cut(log, { tool: 'constructor' })).length).toBeLessThanOrEqual(4096)
  })
})

describe('a result', () => {
  it('that fits is the same object', async () => {
    const value = { stdout: `${'ok\n'.repeat(300)}`, exitCode: 0 }
    const cutter = new ResultCutter({ maxBytes: 4096 })
    expect(await cutter.cut(value, call)).toBe(value)
    expect(await cutter.cutAgain(value, call)).toBe(value)
  })

  it('with long texts keeps its other fields, and the limit holds for it as JSON', async () => {
    const value = { stdout: log, nested: [{ stderr: log }], exitCode: 2 }
    const store = createMemoryStore()
    const onCut = vi.fn()
    const cut = await new ResultCutter({ maxBytes: 4096, store, onCut }).cut(value, call)
    expect(Buffer.byteLength(JSON.stringify(cut))).toBeLessThanOrEqual(4096)
    expect(cut).toEqual({
      stdout: expect.stringContaining(ERROR),
      nested: [{ stderr: expect.stringContaining(ERROR) }],
      exitCode: 2,
    })
    const [{ result }] = onCut.mock.calls[0]
    expect(result.truncations.map(({ path }: { path: string }) => path)).toEqual([
      '/stdout',
      '/nested/0/stderr',
    ])
    expect(result.artifacts).toHaveLength(2)
  })

  it('whose other fields are large is cut as JSON', async () => {
    const value = { stdout: log, rows: Array.from({ length: 900 }, (_, at) => ({ at })) }
    const cut = await new ResultCutter({ maxBytes: 4096 }).cut(value, call)
    expect(Buffer.byteLength(JSON.stringify(cut))).toBeLessThanOrEqual(4096)
    expect(JSON.stringify(cut)).toContain(ERROR)
  })

  it('with many long texts shows them joined in the first', async () => {
    const value = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`part${at}`, log]))
    const cut = await new ResultCutter({ maxBytes: 4096 }).cut(value, call)
    expect(Buffer.byteLength(JSON.stringify(cut))).toBeLessThanOrEqual(4096)
    expect(cut.part0).toContain(ERROR)
    expect(cut.part19).toBe('')
  })

  it('that JSON cannot hold passes whole, and onUncut is told', async () => {
    const value = { big: 1n, log }
    const onUncut = vi.fn()
    expect(await new ResultCutter({ onUncut }).cutAgain(value, call)).toBe(value)
    expect(onUncut).toHaveBeenCalledWith({
      ...call,
      error: expect.objectContaining({ code: 'PITH_INVALID_INPUT' }),
    })
  })

  it('does not pass when its redactor fails, because it may have secrets', async () => {
    const redact = () => {
      throw new Error('no rules')
    }
    await expect(new ResultCutter({ redact }).cut(log, call)).rejects.toThrow()
  })

  it('passes whole while the signal of its call is aborted, and is cut afterwards', async () => {
    const cutter = new ResultCutter({ maxBytes: 4096 })
    expect(await cutter.cutAgain(log, { ...call, signal: AbortSignal.abort() })).toBe(log)
    expect((await cutter.cutAgain(log, call)).length).toBeLessThanOrEqual(4096)
  })

  it('that is shown again is cut once', async () => {
    const onCut = vi.fn()
    const cutter = new ResultCutter({ maxBytes: 4096, onCut })
    const shown = await Promise.all([1, 2].map(() => cutter.cutAgain({ log }, call)))
    expect(shown[0]).toBe(shown[1])
    expect(await cutter.cutAgain({ log }, call)).toBe(shown[0])
    expect(onCut).toHaveBeenCalledTimes(1)
  })

  it('is forgotten when many others come after it', async () => {
    const onCut = vi.fn()
    const cutter = new ResultCutter({ maxBytes: 4096, onCut })
    const large = 'a line\n'.repeat(400_000)
    for (const at of [1, 2, 3, 4, 1]) await cutter.cutAgain(large, { tool: 'build', callId: `${at}` })
    expect(onCut).toHaveBeenCalledTimes(5)
  })
})

describe('the results of a turn', () => {
  const bytes = (values: readonly unknown[]) => values.map((value) => Buffer.byteLength(String(value)))
  const turnOf = (...values: string[]): ShownResult[] =>
    values.map((value, at) => ({ value, call: { tool: 'build', callId: `call_${at}` } }))
  const quiet = Array.from({ length: 4000 }, (_, at) => `compiling unit ${at}`).join('\n')

  it('show no more together than they may, and those with errors more than the others', async () => {
    const onCut = vi.fn()
    const cutter = new ResultCutter({ maxBytes: 8192, onCut })
    const turn = turnOf(quiet, log, 'small', quiet)
    const shown = await cutter.cutTurn(turn, 12_000)
    const [first, failed, small, last] = bytes(shown)
    expect(first + failed + small + last).toBeLessThanOrEqual(12_000)
    expect(first + failed + small + last).toBeGreaterThan(10_000)
    expect(shown[1]).toContain(ERROR)
    expect(failed).toBeGreaterThan(1.5 * first)
    expect([small, last]).toEqual([5, first])
    expect(await cutter.cutTurn(turn, 12_000)).toEqual(shown)
    // Each cut is told of once, as it is shown.
    const told = onCut.mock.calls.map(([{ callId, result }]) => [callId, result.value])
    expect(told).toEqual([0, 1, 3].map((at) => [`call_${at}`, shown[at]]))
  })

  it('give a call that the host says has failed the larger share', async () => {
    const [one, other] = turnOf(quiet, quiet)
    const turn = [one, { ...other, call: { ...other.call, hasFailed: true } }]
    const [less, more] = bytes(await new ResultCutter({ maxBytes: 8192 }).cutTurn(turn, 9000))
    expect(more).toBeGreaterThan(1.5 * less)
  })

  it('are as without a limit where they fit, and where a call is alone', async () => {
    const cutter = new ResultCutter({ maxBytes: 4096 })
    const alone = await cutter.cut(log, call)
    expect(await cutter.cutTurn(turnOf(log), 1000)).toEqual([alone])
    expect(await cutter.cutTurn(turnOf(log, log), 8192)).toEqual([alone, alone])
  })

  it('are those that stand together, in the middleware of the AI SDK and the filter of OpenAI', async () => {
    const part = (at: number) => ({
      ...{ type: 'tool-result', toolCallId: `call_${at}`, toolName: 'build' },
      output: { type: 'text', value: quiet },
    })
    const told = { role: 'assistant', content: [] }
    const prompt = [
      told,
      { role: 'tool', content: [part(1), part(2)] },
      { role: 'tool', content: [part(3)] },
      told,
      { role: 'tool', content: [part(4)] },
    ]
    const params = (
      await aiSdk({ maxBytes: 4096, maxTurnBytes: 6000 }).transformParams({ params: { prompt } })
    ).prompt
    const shown = params.flatMap(({ content }) => content.map((one) => one.output.value.length))
    expect(Math.max(...shown.slice(0, 3))).toBeLessThanOrEqual(2000)
    expect(shown[3]).toBeGreaterThan(3500)
    const item = (at: number) => ({
      type: 'function_call_result',
      name: 'build',
      callId: `${at}`,
      output: quiet,
    })
    const input = [item(1), item(2), item(3), { type: 'message' }, item(4)]
    const cut = await openAi({ maxBytes: 4096, maxTurnBytes: 6000 })({ modelData: { input } })
    expect(cut.input.map((one) => 'output' in one && String(one.output).length)).toEqual([
      ...shown.slice(0, 3),
      false,
      shown[3],
    ])
  })

  it.each([0.5, -1, '9'])('have no limit of %j', (maxTurnBytes) => {
    expect(() => aiSdk({ maxTurnBytes: maxTurnBytes as number })).toThrow(
      /`maxTurnBytes` to be a whole number/,
    )
  })
})
