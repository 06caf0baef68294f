import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../support/built.ts'
import { importList } from '../support/layer-table.ts'
import { sourcesIn } from '../support/layers.ts'
import { documentOf, wordsIn } from '../support/markdown.ts'

const text = documentOf('ARCHITECTURE.md')
const contract = documentOf('docs/contract.md')

describe('ARCHITECTURE.md', () => {
  it('has at most two pages', () => {
    expect(wordsIn(text)).toBeLessThanOrEqual(1300)
  })

  it('names files that exist', () => {
    const names = Array.from(
      `${text}${contract}`.matchAll(/`((?:[a-z0-9-]+\/)+(?:[a-z0-9-]+\.(?:ts|md|json))?)`/g),
      ([, name]) => name,
    )
    expect(names.length).toBeGreaterThan(30)
    const missing = names.filter(
      (name) => !existsSync(join(root, name)) && !existsSync(join(root, 'src', name)),
    )
    expect(missing).toEqual([])
  })

  it('shows the imports that the layering test holds', () => {
    expect(text).toContain(`\n\n${importList()}\n`)
  })

  it('has a sentence for each clause of docs/contract.md', () => {
    const numbers = (pattern: RegExp, of: string) => Array.from(of.matchAll(pattern), ([, number]) => number)
    expect(numbers(/^- (\d+): /gm, text)).toEqual(numbers(/^(\d+)\. \*\*/gm, contract))
  })
})

describe('docs/contract.md', () => {
  it('numbers every clause that a comment cites', () => {
    const clauses = new Set(Array.from(contract.matchAll(/^(\d+)\. \*\*/gm), ([, number]) => Number(number)))
    const cited = [...sourcesIn('src', 'test').values()].flatMap((source) =>
      Array.from(source.matchAll(/\bclauses? (\d+)(?:(?: and |, )(\d+))?/gi), ([, ...numbers]) => numbers),
    )
    const unknown = cited.flat().filter((number) => number !== undefined && !clauses.has(Number(number)))
    expect(cited.length).toBeGreaterThan(20)
    expect(unknown).toEqual([])
  })
})
