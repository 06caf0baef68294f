import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { continueText, restOfText, seenOf } from '../../src/cli/shell-text.ts'
import { truncate } from '../../src/engine/truncate.ts'

const lines = fc.array(fc.string({ maxLength: 30 }), { minLength: 60, maxLength: 300 })

describe('what follows the bytes that were seen', () => {
  it('is the rest of a text that begins with them', () => {
    const result = truncate('a\nb\nc\n', {})
    expect(Buffer.from(restOfText(result, seenOf(Buffer.from('a\nb'))) ?? '').toString()).toBe('\nc\n')
    expect(restOfText(result, seenOf(Buffer.from('b')))).toBeUndefined()
  })

  it('has each kept byte once, a marker for each gap, and the notice at its end', () => {
    fc.assert(
      fc.property(lines, fc.nat(400), (all, length) => {
        const input = Buffer.from(all.map((line, i) => `${i} ${line.replaceAll(/[\n\r]/g, '')}\n`).join(''))
        const bytes = input.subarray(0, length)
        const result = truncate(input, { maxBytes: 900, headRatio: 0, source: { artifact: '0'.repeat(16) } })
        const text = Buffer.from(continueText(result, seenOf(bytes))).toString()
        const rows = text.replace(/^\n/, '').split('\n')
        const kept = result.segments.filter(({ startByte }) => startByte >= length)
        for (const segment of kept) expect(text).toContain(segment.text)
        if (result.truncated) expect(text.endsWith(result.notice ?? '')).toBe(true)
        const marked = rows.flatMap((row) => /^\[\.\.\.(\d+)(?:-(\d+))?: /.exec(row)?.[1] ?? [])
        const gaps = result.gaps.filter(
          ({ endByte, codePoints }) => endByte > length && codePoints === undefined,
        )
        expect(marked).toHaveLength(gaps.length)
      }),
    )
  })
})
