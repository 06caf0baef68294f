// @deep

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runNow } from '../../src/core/fit/counted.ts'
import { lastResort, type RuinSettings } from '../../src/core/fit/last-resort.ts'
import { RawEnds, remainsOfEnds, remainsOfWhole } from '../../src/core/hold/raw-ends.ts'
import { estimateTokens } from '../../src/core/tokens/estimate.ts'
import { resolveSettings } from '../../src/settings.ts'
import type { Truncation } from '../../src/truncation.ts'

// The text that is left when everything else has failed.

const line = fc.oneof(
  { weight: 8, arbitrary: fc.string({ maxLength: 60 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.constant('x'.repeat(3000)) },
  { weight: 1, arbitrary: fc.constant('\u001b[31mred\u001b[0m \u001b]0;title') },
)
const text = fc
  .tuple(fc.array(line, { maxLength: 60 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([lines, end, isEnded]) => lines.join(end) + (isEnded ? end : ''))
const bytes = fc.oneof(
  { weight: 4, arbitrary: text.map((each) => new TextEncoder().encode(each)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 2000 }) },
)

const limits = fc.record({
  maxBytes: fc.integer({ min: 0, max: 4000 }),
  maxLines: fc.integer({ min: 0, max: 40 }),
  maxTokens: fc.oneof(fc.constant(Infinity), fc.integer({ min: 0, max: 1000 })),
  maxSerializedBytes: fc.oneof(fc.constant(Infinity), fc.integer({ min: 0, max: 4000 })),
  maxLineLength: fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 200 })),
  keep: fc.constantFrom('head', 'tail', 'ends'),
  headRatio: fc.constantFrom(0, 0.3, 0.5, 1),
  notice: fc.boolean(),
  status: fc.constantFrom(undefined, { exitCode: 3 }),
  isWhole: fc.boolean(),
})

/** Segments and gaps cover the input, and lines and bytes are counted. */
function checkPartition({ segments, gaps, totalBytes, totalLines, keptBytes }: Truncation): void {
  const ranges = [...segments, ...gaps].sort((a, b) => a.startByte - b.startByte)
  let at = 0
  for (const { startByte, endByte, firstLine, lastLine } of ranges) {
    expect(startByte).toBe(at)
    expect(endByte).toBeGreaterThan(startByte)
    expect(firstLine).toBeGreaterThanOrEqual(1)
    expect(lastLine).toBeGreaterThanOrEqual(firstLine)
    expect(lastLine).toBeLessThanOrEqual(totalLines)
    at = endByte
  }
  expect(at).toBe(totalBytes)
  expect(keptBytes).toBe(segments.reduce((sum, each) => sum + each.endByte - each.startByte, 0))
}

it('is within all limits, is not empty, and has exact numbers', () => {
  fc.assert(
    fc.property(bytes, limits, (input, { status, isWhole, ...options }) => {
      const settings: RuinSettings = {
        ...resolveSettings(options),
        estimate: (each) => estimateTokens(each).tokens,
      }
      const ends = new RawEnds(500, 700)
      for (let at = 0; at < input.length; at += 100) ends.push(input.subarray(at, at + 100))
      const remains = isWhole ? remainsOfWhole(input) : remainsOfEnds(ends)
      const what = { what: 'cutting', status, source: undefined, backend: 'js' } as const
      const result = runNow(lastResort({ ...remains, ...what }, settings), resolveSettings({}))
      const { text, segments } = result
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(options.maxBytes)
      if (text !== '') {
        expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThanOrEqual(options.maxSerializedBytes)
        expect(text.split('\n').length - (text.endsWith('\n') ? 1 : 0)).toBeLessThanOrEqual(options.maxLines)
        expect(estimateTokens(text).tokens).toBeLessThanOrEqual(options.maxTokens)
      }
      expect(result.totalBytes).toBe(input.length)
      expect(result.totalLines).toBe(
        input.filter((byte) => byte === 10).length + (input.length > 0 && input.at(-1) !== 10 ? 1 : 0),
      )
      checkPartition(result)
      for (const { exact, startByte, endByte, text: shown, firstLine } of segments) {
        if (exact) expect(shown).toBe(Buffer.from(input.subarray(startByte, endByte)).toString())
        expect(firstLine).toBe(1 + input.subarray(0, startByte).filter((byte) => byte === 10).length)
        if (exact)
          for (const each of shown.split('\n'))
            expect([...each].length).toBeLessThanOrEqual(Math.max(1, options.maxLineLength))
      }
      const hasRoom =
        options.maxBytes >= 100 &&
        options.maxLines >= 3 &&
        options.maxTokens >= 100 &&
        options.maxSerializedBytes >= 300
      if (hasRoom && input.length > 0) expect(text).not.toBe('')
      if (hasRoom && status && options.notice) expect(text).toContain('Exit code 3.')
    }),
    { numRuns: 2000, seed: 33 },
  )
})
