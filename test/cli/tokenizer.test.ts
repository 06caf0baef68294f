// @deep

import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { counterFor } from '../../src/core/tokens/gpt.ts'
import { distFile, root } from '../support/built.ts'
import { seq, useCommand } from '../support/command.ts'
import { some } from '../support/some.ts'

describe('--tokenizer', { concurrent: true }, () => {
  const box = useCommand()
  const input = `${seq(1, 5000)}the end, at last\n`
  const limited = ['--max-tokens', '300', '--no-artifact']

  it.each([
    ['CMD | pith', ['--json', ...limited], ''],
    ['CMD | pith --tool bash', ['--tool', 'bash', '--json', ...limited], ''],
    ['CMD | pith --tool read', ['--tool', 'read', '--json', ...limited], ''],
    ['pith read', ['read', 'all', '--json', '--max-tokens', '300'], 'all'],
    ['pith run', ['run', '--quiet', '--json', ...limited, '--', 'cat', 'all'], 'all'],
  ])('counts exactly in %s', async (_, words, file) => {
    const tokens = await counterFor('o200k_base')
    if (file) await box.sh(`cat > ${file}`, { input })
    const at = words.indexOf('--')
    const option = ['--tokenizer', 'gpt-5']
    const all = at < 0 ? [...words, ...option] : [...words.slice(0, at), ...option, ...words.slice(at)]
    const { status, stdout, stderr } = await box.pith(all, { input })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const output = JSON.parse(stdout.toString())
    const { text, outputTokens } = output.details?.truncation ?? output
    expect(outputTokens).toBe(tokens.count(text))
    expect(outputTokens).toBeGreaterThan(270)
    expect(outputTokens).toBeLessThanOrEqual(300)
  })

  it.each(['grep', 'find', 'ls'])('counts exactly what %s found', async (tool) => {
    const tokens = await counterFor('o200k_base')
    const words = ['--tool', tool, '--tokenizer', 'o200k_base', '--max-tokens', '120', '--limit', '5000']
    const { status, stdout } = await box.pith(words, { input })
    expect(status).toBe(0)
    expect(tokens.count(stdout.toString())).toBeLessThanOrEqual(120)
    expect(tokens.count(stdout.toString())).toBeGreaterThan(100)
  })

  it('refuses a model that it can not count for', async () => {
    const refusal = /^pith: Expected a model of OpenAI such as "gpt-5", .* got "claude-opus-4"\..*\n$/
    const filtered = await box.pith(['--tokenizer', 'claude-opus-4'], { input })
    expect([filtered.status, filtered.stdout.length]).toEqual([2, 0])
    expect(filtered.stderr).toMatch(refusal)
    const ran = await box.pith(['run', '--tokenizer', 'claude-opus-4', '--', 'touch', 'ran'])
    expect(ran.status).toBe(125)
    expect(ran.stderr).toMatch(refusal)
    expect((await box.sh('ls')).stdout.toString()).not.toContain('ran')
  })

  it('without its package warns, and estimates', async () => {
    const alone = join(box.folder, 'alone')
    mkdirSync(alone)
    cpSync(join(root, 'package.json'), join(alone, 'package.json'))
    cpSync(distFile(''), join(alone, 'dist'), { recursive: true })
    const main = join(alone, 'dist/cli/main.js')
    const estimated = await box.pith(limited, { input })
    const words = [main, '--tokenizer', 'gpt-5', ...limited]
    const { status, stdout, stderr } = await box.node(words, { input })
    expect([status, stdout.toString()]).toEqual([0, estimated.stdout.toString()])
    expect(stderr).toBe(
      'pith: --tokenizer gpt-5 needs a package that is not installed; tokens are estimated. ' +
        'Expected the package gpt-tokenizer to be installed: `npm install gpt-tokenizer`.\n',
    )
    const ran = await box.node([main, 'run', '-q', '--tokenizer', 'gpt-5', '--', 'sh', '-c', 'exit 3'])
    expect(ran.status).toBe(3)
    const note = stderr.slice('pith: '.length, -1)
    const file = join(alone, 'file')
    writeFileSync(file, input)
    const calls = [
      [[], []],
      [['--tool', 'bash'], []],
      [['read', file], []],
      [['--tool', 'read'], []],
      [['--tool', 'grep'], []],
      [
        ['run', '-q'],
        ['--', 'cat', file],
      ],
      [['--profile', 'vtcode'], []],
    ]
    const answers = some(calls, 3).map(async ([command, tail]) => {
      const call = [main, ...command, '--tokenizer', 'gpt-5', '--json', ...tail]
      const told = await box.node(call, { input })
      expect([command, told.status, told.stderr]).toEqual([command, 0, stderr])
      const { notes, details } = JSON.parse(told.stdout.toString())
      expect(notes ?? details.truncation?.notes ?? details.notes ?? [details.note]).toEqual([note])
    })
    await Promise.all(answers)
  })
})
