import { describe, expect, it } from 'vitest'
import { inSmallLetters, JudgeRule } from '../../src/core/judge/judge-rule.ts'
import { createNormaliser } from '../../src/core/judge/normalise.ts'
import { isKnownOpening } from '../../src/core/judge/openings.ts'
import { discounts } from '../../src/core/judge/rules/discounts.ts'
import { rules } from '../../src/core/judge/rules/index.ts'
import { judgeRows } from '../../src/core/judge/table.ts'
import { findLiterals } from '../../src/core/scan/literal-set.ts'
import { signalSet } from '../../src/core/scan/signal-set.ts'
import { openingOf } from './opening-of.ts'

const line = createNormaliser()
const decoder = new TextDecoder()
/** The rules as lines are judged by them, in the order of `rules`, then of `discounts`. */
const judged = judgeRows().map((row) => new JudgeRule(row))

const holds = (at: number, text: string): boolean => {
  const bytes = new TextEncoder().encode(text)
  line.normalise(bytes, 0, bytes.length)
  const words = decoder.decode(line.text.subarray(line.from, line.to))
  return judged[at].endIn(words, inSmallLetters(words, false)) >= 0
}

/** Whether a line may be selected. */
const passesGate = (text: string): boolean =>
  findLiterals(signalSet(), new TextEncoder().encode(text)).length > 0 ||
  isKnownOpening(openingOf(text)) ||
  /[A-Za-z][:(][0-9]/.test(text)

describe.each([...rules, ...discounts].map((rule, at) => ({ ...rule, at, title: rule.name })))(
  'the rule "$title"',
  (rule) => {
    it.each(rule.hits.map((hit) => [hit]))('holds for %j', (hit) => {
      expect(holds(rule.at, hit)).toBe(true)
    })

    it.each(rule.misses.map((miss) => [miss]))("doesn't hold for %j", (miss) => {
      expect(holds(rule.at, miss)).toBe(false)
    })
  },
)

describe('the gate', () => {
  it.each(rules.flatMap((rule) => rule.hits.map((hit) => [hit])))('lets %j through', (hit) => {
    expect(passesGate(hit)).toBe(true)
  })
})

describe('the table', () => {
  it('has an example of either kind in each rule', () => {
    expect(
      [...rules, ...discounts].filter((rule) => rule.hits.length === 0 || rule.misses.length === 0),
    ).toEqual([])
  })

  it('names no rule twice', () => {
    const names = [...rules, ...discounts].map((rule) => rule.name)
    expect(new Set(names).size).toBe(names.length)
  })
})
