import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateTokens } from '../../src/core/tokens/estimate.ts'
import { PithError } from '../../src/errors.ts'
import { type BudgetStatus, createTokenBudget, type TokenBudget } from '../../src/extra/budget/budget.ts'
import type { TokenBudgetOptions } from '../../src/extra/budget/options.ts'
import { vtcode } from '../../src/extra/profiles/index.ts'

const characters = { name: 'characters', count: (text: string) => text.length }
const cast = <T>(value: unknown): T => value as T

describe("the tests that vtcode's document names", () => {
  it('test_token_counting: a text counts what the estimator says, or the counter given', () => {
    const text = 'Hello, world!\n'.repeat(50)
    const budget = createTokenBudget({ contextTokens: 1000 })
    expect(budget.add('user', text)).toBe(estimateTokens(text).tokens)
    expect(budget.usage().totalTokens).toBe(estimateTokens(text).tokens)
    budget.reconfigure({ tokens: characters })
    expect(budget.add('user', 'Hello, world!')).toBe(13)
    expect(budget.add('user', '')).toBe(0)
  })

  it('test_component_tracking: each component has its own count, and the total is their sum', () => {
    const budget = createTokenBudget({ contextTokens: 1000, tokens: characters })
    budget.add('system', 100)
    budget.add('tool:bash', 'seven..')
    budget.add('tool:bash', 3)
    budget.add('tool:read', 0)
    expect(budget.usage()).toEqual({
      contextTokens: 1000,
      totalTokens: 110,
      remainingTokens: 890,
      ratio: 0.11,
      status: 'ok',
      components: { system: 100, 'tool:bash': 10, 'tool:read': 0 },
    })
    budget.reset()
    expect(budget.usage()).toMatchObject({ totalTokens: 0, remainingTokens: 1000, components: {} })
  })

  it('test_threshold_detection: the status turns at the thresholds themselves', () => {
    const budget = createTokenBudget({ contextTokens: 100 })
    const seen = [74, 1, 9, 1, 15, 100].map((tokens) => {
      budget.add('user', tokens)
      return [budget.usage().totalTokens, budget.usage().status]
    })
    expect(seen).toEqual([
      [74, 'ok'],
      [75, 'warn'],
      [84, 'warn'],
      [85, 'alert'],
      [100, 'alert'],
      [200, 'alert'],
    ])
  })

  it('test_token_deduction: no more is taken than a component holds', () => {
    const budget = createTokenBudget({ contextTokens: 1000 })
    budget.add('tool:bash', 300)
    budget.add('user', 100)
    expect(budget.deduct('tool:bash', 120)).toBe(120)
    expect(budget.usage()).toMatchObject({ totalTokens: 280, remainingTokens: 720 })
    expect(budget.deduct('tool:bash', 500)).toBe(180)
    expect(budget.deduct('tool:bash', 1)).toBe(0)
    expect(budget.usage().components).toEqual({ 'tool:bash': 0, user: 100 })
  })

  it('test_usage_ratio_updates: a new context changes the ratio, not the counts', () => {
    const budget = createTokenBudget({ contextTokens: 100 })
    budget.add('system', 20)
    expect(budget.usage().ratio).toBe(0.2)
    budget.reconfigure({ contextTokens: 200, warnAt: 0.05, alertAt: 0.1 })
    expect(budget.usage()).toMatchObject({ ratio: 0.1, status: 'alert', components: { system: 20 } })
    budget.reconfigure({ contextTokens: Infinity })
    expect(budget.usage()).toMatchObject({ ratio: 0, status: 'ok', remainingTokens: Infinity })
  })
})

describe('limitFor', () => {
  it.each([
    [0, 35_000],
    [500_000, 35_000],
    [500_001, 25_000],
    [750_000, 25_000],
    [750_001, 15_000],
    [850_000, 15_000],
    [850_001, 10_000],
    [990_000, 10_000],
    [993_000, 7000],
    [999_500, 1000],
    [1_000_000, 1000],
    [5_000_000, 1000],
  ])('with %i of a million tokens in use is %i', (used, limit) => {
    const budget = createTokenBudget({ contextTokens: 1_000_000 })
    budget.add('user', used)
    expect(budget.limitFor()).toBe(limit)
    expect(budget.limitFor('tool:bash')).toBe(limit)
  })

  it('keeps to the floor given, and to a small context where none is given', () => {
    const budget = createTokenBudget({ contextTokens: 300 })
    expect(budget.limitFor()).toBe(300)
    budget.add('user', 300)
    expect(budget.limitFor()).toBe(300)
    budget.reconfigure({ floor: 20 })
    expect(budget.limitFor()).toBe(20)
    budget.reconfigure({ contextTokens: 100_000, floor: 30_000 })
    budget.add('user', 99_700)
    expect(budget.limitFor()).toBe(10_000)
  })

  it("is never above a component's own limit", () => {
    const limits = { 'tool:grep': 4000, ['__proto__']: 5 }
    const budget = createTokenBudget({ contextTokens: 1_000_000, limits })
    expect(budget.limitFor('tool:grep')).toBe(4000)
    expect(budget.limitFor('tool:bash')).toBe(35_000)
    expect(budget.limitFor('toString')).toBe(35_000)
    expect(budget.limitFor('__proto__')).toBe(5)
  })
})

describe('on', () => {
  const watched = (options: Partial<TokenBudgetOptions> = {}) => {
    const budget = createTokenBudget({ contextTokens: 100, ...options })
    const heard: string[] = []
    for (const status of ['ok', 'warn', 'alert'] as const) {
      budget.on(status, (usage, told) => heard.push(`${told} ${usage.totalTokens} ${usage.status}`))
    }
    return { budget, heard }
  }

  it('tells of each crossing once, in both directions', () => {
    const { budget, heard } = watched()
    for (const tokens of [75, 5, 10, 5]) budget.add('user', tokens)
    for (const tokens of [5, 10, 10, 1]) budget.deduct('user', tokens)
    expect(heard).toEqual(['warn 75 warn', 'alert 90 alert', 'warn 80 warn', 'ok 70 ok'])
  })

  it('tells those who wait for a warning of a rise past both thresholds, and of a fall where it ends', () => {
    const { budget, heard } = watched()
    budget.add('user', 99)
    budget.reset()
    expect(heard).toEqual(['warn 99 alert', 'alert 99 alert', 'ok 0 ok'])
  })

  it('tells of what a reconfiguration crosses', () => {
    const { budget, heard } = watched()
    budget.add('user', 80)
    budget.reconfigure({ contextTokens: 1000 })
    budget.reconfigure({ warnAt: 0.01 })
    expect(heard).toEqual(['warn 80 warn', 'ok 80 ok', 'warn 80 warn'])
  })

  it('ends where it is told to, for one of two listeners that are the same function', () => {
    const budget = createTokenBudget({ contextTokens: 100 })
    let calls = 0
    const listener = () => {
      calls++
    }
    const end = budget.on('warn', listener)
    budget.on('warn', listener)
    end()
    end()
    budget.add('user', 80)
    expect(calls).toBe(1)
  })

  it('loses neither the count nor the other listeners to one that throws', () => {
    const budget = createTokenBudget({ contextTokens: 100 })
    const heard: number[] = []
    const end = budget.on('warn', () => {
      throw new RangeError('first')
    })
    budget.on('warn', ({ totalTokens }) => heard.push(totalTokens))
    expect(() => budget.add('user', 80)).toThrow(new RangeError('first'))
    expect([heard, budget.usage().totalTokens]).toEqual([[80], 80])
    budget.on('warn', () => {
      throw new TypeError('second')
    })
    budget.deduct('user', 80)
    expect(() => budget.add('user', 76)).toThrow(AggregateError)
    end()
    budget.reset()
    expect(() => budget.add('user', 77)).toThrow(new TypeError('second'))
    expect(heard).toEqual([80, 76, 77])
  })

  it('tells everyone in the order of events when a listener changes the budget', () => {
    const budget = createTokenBudget({ contextTokens: 100 })
    const heard: string[] = []
    budget.on('alert', () => budget.deduct('user', 60))
    for (const status of ['ok', 'warn', 'alert'] as const) {
      budget.on(status, ({ totalTokens }) => heard.push(`${status} ${totalTokens}`))
    }
    budget.add('user', 90)
    expect(heard).toEqual(['warn 90', 'alert 90', 'ok 30'])
  })
})

describe('any run of changes', () => {
  const amount = fc.integer({ min: 0, max: 400 })
  const component = fc.constantFrom('system', 'user', 'tool:bash', '__proto__', '7')
  const change = fc.oneof(
    fc.record({ kind: fc.constant('add' as const), component, amount }),
    fc.record({ kind: fc.constant('deduct' as const), component, amount }),
    fc.record({ kind: fc.constant('context' as const), component, amount }),
  )

  const statusAt = (ratio: number): BudgetStatus => (ratio >= 0.85 ? 'alert' : ratio >= 0.75 ? 'warn' : 'ok')

  it('keeps the total the sum, the status that of the ratio, and the limit above zero and in its bounds', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), fc.integer({ min: 1, max: 50 }), (changes, floor) => {
        const budget = createTokenBudget({ contextTokens: 1000, floor })
        const held = new Map<string, number>()
        let contextTokens = 1000
        const heard: BudgetStatus[] = []
        const expected: BudgetStatus[] = []
        for (const status of ['ok', 'warn', 'alert'] as const) budget.on(status, () => heard.push(status))
        let before: BudgetStatus = 'ok'
        for (const { kind, component, amount } of changes) {
          const has = held.get(component)
          if (kind === 'add') held.set(component, (has ?? 0) + budget.add(component, amount))
          else if (kind === 'context') {
            contextTokens = 50 + amount
            budget.reconfigure({ contextTokens })
          } else if (has === undefined) expect(() => budget.deduct(component, amount)).toThrow(PithError)
          else {
            expect(budget.deduct(component, amount)).toBe(Math.min(has, amount))
            held.set(component, Math.max(0, has - amount))
          }
          const total = [...held.values()].reduce((a, b) => a + b, 0)
          const after = statusAt(total / contextTokens)
          if (before === 'ok' && after === 'alert') expected.push('warn')
          if (before !== after) expected.push(after)
          before = after
          expect(budget.usage()).toEqual({
            contextTokens,
            totalTokens: total,
            remainingTokens: Math.max(0, contextTokens - total),
            ratio: total / contextTokens,
            status: after,
            components: Object.fromEntries(held),
          })
          const limit = Math.min(
            vtcode.toolTokenLimit(total / contextTokens),
            Math.max(floor, contextTokens - total),
          )
          expect([budget.limitFor(), limit > 0]).toEqual([limit, true])
        }
        expect(heard).toEqual(expected)
      }),
    )
  })
})

describe('bad input', () => {
  const budget = createTokenBudget({ contextTokens: 100, tokens: characters })
  budget.add('user', 10)

  it.each<[string, () => unknown, string]>([
    [
      'no options',
      () => createTokenBudget(cast(undefined)),
      '`contextTokens` to be the tokens of the context',
    ],
    ['options of null', () => createTokenBudget(cast(null)), '`options` to be an object, got null'],
    [
      'a context of zero',
      () => createTokenBudget({ contextTokens: 0 }),
      'whole number from 1, or Infinity, got 0',
    ],
    [
      'thresholds out of order',
      () => createTokenBudget({ contextTokens: 1, warnAt: 0.9 }),
      '`warnAt` to be at most `alertAt` (0.85), got 0.9',
    ],
    [
      'a threshold above 1',
      () => createTokenBudget({ contextTokens: 1, alertAt: 85 }),
      '`alertAt` to be a number from 0 to 1, got 85',
    ],
    [
      'a floor of zero',
      () => createTokenBudget({ contextTokens: 5, floor: 0 }),
      '`floor` to be a whole number from 1 to `contextTokens` (5), got 0.',
    ],
    ['a floor of null', () => createTokenBudget({ contextTokens: 5, floor: cast(null) }), 'got null.'],
    [
      'a floor above the context',
      () => createTokenBudget({ contextTokens: 10, floor: 11 }),
      'contextTokens` (10), got 11',
    ],
    [
      'an endless floor',
      () => createTokenBudget({ contextTokens: Infinity, floor: Infinity }),
      '`floor` to be a whole number from 1, got Infinity.',
    ],
    [
      'limits in an array',
      () => createTokenBudget({ contextTokens: 5, limits: cast([]) }),
      '`limits` to be an object, got an array.',
    ],
    ['a limit of zero', () => createTokenBudget({ contextTokens: 1, limits: { grep: 0 } }), '`limits.grep`'],
    [
      'a counter that is none',
      () => createTokenBudget({ contextTokens: 1, tokens: cast(3) }),
      'a TokenCounter',
    ],
    ['a component without a name', () => budget.add('', 1), '`component` to be a non-empty string, got ""'],
    ['a negative amount', () => budget.add('user', -1), '`tokens` to be a whole number from 0, got -1'],
    ['an amount of NaN', () => budget.add('user', Number.NaN), 'got NaN'],
    ['an amount that is neither', () => budget.add('user', cast(new Uint8Array(2))), 'got an object'],
    [
      'more than can be counted',
      () => budget.add('user', Number.MAX_SAFE_INTEGER),
      'at most 9007199254740981',
    ],
    ['a negative deduction', () => budget.deduct('user', -5), '`tokens` to be a whole number from 0, got -5'],
    ['a deduction of NaN', () => budget.deduct('user', Number.NaN), 'got NaN'],
    [
      'a deduction from an unknown component',
      () => budget.deduct('usr', 1),
      '`component` to be one that was added to ("user"), got "usr"',
    ],
    ['a limit for no name', () => budget.limitFor(''), '`component`'],
    ['a status that there is not', () => budget.on(cast('full'), () => {}), '`status` to be one of'],
    ['a listener that is no function', () => budget.on('ok', cast({})), '`listener` to be a function'],
  ])('%s is a PithError that says what was expected and what came', (_, call, words) => {
    expect(call).toThrow(expect.objectContaining({ code: 'PITH_INVALID_OPTION' }))
    expect(call).toThrow(words)
    expect(budget.usage()).toMatchObject({ totalTokens: 10, components: { user: 10 } })
  })

  it('changes nothing where a part of a reconfiguration is refused', () => {
    const before = budget.usage()
    expect(() => budget.reconfigure({ contextTokens: 5, warnAt: 0.9 })).toThrow(PithError)
    expect(budget.usage()).toEqual(before)
  })

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('no vocabulary')
      },
    ],
    ['gives NaN', () => Number.NaN],
    ['gives less than nothing', () => -1],
    ['gives a promise', () => Promise.resolve(3)],
  ])('a counter that %s adds nothing', (_, count) => {
    const failing = createTokenBudget({ contextTokens: 100, tokens: { name: 'bpe', count: cast(count) } })
    const add = (held: TokenBudget) => held.add('user', 'some text')
    expect(() => add(failing)).toThrow(expect.objectContaining({ code: 'PITH_COUNTER_FAILED' }))
    expect(failing.usage().components).toEqual({})
  })
})
