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

describe("the table of what a project's file can do", () => {
  const [, table] = readFileSync(path, 'utf8').split("## A project's file")
  const rows = [...table.split('## All settings')[0].matchAll(/^\| (`.*`) \| .* \| (.*) \|$/gm)].map(
    ([, keys, can]) => ({ keys: [...keys.matchAll(/`([\w.]+)`/g)].map(([, key]) => key), can }),
  )

  it('has each setting once', () => {
    const general = new Set(allSettings.map(({ key }) => key.replace(/^tools\.\w+\./, '')))
    expect(rows.flatMap(({ keys }) => keys).sort()).toEqual([...general].sort())
  })

  it('says what the command does', () => {
    for (const { key, project } of allSettings) {
      const can = rows.find(({ keys }) => keys.includes(key.replace(/^tools\.\w+\./, '')))?.can ?? ''
      if (!project) expect(can, key).toMatch(/^nothing(?:;|$)/)
      else if ('only' in project) expect(can, key).toContain(`set \`${project.only}\``)
      else if ('any' in project) expect(can, key).toBe('choose')
      else if (project.atLeast === 1024 ** 2) expect(can, key).toContain('down to 1 MiB')
      else expect(can, key).toMatch(new RegExp(`^lower (it|them), down to .*\\b${project.atLeast}\\b`))
    }
  })
})
