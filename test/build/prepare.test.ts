import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { build, distFile, root } from '../support/built.ts'

const namesIn = (ending: string) =>
  readdirSync(distFile(''), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))

describe('the build', () => {
  it('writes types for each public entry, and for what entries share', () => {
    build()
    const typed = namesIn('.d.ts').filter((name) => !name.startsWith('types'))
    const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const entries = Object.values<Record<string, string>>(exports).flatMap(({ types }) => types ?? [])
    expect(typed.sort()).toEqual(entries.map((path) => path.replace(/^\.\/dist\/(.*)\.d\.ts$/, '$1')).sort())
  })

  it('has the licence of each package whose code is in the bundles', () => {
    build()
    const text = readFileSync(distFile('third-party-licences.txt'), 'utf8')
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    for (const name of ['diff', 'jsonc-parser', 'toml-eslint-parser']) {
      expect(text).toContain(`${name} ${devDependencies[name]} (`)
    }
  })
})
