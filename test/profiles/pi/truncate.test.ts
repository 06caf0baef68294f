import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as pi from '../../../src/extra/profiles/pi.ts'
import * as generators from '../../support/generators.ts'
import { checkProfile, textOf } from '../../support/profile.ts'

const cuts = { head: pi.truncateHead, tail: pi.truncateTail }

/** A cut whose result is held to the profile's clauses. */
function cut(
  which: keyof typeof cuts,
  input: string | Uint8Array,
  limits: pi.PiLimits = {},
): pi.PiTruncation {
  const result = cuts[which](input, limits)
  checkProfile(result.content, { again: () => cuts[which](input, limits).content, input, totals: result })
  return result
}

/** The rules as pi's own table gives them, the plain way: split, measure, join. */
function naive(which: keyof typeof cuts, text: string, limits: pi.PiLimits): pi.PiTruncation {
  const { maxLines = 2000, maxBytes = 30720 } = limits
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const totalBytes = Buffer.byteLength(text)
  const result = {
    totalLines: lines.length,
    totalBytes,
    lastLinePartial: false,
    firstLineExceedsLimit: false,
  }
  const end = (content: string, truncatedBy: 'lines' | 'bytes' | null, count: number): pi.PiTruncation => ({
    ...result,
    content,
    truncated: truncatedBy !== null,
    truncatedBy,
    outputLines: count,
    outputBytes: Buffer.byteLength(content),
    maxLines,
    maxBytes,
  })
  if (lines.length <= maxLines && totalBytes <= maxBytes) return end(text, null, lines.length)
  const order = which === 'head' ? lines : lines.toReversed()
  if (which === 'head' && Buffer.byteLength(lines[0]) > maxBytes) {
    result.firstLineExceedsLimit = true
    return end('', 'bytes', 0)
  }
  const kept: string[] = []
  let bytes = -1
  const joined = () => (which === 'head' ? kept : kept.toReversed()).join('\n')
  for (const line of order) {
    if (kept.length >= maxLines) return end(joined(), 'lines', kept.length)
    bytes += 1 + Buffer.byteLength(line)
    if (bytes > maxBytes && which === 'tail' && kept.length === 0) {
      result.lastLinePartial = true
      const part = lastPoints(line, maxBytes)
      return end(part, 'bytes', part === '' ? 0 : 1)
    }
    if (bytes > maxBytes) break
    kept.push(line)
  }
  return end(joined(), 'bytes', kept.length)
}

function lastPoints(line: string, maxBytes: number): string {
  const points = [...line]
  let at = points.length
  for (let left = maxBytes; at > 0; at--) {
    left -= Buffer.byteLength(points[at - 1])
    if (left < 0) break
  }
  return points.slice(at).join('')
}

describe('a text at its limit', () => {
  it('a final line feed adds no line: 2000 lines are not cut at a limit of 2000', () => {
    const text = 'x\n'.repeat(2000)
    expect(cut('head', text)).toMatchObject({ truncated: false, totalLines: 2000, content: text })
    expect(cut('tail', text)).toMatchObject({ truncated: false, totalLines: 2000, content: text })
  })

  it('the bytes decide where only a final line feed is too much', () => {
    for (const which of ['head', 'tail'] as const)
      expect(cut(which, 'abc\n', { maxLines: 1, maxBytes: 3 })).toMatchObject({
        content: 'abc',
        truncatedBy: 'bytes',
      })
  })

  it('the bytes decide, not the lines, when only the last line is larger than what is left of one line', () => {
    expect(cut('tail', 'ab\ncdef', { maxLines: 1, maxBytes: 2 })).toMatchObject({
      content: 'ef',
      truncatedBy: 'bytes',
      lastLinePartial: true,
    })
  })

  it('one empty line that is kept counts as one line, and nothing kept as none', () => {
    expect(cut('head', '\n\n\n', { maxLines: 1 })).toMatchObject({ content: '', outputLines: 1 })
    expect(cut('tail', 'a\n\n', { maxLines: 1 })).toMatchObject({ content: '', outputLines: 1 })
    expect(cut('head', '\n', { maxBytes: 0 })).toMatchObject({ content: '', truncatedBy: 'bytes' })
    expect(cut('tail', '\n', { maxBytes: 0 })).toMatchObject({ content: '', lastLinePartial: false })
  })
})

describe('random texts and limits', () => {
  const short = fc
    .array(fc.constantFrom('a', 'b', '\n', '\r', 'é', '漢', '😀', 'e\u0301'), { maxLength: 24 })
    .map((parts) => parts.join(''))
  const limit = fc.oneof(fc.nat(12), fc.nat(3000), fc.constant(undefined))
  const text = fc.oneof(short, generators.text)

  for (const which of ['head', 'tail'] as const) {
    it(`${which} as the rules written plainly say`, () => {
      fc.assert(
        fc.property(text, limit, limit, (any, maxLines, maxBytes) => {
          const limits: pi.PiLimits = {}
          if (maxLines !== undefined) limits.maxLines = maxLines
          // A limit just under the size cuts nothing but the last line feed.
          if (maxBytes !== undefined) {
            limits.maxBytes = maxBytes < 3 ? Math.max(0, Buffer.byteLength(textOf(any)) - maxBytes) : maxBytes
          }
          expect(cut(which, any, limits)).toEqual(naive(which, textOf(any), limits))
        }),
        { numRuns: 800 },
      )
    })
  }

  it('bytes as the text that they decode to', () => {
    fc.assert(
      fc.property(generators.bytes, fc.nat(200), (bytes, maxBytes) => {
        expect(cut('head', bytes, { maxBytes })).toEqual(naive('head', textOf(bytes), { maxBytes }))
        expect(cut('tail', bytes, { maxBytes })).toEqual(naive('tail', textOf(bytes), { maxBytes }))
      }),
      { numRuns: 150 },
    )
  })

  it('lines as the first code points that fit', () => {
    fc.assert(
      fc.property(text, fc.nat(30), (any, maxChars) => {
        const line = textOf(any)
        let kept = ''
        for (const point of line) {
          if (kept.length + point.length > maxChars) break
          kept += point
        }
        const expected =
          line.length <= maxChars
            ? { text: line, wasTruncated: false }
            : { text: `${kept}... [truncated]`, wasTruncated: true }
        const result = pi.truncateLine(any, maxChars)
        checkProfile(result.text, { again: () => pi.truncateLine(any, maxChars).text, input: any })
        expect(result).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })
})

describe('a line', () => {
  it('keeps 500 characters and says that it was cut', () => {
    expect(pi.truncateLine('x'.repeat(500))).toEqual({ text: 'x'.repeat(500), wasTruncated: false })
    expect(pi.truncateLine('x'.repeat(501))).toEqual({
      text: `${'x'.repeat(500)}... [truncated]`,
      wasTruncated: true,
    })
  })

  it('is not cut inside a surrogate pair', () => {
    expect(pi.truncateLine('ab😀cd', 3).text).toBe('ab... [truncated]')
    expect(pi.truncateLine('ab😀cd', 4).text).toBe('ab😀... [truncated]')
    expect(pi.truncateLine('😀', 1).text).toBe('... [truncated]')
    expect(pi.truncateLine('😀', 0).text).toBe('... [truncated]')
  })
})

describe('bad input', () => {
  const untyped = pi as unknown as Record<string, (...values: unknown[]) => unknown>

  it('that is no limit is refused by its name', () => {
    for (const value of [-1, 1.5, Number.NaN, '5', null, {}, 5n, [5]]) {
      for (const name of ['maxLines', 'maxBytes']) {
        for (const fn of ['truncateHead', 'truncateTail']) {
          expect(() => untyped[fn]('a', { [name]: value })).toThrow(
            expect.objectContaining({ code: 'PITH_INVALID_OPTION', message: expect.stringContaining(name) }),
          )
        }
      }
      expect(() => untyped.truncateLine('a', value)).toThrow(
        expect.objectContaining({ code: 'PITH_INVALID_OPTION' }),
      )
    }
    expect(() => untyped.truncateHead('a', null)).toThrow(
      expect.objectContaining({ code: 'PITH_INVALID_OPTION' }),
    )
  })

  it('that is no text is refused', () => {
    for (const value of [undefined, null, 7, {}, ['a'], Symbol('s'), Object.create(null)]) {
      for (const fn of ['truncateHead', 'truncateTail', 'truncateLine']) {
        expect(() => untyped[fn](value)).toThrow(expect.objectContaining({ code: 'PITH_INVALID_INPUT' }))
      }
    }
  })

  it('such as limits of 10^9, Infinity and 0 is no such thing', () => {
    expect(cut('head', 'a\nb', { maxLines: 1e9, maxBytes: Infinity }).truncated).toBe(false)
    expect(cut('tail', 'a\nb', { maxLines: Infinity, maxBytes: 1e9 }).truncated).toBe(false)
    expect(cut('tail', 'a\nb', { maxLines: 0 })).toMatchObject({ content: '', truncatedBy: 'lines' })
  })

  it('such as 250,000 lines costs no more than its size', () => {
    const text = 'x\n'.repeat(250_000)
    expect(cut('tail', text, { maxLines: 125_000, maxBytes: Infinity }).outputLines).toBe(125_000)
    expect(cut('head', text, { maxLines: 125_000, maxBytes: Infinity }).outputLines).toBe(125_000)
  })
})
