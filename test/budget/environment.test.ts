import { describe, expect, it } from 'vitest'
import { createTokenBudget } from '../../src/extra/budget/budget.ts'
import { budgetOptionsFrom, type Environment } from '../../src/extra/budget/environment.ts'

describe('budgetOptionsFrom', () => {
  it.each<[Record<string, string>, object]>([
    [{}, {}],
    [{ PITH_CONTEXT_TOKENS: '', PITH_WARN_AT: ' ', HOME: '/root' }, {}],
    [{ VTCODE_CONTEXT_TOKEN_LIMIT: '100000' }, { contextTokens: 100_000 }],
    [{ PITH_CONTEXT_TOKENS: ' 5 ', VTCODE_CONTEXT_TOKEN_LIMIT: '100000' }, { contextTokens: 5 }],
    [
      { PITH_CONTEXT_TOKENS: '2000', PITH_WARN_AT: '.5', PITH_ALERT_AT: '1', PITH_FLOOR_TOKENS: '7' },
      { contextTokens: 2000, warnAt: 0.5, alertAt: 1, floor: 7 },
    ],
  ])('reads %j', (environment, options) => {
    expect(budgetOptionsFrom(environment)).toEqual(options)
    const budget = createTokenBudget({ contextTokens: 10, ...budgetOptionsFrom(environment) })
    const { contextTokens = 10 }: { contextTokens?: number } = options
    expect(budget.usage().contextTokens).toBe(contextTokens)
  })

  it.each([
    ['PITH_CONTEXT_TOKENS', '0'],
    ['PITH_CONTEXT_TOKENS', '128k'],
    ['PITH_CONTEXT_TOKENS', '1e5'],
    ['PITH_CONTEXT_TOKENS', '99999999999999999999'],
    ['VTCODE_CONTEXT_TOKEN_LIMIT', '-5'],
    ['PITH_WARN_AT', '75%'],
    ['PITH_WARN_AT', '1.01'],
    ['PITH_ALERT_AT', 'NaN'],
    ['PITH_ALERT_AT', '.'],
    ['PITH_FLOOR_TOKENS', '1.5'],
  ])('names %s where it holds %j', (name, value) => {
    const read = () => budgetOptionsFrom({ [name]: value })
    expect(read).toThrow(expect.objectContaining({ code: 'PITH_INVALID_OPTION' }))
    expect(read).toThrow(
      new RegExp(`^Expected \`${name}\` to be .*, got ${JSON.stringify(value).replace('.', '\\.')}\\.$`),
    )
  })

  it.each([undefined, null, 'PITH_WARN_AT=1'])('refuses an environment of %j', (environment) => {
    const read = () => budgetOptionsFrom(environment as unknown as Environment)
    expect(read).toThrow(expect.objectContaining({ code: 'PITH_INVALID_OPTION' }))
    expect(read).toThrow('Expected `environment` to be an object of variables by name')
  })

  it('looks at the second variable only where the first is not set', () => {
    const junk = { PITH_CONTEXT_TOKENS: '9', VTCODE_CONTEXT_TOKEN_LIMIT: 'junk' }
    expect(budgetOptionsFrom(junk)).toEqual({ contextTokens: 9 })
  })
})
