// @deep

import { describe, expect, it } from 'vitest'
import { parsePattern } from '../../../src/core/judge/linear/parse.ts'
import { discounts, locationPattern } from '../../../src/core/judge/rules/discounts.ts'
import { rules } from '../../../src/core/judge/rules/index.ts'
import { Backtracking } from '../../support/backtracking.ts'

const LENGTH = 32
/**
 * Steps for each pair of characters in a line. With one step for each, a line of 1 KiB takes 10^6 steps, a fifth of a
 * millisecond in V8.
 */
const MOST_PER_PAIR = 1.5

const repeated = (text: string, length: number): string =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length)

/** Texts that come again and again: signs, words, and what patterns repeat side by side. */
const pumps = [...' \taA1.:-_/"[(|*+=#>$', ' \t', '1:', 'A$', '1.', 'a ', '. ', ': ', '- ', '1 ', '.a', 'a1']

/** How a line begins, and what comes after that again and again. */
function* attacksOn(pattern: string, samples: readonly string[]): Generator<readonly [string, string]> {
  for (const pump of pumps) yield ['', pump]
  for (const [word] of pattern.matchAll(/[A-Za-z][A-Za-z ]{2,}/g))
    yield ['', `${word.replace(/^[bdsw](?=[A-Z])/, '')} `]
  for (const sample of samples.slice(0, 3)) {
    for (let end = 1; end <= Math.min(40, sample.length); end++) {
      yield [sample.slice(0, end), sample.slice(end - 1, end)]
      yield [sample.slice(0, end), '1']
    }
  }
}

/** How much the steps of a search grow with the square of the line's length. */
function growthOf(search: (line: string) => number, [start, pump]: readonly [string, string]): number {
  const [one, two, three] = [1, 2, 3].map((times) => search(`${start}${repeated(pump, LENGTH * times)}~`))
  return (three - 2 * two + one) / LENGTH ** 2
}

describe('the patterns', () => {
  const all = [...rules, ...discounts, { name: 'location', pattern: locationPattern, hits: ['a.c:1'] }]
  const patterns = all.flatMap((rule) =>
    (['pattern', 'also', 'unless'] as const).flatMap((key) => {
      const { [key]: pattern, flags, name, hits }: Partial<(typeof rules)[number]> = rule
      return pattern === undefined ? [] : [{ name: `${name}, ${key}`, pattern, flags, hits: hits ?? [] }]
    }),
  )

  it.each(patterns)('are searched in a time that grows with the line: $name', ({ pattern, flags, hits }) => {
    const syntax = parsePattern(pattern, flags)
    const search = (line: string): number => {
      const backtracking = new Backtracking(syntax)
      backtracking.search(line)
      return backtracking.steps
    }
    for (const attack of attacksOn(pattern, hits))
      expect(growthOf(search, attack), attack.join(' and again ')).toBeLessThan(MOST_PER_PAIR)
  })

  it('would be found to take longer', () => {
    const growth = (pattern: string, pump: string) =>
      growthOf(
        (line) => {
          const backtracking = new Backtracking(parsePattern(pattern))
          backtracking.search(line)
          return backtracking.steps
        },
        ['', pump],
      )
    expect(growth('^\\s*\\W*x', ' ')).toBeGreaterThan(MOST_PER_PAIR / 2)
    expect(growth('\\.\\.\\.+ *(a|b)', '.')).toBeGreaterThan(MOST_PER_PAIR)
    expect(growth('^\\s*x', ' ')).toBe(0)
  })

  it('are matched by the search that counts as by RegExps', () => {
    for (const { pattern, flags = '', hits } of patterns) {
      const backtracking = new Backtracking(parsePattern(pattern, flags))
      const compiled = new RegExp(pattern, flags)
      for (const hit of hits)
        expect(backtracking.search(hit), `${pattern} in ${hit}`).toBe(compiled.test(hit))
    }
  })
})
