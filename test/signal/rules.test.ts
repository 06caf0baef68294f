import { describe, expect, it } from 'vitest'
import { createFormMatcher } from '../../src/signal/forms.ts'
import { signalLiterals } from '../../src/signal/literals.ts'
import { createNormaliser } from '../../src/signal/normalise.ts'
import { isKnownOpening } from '../../src/signal/openings.ts'
import { discounts } from '../../src/signal/rules/discounts.ts'
import { rules } from '../../src/signal/rules/index.ts'
import { openingOf } from './opening-of.ts'

const line = createNormaliser()
const literals = signalLiterals()

interface Conditions {
  pattern: string
  flags?: string
  also?: string
  unless?: string
}

const NOTHING = '[^\\s\\S]'

const holds = (rule: Conditions, text: string): boolean => {
  const matcher = createFormMatcher(
    [rule.pattern, rule.also ?? rule.pattern, rule.unless ?? NOTHING].map((pattern) => ({
      pattern,
      flags: rule.flags ?? '',
    })),
  )
  const bytes = new TextEncoder().encode(text)
  line.normalise(bytes, 0, bytes.length)
  matcher.match(line.text, line.from, line.to)
  return matcher.has(0) && matcher.has(1) && !matcher.has(2)
}

const passesGate = (text: string): boolean =>
  literals.some((literal) => text.toLowerCase().includes(literal)) ||
  isKnownOpening(openingOf(text)) ||
  /[A-Za-z]:[0-9]|[A-Za-z]\([0-9]/.test(text.slice(0, 128))

describe.each([...rules, ...discounts].map((rule) => ({ ...rule, title: rule.name })))(
  'the rule "$title"',
  (rule) => {
    it.each(rule.hits.map((hit) => [hit]))('holds for %j', (hit) => {
      expect(holds(rule, hit)).toBe(true)
    })

    it.each(rule.misses.map((miss) => [miss]))("doesn't hold for %j", (miss) => {
      expect(holds(rule, miss)).toBe(false)
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
