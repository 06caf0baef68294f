import fc from 'fast-check'
import { expect, it } from 'vitest'
import { lastLfBefore, nextLf } from '../../src/text/lines.ts'
import { Sizer } from '../../src/text/size.ts'

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

it('a string has the size of its UTF-8', () => {
  const sizer = new Sizer()
  const part = fc.constantFrom('a', '\n', '\t', '\0', '"', 'é', '✓', '\ud800', '\udc00', '\u{1f600}')
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const text = parts.join('')
      const encoded = new TextEncoder().encode(text)
      expect(sizer.measureText(text)).toEqual(sizer.measure(encoded, 0, encoded.length))
    }),
  )
})
