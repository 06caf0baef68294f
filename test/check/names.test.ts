import { describe, expect, it } from 'vitest'
import { names, refuseUnknown } from '../../src/check/names.ts'
import * as budget from '../../src/extra/budget/index.ts'
import { attractor, openclaw, pi, vtcode, zdx } from '../../src/extra/profiles/index.ts'
import * as pith from '../../src/index.ts'

const refusal = async (call: () => unknown): Promise<{ code?: string; message?: string }> => {
  try {
    await call()
  } catch (error) {
    const { code, message } = error as pith.PithError
    return { code, message }
  }
  return {}
}

/** A misspelt option for a function that takes the right one. */
const wrong = <Options>(options: object): Options => options as Options
const blob = () => new Blob(['a'])
const artifact = '3f9a1c2b40de7781'

const cases: readonly (readonly [name: string, call: () => unknown, wrong: string, right: string])[] = [
  ['truncate', () => pith.truncate('x', wrong({ maxline: 3 })), 'maxline', 'maxLines'],
  ['truncate', () => pith.truncate('x', wrong({ max_tokens: 3 })), 'max_tokens', 'maxTokens'],
  ['truncate', () => pith.truncate('x', wrong({ bytes: 3 })), 'bytes', 'maxBytes'],
  ['truncate', () => pith.truncate('x', wrong({ kepe: 'head' })), 'kepe', 'keep'],
  ['errors', () => pith.truncate('x', wrong({ errors: { Befor: 1 } })), 'errors.Befor', 'errors.before'],
  ['notice', () => pith.truncate('x', wrong({ notice: { tool: [] } })), 'notice.tool', 'notice.tools'],
  ['source', () => pith.truncate('x', wrong({ source: { pth: 'a' } })), 'source.pth', 'source.path'],
  [
    'source.kept',
    () => pith.truncate('x', wrong({ source: { artifact, kept: { headByte: 1, tailBytes: 1 } } })),
    'source.kept.headByte',
    'source.kept.headBytes',
  ],
  ['createCollector', () => pith.createCollector(wrong({ maxByte: 1 })), 'maxByte', 'maxBytes'],
  [
    'end of a collector',
    () => pith.createCollector().end(undefined, wrong({ exitcode: 1 })),
    'status.exitcode',
    'status.exitCode',
  ],
  ['truncateStream', () => pith.truncateStream(blob(), wrong({ stor: {} })), 'stor', 'store'],
  ['readStream', () => pith.readStream(blob(), wrong({ ofset: 1 })), 'ofset', 'offset'],
  ['read', () => pith.truncateToolOutput('read', 'a', wrong({ colum: 1 })), 'colum', 'column'],
  ['bash', () => pith.truncateToolOutput('bash', 'a', wrong({ seperate: true })), 'seperate', 'separate'],
  [
    'status',
    () => pith.truncateToolOutput('bash', 'a', wrong({ status: { signl: 'x' } })),
    'status.signl',
    'status.signal',
  ],
  ['grep', () => pith.truncateToolOutput('grep', 'a', wrong({ patern: 'a' })), 'patern', 'pattern'],
  ['find', () => pith.truncateToolOutput('find', 'a', wrong({ limits: 1 })), 'limits', 'limit'],
  ['ls', () => pith.truncateToolOutput('ls', 'a', wrong({ Limit: 1 })), 'Limit', 'limit'],
  ['web', () => pith.truncateToolOutput('web', 'a', wrong({ headratio: 1 })), 'headratio', 'headRatio'],
  ['createMemoryStore', () => pith.createMemoryStore(wrong({ maxByte: 1 })), 'maxByte', 'maxBytes'],
  [
    'cacheTokenCounts',
    () => pith.cacheTokenCounts({ name: 'a', count: () => 1 }, wrong({ maxbytes: 1 })),
    'maxbytes',
    'maxBytes',
  ],
  [
    'createTokenBudget',
    () => budget.createTokenBudget(wrong({ contextToken: 1 })),
    'contextToken',
    'contextTokens',
  ],
  [
    'allocate',
    () => budget.allocate(1, [wrong({ id: 'a', wants: 1 })]),
    'requests[0].wants',
    'requests[0].want',
  ],
  ['vtcode', () => vtcode.truncate('a', wrong({ maxToken: 1 })), 'maxToken', 'maxTokens'],
  ['vtcode', () => vtcode.toolOutput('a', wrong({ allowANSII: true })), 'allowANSII', 'allowAnsi'],
  ['pi', () => pi.read('a', wrong({ ofset: 1 })), 'ofset', 'offset'],
  ['pi', () => pi.ls('a', wrong({ mor: true })), 'mor', 'more'],
  ['zdx', () => zdx.read('a', wrong({ colum: 1 })), 'colum', 'column'],
  ['attractor', () => attractor.createSession(wrong({ stores: false })), 'stores', 'store'],
  [
    'attractor',
    () => attractor.truncateTool('run_command', 'a', wrong({ maxChar: 1 })),
    'limits.maxChar',
    'limits.maxChars',
  ],
  ['openclaw', () => openclaw.truncateToolResultText('a', 1, wrong({ sufix: 'x' })), 'sufix', 'suffix'],
]

describe('an unknown option', () => {
  it.each(cases)('of %s is refused with the nearest name', async (_, call, given, right) => {
    expect(await refusal(call)).toEqual({
      code: 'PITH_INVALID_OPTION',
      message: `Unknown option \`${given}\`. Did you mean \`${right}\`?`,
    })
  })

  it('is refused with all names where none is near', async () => {
    const { message } = await refusal(() => pith.createMemoryStore(wrong({ directory: 'a' })))
    expect(message).toBe('Unknown option `directory`. Known are `maxBytes`.')
  })

  it('may have the name of anything that every object has', async () => {
    const { message } = await refusal(() => pith.createMemoryStore(wrong({ constructor: 1 })))
    expect(message).toBe('Unknown option `constructor`. Known are `maxBytes`.')
  })

  it('is ignored where it is undefined', () => {
    expect(pith.truncate('x', wrong({ maxline: undefined })).text).toBe('x')
  })

  it('is compared no further than 64 letters', async () => {
    const name = 'maxBytes'.repeat(100_000)
    const { message = '' } = await refusal(() => refuseUnknown({ [name]: 1 }, { maxBytes: true }))
    expect(message).toBe(`Unknown option \`${name.slice(0, 64)}\`. Known are \`maxBytes\`.`)
  })

  it('leaves what a model takes to a budget', () => {
    const { contextTokens } = budget.modelLimits('gpt-4o')
    expect(budget.createTokenBudget({ ...budget.modelLimits('gpt-4o'), warnAt: 0.5 }).usage()).toMatchObject({
      contextTokens,
    })
  })
})

describe('a table of names', () => {
  interface Options {
    limit?: number
    keep: string
  }

  it('has each name of the type, also from several texts', () => {
    expect(names<Options>()('limit keep')).toEqual({ limit: true, keep: true })
    expect(names<Options>()('limit', 'keep')).toEqual({ limit: true, keep: true })
    expect(names<Options, { keep: string }>()('limit')).toEqual({ limit: true })
  })

  it('does not compile with a missing or a wrong name', () => {
    // @ts-expect-error: missing: keep
    names<Options>()('limit')
    // @ts-expect-error: unknown: keeps
    names<Options>()('limit keep keeps')
    // @ts-expect-error: unknown: keep
    names<Options, { keep: string }>()('limit keep')
  })
})
