// @deep

import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { createMatcher, type Matcher } from '../../../src/core/judge/linear/matcher.ts'
import { compilePatterns } from '../../../src/core/judge/linear/program.ts'
import { createRandom, seedFor } from '../../support/random.ts'
import { anyBytes, anyPattern, anyText, type Generated } from './generated.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

const matcherFor = (sources: readonly string[], flags = '', maxStates = Infinity): Matcher =>
  createMatcher(
    sources.map((pattern) => ({ pattern, flags })),
    { maxStates },
  )

/** For each pattern where it first ends, -1 where it doesn't occur. */
function found(matcher: Matcher, patterns: number, bytes: Uint8Array): number[] {
  const count = matcher.match(bytes, 0, bytes.length)
  const ids = [...matcher.ids.subarray(0, count)]
  expect(new Set(ids).size).toBe(count)
  const ends = ids.map((id) => matcher.ends[id])
  expect(ends).toEqual(ends.toSorted((a, b) => a - b))
  return Array.from({ length: patterns }, (_, id) => {
    expect(matcher.has(id)).toBe(ids.includes(id))
    return ids.includes(id) ? matcher.ends[id] : -1
  })
}

/** The same by backtracking: each end from the first on is tried, and counted in code points. */
function firstEnd(oracle: string, flags: string, text: string): number {
  const length = [...text].length
  for (let end = 0; end <= length; end++) {
    if (new RegExp(`(?:${oracle})(?=[^]{${length - end}}$)`, `u${flags}`).test(text)) return end
  }
  return -1
}

function expectSame(
  patterns: readonly Generated[],
  flags: string,
  bytes: Uint8Array,
  maxStates?: number,
): void {
  const matcher = matcherFor(
    patterns.map(({ source }) => source),
    flags,
    maxStates,
  )
  const text = decoder.decode(bytes)
  const inCodePoints = found(matcher, patterns.length, bytes).map((end) =>
    end < 0 ? -1 : [...decoder.decode(bytes.subarray(0, end))].length,
  )
  expect(inCodePoints).toEqual(patterns.map(({ oracle }) => firstEnd(oracle, flags, text)))
}

/** The letters a and b in no order, always the same. */
function mixedLetters(length: number): string {
  const random = createRandom(1)
  return Array.from({ length }, () => random.pick(['a', 'b'])).join('')
}

const manyPatterns = fc.array(anyPattern, { minLength: 1, maxLength: 4 })
const anyFlags = fc.constantFrom('', 'i')
const [manyRuns, fewRuns] = inject('thorough') ? [600, 300] : [80, 60]

describe('the matches', () => {
  it('and their first ends are those of JavaScript, on any text', () => {
    fc.assert(
      fc.property(manyPatterns, anyFlags, anyText, (patterns, flags, text) => {
        expectSame(patterns, flags, encoder.encode(text))
      }),
      { numRuns: manyRuns, seed: seedFor(7) },
    )
  })

  it('on malformed bytes are those of JavaScript on what the WHATWG decoder makes of them', () => {
    fc.assert(
      fc.property(manyPatterns, anyBytes, (patterns, bytes) => expectSame(patterns, '', bytes)),
      { numRuns: manyRuns, seed: seedFor(7) },
    )
  })

  it('are the same when the cache has room for the least states only', () => {
    fc.assert(
      fc.property(manyPatterns, anyText, (patterns, text) =>
        expectSame(patterns, '', encoder.encode(text), 1),
      ),
      { numRuns: manyRuns, seed: seedFor(7) },
    )
  })

  it('of one line say nothing about the next one', () => {
    fc.assert(
      fc.property(manyPatterns, fc.array(anyText, { maxLength: 4 }), (patterns, texts) => {
        const sources = patterns.map(({ source }) => source)
        const used = matcherFor(sources)
        for (const text of texts) {
          const bytes = encoder.encode(text)
          expect(found(used, sources.length, bytes)).toEqual(
            found(matcherFor(sources), sources.length, bytes),
          )
        }
      }),
      { numRuns: fewRuns, seed: seedFor(7) },
    )
  })

  it('lie between the given offsets, which begin and end a line', () => {
    const matcher = matcherFor(['^b$', 'a', '\\bb\\b', 'bc?'])
    const bytes = encoder.encode('abc')
    expect(matcher.match(bytes, 1, 2)).toBe(3)
    expect([...matcher.ids.subarray(0, 3)].sort()).toEqual([0, 2, 3])
    expect([matcher.ends[0], matcher.ends[2], matcher.ends[3]]).toEqual([2, 2, 2])
  })

  it('of no pattern are none', () => {
    expect(createMatcher([]).match(encoder.encode('abc'), 0, 3)).toBe(0)
  })

  it('pair the cases of letters beyond ASCII under flag i, one code point with one', () => {
    const matcher = matcherFor(['É', '[а-я]+!', 'ß', 'ς'], 'i')
    expect(found(matcher, 4, encoder.encode('é ПРИВЕТ! SS Σ'))).toEqual([2, 16, -1, 22])
  })

  it('under flag i take no byte beyond ASCII for a letter', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz']
    const matcher = matcherFor(letters, 'i')
    const bytes = Uint8Array.from({ length: 128 }, (_, i) => 0x80 + i)
    expect(matcher.match(bytes, 0, bytes.length)).toBe(0)
    expect(found(matcher, 2, encoder.encode('字bA'))).toEqual([5, 4])
  })

  it('at one place in 4096 combinations outgrow the room for lists and stay right', () => {
    const sources = Array.from({ length: 12 }, (_, bit) => `^[01]{${11 - bit}}1[01]{${bit}}$`)
    const matcher = matcherFor(sources)
    for (let number = 0; number < 2 ** 12; number++) {
      const bytes = encoder.encode(number.toString(2).padStart(12, '0'))
      matcher.match(bytes, 0, bytes.length)
      expect(sources.reduce((sum, _, bit) => sum + (matcher.has(bit) ? 2 ** bit : 0), 0)).toBe(number)
    }
  })

  it('stay right when a few states hold more threads than all may hold together', () => {
    const matcher = matcherFor(['a[ab]{1000}c', 'b[ab]{999}c', 'a.{1,900}d'])
    const text = mixedLetters(4000)
    for (const end of ['c', 'd', 'e']) {
      const whole = text + end
      const expected = [/a[ab]{1000}c/, /b[ab]{999}c/, /a.{1,900}d/].map((form) => form.test(whole))
      matcher.match(encoder.encode(whole), 0, whole.length)
      expect([0, 1, 2].map((id) => matcher.has(id))).toEqual(expected)
    }
  })
})

describe('the steps', () => {
  const evil = [
    ['(a*)*b', 'a'],
    ['(a|aa)+$', 'a'],
    ['(x+x+)+y', 'x'],
    ['.*.*.*=', 'x'],
    ['(.*)*(a|b|ab)*c.{1,40}d', 'abc'],
    ['expected .{1,60} (but|got)', 'expected '],
    ['(\\w+\\s?){1,30}:', 'word '],
    ['(é|éé|.)+$', 'é€'],
  ]

  it.each(evil)('of %s double with the text', (source, unit) => {
    const steps = [250_000, 500_000, 1_000_000].map((length) => {
      const matcher = matcherFor([source])
      const bytes = encoder.encode(unit.repeat(length / unit.length))
      matcher.match(bytes, 0, bytes.length)
      return matcher.steps / bytes.length
    })
    expect(steps[2]).toBeLessThan(steps[0] * 1.1 + 0.1)
    expect(steps[2]).toBeLessThan(3)
  })

  it('spend nothing on what a pattern might find behind its first end', () => {
    const matcher = matcherFor(['a(?:[ab]{0,200}|.*)'])
    const bytes = encoder.encode(`x${mixedLetters(100_000)}`)
    matcher.match(bytes, 0, bytes.length)
    expect(matcher.steps).toBeLessThan(1.1 * bytes.length)
  })

  it('stay within nodes times bytes when no state ever comes twice', () => {
    const source = '[ab]*a[ab]{14}x|[ab]*a[ab]{11}y'
    const nodes = compilePatterns([{ pattern: source }]).kinds.length
    const matcher = createMatcher([{ pattern: source }], { maxStates: 64 })
    const bytes = encoder.encode(mixedLetters(50_000))
    expect(matcher.match(bytes, 0, bytes.length)).toBe(0)
    expect(matcher.steps).toBeLessThan(3 * nodes * bytes.length)
  })
})
