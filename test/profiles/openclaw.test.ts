import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as openclaw from '../../src/extra/profiles/openclaw.ts'
import * as generators from '../support/generators.ts'
import { checkProfile, textOf } from '../support/profile.ts'

/** Titles are the seed's own words. */

const MARKER = '\n\n⚠️ [... middle content omitted — showing head and tail ...]\n\n'

/** The cut, held to the profile's clauses and to its limit. */
function cut(text: string, maxChars: number, options: openclaw.OpenClawOptions = {}): string {
  const result = openclaw.truncateToolResultText(text, maxChars, options)
  checkProfile(result, {
    again: () => openclaw.truncateToolResultText(text, maxChars, options),
    input: text + (options.suffix ?? ''),
  })
  expect(result.length).toBeLessThanOrEqual(maxChars)
  return result
}

const lines = (count: number, line = 'PASS src/foo.test.ts') => `${line}\n`.repeat(count)

const report = [
  'FAIL src/baz.test.ts',
  'Error: expected 42 but got undefined',
  '    at Object.<anonymous> (src/baz.test.ts:15:5)',
  'Tests: 47 passed, 1 failed',
].join('\n')

describe('Example', () => {
  it('Before (head-only)', () => {
    const text = `$ npm test\n${lines(3000)}`.slice(0, 50_000)
    const shown = cut(text, 10_000)
    expect(shown).toMatch(/^\$ npm test\nPASS src\/foo\.test\.ts\nPASS/)
    expect(shown).toMatch(/\nPASS src\/foo\.test\.ts\n\.\.\. \[truncated — 50000 chars\]$/)
  })

  it('After (head+tail)', () => {
    const shown = cut(`$ npm test\n${lines(3000)}${report}`, 10_000)
    expect(shown).toMatch(/^\$ npm test\nPASS src\/foo\.test\.ts\nPASS/)
    expect(shown.split('\n')).toContain('⚠️ [... middle content omitted — showing head and tail ...]')
    expect(shown.endsWith(report)).toBe(true)
  })
})

describe('Problem', () => {
  it('Error messages, stack traces, and result summaries typically appear at the end of tool output', () => {
    for (const maxChars of [330, 400, 1000, 2000, 5000, 16_000, 32_000]) {
      expect(cut(lines(3000) + report, maxChars)).toContain('Tests: 47 passed, 1 failed')
    }
  })
})

describe('Solution', () => {
  it('1. Detect important tails — error-like patterns', () => {
    const words = 'error exception failed fatal traceback panic errno'.split(' ')
    for (const word of [...words, 'stack trace', 'exit code']) {
      expect(openclaw.hasImportantTail(`x ${word} y`), word).toBe(true)
      expect(openclaw.hasImportantTail(`x ${word.toUpperCase()}: y`), word).toBe(true)
    }
  })

  it('1. Detect important tails — JSON closing structure', () => {
    expect(openclaw.hasImportantTail('{"a": 1}')).toBe(true)
    expect(openclaw.hasImportantTail('{"a": 1} \n\n')).toBe(true)
    expect(openclaw.hasImportantTail('{"a": 1} and on')).toBe(false)
    expect(openclaw.hasImportantTail('[1, 2]')).toBe(false)
  })

  it('1. Detect important tails — summary keywords', () => {
    for (const word of ['total', 'summary', 'result', 'complete', 'finished', 'Done']) {
      expect(openclaw.hasImportantTail(`x ${word} y`), word).toBe(true)
    }
  })

  it('1. Detect important tails — checks the last ~2000 chars', () => {
    const errorBefore = (distance: number) => `error${' '.repeat(distance - 5)}`
    expect(openclaw.hasImportantTail(`x ${errorBefore(2000)}`)).toBe(true)
    expect(openclaw.hasImportantTail(`x ${errorBefore(2001)}`)).toBe(false)
    expect(openclaw.hasImportantTail('')).toBe(false)
  })

  it('2. Split the budget — allocates 70% to head and 30% to tail (capped at 4000 chars)', () => {
    const parts = (maxChars: number) =>
      cut(`${'h'.repeat(100_000)} error ${'t'.repeat(1900)}`, maxChars).split(MARKER)
    expect(parts(10_000).map((part) => part.length)).toEqual([7000 - MARKER.length, 3000])
    expect(parts(13_400).map((part) => part.length)).toEqual([9400 - MARKER.length, 4000])
    expect(parts(50_000).map((part) => part.length)).toEqual([46_000 - MARKER.length, 4000])
  })

  it('3. Clean boundaries — cuts at newline boundaries to avoid mid-line breaks', () => {
    const text = `${Array.from({ length: 2000 }, (_, i) => `line ${i}`).join('\n')}\nerror`
    const [head, tail] = cut(text, 5000).split(MARKER)
    expect(text.startsWith(`${head}\n`)).toBe(true)
    expect(text.endsWith(`\n${tail}`)).toBe(true)
    const [only] = cut(text.replace(/error$/, 'normal'), 5000).split('\n... [truncated')
    expect(text.startsWith(`${only}\n`)).toBe(true)
  })

  it('3. Clean boundaries — a newline that is far costs no more than a fifth of a part', () => {
    const text = `first\n${'x'.repeat(20_000)} error`
    const [head, tail] = cut(text, 5000).split(MARKER)
    expect([head.length, tail.length]).toEqual([3500 - MARKER.length, 1500])
  })

  it('4. Clear marker — between head and tail', () => {
    const shown = cut(lines(3000) + report, 10_000)
    expect(shown.split(MARKER)).toHaveLength(2)
    expect(openclaw.MIDDLE_OMISSION_MARKER).toBe(MARKER)
  })
})

describe('Greptile Summary', () => {
  it('output stays within maxChars through proper budget accounting of both the middle omission marker and the truncation suffix', () => {
    const options = fc.record(
      { suffix: fc.constantFrom('', '…', '\n[cut]', 'x'.repeat(90)), minKeepChars: fc.nat(3000) },
      { requiredKeys: [] },
    )
    const ends = fc.constantFrom('', ' error', '}', ' done\n', '😀 failed 😀')
    fc.assert(
      fc.property(generators.text, ends, fc.nat(4000), options, (text, end, maxChars, given) => {
        const shown = cut(text + end, maxChars, given)
        if (textOf(text + end).length <= maxChars) expect(shown).toBe(textOf(text + end))
      }),
      { numRuns: 500 },
    )
  })

  it('the suffix that is asked for ends a head and tail as well', () => {
    const suffix = '\n[cut short]'
    const shown = cut(lines(3000) + report, 10_000, { suffix })
    expect(shown.endsWith(report + suffix)).toBe(true)
    expect(shown).toContain(MARKER)
  })

  it('words like "done", "result", "complete" and any trailing } will trigger it', () => {
    for (const end of ['all done', 'result: 7', 'complete', 'function f() {}']) {
      expect(cut(`${lines(3000)}${end}`, 5000)).toContain('middle content omitted')
    }
  })

  it('edge cases are guarded: the limit wins over the suffix, the marker and the least to keep', () => {
    const text = `${lines(100)}error`
    expect(cut(text, 0)).toBe('')
    expect(cut(text, 1)).toBe('P')
    expect(cut(text, 5, { suffix: '12345' })).toBe('PASS ')
    expect(cut(text, 6, { suffix: '12345' })).toBe('P12345')
    expect(cut(text, 1000, { minKeepChars: 1e9 })).toContain('error')
    expect(cut(text, 200)).not.toContain('middle content omitted')
    expect(cut(text, Infinity)).toBe(text)
  })
})

describe('surrogate pairs', () => {
  it('are never split, and lone halves are repaired', () => {
    const text = `${'😀'.repeat(3000)} error ${'😀'.repeat(900)}`
    for (let maxChars = 0; maxChars < 700; maxChars++) cut(text, maxChars)
    for (let maxChars = 0; maxChars < 40; maxChars++) cut('😀'.repeat(50), maxChars, { suffix: '…' })
    expect(cut('a\ud83d', 10)).toBe('a\ufffd')
  })
})

describe('the words', () => {
  it('miss what the system misses', () => {
    for (const text of [
      'TypeError: x',
      'AssertionError',
      'panicked at',
      'FAIL x',
      '2 failures',
      '3 errors generated',
      'npm ERR!',
      'Segmentation fault',
      'undefined reference',
      'Killed',
      'exited with code 1',
      '\u001b[31mError\u001b[0m',
    ]) {
      expect(openclaw.hasImportantTail(text), text).toBe(false)
    }
  })
})

describe('bad input', () => {
  const untyped = openclaw as unknown as Record<string, (...values: unknown[]) => unknown>

  it('is refused with a code', () => {
    for (const value of [-1, 1.5, Number.NaN, '5', null, undefined, {}]) {
      expect(() => untyped.truncateToolResultText('text', value)).toThrow(
        expect.objectContaining({ name: 'PithError', code: 'PITH_INVALID_OPTION' }),
      )
    }
    for (const options of [null, 'x', { suffix: 5 }, { minKeepChars: -1 }, { minKeepChars: '9' }]) {
      expect(() => untyped.truncateToolResultText('text', 2, options)).toThrow(
        expect.objectContaining({ name: 'PithError', code: 'PITH_INVALID_OPTION' }),
      )
    }
    for (const value of [undefined, null, 5, {}, new Uint8Array(3), Symbol('s')]) {
      for (const name of ['truncateToolResultText', 'hasImportantTail']) {
        expect(() => untyped[name](value, 5)).toThrow(
          expect.objectContaining({ name: 'PithError', code: 'PITH_INVALID_INPUT' }),
        )
      }
    }
  })
})
