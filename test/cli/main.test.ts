import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../support/built.ts'
import { useCommand } from '../support/command.ts'

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

describe('pith', { concurrent: true }, () => {
  const box = useCommand()

  it.each([['--help'], ['-h'], ['--json', '--help']])(
    'explains itself on standard output: %j %j',
    async (...words) => {
      const { status, stdout, stderr } = await box.pith(words.filter(Boolean), { alone: true })
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      expect(stdout.toString()).toMatch(
        /^pith keeps [\s\S]*pith run [\s\S]*pith show [\s\S]*--max-bytes N[\s\S]*\n$/,
      )
    },
  )

  it('explains a command alone after its name', async () => {
    const { status, stdout, stderr } = await box.pith(['gc', '--help'], { alone: true })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout.toString()).toMatch(/^ {2}pith gc \[--dry-run\] [\s\S]*-n, --dry-run[\s\S]*--artifacts DIR/)
    expect(stdout.toString()).not.toContain('--max-bytes')
  })

  it('takes `help` and `version` for their options', async () => {
    const text = async (...words: string[]) => (await box.pith(words, { alone: true })).stdout.toString()
    expect(await text('help', 'gc')).toBe(await text('gc', '--help'))
    expect(await text('help')).toBe(await text('--help'))
    expect(await text('version')).toBe(`${version}\n`)
    expect(await text('-V')).toBe(`${version}\n`)
  })

  it('takes bytes and seconds with a unit', async () => {
    const input = 'line\n'.repeat(9000)
    const cut = (await box.pith(['--max-bytes', '2048'], { input })).stdout
    expect((await box.pith(['--max-bytes', '2k'], { input })).stdout).toEqual(cut)
    expect((await box.pith([], { input, env: { PITH_MAX_BYTES: '2K' } })).stdout).toEqual(cut)
    expect((await box.pith(['run', '--timeout', '1m', '--', 'echo', 'hi'])).stdout.toString()).toBe('hi\n')
  })

  it('prints its version', async () => {
    expect(await box.pith(['--version'], { alone: true })).toEqual({
      status: 0,
      stdout: Buffer.from(`${version}\n`),
      stderr: '',
    })
  })

  it.each([
    [
      ['foo'],
      'There is no command "foo". `pith --help` lists them; to run a program, use `pith run -- foo`.',
    ],
    [
      ['constructor'],
      'There is no command "constructor". `pith --help` lists them; to run a program, use `pith run -- constructor`.',
    ],
    [
      ['__proto__'],
      'There is no command "__proto__". `pith --help` lists them; to run a program, use `pith run -- __proto__`.',
    ],
    [['--max-bytes', '8x'], 'Expected --max-bytes to be a number from 0, or Infinity, got "8x".'],
    [['--bogus'], "Unknown option '--bogus'."],
    [['--max-line', '3'], "Unknown option '--max-line'. Did you mean --max-lines?"],
    [['gc', '--dryrun'], "Unknown option '--dryrun'. Did you mean --dry-run?"],
    [['--keep', 'middle'], 'Expected --keep to be one of head, tail, ends, got "middle".'],
    [['--max-lines', 'many'], 'Expected --max-lines to be a number from 0, or Infinity, got "many".'],
    [['--max-lines', '1.5'], 'Expected --max-lines to be a whole number from 0, or Infinity, got 1.5.'],
    [['--max-lines=-1'], 'Expected --max-lines to be a number from 0, or Infinity, got "-1".'],
    [['--max-tokens', 'NaN'], 'Expected --max-tokens to be a number from 0, or Infinity, got "NaN".'],
    [['--max-bytes', 'Infinity'], 'Expected `maxBytes` to be finite for a stream, got Infinity.'],
    [
      ['--max-lines', '5', 'run', '--', 'true'],
      'The command comes before its options: `pith run`, then the options.',
    ],
    [['--artifacts', ''], 'Expected --artifacts to be a directory, got "".'],
    [['--json=yes'], "Option '--json' does not take an argument."],
  ])('refuses %j with one line and status 2', async (words, sentence) => {
    expect(await box.pith(words, { input: '1\n' })).toEqual({
      status: 2,
      stdout: Buffer.alloc(0),
      stderr: `pith: ${sentence}\n`,
    })
  })
})
