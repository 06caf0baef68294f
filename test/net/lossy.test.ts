// @deep

import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TerminalRenderer } from '../../src/core/clean/terminal.ts'
import { SelectorSession } from '../../src/core/scan/session.ts'
import { truncateStream } from '../../src/core/stream.ts'
import { parseNotices } from '../../src/core/words/parse.ts'
import type { TruncateOptions } from '../../src/options.ts'
import type { Truncation } from '../../src/truncation.ts'

// A step of pith fails in a stream of which bytes have left memory. Both ends are cut as usual.

const line = fc.oneof(
  { weight: 8, arbitrary: fc.string({ maxLength: 80 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.constant('\u001b[31mred\u001b[0m \u001b]0;title') },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 30_000 }).map((length) => 'é'.repeat(length)) },
)
/** Some 100 to 200 KB. */
const input = fc
  .tuple(fc.array(line, { minLength: 20, maxLength: 60 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([lines, end, isEnded]) => {
    const once = lines.join(end)
    const times = Math.ceil(100_000 / (once.length + 1))
    return Buffer.from(`${`${once}${end}`.repeat(times)}${isEnded ? '' : 'the last line'}`)
  })
const options = fc.record({
  maxBytes: fc.integer({ min: 600, max: 4000 }),
  maxLines: fc.integer({ min: 10, max: 60 }),
  maxLineLength: fc.oneof(fc.constant(Infinity), fc.integer({ min: 20, max: 200 })),
  keep: fc.constantFrom('head', 'tail', 'ends'),
})

const faults: Record<string, (after: number) => void> = {
  judging: (after) => failAfter(SelectorSession.prototype, 'entered', after),
  folding: (after) => failAfter(TerminalRenderer.prototype, 'write', after),
}

type Method = (...args: unknown[]) => unknown

function failAfter(prototype: object, name: string, after: number): void {
  const methods = prototype as Record<string, Method>
  const real = methods[name]
  let calls = 0
  vi.spyOn(methods, name).mockImplementation(function (this: unknown, ...args) {
    if (calls++ >= after) throw new TypeError('a fault')
    return real.apply(this, args)
  })
}

async function* chunksOf(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += 7000) yield bytes.slice(at, at + 7000)
}

/** Every number of the result is that of the input. */
function check({ segments, gaps, text, totalBytes, totalLines }: Truncation, bytes: Buffer): void {
  const linesBefore = (end: number) => bytes.subarray(0, end).filter((byte) => byte === 10).length
  const ranges = [...segments, ...gaps].sort((a, b) => a.startByte - b.startByte)
  let at = 0
  for (const { startByte, endByte, firstLine } of ranges) {
    expect(startByte).toBe(at)
    expect(firstLine).toBe(linesBefore(startByte) + 1)
    at = endByte
  }
  expect(at).toBe(bytes.length)
  expect(totalBytes).toBe(bytes.length)
  expect(totalLines).toBe(linesBefore(bytes.length) + (bytes.at(-1) === 10 ? 0 : 1))
  for (const { exact, startByte, endByte, text: shown } of segments)
    if (exact) expect(shown).toBe(bytes.subarray(startByte, endByte).toString())
  for (const each of parseNotices(text))
    if (each.kind === 'marker')
      expect(gaps.some((gap) => gap.firstLine === each.firstLine && gap.lastLine === each.lastLine)).toBe(
        true,
      )
}

beforeEach(() => {
  vi.stubEnv('PITH_NET', '')
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

it.each(Object.keys(faults))(
  'a fault of %s leaves the lines of both ends, with true numbers',
  async (what) => {
    let told = 0
    await fc.assert(
      fc.asyncProperty(input, options, fc.nat({ max: 2 }), async (bytes, limits, after) => {
        vi.restoreAllMocks()
        faults[what](after)
        const all: TruncateOptions = { ...limits, fold: what === 'folding' } as TruncateOptions
        const result = await truncateStream(chunksOf(bytes), all)
        check(result, bytes)
        expect(result.outputBytes).toBeLessThanOrEqual(limits.maxBytes)
        expect(result.outputLines).toBeLessThanOrEqual(limits.maxLines)
        if (result.failures?.[0].what === what) told++
      }),
      { numRuns: 60 },
    )
    expect(told).toBeGreaterThan(10)
  },
)
