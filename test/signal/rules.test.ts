import { describe, expect, it } from 'vitest'
import { createFormMatcher } from '../../src/signal/forms.ts'
import { signalLiterals } from '../../src/signal/literals.ts'
import { createNormaliser } from '../../src/signal/normalise.ts'
import { isTellingOpening } from '../../src/signal/openings.ts'
import { discounts } from '../../src/signal/rules/discounts.ts'
import { rows } from '../../src/signal/rules/index.ts'
import { openingOf } from './opening-of.ts'

const line = createNormaliser()

interface Conditions {
  pattern: string
  flags?: string
  also?: string
  unless?: string
}

const NOTHING = '[^\\s\\S]'

const holds = (row: Conditions, text: string): boolean => {
  const matcher = createFormMatcher(
    [row.pattern, row.also ?? row.pattern, row.unless ?? NOTHING].map((pattern) => ({
      pattern,
      flags: row.flags ?? '',
    })),
  )
  const bytes = new TextEncoder().encode(text)
  line.normalise(bytes, 0, bytes.length)
  matcher.match(line.text, line.from, line.to)
  return matcher.has(0) && matcher.has(1) && !matcher.has(2)
}

const passesGate = (text: string): boolean =>
  signalLiterals.some((literal) => text.toLowerCase().includes(literal)) ||
  isTellingOpening(openingOf(text)) ||
  /[A-Za-z]:[0-9]|[A-Za-z]\([0-9]/.test(text.slice(0, 128))

describe.each([...rows, ...discounts].map((row) => ({ ...row, title: row.name })))(
  'the row "$title"',
  (row) => {
    it.each(row.hits.map((hit) => [hit]))('holds for %j', (hit) => {
      expect(holds(row, hit)).toBe(true)
    })

    it.each(row.misses.map((miss) => [miss]))("doesn't hold for %j", (miss) => {
      expect(holds(row, miss)).toBe(false)
    })
  },
)

describe('the gate', () => {
  it.each(rows.flatMap((row) => row.hits.map((hit) => [hit])))('lets %j through', (hit) => {
    expect(passesGate(hit)).toBe(true)
  })
})

describe('the table', () => {
  it('has an example of either kind in each row', () => {
    expect([...rows, ...discounts].filter((row) => row.hits.length === 0 || row.misses.length === 0)).toEqual(
      [],
    )
  })

  it('names no row twice', () => {
    const names = [...rows, ...discounts].map((row) => row.name)
    expect(new Set(names).size).toBe(names.length)
  })
})
