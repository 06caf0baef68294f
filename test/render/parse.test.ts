import { afterEach, describe, expect, it, vi } from 'vitest'
import { containsNotice, parseNotices, stripNotices } from '../../src/render/parse.ts'

const notice = '[Showing lines 1-2 of 9. Not kept.]'
const marker = '[... lines 3-8 omitted (1.0 KB) ...]'

/** How often `work` searches its text for a clip mark, and how often for a line that begins with a bracket. */
function searches(work: () => void): { clips: number; lines: number } {
  const indexOf = vi.spyOn(String.prototype, 'indexOf')
  work()
  const asked = indexOf.mock.calls.map(([text]) => text)
  indexOf.mockRestore()
  return {
    clips: asked.filter((text) => text === ' [+').length,
    lines: asked.filter((text) => text === '\n[').length,
  }
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('notices of a text', () => {
  it.each([
    ['plain lines', 'a b\n'.repeat(500)],
    ['lines in brackets', '[x]\n'.repeat(500)],
    ['notices', `${notice}\n`.repeat(500)],
  ])('are found with one search for clip marks in %s', (_, text) => {
    expect(searches(() => parseNotices(text)).clips).toBe(1)
    expect(searches(() => stripNotices(text)).clips).toBe(1)
  })

  it('are searched for no further than the first one, where only that is asked', () => {
    const text = `a\n${`${notice}\n`.repeat(500)}`
    expect(searches(() => expect(containsNotice(text)).toBe(true))).toEqual({ clips: 0, lines: 1 })
  })

  it('come in order with the clips around them; a clip mark inside a notice is one of its words', () => {
    const inside = '[Showing lines 1-2 of 9. Full output: /tmp/a [+7 chars]]'
    const text = `a [+1 chars]\n${marker}\nb [+2 chars] c [+3 chars]\n[x] [+4 chars]\n${inside}\n [+5 chars]`
    const found = parseNotices(text).map(({ startIndex, endIndex }) => text.slice(startIndex, endIndex))
    expect(found).toEqual([
      ' [+1 chars]',
      marker,
      ' [+2 chars]',
      ' [+3 chars]',
      ' [+4 chars]',
      inside,
      ' [+5 chars]',
    ])
    expect(stripNotices(text)).toBe('a\nb c\n[x]\n')
  })

  it('are no clips alone, no lines that are too long, and none behind other text', () => {
    expect(containsNotice(notice)).toBe(true)
    expect(containsNotice(`\n\n${notice}`)).toBe(true)
    expect(containsNotice('a [+5 chars]')).toBe(false)
    expect(containsNotice(`x${notice}`)).toBe(false)
    expect(containsNotice(`${notice.slice(0, -1)}${'x'.repeat(4096)}]`)).toBe(false)
    expect(containsNotice('')).toBe(false)
    expect(() => containsNotice(undefined as unknown as string)).toThrow('`containsNotice`')
  })
})
