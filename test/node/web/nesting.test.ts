import { describe, expect, it } from 'vitest'
import { isDeeper } from '../../../src/host/web/nesting.ts'

const nested = (levels: number) => `${'<div class="a">'.repeat(levels)}x${'</div>'.repeat(levels)}`

describe('isDeeper', () => {
  it('counts the levels of elements', () => {
    expect([isDeeper(nested(1000), 1000), isDeeper(nested(1001), 1000)]).toEqual([false, true])
    expect(isDeeper('<DIV>'.repeat(1001), 1000)).toBe(true)
  })

  it('does not count what follows each other, nor what needs no end', () => {
    expect(isDeeper('<div><b>a</b></div>'.repeat(5000), 9)).toBe(false)
    expect(isDeeper('<p>a<br><li>b<tr><td>c<img src="d"><path d="M0"/>'.repeat(5000), 9)).toBe(false)
    expect(isDeeper('</div>'.repeat(9) + nested(9), 9)).toBe(false)
    expect(isDeeper('x < y and <3 < '.repeat(5000), 9)).toBe(false)
  })
})
