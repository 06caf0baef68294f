import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { build, distFile, root } from '../support/built.ts'

const typesIn = (folder: string, ending: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
    .sort()

describe('the build', () => {
  it('leaves types of the sources that there are, and of no others', () => {
    const stale = [distFile('gone.d.ts'), distFile('folder-gone/a/b.d.ts')]
    for (const file of stale) {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, 'export {}\n')
    }
    build(true)
    const left = stale.filter((file) => existsSync(file))
    rmSync(distFile('folder-gone'), { recursive: true })
    expect(left).toEqual([])
    expect(typesIn(distFile(''), '.d.ts')).toEqual(typesIn(`${root}/src`, '.ts'))
  }, 120_000)

  it('has the licence of each package whose code is in the bundles', () => {
    build()
    const text = readFileSync(distFile('third-party-licences.txt'), 'utf8')
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    for (const name of ['diff', 'jsonc-parser', 'toml-eslint-parser']) {
      expect(text).toContain(`${name} ${devDependencies[name]} (`)
    }
  })
})
