import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allSettings } from '../../src/cli/settings.ts'
import { root } from '../support/built.ts'

const path = join(root, 'docs/configuration.md')

describe('the table of settings', () => {
  const rowsOf = () => [...readFileSync(path, 'utf8').matchAll(/^\| `([\w.]+)` \| `(\w+)` \| (.*) \|$/gm)]

  it('has each setting with its variable, and no other', () => {
    const general = allSettings.filter(({ key }) => !key.startsWith('tools.'))
    expect(rowsOf().map(([, key, variable]) => [key, variable])).toEqual(
      general.map(({ key, variable }) => [key, variable]),
    )
  })

  it('says what holds where nobody says anything', () => {
    const rows = rowsOf()
    for (const { key, fallback } of allSettings) {
      const [, , , words] = rows.find(([, named]) => named === key) ?? []
      if (words === undefined || fallback === undefined) continue
      const bytes = [1024 ** 3, 1024 ** 2].map(
        (unit, at) => `${Number(fallback) / unit} ${['GiB', 'MiB'][at]}`,
      )
      const ways = [String(fallback), ...bytes].map((way) => `(${way}`)
      expect(
        ways.some((way) => words.replaceAll('`', '').includes(way)),
        `${key}: ${words}`,
      ).toBe(true)
    }
  })
})
