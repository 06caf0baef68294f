import { describe, expect, inject, it } from 'vitest'
import { findControl, plainTextEnd } from '../../src/fold/controls.ts'
import { findControlFor } from '../../src/scan/controls.ts'
import { ROOM_BYTES } from '../../src/scan/newlines.ts'

describe('the search for controls', () => {
  const find = findControlFor(inject('backend'), findControl)
  const found = (bytes: Uint8Array) => plainTextEnd(bytes, 0, bytes.length, true, find)

  it('finds one wherever a piece ends', () => {
    for (const at of [0, 255, 256, ROOM_BYTES - 1, ROOM_BYTES, ROOM_BYTES + 1]) {
      const bytes = new Uint8Array(at + 2).fill(0x61)
      bytes.set([0x0d, 0x0d], at)
      expect(found(bytes)).toBe(at)
      bytes.set([0x0d, 0x0a], at)
      expect(found(bytes)).toBe(bytes.length)
    }
  })

  it('finds none in a text with tabs, line ends, carets and letters beyond ASCII', () => {
    const text = 'a\tb\r\n  ^~~~ ä © ü 漢\n'.repeat(500)
    const bytes = new TextEncoder().encode(text)
    expect(found(bytes)).toBe(bytes.length)
  })
})
