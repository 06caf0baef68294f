import { expect, test } from 'vitest'
import { ASSESSED_BYTES, BORDER_BYTES, borderIn, PIECE_STEP, somePart } from '../../src/signal/pieces.ts'

const border = (text: string): number => borderIn(new TextEncoder().encode(text))
const dots = (count: number): string => '.'.repeat(count)

test('a piece ends behind the last CR, else the last brace, comma or blank', () => {
  const text = `${dots(100)}\r${dots(100)}}${dots(100)},${dots(100)} ${dots(200)}`
  expect(border(text)).toBe(101)
  expect(border(text.replace('\r', '.'))).toBe(202)
  expect(border(text.replace('\r', '.').replace('}', '.'))).toBe(303)
  expect(border(text.replace(/[\r},]/g, '.'))).toBe(404)
  expect(border(text.replace(/[\r}, ]/g, '.'))).toBe(BORDER_BYTES)
})

test('a sign in the last byte counts, the byte behind it does not', () => {
  expect(border(`${dots(300)} ${dots(210)},,`)).toBe(BORDER_BYTES)
  expect(border(`${dots(300)} ${dots(211)},`)).toBe(301)
})

test('no character is cut', () => {
  for (const character of ['é', '漢', '😀']) {
    for (let shift = 0; shift < 4; shift++) {
      const bytes = new TextEncoder()
        .encode(dots(shift) + character.repeat(300))
        .subarray(0, BORDER_BYTES + 1)
      const end = borderIn(bytes)
      expect(end).toBeGreaterThan(BORDER_BYTES - 4)
      const whole = Math.floor((end - shift) / new TextEncoder().encode(character).length)
      expect(new TextDecoder().decode(bytes.subarray(0, end))).toBe(dots(shift) + character.repeat(whole))
    }
  }
  expect(borderIn(new Uint8Array(BORDER_BYTES + 1).fill(0x80))).toBe(BORDER_BYTES)
})

test('no piece is longer than what is assessed at once', () => {
  // The earliest border and the latest one after it.
  expect(PIECE_STEP + BORDER_BYTES).toBe(ASSESSED_BYTES)
})

test('parts lie between CRs, and empty ones are left out', () => {
  const bytes = new TextEncoder().encode('\ra\r\rbc\rd\r')
  const found: string[] = []
  const stopped = somePart(bytes, (start, end) => {
    found.push(Buffer.from(bytes.subarray(start, end)).toString())
    return false
  })
  expect([stopped, found]).toEqual([false, ['a', 'bc', 'd']])
  expect(somePart(bytes, (start) => start === 4)).toBe(true)
})
