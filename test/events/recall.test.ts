import { describe, expect, it } from 'vitest'
import { eventOf, type NewEvent, type ShownRanges, type ToolEvent } from '../../src/extra/events/events.ts'
import { isWorthIt, RecallCount } from '../../src/extra/events/recall.ts'
import { createRandom } from '../support/random.ts'

const ID = '0123456789abcdef'

const event = (time: number, overrides: Partial<NewEvent>): ToolEvent => ({
  version: 1,
  run: 'r',
  time,
  ...eventOf({ tool: 'bash', status: 'ok', durationMs: 1, strategy: 'ends' }),
  ...overrides,
})

/** Lines 101 to 200 left out, ten bytes each. */
const cut = (time: number, overrides: Partial<NewEvent> = {}) =>
  event(time, {
    truncated: true,
    totalBytes: 3000,
    outputBytes: 1900,
    totalTokens: 900,
    outputTokens: 600,
    omittedBytes: 1000,
    omitted: [[101, 200, 1000, 2000]],
    artifact: ID,
    ...overrides,
  })

const show = (time: number, shown: ShownRanges, artifact = ID) =>
  event(time, { tool: 'show', strategy: 'page', artifact, shown })
const lines = (first: number, last: number): ShownRanges => ({ unit: 'lines', ranges: [[first, last]] })
const bytes = (start: number, end: number): ShownRanges => ({ unit: 'bytes', ranges: [[start, end]] })

function figures(...events: ToolEvent[]) {
  const counting = new RecallCount()
  for (const each of events) counting.call(each)
  for (const each of events) counting.recall(each)
  return counting.result()
}

describe('recall', () => {
  it.each([
    ['lines of a gap', lines(101, 110), 1, 100],
    ['lines that reach into a gap', lines(1, 110), 1, 100],
    ['everything', bytes(0, Number.MAX_SAFE_INTEGER), 1, 1000],
    ['bytes of a gap', bytes(1500, 1600), 1, 100],
    ['lines that were kept', lines(1, 100), 0, 0],
    ['bytes that were kept', bytes(2000, 2100), 0, 0],
    ['no bytes', bytes(1500, 1500), 0, 0],
  ])('counts %s', (_, shown, recalled, recalledBytes) => {
    expect(figures(cut(1), show(2, shown))).toEqual([
      {
        tool: 'bash',
        program: '',
        strategy: 'ends',
        calls: 1,
        truncated: 1,
        linked: 1,
        recalled,
        recalls: recalled,
        ownMs: 0,
        savedBytes: 1100,
        savedTokens: 300,
        fetchedBytes: 0,
        fetchedTokens: 0,
        omittedBytes: 1000,
        linkedBytes: 1000,
        recalledBytes,
        missed: 0,
        totalBytes: 3000,
        outputBytes: 1900,
      },
    ])
  })

  it('takes what was fetched later off what was saved, also where no range is known of it', () => {
    const { shown: _, ...units } = show(4, lines(1, 1))
    const fetches = [show(2, lines(101, 110)), show(3, lines(1, 9)), units]
    const found = figures(cut(1), ...fetches.map((each) => ({ ...each, outputBytes: 500 })))
    expect(found).toMatchObject([{ recalled: 1, recalls: 2, fetchedBytes: 1000, fetchedTokens: 300 }])
    expect(found.map(isWorthIt)).toEqual([false])
    expect(figures(cut(1), fetches[0]).map(isWorthIt)).toEqual([true])
    expect(figures(event(1, {})).map(isWorthIt)).toEqual([true])
  })

  it('tells programs apart, and what pith took for each', () => {
    const found = figures(
      cut(1, { program: 'git', ownMs: 40 }),
      cut(2, { ownMs: 50 }),
      cut(3, { program: 'git' }),
    )
    expect(found.map(({ program, calls, ownMs }) => [program, calls, ownMs])).toEqual([
      ['git', 2, 40],
      ['', 1, 50],
    ])
  })

  it('tells of how many truncated calls it can be known', () => {
    const { artifact: _, ...unlinked } = cut(1)
    expect(figures(unlinked, cut(2), show(3, lines(101, 110)))).toMatchObject([
      { truncated: 2, linked: 1, recalled: 1, omittedBytes: 2000, linkedBytes: 1000, recalledBytes: 100 },
    ])
  })

  it('counts a byte once, however often it is asked for', () => {
    const asked = [lines(101, 120), lines(111, 130), lines(101, 120)].map((shown, at) => show(2 + at, shown))
    expect(figures(cut(1), ...asked)).toMatchObject([{ recalled: 1, recalls: 3, recalledBytes: 300 }])
  })

  it('is put down to the last call before it that left this out', () => {
    const found = figures(cut(1), cut(3, { tool: 'web' }), show(2, lines(101, 101)), show(4, lines(150, 150)))
    expect(found.map(({ tool, recalled }) => [tool, recalled])).toEqual([
      ['bash', 1],
      ['web', 1],
    ])
  })

  it.each([
    ['another artifact', show(2, lines(101, 101), 'fedcba9876543210')],
    ['what was asked for before', show(0, lines(101, 101))],
    ['a failed call', { ...show(2, lines(101, 101)), status: 'failed' as const }],
  ])('is not %s', (_, asking) => {
    expect(figures(cut(1), asking)).toMatchObject([{ recalled: 0, recalledBytes: 0 }])
  })

  it('counts what was asked for in vain, as far as it was left out, by the call that left it out', () => {
    const failed = (at: number, shown?: ShownRanges) => {
      const { shown: _, ...asking } = show(at, lines(1, 1))
      return { ...asking, ...(shown && { shown }), status: 'failed' as const }
    }
    expect(figures(cut(1), failed(2, lines(150, 150)), failed(3, lines(1, 9)))).toMatchObject([
      { recalled: 0, recalledBytes: 0, missed: 1 },
    ])
    // A search that failed.
    expect(figures(cut(1), failed(2), failed(0))).toMatchObject([{ recalled: 0, missed: 1 }])
    expect(figures(cut(1), { ...failed(2), tool: 'read' })).toMatchObject([{ missed: 0 }, { missed: 0 }])
  })

  it('sees the next page of a file as asked for, and no page as its own recall', () => {
    const page = (time: number, first: number, last: number) =>
      event(time, {
        tool: 'read',
        strategy: 'page',
        file: ID,
        truncated: true,
        omittedBytes: 10 * (200 - last),
        omitted: [[last + 1, 200, last * 10, 2000]],
        shown: lines(first, last),
      })
    expect(figures(page(1, 1, 100), page(1, 101, 150))).toMatchObject([
      { tool: 'read', calls: 2, truncated: 2, recalled: 1, omittedBytes: 1500, recalledBytes: 500 },
    ])
  })

  it('remembers the last 20,000 truncated calls, and tells how many it does not', () => {
    const counting = new RecallCount()
    for (let at = 0; at < 20_002; at++)
      counting.call(cut(at, { artifact: at.toString(16).padStart(16, '0') }))
    expect(counting.forgotten).toBe(2)
    counting.recall(show(30_000, lines(101, 200), '0000000000000001'))
    counting.recall(show(30_000, lines(101, 200), '0000000000000002'))
    expect(counting.result()).toMatchObject([{ calls: 20_002, recalled: 1 }])
  })

  it('is held against the last calls before it alone, not against thousands', () => {
    let looks = 0
    const gap = [101, 200, 1000, 2000] as const
    const omitted = [gap]
    omitted[Symbol.iterator] = () => {
      looks++
      return [gap].values()
    }
    const calls = Array.from({ length: 3000 }, (_, at) => cut(at, { omitted }))
    const counting = new RecallCount()
    for (const call of calls) counting.call(call)
    counting.recall(show(4000, lines(1, 100)))
    expect(looks).toBeLessThan(300)
    counting.recall(show(4000, lines(101, 110)))
    expect(counting.result()).toMatchObject([{ calls: 3000, recalls: 1, recalledBytes: 100 }])
  })

  it('counts each byte once, in whatever order ranges are asked for', () => {
    const { below } = createRandom(3)
    for (let round = 0; round < 50; round++) {
      const asked = Array.from({ length: 1 + below(12) }, () => {
        const start = 1000 + below(60)
        return [start, start + 1 + below(20)] as const
      })
      const seen = new Set(
        asked.flatMap(([start, end]) => Array.from({ length: end - start }, (_, i) => start + i)),
      )
      const shows = asked.map(([start, end], at) => show(2 + at, bytes(start, end)))
      expect(figures(cut(1), ...shows)[0].recalledBytes).toBe(seen.size)
    }
  })

  it('finds the call before it, also where runs overlap in time', () => {
    expect(figures(cut(5, { tool: 'late' }), cut(1), show(3, lines(101, 110)))).toMatchObject([
      { tool: 'bash', recalls: 1 },
      { tool: 'late', recalls: 0 },
    ])
  })
})
