import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../support/built.ts'
import { importTable } from '../support/layer-table.ts'
import { sourcesIn } from '../support/layers.ts'

const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')

describe('ARCHITECTURE.md', () => {
  it('is read in ten minutes', () => {
    expect(text.split('\n').length - 1).toBeLessThanOrEqual(150)
  })

  it('names files that exist', () => {
    const names = Array.from(
      text.matchAll(/`((?:[a-z0-9-]+\/)+(?:[a-z0-9-]+\.(?:ts|md|json))?)`/g),
      ([, name]) => name,
    )
    expect(names.length).toBeGreaterThan(30)
    const missing = names.filter(
      (name) => !existsSync(join(root, name)) && !existsSync(join(root, 'src', name)),
    )
    expect(missing).toEqual([])
  })

  it('shows the table of imports that the layering test holds', () => {
    expect(text).toContain(`
${importTable()}
`)
  })

  it('numbers every clause that a comment cites', () => {
    const clauses = new Set(Array.from(text.matchAll(/^(\d+)\. \*\*/gm), ([, number]) => Number(number)))
    const cited = [...sourcesIn('src', 'test').values()].flatMap((source) =>
      Array.from(source.matchAll(/\bclauses? (\d+)(?:(?: and |, )(\d+))?/gi), ([, ...numbers]) => numbers),
    )
    const unknown = cited.flat().filter((number) => number !== undefined && !clauses.has(Number(number)))
    expect(cited.length).toBeGreaterThan(20)
    expect(unknown).toEqual([])
  })
})
