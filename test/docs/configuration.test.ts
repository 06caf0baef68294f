import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allSettings } from '../../src/cli/settings/settings.ts'
import { root } from '../support/built.ts'

const path = join(root, 'docs/configuration.md')

describe('the list of settings', () => {
  const rowsOf = () => [...readFileSync(path, 'utf8').matchAll(/^- `([\w.]+)`, `(PITH_\w+)`: (.*)$/gm)]

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

describe("the list of what a project's file can do", () => {
  const [, list] = readFileSync(path, 'utf8').split("## A project's file")
  const rows = [...list.split('## All settings')[0].matchAll(/^- (`.*`): (.*)$/gm)].map(([, keys, can]) => ({
    keys: [...keys.matchAll(/`([\w.]+)`/g)].map(([, key]) => key),
    can,
  }))

  it('has each setting that it can change once, and no other', () => {
    const general = allSettings.filter(({ project }) => project && !('any' in project))
    const keys = new Set(general.map(({ key }) => key.replace(/^tools\.\w+\./, '')))
    expect(rows.flatMap((row) => row.keys).sort()).toEqual([...keys].sort())
  })

  it('says what the command does', () => {
    for (const { key, project } of allSettings) {
      const can = rows.find(({ keys }) => keys.includes(key.replace(/^tools\.\w+\./, '')))?.can ?? ''
      if (!project || 'any' in project) expect(can, key).toBe('')
      else if ('only' in project) expect(can, key).toContain(`set \`${project.only}\``)
      else if (project.atLeast === 1024 ** 2) expect(can, key).toContain('down to 1 MiB')
      else expect(can, key).toMatch(new RegExp(`^lower (it|them), down to .*\\b${project.atLeast}\\b`))
    }
  })
})
