import { describe, expect, it } from 'vitest'
import { isDeeper } from '../../../src/node/web/nesting.ts'

const nested = (levels: number) => `${'<div class="a">'.repeat(levels)}x${'</div>'.repeat(levels)}`

describe('isDeeper', () => {
  it('counts the levels of elements', () => {
    expect([isDeeper(nested(1000), 1000), isDeeper(nested(1001), 1000)]).toEqual([false, true])
    expect(isDeeper('<DIV>'.repeat(1001), 1000)).toBe(true)
  })

  it('does not count what follows each other, nor what needs no end', () => {
    expect(isDeeper('<div><b>a</b></div>'.repeat(5000), 9)).toBe(false)
    expect(isDeeper('<p>a<br><li>b<tr><td>c<img src="d"><svg><path d="M0"/></svg>'.repeat(5000), 9)).toBe(
      false,
    )
    expect(isDeeper('</div>'.repeat(9) + nested(9), 9)).toBe(false)
    expect(isDeeper('x < y and <3 < '.repeat(5000), 9)).toBe(false)
  })

  it('counts `<div/>`, which HTML leaves open, but no element of a drawing that its slash ends', () => {
    expect(isDeeper('<div/>'.repeat(1001), 1000)).toBe(true)
    expect(isDeeper(`<svg>${'<g/><path d="M0"/>'.repeat(5000)}</svg>`, 9)).toBe(false)
    expect(isDeeper(`<svg><foreignObject>${'<div/>'.repeat(99)}`, 90)).toBe(true)
    expect(isDeeper(`<svg>${'<div/>'.repeat(99)}`, 90)).toBe(true)
    expect(isDeeper('<svg/>'.repeat(5000), 9)).toBe(false)
  })

  it('knows that the end of an element ends what was left open in it', () => {
    expect(isDeeper('<table><td><span class="icon"/><i></td></table>'.repeat(5000), 9)).toBe(false)
    expect(isDeeper('<a name="top"/>'.repeat(5000), 9)).toBe(false)
  })

  it('takes linear time, whatever ends without a beginning', () => {
    const html = '<div>'.repeat(1000) + '</b>'.repeat(500_000)
    expect(isDeeper(html, 1000)).toBe(false)
  })
})
