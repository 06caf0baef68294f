import fc from 'fast-check'
import { expect, it } from 'vitest'
import { lastLfBefore, nextLf } from '../../src/core/bytes/lines.ts'

const bytes = fc
  .array(fc.oneof({ weight: 1, arbitrary: fc.constant(10) }, { weight: 60, arbitrary: fc.constant(32) }), {
    maxLength: 700,
  })
  .map((numbers) => Uint8Array.from(numbers))

it('the next LF and the last one are those that indexOf finds', () => {
  fc.assert(
    fc.property(bytes, fc.nat(700), (text, at) => {
      const from = Math.min(at, text.length)
      expect(nextLf(text, from)).toBe(text.indexOf(10, from))
      expect(lastLfBefore(text, from)).toBe(text.subarray(0, from).lastIndexOf(10))
    }),
  )
})
