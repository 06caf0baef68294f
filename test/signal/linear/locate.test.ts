import fc from 'fast-check'
import { expect, it } from 'vitest'
import { startOfMatch } from '../../../src/signal/linear/locate.ts'
import { createMatcher } from '../../../src/signal/linear/matcher.ts'
import { compilePattern } from '../../../src/signal/linear/program.ts'
import { anyBytes, anyPattern, anyText } from './generated.ts'

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = new TextEncoder()

const codePoints = (bytes: Uint8Array): number => [...decoder.decode(bytes)].length

it('the longest match that ends first begins where it does for JavaScript', () => {
  let matches = 0
  const anyInput = fc.oneof(
    anyText.map((text) => encoder.encode(text)),
    anyBytes,
  )
  fc.assert(
    fc.property(anyPattern, anyInput, ({ source, oracle }, bytes) => {
      const program = compilePattern(source)
      const matcher = createMatcher([program])
      if (matcher.match(bytes, 0, bytes.length) === 0) return
      matches++
      const end = matcher.ends[0]
      const begin = startOfMatch(program, bytes, 0, bytes.length, end)
      const text = decoder.decode(bytes)
      const behind = codePoints(bytes) - codePoints(bytes.subarray(0, end))
      // The leftmost of the matches with this end: JavaScript tries the beginnings in order.
      const found = new RegExp(`(?:${oracle})(?=[^]{${behind}}$)`, 'u').exec(text)
      expect(begin).toBeGreaterThanOrEqual(0)
      expect(codePoints(bytes.subarray(0, begin))).toBe([...text.slice(0, found?.index)].length)
    }),
    { numRuns: 1000, seed: 7 },
  )
  expect(matches).toBeGreaterThan(200)
})

it('offsets are those of the bytes given, from the beginning of their line', () => {
  const program = compilePattern('^\\s*(\\w+)Error\\b')
  const bytes = encoder.encode('é\n  TypeError: x')
  const matcher = createMatcher([program])
  expect(matcher.match(bytes, 3, bytes.length)).toBe(1)
  expect(matcher.ends[0]).toBe(14)
  expect(startOfMatch(program, bytes, 3, bytes.length, 14)).toBe(3)
  expect(startOfMatch(program, bytes, 3, bytes.length, 13)).toBe(-1)
  expect(startOfMatch(compilePattern('\\w+Error'), bytes, 3, bytes.length, 14)).toBe(5)
})
