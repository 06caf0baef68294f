import { describe, expect, it } from 'vitest'
import { reportOf } from './run.ts'

const tool = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'build' }

describe('the adapter for OpenTelemetry', async () => {
  const { events, metrics } = await reportOf('otel/check.ts')

  it('adds an event to the active span, with the names of the conventions', () => {
    expect(events).toEqual([
      {
        span: 'execute_tool build',
        name: 'pith.tool_result.truncated',
        attributes: {
          ...tool,
          'gen_ai.tool.call.id': 'call_1',
          'pith.tool_result.size': expect.toSatisfy((bytes: number) => bytes > 300_000),
          'pith.tool_result.shown.size': expect.toSatisfy((bytes: number) => bytes > 0 && bytes <= 4096),
          'pith.tool_result.lines': 8001,
          'pith.tool_result.shown.lines': expect.any(Number),
          'pith.tool_result.errors': 1,
          'pith.tool_result.truncated_by': ['bytes'],
          'pith.artifact.ids': [expect.stringMatching(/^[0-9a-f]{16}$/)],
        },
      },
    ])
  })

  it('counts cut results and their sizes by the name of the tool', () => {
    const [{ attributes }] = events
    expect(metrics).toEqual([
      { name: 'pith.tool_result.truncations', unit: '{result}', points: [{ attributes: tool, value: 1 }] },
      {
        name: 'pith.tool_result.size',
        unit: 'By',
        points: [{ attributes: tool, value: attributes['pith.tool_result.size'] }],
      },
      {
        name: 'pith.tool_result.shown.size',
        unit: 'By',
        points: [{ attributes: tool, value: attributes['pith.tool_result.shown.size'] }],
      },
    ])
  })
})
