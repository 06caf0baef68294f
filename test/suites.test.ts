import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './support/built.ts'

/** The names that a pattern has in braces: `a/{b,c/{d,e}}` is `a/b`, `a/c/d` and `a/c/e`. */
function namesOf(pattern: string): string[] {
  const [inner] = /\{[^{}]*\}/.exec(pattern) ?? []
  if (inner === undefined) return [pattern]
  const names = inner.slice(1, -1).split(',')
  return names.flatMap((name) => namesOf(pattern.replace(inner, name)))
}

it.each([
  'vitest.config.ts',
  'vitest.deep.config.ts',
  'vitest.browser.config.ts',
  'vitest.runtimes.config.ts',
])('%s names suites that exist, so that a suite that is renamed is not forgotten', (config) => {
  const text = readFileSync(join(root, config), 'utf8')
  const patterns = [...text.matchAll(/'(test\/[^']+)'/g)].flatMap(([, pattern]) => namesOf(pattern))
  const fixedParts = patterns.map((pattern) => pattern.replace(/(?<=\/)[^/]*[*!].*$/, ''))
  expect(patterns.length).toBeGreaterThan(1)
  expect(fixedParts.filter((path) => !existsSync(join(root, path)))).toEqual([])
})
