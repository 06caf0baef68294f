// @deep

import { describe, expect, it } from 'vitest'
import { clipLine } from '../../../src/core/words/clip.ts'
import { read } from '../../../src/tools/read.ts'
import { sequences } from '../../support/sequences.ts'
import { some } from '../../support/some.ts'
import { endsAtRest, terminals } from '../../support/terminal.ts'

const line = (i: number): string => `step ${i} took ${i % 7} ms`
const isAtRest = (text: string): boolean => terminals.every((terminal) => endsAtRest(text, terminal))

describe.each(
  some(
    sequences.filter(([, text]) => text.length < 20_000),
    5,
  ),
)('%s', (_, sequence) => {
  const text = `${line(1)}\nab${sequence}cd\n${line(2)}\n${line(3)}\n`

  it('is not open where a page ends', () => {
    const most = text.length + 10
    for (let maxBytes = 1; maxBytes <= most; maxBytes += maxBytes < 300 ? 1 : 211) {
      const { details } = read(text, { maxBytes })
      const { segments, gaps, text: shown } = details.truncation
      if (gaps.length === 0) expect(shown).toBe(text)
      else for (const segment of segments) expect(isAtRest(segment.text)).toBe(true)
    }
  })

  it('is not open where a line of a page is clipped', () => {
    for (let maxLineLength = 1; maxLineLength < 60; maxLineLength++) {
      const { segments } = read(text, { maxLineLength, limit: 3 }).details.truncation
      for (const segment of segments) expect(isAtRest(segment.text)).toBe(true)
    }
  })

  it('comes back page by page', () => {
    let next: { offset: number; column?: number } | undefined = { offset: 1 }
    let bytes = 0
    for (let pages = 0; next && pages < 400; pages++) {
      const { details } = read(text, { ...next, maxBytes: 200 })
      const { segments, gaps } = details.truncation
      bytes += segments.reduce((sum, s) => sum + s.endByte - s.startByte, 0)
      bytes += gaps
        .filter((g) => g.codePoints !== undefined)
        .reduce((sum, g) => sum + g.endByte - g.startByte, 0)
      next = details.next
    }
    expect(bytes).toBe(new TextEncoder().encode(text).length)
  })

  it('is not open where a row is clipped', () => {
    const row = `ab${sequence}match${sequence}cd ${'x'.repeat(80)}`.replaceAll('\n', ' ')
    const start = row.indexOf('match')
    for (const match of [undefined, { start, end: start + 5 }]) {
      for (let length = 1; length < 70; length++) {
        const { content, isClipped } = clipLine(row, length, match)
        if (isClipped) expect(isAtRest(content)).toBe(true)
      }
    }
    expect(clipLine(row, 40, { start, end: start + 5 }).content).toContain('match')
  })
})
