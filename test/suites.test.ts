import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './support/built.ts'
import { suites } from './support/suites.ts'

it('no configuration of suites names one, so that one that is renamed is not forgotten', () => {
  const configurations = readdirSync(root).filter((name) => /^vitest\..*\.ts$/.test(name))
  expect(configurations.length).toBeGreaterThan(3)
  for (const name of configurations)
    expect(readFileSync(join(root, name), 'utf8')).not.toMatch(/'test\/[^']*[\w}]\.test\.ts'/)
})

it('each suite says of itself where it runs', () => {
  const of = (path: string) => suites.find((suite) => suite.path === path)
  expect(of('test/scan/differential.test.ts')).toEqual({
    path: 'test/scan/differential.test.ts',
    isDeep: false,
    hasMore: false,
    asksBackend: true,
    isOfScanners: true,
    replaces: false,
    isOfNode: false,
    isOfBrowsers: false,
  })
  expect(of('test/deep/scan.test.ts')?.isDeep).toBe(true)
  expect(of('test/errors.test.ts')).toMatchObject({ isOfNode: true, asksBackend: false })
  expect(of('test/scan/select.test.ts')?.replaces).toBe(true)
  const count = (key: 'isDeep' | 'hasMore' | 'asksBackend') => suites.filter((suite) => suite[key]).length
  expect(Math.min(count('isDeep'), count('hasMore'), count('asksBackend'))).toBeGreaterThan(40)
  expect(suites.length).toBeGreaterThan(2 * count('isDeep'))
})

it('no suite depends on chance or on how long something takes', () => {
  // `npm run bench:linear` measures with it, which is no test.
  const measuring = ['support/linear-cost.ts']
  const clocks =
    /\bMath\.random\(|\bperformance\.now\(|\bcpuUsage\(|\bhrtime\b|(?<!mtime)Ms\)\.toBe(?:Less|Greater)/
  const all = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  const found = all
    .filter((name) => /\.(ts|mjs)$/.test(name) && !measuring.includes(name) && name !== 'suites.test.ts')
    .filter((name) => clocks.test(readFileSync(join(root, 'test', name), 'utf8')))
  expect(found).toEqual([])
})
