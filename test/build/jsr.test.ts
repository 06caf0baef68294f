import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

interface Staging {
  jsrEntries(exports: unknown): { name: string; path: string; types: string }[]
  jsrManifest(manifest: unknown, scope: string): { name: string; exports: Record<string, string> }
  jsrTypes(text: string): string
  typedModule(text: string, types: string): string
}

const { jsrEntries, jsrManifest, jsrTypes, typedModule }: Staging = await import(
  /* @vite-ignore */ new URL('../../build/jsr.mjs', import.meta.url).href
)
const manifest = JSON.parse(readFileSync('package.json', 'utf8'))

it('names each module of the package as an entry, and nothing else', () => {
  const { name, exports } = jsrManifest(manifest, 'acme')
  expect(name).toBe('@acme/pith')
  expect(exports['.']).toBe('./dist/index.js')
  const modules = Object.keys(manifest.exports).filter((entry) => !/\.\w+$/.test(entry))
  expect(Object.keys(exports)).toEqual(modules)
  expect(jsrEntries(manifest.exports).every(({ types }) => types.endsWith('.d.ts'))).toBe(true)
})

it('writes paths of types as JSR reads them, and leaves packages alone', () => {
  expect(jsrTypes(`import { A } from './a.js'\nexport * from "../b.js"\ntype C = import('./c.js').C\n`)).toBe(
    `import { A } from './a.d.ts'\nexport * from "../b.d.ts"\ntype C = import('./c.d.ts').C\n`,
  )
  expect(jsrTypes(`import x from 'some.js'`)).toBe(`import x from 'some.js'`)
  expect(typedModule('export {}\n', './dist/a/index.d.ts')).toBe(
    '/* @ts-self-types="./index.d.ts" */\nexport {}\n',
  )
})
