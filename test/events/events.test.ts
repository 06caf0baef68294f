import { describe, expect, it } from 'vitest'
import { truncate } from '../../src/core/truncate.ts'
import { eventOf, isWanted, parseEvent, type ToolEvent, writeEvent } from '../../src/extra/events/events.ts'
import type { TruncateOptions } from '../../src/options.ts'
import type { Gap } from '../../src/truncation.ts'

const call = { tool: 'bash', status: 'ok', durationMs: 12 } as const
const seq = Array.from({ length: 5000 }, (_, at) => `${at + 1}\n`).join('')
const record = (overrides: Partial<ToolEvent> = {}): ToolEvent => ({
  version: 1,
  time: 1000,
  run: 'r',
  ...eventOf(call),
  ...overrides,
})

describe('an event', () => {
  it('tells of a result in figures, and of no byte of it', () => {
    const result = truncate(`secret\n${seq}`, { maxLines: 20, keep: 'ends' })
    const event = eventOf({ ...call, strategy: 'ends', artifact: '0123456789abcdef' }, result)
    const [gap] = result.gaps
    expect(event).toMatchObject({
      tool: 'bash',
      strategy: 'ends',
      artifact: '0123456789abcdef',
      truncated: true,
      totalLines: 5001,
      totalBytes: result.totalBytes,
      keptBytes: result.keptBytes,
      omittedBytes: result.totalBytes - result.keptBytes,
      omittedLines: 5001 - result.keptLines,
      outputLines: result.outputLines,
      omitted: [[gap.firstLine, gap.lastLine, gap.startByte, gap.endByte]],
    })
    expect(JSON.stringify(event)).not.toContain('secret')
  })

  it('says whether tokens of the input were counted', () => {
    const tokens = (options: TruncateOptions) => {
      const { totalTokens, scaled } = eventOf(call, truncate(seq, options))
      return { totalTokens, scaled }
    }
    const counted = truncate(seq, { maxTokens: 100 }).totalTokens?.tokens
    expect(tokens({ maxTokens: 100 })).toEqual({ totalTokens: counted })
    expect(tokens({ maxLines: 5000 })).toEqual({ totalTokens: counted })
    const byRate = tokens({ maxLines: 100 })
    expect(byRate).toEqual({ totalTokens: expect.any(Number), scaled: true })
    expect(Math.abs(byRate.totalTokens / (counted ?? 0) - 1)).toBeLessThan(0.2)
  })

  it('counts the error lines that are shown and those that are not', () => {
    const lines = `${'error: no such file\nfine\n'.repeat(400)}`
    const result = truncate(lines, { maxLines: 30, keep: 'head', errors: true })
    const event = eventOf(call, result)
    expect(event.errorsKept).toBeGreaterThan(0)
    expect(event.errorsOmitted).toBeGreaterThan(0)
    expect(event.errorsKept + event.errorsOmitted).toBe(result.errors.total)
  })

  it('holds no more than the 32 largest of many gaps, in order', () => {
    const gaps: Gap[] = Array.from({ length: 50 }, (_, at) => ({
      startByte: at * 1000,
      endByte: at * 1000 + 10 + at,
      firstLine: at * 10 + 1,
      lastLine: at * 10 + 2,
      errors: 0,
      asked: true,
    }))
    const { omitted = [], omittedBytes } = eventOf(call, { ...truncate('a\n'), gaps })
    expect(omitted.map(([first]) => first)).toEqual(gaps.slice(18).map(({ firstLine }) => firstLine))
    expect(omittedBytes).toBe(50 * 10 + (49 * 50) / 2)
  })

  it('does not call omitted what lies outside the range that was asked for', () => {
    const result = truncate('a\n')
    const gap = { startByte: 2, endByte: 90, firstLine: 2, lastLine: 9, errors: 0, asked: false }
    expect(eventOf(call, { ...result, gaps: [gap] })).not.toHaveProperty('omitted')
  })

  it('comes back from its line', () => {
    const event = record({ omitted: [[1, 2, 3, 4]], shown: { unit: 'bytes', ranges: [[0, 9]] }, tool: 'ü\n' })
    const line = writeEvent(event)
    expect(line.indexOf('\n')).toBe(line.length - 1)
    expect(parseEvent(line)).toEqual(event)
  })

  it.each([
    ['nothing', ''],
    ['a broken record', writeEvent(record()).slice(0, -9)],
    ['null', 'null'],
    ['another version', JSON.stringify({ ...record(), version: 3 })],
    ['a status that is none', JSON.stringify({ ...record(), status: 'fine' })],
    ['a size below 0', JSON.stringify({ ...record(), totalBytes: -1 })],
    ['a missing figure', JSON.stringify({ ...record(), omittedLines: undefined })],
    ['a range of three', JSON.stringify({ ...record(), omitted: [[1, 2, 3]] })],
    ['no unit', JSON.stringify({ ...record(), shown: { ranges: [] } })],
    ['null in the place of what was shown', JSON.stringify({ ...record(), shown: null })],
  ])('is not %s', (_, line) => {
    expect(parseEvent(line)).toBeUndefined()
  })

  it.each([
    [{ run: 'r', tool: 'bash', since: 1000, until: 1000, truncated: false, failed: false }, true],
    [{}, true],
    [{ run: 's' }, false],
    [{ tool: 'read' }, false],
    [{ since: 1001 }, false],
    [{ until: 999 }, false],
    [{ truncated: true }, false],
    [{ failed: true }, false],
  ])('is let through by %j: %j', (filter, isLet) => {
    expect(isWanted(record(), filter)).toBe(isLet)
  })
})
