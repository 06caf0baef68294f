import { describe, expect, it } from 'vitest'
import * as vtcode from '../../src/extra/profiles/vtcode.ts'
import type { TokenCounter } from '../../src/options.ts'
import { checkProfile } from '../support/profile.ts'

const characters: TokenCounter = { name: 'characters', count: (text) => text.length }
const numbered = (count: number, word = 'step'): string =>
  Array.from({ length: count }, (_, i) => `${word} ${i + 1}\n`).join('')

/** Truncates, and checks what holds for every call. */
function truncate(text: string, options?: vtcode.TruncateOptions): vtcode.VtcodeTruncation {
  const result = vtcode.truncate(text, options)
  checkProfile(result.text, {
    again: () => vtcode.truncate(text, options).text,
    input: text,
    totals: { totalLines: result.totalLines, totalBytes: Buffer.byteLength(text) },
  })
  expect(result.outputTokens).toBeLessThanOrEqual(result.maxTokens)
  return result
}

const segment = (result: vtcode.VtcodeTruncation, kind: string): string =>
  result.segments.find((s) => s.kind === kind)?.text ?? ''

describe('Key Metrics', () => {
  it('Token limit: 25,000 tokens per tool response', () => {
    expect(vtcode.MAX_TOOL_RESPONSE_TOKENS).toBe(25_000)
    expect(truncate('x'.repeat(25_000), { tokens: characters }).truncated).toBe(false)
    const over = truncate(`${'x'.repeat(49)}\n`.repeat(501), { tokens: characters })
    expect(over).toMatchObject({ truncated: true, maxTokens: 25_000, totalTokens: 25_050 })
  })

  it('Strategy: Head+tail preservation (40/60 for logs, 50/50 for code)', () => {
    const log = truncate(numbered(10_000), { tokens: characters, maxTokens: 10_000 })
    expect(log).toMatchObject({ isCode: false, headRatio: 0.4 })
    expect(segment(log, 'head').length / 10_000).toBeCloseTo(0.4, 2)
    expect(segment(log, 'tail').length / 10_000).toBeCloseTo(0.6, 2)
    const code = truncate(numbered(10_000, 'f(x[1]); //'), { tokens: characters, maxTokens: 10_000 })
    expect(code).toMatchObject({ isCode: true, headRatio: 0.5 })
    expect(segment(code, 'head').length / 10_000).toBeCloseTo(0.5, 2)
    expect(segment(code, 'tail').length / 10_000).toBeCloseTo(0.5, 2)
  })

  it('Tokenizers: a tokenizer where one is given, the approximation otherwise', () => {
    expect(truncate('four words are here', { tokens: characters })).toMatchObject({
      countedBy: 'tokenizer',
      totalTokens: 19,
    })
    expect(truncate('four words are here')).toMatchObject({ countedBy: 'approximation', totalTokens: 6 })
  })
})

describe('Token Flow Pipeline', () => {
  const raw = `${'\u001b[32mok\u001b[0m some output of a build\n'.repeat(10_000)}done\n`

  it('Strip ANSI codes if needed', () => {
    const output = vtcode.toolOutput('\u001b[31mred\u001b[0m\n')
    expect(output.text).toBe('red\n')
    expect(output.display.text).toBe('red')
    expect(vtcode.toolOutput('\u001b[31mred\n', { allowAnsi: true }).text).toBe('\u001b[31mred\n')
  })

  it('Spool to .vtcode/tool-output/ if >200KB', () => {
    expect(vtcode.SPOOL_DIRECTORY).toBe('.vtcode/tool-output/')
    expect(vtcode.spool('x'.repeat(200_000))).toEqual({ needed: false, bytes: 200_000, lines: 1 })
    const text = 'x'.repeat(200_001)
    expect(vtcode.spool(text)).toEqual({ needed: true, bytes: 200_001, lines: 1, text })
  })

  it('UI displays: Truncated content + log path', () => {
    const written: string[] = []
    const output = vtcode.toolOutput(raw, {
      tool: 'run_command',
      spool: (text, { tool }) => {
        written.push(text)
        return `${vtcode.SPOOL_DIRECTORY}${tool}-1.log`
      },
    })
    expect(written).toEqual([raw])
    expect(output.display.text.split('\n').slice(0, 2)).toEqual([
      'Output too large (260005 bytes, 10001 lines), spooled to: .vtcode/tool-output/run_command-1.log',
      '[... 9971 lines truncated ...]',
    ])
    expect(output.spool).toMatchObject({ needed: true, path: '.vtcode/tool-output/run_command-1.log' })
  })

  it('LLM receives: Semantically complete head+tail (25k tokens)', () => {
    const { text, truncation } = vtcode.toolOutput(raw)
    expect(truncation.segments.map((s) => s.kind)).toEqual(['head', 'tail'])
    expect(text).toBe(
      `${segment(truncation, 'head')}[... ${truncation.truncatedLines} lines truncated ...]\n${segment(truncation, 'tail')}`,
    )
  })
})

describe('Token Approximation', () => {
  it('Character-based: char_count / 3.5', () => {
    expect(vtcode.estimateTokens('hello')).toBe(2)
    expect(vtcode.estimateTokens('the quick brown fox jumps over the lazy dog')).toBe(13)
  })

  it('Word-based: word_count + extra_tokens_for_long_words', () => {
    expect(vtcode.estimateTokens('a b c d e f g h')).toBe(8)
    // One word of 3500 characters: 1 + floor(floor((3500 - 8) / 6) / 10).
    expect(vtcode.estimateTokens('QUJD'.repeat(875))).toBe(59)
  })

  it('Line-based: non_empty_lines * 15 + empty_lines', () => {
    expect(vtcode.estimateTokens('中'.repeat(260))).toBe(15)
    // 7 characters in 2 lines with 7 empty ones: 2 x 15 + 7 is above 4 by characters and 2 by words.
    expect(vtcode.estimateTokens('ab\n\n\n\n\n\n\n\ncd\n')).toBe(4)
    // 40 words of 10 characters in 20 lines: 126 by characters, 40 by words, 300 by lines.
    expect(vtcode.estimateTokens(`${'abcdefghij '.repeat(2)}\n`.repeat(20))).toBe(132)
  })

  it('Code detection: If bracket_count > text_len / 20, increase estimate by 10%', () => {
    expect(vtcode.estimateTokens('fn foo() { let x = 42; return x + 1; }')).toBe(14)
    expect(vtcode.estimateTokens('var x = 1 + 2;')).toBe(7)
    expect(vtcode.estimateTokens('var x is 1 + 2.')).toBe(6)
    expect(vtcode.estimateTokens('a b c d e f g h [ ]')).toBe(11)
  })

  it('Robustness: Median of three estimates prevents outliers', () => {
    expect(vtcode.estimateTokens('')).toBe(0)
    expect(vtcode.estimateTokens('   ')).toBe(1)
    expect(vtcode.estimateTokens('\n\n\n\n')).toBe(2)
  })

  it('counts characters outside the basic plane once and Unicode spaces between words', () => {
    expect(vtcode.estimateTokens('👍'.repeat(7))).toBe(vtcode.estimateTokens('n'.repeat(7)))
    expect(vtcode.estimateTokens('a\u3000b\u2003c\u0085d\u00a0e')).toBe(vtcode.estimateTokens('a b c d e'))
    expect(vtcode.estimateTokens('a\ufeffb')).toBe(vtcode.estimateTokens('axb'))
  })
})

describe('Head+Tail Allocation', () => {
  it('Detection method: code characters are more than a twentieth of the bytes', () => {
    for (const character of '{}[]<>()=;:|\\')
      expect(vtcode.isCode(character.repeat(2) + 'x'.repeat(20))).toBe(true)
    expect(vtcode.isCode(`=${'x'.repeat(18)}`)).toBe(true)
    expect(vtcode.isCode(`=${'x'.repeat(19)}`)).toBe(false)
    expect(vtcode.isCode('a, b. c-d/e*f&g')).toBe(false)
    expect(vtcode.isCode('')).toBe(false)
  })

  it('measures the density in bytes, so that text outside ASCII is code later', () => {
    expect(vtcode.isCode(`=${'x'.repeat(10)}`)).toBe(true)
    expect(vtcode.isCode(`=${'中'.repeat(10)}`)).toBe(false)
  })
})

describe('Graceful Fallback', () => {
  const estimate = (text: string): number => Math.ceil(Buffer.byteLength(text) / 3.5)

  it('If tokenization fails, character-based estimation is used automatically', () => {
    const text = `${'é'.repeat(20)}\n`.repeat(100)
    const failing = {
      name: 'gpt',
      count: () => {
        throw new Error('no vocabulary')
      },
    }
    const result = truncate(text, { tokens: failing, maxTokens: 300 })
    expect(result).toMatchObject({
      countedBy: 'fallback',
      totalTokens: estimate(text),
      outputTokens: estimate(result.text),
      note: 'The token counter "gpt" failed; tokens are estimated as UTF-8 bytes / 3.5.',
    })
  })

  it.each([Number.NaN, -1, 1.5, Number.POSITIVE_INFINITY, '3', undefined])(
    'gives up a counter that answers %s',
    (answer) => {
      const tokens = { name: 'odd', count: () => answer as number }
      expect(truncate('a b c\n'.repeat(100), { tokens, maxTokens: 50 })).toMatchObject({
        countedBy: 'fallback',
      })
    },
  )

  it('gives up a counter that fails only after some calls', () => {
    let calls = 0
    const tokens: TokenCounter = {
      name: 'late',
      count: (text) => (++calls % 7 === 0 ? Number.NaN : text.length),
    }
    const result = vtcode.truncate(numbered(200), { tokens, maxTokens: 100 })
    expect(result.countedBy).toBe('fallback')
    expect(result.outputTokens).toBeLessThanOrEqual(100)
  })

  it('shows nothing to a counter that finds every text too large', () => {
    const tokens: TokenCounter = { name: 'huge', count: () => 1e9 }
    expect(vtcode.truncate('a\nb\n', { tokens })).toMatchObject({
      text: '',
      truncated: true,
      outputTokens: 1e9,
    })
  })
})

describe('Async safety', () => {
  it('Async token counting with fallback', async () => {
    const text = numbered(5000)
    const tokens = { name: 'later', count: async (t: string) => t.length }
    const result = await vtcode.truncateAsync(text, { tokens, maxTokens: 2000 })
    expect(result).toMatchObject({ truncated: true, countedBy: 'tokenizer', totalTokens: text.length })
    expect(result.outputTokens).toBe(result.text.length)
    expect(result.text.length).toBeLessThanOrEqual(2000)
    expect(result.text.length).toBeGreaterThan(1800)
    const failing = { name: 'later', count: () => Promise.reject(new Error('gone')) }
    expect(await vtcode.truncateAsync(text, { tokens: failing, maxTokens: 2000 })).toMatchObject({
      countedBy: 'fallback',
      note: 'The token counter "later" failed; tokens are estimated as UTF-8 bytes / 3.5.',
    })
  })

  it('gives the input itself where it fits', async () => {
    const tokens = { name: 'later', count: async (t: string) => t.length }
    expect(await vtcode.truncateAsync('short', { tokens })).toMatchObject({ text: 'short', truncated: false })
  })
})

describe('Dynamic Token Limits Based on Context Pressure', () => {
  it.each([
    [0, 35_000],
    [0.5, 35_000],
    [0.5000001, 25_000],
    [0.75, 25_000],
    [0.7500001, 15_000],
    [0.85, 15_000],
    [0.8500001, 10_000],
    [0.999, 10_000],
    [1, 10_000],
    [1.7, 10_000],
    [Infinity, 10_000],
    [-0.2, 35_000],
    [-Infinity, 35_000],
  ])('at %s of the context the limit is %i tokens', (utilization, tokens) => {
    expect(vtcode.toolTokenLimit(utilization)).toBe(tokens)
  })

  it('Dynamic instead of fixed', () => {
    const text = 'a b c d\n'.repeat(20_000)
    expect(truncate(text, { contextUtilization: 0.2 }).maxTokens).toBe(35_000)
    expect(truncate(text, { contextUtilization: 0.9 }).maxTokens).toBe(10_000)
  })

  it('lets neither the pressure raise a limit given nor the limit given lift the pressure', () => {
    expect(truncate('x', { contextUtilization: 0.2, maxTokens: 500 }).maxTokens).toBe(500)
    expect(truncate('x', { contextUtilization: 0.9, maxTokens: 500_000 }).maxTokens).toBe(10_000)
  })

  it('aggressive_threshold and conservative_threshold move the outer bounds', () => {
    expect(vtcode.toolTokenLimit(0.6, { conservativeThreshold: 0.6 })).toBe(35_000)
    expect(vtcode.toolTokenLimit(0.8, { aggressiveThreshold: 0.78 })).toBe(10_000)
    expect(() => vtcode.toolTokenLimit(0.1, { aggressiveThreshold: 0.4 })).toThrow('conservativeThreshold')
  })
})

describe('Detect Critical Sections (Error Messages, Assertions)', () => {
  const error = 'error[E0425]: cannot find value `x` in this scope\n'

  it('Build output with error in middle', () => {
    const text = numbered(1000, 'Compiling') + error + numbered(1000, 'Compiling')
    const result = truncate(text, { maxTokens: 400 })
    expect(result.segments.map((s) => s.kind)).toEqual(['head', 'error', 'tail'])
    expect(result.text).toContain(`lines truncated ...]\n${error}[... `)
    expect(result.gaps.map((gap) => gap.errors)).toEqual([0, 0])
    expect(result.errorLines).toBe(1)
  })

  it.each(['error', 'PANIC', 'Fatal', 'NullPointerException', 'failed', 'critical'])(
    'Quick scan for patterns before truncation: %s',
    (word) => {
      const line = `something ${word} happened\n`
      expect(truncate(numbered(500) + line + numbered(500), { maxTokens: 300 }).text).toContain(line)
    },
  )

  it('Still respects token budgets', () => {
    const text = `${numbered(300)}${'long '.repeat(500)}failed ${'tail '.repeat(500)}\n${numbered(300)}`
    const result = truncate(text, { maxTokens: 200 })
    expect(segment(result, 'error')).toMatch(/^failed tail /)
    expect(result.outputTokens).toBeLessThanOrEqual(200)
  })

  it('keeps the first and the last of many errors, and leaves nine tenths to head and tail', () => {
    const text = numbered(300) + numbered(300, 'error') + numbered(300)
    const result = truncate(text, { maxTokens: 1000, tokens: characters })
    expect(result.text).toContain('error 1\n')
    expect(result.text).toContain('error 300\n')
    expect(segment(result, 'head').length + segment(result, 'tail').length).toBeGreaterThan(850 - 2 * 30)
  })

  it('gives an only error up to half of a small limit', () => {
    const result = truncate(numbered(50) + error + numbered(50), { maxTokens: 40 })
    expect(segment(result, 'error')).toMatch(/^error\[/)
  })

  it('leaves them out where the caller says so', () => {
    const text = numbered(1000) + error + numbered(1000)
    expect(truncate(text, { maxTokens: 400, errors: false }).text).not.toContain('error')
  })

  it('joins an error line to the head or tail that it touches', () => {
    const text = numbered(4) + error + numbered(500)
    for (let maxTokens = 40; maxTokens < 120; maxTokens++) {
      expect(truncate(text, { maxTokens }).text).not.toContain('[... 0 ')
    }
  })
})

describe('Cache Token Counts', () => {
  it('Cache prevents recounting identical outputs', () => {
    let calls = 0
    const counting: TokenCounter = { name: 'counting', count: (text) => ++calls && text.length }
    const cached = vtcode.cacheTokenCounts(counting)
    expect([cached.count('abc'), cached.count('abc'), cached.count('abcd')]).toEqual([3, 3, 4])
    expect([calls, cached.hits, cached.size, cached.name]).toEqual([2, 1, 2, 'counting'])
    const text = numbered(1000)
    const first = truncate(text, { tokens: cached, maxTokens: 500 })
    const before = calls
    expect(vtcode.truncate(text, { tokens: cached, maxTokens: 500 })).toEqual(first)
    expect(calls).toBe(before)
  })

  it('drops the text used longest ago, by number and by length', () => {
    const byNumber = vtcode.cacheTokenCounts(characters, { maxEntries: 2 })
    for (const text of ['a', 'b', 'a', 'c']) byNumber.count(text)
    expect(byNumber.size).toBe(2)
    byNumber.count('a')
    expect(byNumber.hits).toBe(2)
    byNumber.count('b')
    expect(byNumber.hits).toBe(2)
    const byLength = vtcode.cacheTokenCounts(characters, { maxCharacters: 10 })
    for (const text of ['aaaaaa', 'bbbbbb', 'c'.repeat(11)]) byLength.count(text)
    expect(byLength.size).toBe(1)
    byLength.clear()
    expect(byLength.size).toBe(0)
  })
})

describe('Smarter Code Detection', () => {
  it('Pattern 1: High bracket density', () => {
    expect(vtcode.isCode('{"a": [1, 2]}', 'enhanced')).toBe(true)
    expect(vtcode.isCode(`=${'x'.repeat(19)}`, 'enhanced')).toBe(false)
  })

  it('Pattern 2: Indentation (typical in code)', () => {
    const yaml = 'steps\n  name one\n\tname two\n'
    expect(vtcode.isCode(yaml, 'enhanced')).toBe(true)
    expect(vtcode.isCode(yaml, 'current')).toBe(false)
    expect(vtcode.isCode('a\n b\n', 'enhanced')).toBe(false)
  })

  it('Pattern 3: Keywords (fn, class, def, function, etc.)', () => {
    for (const keyword of ['fn ', 'class ', 'def ', 'function ']) {
      expect(vtcode.isCode(`a ${keyword}b`, 'enhanced')).toBe(true)
      expect(vtcode.isCode(`a ${keyword}b`)).toBe(false)
    }
    expect(vtcode.isCode('plain words of a log', 'enhanced')).toBe(false)
    expect(vtcode.isCode('', 'enhanced')).toBe(false)
  })

  it('More accurate head+tail allocation', () => {
    const python = 'def f\n  return 1\n'.repeat(500)
    expect(truncate(python, { maxTokens: 300 }).headRatio).toBe(0.4)
    expect(truncate(python, { maxTokens: 300, codeDetection: 'enhanced' }).headRatio).toBe(0.5)
  })
})

// The budget itself is tested in test/budget. The profile gives it vtcode's names, defaults and counter.
describe('Token Budget', () => {
  it('counts by the estimate of vtcode, or by the counter given', () => {
    expect(vtcode.createTokenBudget().count('Hello, world!')).toBe(vtcode.estimateTokens('Hello, world!'))
    expect(vtcode.createTokenBudget({ tokens: characters }).count('Hello, world!')).toBe(13)
  })

  it('has its own names for what is used, by component', () => {
    const budget = vtcode.createTokenBudget({ maxContextTokens: 100, tokens: characters })
    expect(budget.track('tool_result', 'seven..')).toBe(7)
    budget.record('system_prompt', 68)
    expect(budget.breakdown()).toEqual({ tool_result: 7, system_prompt: 68 })
    expect(budget).toMatchObject({
      totalTokens: 75,
      remainingTokens: 25,
      usageRatio: 0.75,
      status: 'warning',
    })
    expect(budget.toolTokenLimit).toBe(25_000)
    budget.configure({ alertThreshold: 0.75 })
    expect(budget.status).toBe('alert')
    expect([budget.deduct('tool_result', 9), budget.deduct('nobody', 5), budget.totalTokens]).toEqual([
      7, 0, 68,
    ])
    budget.reset()
    expect([budget.totalTokens, budget.status, budget.breakdown()]).toEqual([0, 'ok', {}])
  })

  it('names a tokenizer that fails and counts on without it', () => {
    const tokens: TokenCounter = { name: 'bpe', count: () => Number.NaN }
    const budget = vtcode.createTokenBudget({ tokens })
    expect(budget.note).toBeUndefined()
    expect(budget.track('tool_result', 'x'.repeat(35))).toBe(10)
    expect(budget.note).toBe('The token counter "bpe" failed; tokens are estimated as UTF-8 bytes / 3.5.')
    budget.configure({ tokens: characters })
    expect(budget.note).toBeUndefined()
  })
})

describe('Configuration', () => {
  it('max_context_tokens = 128000', () => {
    expect(vtcode.createTokenBudget().maxContextTokens).toBe(128_000)
    expect(vtcode.contextTokenLimit()).toBe(128_000)
  })

  it('VTCODE_CONTEXT_TOKEN_LIMIT=100000 overrides the default', () => {
    expect(vtcode.contextTokenLimit({ VTCODE_CONTEXT_TOKEN_LIMIT: '100000' })).toBe(100_000)
    expect(vtcode.contextTokenLimit({ VTCODE_CONTEXT_TOKEN_LIMIT: '' })).toBe(128_000)
    for (const value of ['0', '-1', '1e3', 'many', '1.5']) {
      expect(() => vtcode.contextTokenLimit({ VTCODE_CONTEXT_TOKEN_LIMIT: value })).toThrow('VTCODE_CONTEXT')
    }
  })
})

describe('Manual Testing', () => {
  it('names no path where the writer failed', () => {
    const text = 'z'.repeat(300_000)
    const failing = (): string => {
      throw new Error('disk full')
    }
    expect(vtcode.spool(text, { write: failing })).toMatchObject({ needed: true, error: 'disk full' })
    expect(vtcode.spool(text, { write: () => undefined })).toMatchObject({ error: 'the writer gave no path' })
    expect(vtcode.toolOutput(text, { spool: failing }).display.text).not.toContain('spooled')
  })

  it('Check token counting with different content', () => {
    const samples = ['', ' ', 'word', 'a\n'.repeat(50), '{"a":1}', '日本語 text', '\u001b[31mred', '👩‍👩‍👧‍👦']
    expect(samples.map(vtcode.estimateTokens)).toEqual([0, 1, 2, 50, 3, 3, 4, 2])
  })
})
