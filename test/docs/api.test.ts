import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { build, root } from '../support/built.ts'
import { documentOf } from '../support/markdown.ts'

const { withFunctions }: { withFunctions(text: string): string } = await import(
  /* @vite-ignore */ new URL('../../build/functions.mjs', import.meta.url).href
)

type Target = string | { default: string }
const { exports: entries }: { exports: Record<string, Target> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)

/** The entries that are code, as a program names them, and the source of each. */
const sources = Object.entries(entries).flatMap(([name, target]) => {
  const path = typeof target === 'string' ? target : target.default
  const source = path.replace(/^\.\/dist\/(.*)\.js$/, 'src/$1.ts')
  return existsSync(join(root, source)) && source.endsWith('.ts')
    ? [{ entry: name.replace('.', 'pith'), source }]
    : []
})

describe('docs/api.md', () => {
  const text = documentOf('docs/api.md')

  it('lists the functions as their doc comments do; `node build/functions.mjs` writes it', () => {
    build()
    expect(text).toBe(withFunctions(text))
  })

  it.each(sources)('names all that $entry exports', async ({ entry, source }) => {
    const names = Object.keys(await import(/* @vite-ignore */ join(root, source)))
    expect(text).toContain(`\`${entry}\``)
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter((name) => !new RegExp(`\`${name}\\b`).test(text))).toEqual([])
  })
})
