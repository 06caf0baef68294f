import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../support/built.ts'
import { linksIn } from '../support/markdown.ts'

const { llmsText }: { llmsText(): string } = await import(
  /* @vite-ignore */ new URL('../../build/llms.mjs', import.meta.url).href
)
const text = readFileSync(join(root, 'llms.txt'), 'utf8')

it('llms.txt says what the documents say; `node build/llms.mjs` writes it', () => {
  expect(text).toBe(llmsText())
})

it('llms.txt leads only to files that are there', () => {
  const links = linksIn(text)
  expect(links.length).toBeGreaterThan(10)
  expect(links.filter((link) => !existsSync(join(root, link)))).toEqual([])
})
