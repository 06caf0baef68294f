import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { estimateTokens } from '../../src/core/tokens/estimate.ts'
import { type Ran, useCommand } from '../support/command.ts'

const textOf = (ran: Ran): string => {
  expect({ status: ran.status, stderr: ran.stderr }).toEqual({ status: 0, stderr: '' })
  return ran.stdout.toString()
}

describe('pith budget', { concurrent: true }, () => {
  const box = useCommand()
  const budget = (words: string[], options?: Parameters<typeof box.pith>[1]) =>
    box.pith(['budget', ...words], options)
  const json = async (...call: Parameters<typeof budget>) => {
    const [words, options] = call
    const text = textOf(await budget([...words, '--json'], options))
    expect(text).toMatch(/^\{[^\n]*\}\n$/)
    return JSON.parse(text)
  }
  const record = (...records: object[]) => records.map((each) => `${JSON.stringify(each)}\n`).join('')

  it('draws what fills the context, in 80 columns and without colour in a pipe', async () => {
    const words = [
      '--model',
      'gpt-4o',
      '--add',
      'tool:bash=64000',
      '--add',
      'system=32000',
      '--add',
      'user=1',
    ]
    expect(textOf(await budget(words))).toBe(
      [
        '96001 of 128000 tokens, 75.0 %, warn',
        `${'█'.repeat(60)}┊${'░'.repeat(7)}┊${'░'.repeat(11)}`,
        '',
        `tool:bash  ${'█'.repeat(54)}  64000  50.0 %`,
        `system     ${'█'.repeat(27)}${' '.repeat(27)}  32000  25.0 %`,
        `user       ▏${' '.repeat(53)}      1   0.0 %`,
        '',
        'remaining    31999',
        'next output  15000',
        '',
      ].join('\n'),
    )
  })

  it('gives the same as one line of JSON', async () => {
    const words = [
      '--context',
      '1000',
      '--add',
      'a=b=100',
      '--add',
      'a=b=50',
      '--floor',
      '3',
      '--warn',
      '0.1',
    ]
    expect(await json(words)).toEqual({
      contextTokens: 1000,
      totalTokens: 150,
      remainingTokens: 850,
      ratio: 0.15,
      status: 'warn',
      components: { 'a=b': 150 },
      limitTokens: 850,
    })
  })

  it('reads records from standard input, with tokens or with text to count', async () => {
    const text = 'line one\u2028still line one\n'.repeat(40_000)
    const input = `\ufeff${record({ component: 'user', text })}\r\n \n${record(
      { component: 'tool:bash', tokens: 5, text: 'has its tokens already', more: 1 },
      { component: 'tool:bash', tokens: 7 },
    )}{"component":"last","tokens":1}`
    const { tokens } = estimateTokens(text)
    expect((await json([], { input })).components).toEqual({ user: tokens, 'tool:bash': 12, last: 1 })
  })

  it('does not touch standard input where components are named, unless it is asked to', async () => {
    const input = record({ component: 'b', tokens: 2 })
    expect((await json(['--add', 'a=1'], { input })).components).toEqual({ a: 1 })
    expect((await json(['--add', 'a=1', '-'], { input })).components).toEqual({ a: 1, b: 2 })
    expect((await json([], { input: '' })).components).toEqual({})
  })

  it('counts a file', async () => {
    const bytes = Buffer.concat([Buffer.from('größer\n'.repeat(100)), Buffer.from([0xff, 0])])
    writeFileSync(join(box.folder, 'a=b'), bytes)
    const { components } = await json(['--file', 'tool:read=a=b'])
    expect(components).toEqual({ 'tool:read': estimateTokens(new TextDecoder().decode(bytes)).tokens })
  })

  it('counts texts by the tokenizer that is named', async () => {
    const text = 'hello world '.repeat(100)
    writeFileSync(join(box.folder, 'hello'), text)
    const input = record({ component: 'user', text: 'hello world' })
    const words = ['--tokenizer', 'gpt-5', '--file', 'file=hello', '-']
    expect((await json(words, { input })).components).toEqual({ file: countTokens(text), user: 2 })
  })

  it('shares what remains out among calls at once, each with at most what one may have', async () => {
    const words = [
      '--context',
      '100000',
      '--add',
      'user=40000',
      '--share',
      'bash=Infinity,grep=500',
      '--share',
    ]
    expect(await json([...words, 'web=50000:3'])).toMatchObject({
      limitTokens: 35_000,
      shares: { bash: 24_500, grep: 500, web: 35_000 },
    })
    const full = ['--context', '1000', '--floor', '90', '--add', 'user=2000', '--share', 'x:y=60,b=60:1:50']
    expect((await json(full)).shares).toEqual({ 'x:y': 40, b: 50 })
    expect(textOf(await budget(full))).toMatch(
      /^2000 of 1000 tokens, 200.0 %, alert\n█{80}\n\nuser .*\n\ntoo many {5}1000\nnext output {4}90\n\ncalls at once may have\nx:y {2}40 of 60\nb {4}50 of 60\n$/,
    )
  })

  it('takes what is not said from the environment, and says where it had to assume', async () => {
    const env = {
      PITH_CONTEXT_TOKENS: '1000',
      PITH_WARN_AT: '0.1',
      PITH_ALERT_AT: '0.2',
      PITH_FLOOR_TOKENS: '9',
    }
    const words = ['--add', 'a=150']
    expect(await json(words, { env })).toMatchObject({ contextTokens: 1000, status: 'warn' })
    expect(await json([...words, '--alert', '0.15'], { env })).toMatchObject({ status: 'alert' })
    expect(await json(['--add', 'a=1000'], { env })).toMatchObject({ limitTokens: 9 })
    expect(await json([...words, '--context', '150'], { env })).toMatchObject({ contextTokens: 150 })
    const other = { VTCODE_CONTEXT_TOKEN_LIMIT: '2000' }
    expect(await json(words, { env: other })).toMatchObject({ contextTokens: 2000 })
    expect(textOf(await budget(words, { env: other }))).not.toContain('assumed')
    expect(textOf(await budget(words))).toMatch(/\n\nNo --context or --model: assuming 128000 tokens\.\n$/)
  })

  it.each<[string[], string]>([
    [['--add', 'x'], 'Expected --add to be NAME=TOKENS, got "x".'],
    [['--add', 'x=-1'], 'Expected --add to be NAME=TOKENS, got "x=-1".'],
    [['--add', '=1'], 'Expected --add to be NAME=TOKENS, got "=1".'],
    [['--file', 'x'], 'Expected --file to be NAME=PATH, got "x".'],
    [['--file', 'x=no'], 'The file "no" could not be read: there is no such file (ENOENT).'],
    [['--file', 'x=.'], 'Expected "." to be a regular file; it is a directory.'],
    [['--context', '0'], 'Expected --context to be a whole number from 1, or Infinity, got "0".'],
    [['--context', '1e3'], 'Expected --context to be a whole number from 1, or Infinity, got "1e3".'],
    [['--context', '-5'], 'Expected --context to be a whole number from 1, or Infinity, got "-5".'],
    [['--warn', '-.5'], 'Expected --warn to be a number from 0, or Infinity, got "-.5".'],
    [
      ['--context', '--json'],
      'Expected a value after --context; write one that begins with a dash as --context=VALUE.',
    ],
    [['--context', '9', '--model', 'gpt-5'], 'Expected either --context or --model, got both.'],
    [
      ['--model', 'gpt-9'],
      'Expected --model to be a model whose context size is known, got "gpt-9"; use --context N instead.',
    ],
    [['--warn', '2'], 'Expected --warn to be a number from 0 to 1, got 2.'],
    [['--warn', '0.9'], 'Expected --warn to be at most the default of --alert (0.85), got 0.9.'],
    [['--floor', '50', '--context', '10'], 'Expected --floor to be at most --context (10), got 50.'],
    [['--share', 'a'], 'Expected --share to be ID=WANT[:WEIGHT[:FLOOR]], got "a".'],
    [
      ['--floor', '200000', '--model', 'gpt-4o'],
      'Expected --floor to be at most the context of gpt-4o (128000), got 200000.',
    ],
    [['--floor', '200000'], 'Expected --floor to be at most the default of --context (128000), got 200000.'],
    [['--floor', 'Infinity'], 'Expected --floor to be a whole number from 1, got "Infinity".'],
    [['--share', 'a=1,a=2'], 'Expected --share to name each call once, got "a" twice.'],
    [
      ['--share', 'b=1,a=5:0'],
      'Expected a weight of --share to be a number from 0.000001 to 1000000, got "a=5:0".',
    ],
    [
      ['--share', 'a=5:1.2.3'],
      'Expected a weight of --share to be a number from 0.000001 to 1000000, got "a=5:1.2.3".',
    ],
    [
      ['--share', 'a=5:1:99999999999999999999'],
      'Expected --share to want no more tokens than 9007199254740991, or Infinity, got "a=5:1:99999999999999999999".',
    ],
    [['log'], 'Expected no operand except - after `pith budget`, got "log".'],
    [['--max-lines', '5'], "Unknown option '--max-lines'."],
  ])('refuses %j with one line and status 2', async (words, sentence) => {
    expect(await budget(words)).toEqual({ status: 2, stdout: Buffer.alloc(0), stderr: `pith: ${sentence}\n` })
  })

  it.each([
    ['nothing', ''],
    ['{"component":"x"}', '{\\"component\\":\\"x\\"}'],
    ['{"component":"","tokens":1}', '{\\"component\\":\\"\\",\\"tokens\\":1}'],
    [
      '{"component":"x","tokens":-1,"text":"a"}',
      '{\\"component\\":\\"x\\",\\"tokens\\":-1,\\"text\\":\\"a\\"}',
    ],
    ['null', 'null'],
  ])('names the line of standard input that is no record: %s', async (line, shown) => {
    const { status, stderr } = await budget([], {
      input: `${record({ component: 'a', tokens: 1 })}\n${line}\n`,
    })
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: `pith: Expected line 3 of standard input to be {"component": "NAME", "tokens": N} or {"component": "NAME", "text": "…"}, got "${shown || line}".\n`,
    })
  })

  it('names the variable that holds junk', async () => {
    const { status, stderr } = await budget([], { env: { PITH_CONTEXT_TOKENS: 'many' } })
    const sentence = 'Expected `PITH_CONTEXT_TOKENS` to be a whole number above 0, got "many".'
    expect({ status, stderr }).toEqual({ status: 2, stderr: `pith: ${sentence}\n` })
  })

  it.each<[Record<string, string>, string[], string]>([
    [
      { PITH_FLOOR_TOKENS: '5000' },
      ['--context', '1000'],
      'PITH_FLOOR_TOKENS to be at most --context (1000), got 5000',
    ],
    [
      { PITH_CONTEXT_TOKENS: '10' },
      ['--floor', '11'],
      '--floor to be at most PITH_CONTEXT_TOKENS (10), got 11',
    ],
    [
      { VTCODE_CONTEXT_TOKEN_LIMIT: '10', PITH_FLOOR_TOKENS: '11' },
      [],
      'PITH_FLOOR_TOKENS to be at most VTCODE_CONTEXT_TOKEN_LIMIT (10), got 11',
    ],
    [{ PITH_WARN_AT: '0.9' }, ['--alert', '0.5'], 'PITH_WARN_AT to be at most --alert (0.5), got 0.9'],
    [{ PITH_ALERT_AT: '0.1' }, [], 'the default of --warn to be at most PITH_ALERT_AT (0.1), got 0.75'],
  ])('names the variables %j that %j does not go with', async (env, words, sentence) => {
    const { status, stderr } = await budget(words, { env })
    expect({ status, stderr }).toEqual({ status: 2, stderr: `pith: Expected ${sentence}.\n` })
  })

  it('says Infinity in JSON as options do', async () => {
    const given = await json(['--context', 'Infinity', '--add', 'a=5'])
    expect(given).toMatchObject({ contextTokens: 'Infinity', remainingTokens: 'Infinity', totalTokens: 5 })
  })

  it('draws hundreds of thousands of components', async () => {
    const input = Array.from({ length: 200_000 }, (_, i) => `{"component":"call ${i}","tokens":1}\n`).join('')
    expect(textOf(await budget([], { input }))).toMatch(/\n199980 others {2}█+ {2}199980 {2}156\.2 %\n/)
  })

  it('ends quietly when nobody reads on', async () => {
    const { stderr, stdout } = await box.sh('pith budget --add a=1 | head -c 1')
    expect({ stderr, stdout: stdout.toString() }).toEqual({ stderr: '', stdout: '1' })
  })
})
