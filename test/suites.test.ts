import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { onceHere, onlyDeep } from '../vitest.config.ts'
import { root } from './support/built.ts'

/** The names that a pattern has in braces: `a/{b,c/{d,e}}` is `a/b`, `a/c/d` and `a/c/e`. */
function namesOf(pattern: string): string[] {
  const [inner] = /\{[^{}]*\}/.exec(pattern) ?? []
  if (inner === undefined) return [pattern]
  const names = inner.slice(1, -1).split(',')
  return names.flatMap((name) => namesOf(pattern.replace(inner, name)))
}

/** The suites that a configuration names, in a form without braces. */
function patternsOf(config: string): string[] {
  const text = readFileSync(join(root, config), 'utf8')
  return [...text.matchAll(/'(test\/[^']+)'/g)].flatMap(([, pattern]) => namesOf(pattern))
}

it.each([
  'vitest.config.ts',
  'vitest.deep.config.ts',
  'vitest.browser.config.ts',
  'vitest.runtimes.config.ts',
])('%s names suites that exist, so that a suite that is renamed is not forgotten', (config) => {
  const patterns = patternsOf(config)
  const fixedParts = patterns.map((pattern) => pattern.replace(/(?<=\/)[^/]*[*!].*$/, ''))
  expect(patterns.length).toBeGreaterThan(1)
  expect(fixedParts.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

it('vitest.deep.config.ts names each suite that has more cases there', () => {
  const named = [...patternsOf('vitest.deep.config.ts'), ...onlyDeep.flatMap(namesOf)].map((pattern) =>
    pattern.replace('*.test.ts', ''),
  )
  const withMore = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `test/${name}`)
    .filter((path) =>
      /inject\('thorough'\)|support\/(?:some|case-count)\.ts/.test(readFileSync(join(root, path), 'utf8')),
    )
  expect(withMore.length).toBeGreaterThan(40)
  expect(withMore.filter((path) => !named.some((name) => path.startsWith(name)))).toEqual([])
})

it('what the deep suite runs besides is suites alone, and not what they share', () => {
  expect([...onceHere, ...onlyDeep].filter((pattern) => !pattern.endsWith('.test.ts'))).toEqual([])
})

it('no suite depends on chance or on how long something takes', () => {
  // `npm run bench:linear` measures with it, which is no test.
  const measuring = ['support/linear-cost.ts']
  const clocks =
    /\bMath\.random\(|\bperformance\.now\(|\bcpuUsage\(|\bhrtime\b|(?:Ms|durationMs)\)\.toBe(?:Less|Greater)/
  const all = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  const found = all
    .filter((name) => /\.(ts|mjs)$/.test(name) && !measuring.includes(name) && name !== 'suites.test.ts')
    .filter((name) => clocks.test(readFileSync(join(root, 'test', name), 'utf8')))
  expect(found).toEqual([])
})
