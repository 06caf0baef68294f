import { expect, it } from 'vitest'
import { build } from '../support/built.ts'

const { staleReports }: { staleReports(): string[] } = await import(
  /* @vite-ignore */ new URL('../../build/api.mjs', import.meta.url).href
)

it('build/api shows the public API as it is; `node build/api.mjs --write` writes it', () => {
  build()
  expect(staleReports()).toEqual([])
})
