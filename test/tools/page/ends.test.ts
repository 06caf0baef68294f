import { describe, expect, it } from 'vitest'
import { backStart, frontEnd } from '../../../src/tools/page/ends.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const family = '👩‍👩‍👧‍👦'

describe('the front of an input', () => {
  it('ends with the last line that is whole', () => {
    expect(frontEnd(bytes('ab\ncd\nef'), 6)).toBe(6)
    expect(frontEnd(bytes('ab\ncd\nef'), 5)).toBe(3)
  })

  it('ends inside a line where not one is whole, and not inside a character', () => {
    expect(frontEnd(bytes('abcdef\n'), 4)).toBe(4)
    expect(frontEnd(bytes(`ab${family}cd\n`), 10)).toBe(2)
    expect(frontEnd(bytes('e\u0301'), 1)).toBe(0)
  })
})

describe('the back of an input', () => {
  it('begins with the first line that is whole', () => {
    expect(backStart(bytes('ab\ncd\nef\n'), 3)).toBe(3)
    expect(backStart(bytes('ab\ncd\nef\n'), 2)).toBe(3)
    expect(backStart(bytes('ab\ncd\nef\n'), 4)).toBe(6)
  })

  it('begins inside a line where not one is whole, and not inside a character', () => {
    expect(backStart(bytes('ab\ncdef'), 4)).toBe(4)
    expect(backStart(bytes('ab\ncdef\n'), 5)).toBe(5)
    expect(backStart(bytes(`ab${family}cd`), 5)).toBe(2 + bytes(family).length)
  })
})
