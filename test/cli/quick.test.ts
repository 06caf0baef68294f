import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { codeNameOf, isQuick } from '../../src/cli/quick.ts'
import { build, distFile } from '../support/built.ts'

describe('the file of quick commands', () => {
  it.each([
    [['run', '--', 'make'], 'run'],
    [['read', 'a.c', '--offset', '9'], 'read'],
    [['show', '0123456789abcdef'], 'show'],
    [['hook', 'claude-code'], 'hook'],
    [['--shell-rest', 'a'], 'shell-rest'],
    [['--max-bytes', '900'], 'filter'],
    [[], 'filter'],
  ])('does what %j ask for', (words, name) => {
    expect(isQuick(words, false)).toBe(true)
    expect(codeNameOf(words)).toBe(name)
  })

  it.each([
    [['mcp']],
    [['artifacts']],
    [['no-such-command']],
    [['--help']],
    [['run', '--help']],
    [['--profile=pi']],
    [['--profile', 'pi']],
    [['--print-config']],
  ])('leaves %j to the others', (words) => {
    expect(isQuick(words, false)).toBe(false)
  })

  it('leaves a call without input to the others, because it prints the help', () => {
    expect(isQuick([], true)).toBe(false)
    expect(isQuick(['--version'], true)).toBe(false)
  })

  it('holds the quick commands, and names no other file', () => {
    build()
    const code = readFileSync(distFile('cli/quick.js'), 'utf8').replaceAll('\\\n', '')
    const files = Array.from(code.matchAll(/\b(?:import|require)\(["'](\.[^"']+)["']\)/g), ([, path]) => path)
    const quick =
      /^\.\/(commands\/(run|read|show|hook|filter)|settings\/config|shell\/rest|events\/write-events)\.ts$/
    expect(files.filter((file) => quick.test(file))).toEqual([])
    expect(files).toContain('./commands/mcp.ts')
  })
})
