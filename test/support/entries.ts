import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './built.ts'

const { sourceOf } = (await import(
  /* @vite-ignore */ new URL('../../build/entries.mjs', import.meta.url).href
)) as { sourceOf(name: string): string }

/** A module that package.json exports. */
export interface Entry {
  /** `pith/node` */
  name: string
  /** `src/host/index.ts` */
  source: string
  /** The types and bundles that `exports` names. */
  built: readonly string[]
}

const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  exports: Record<string, string | Record<string, string>>
}

/** The modules in `exports`. Ignores plain files. */
export const entries: readonly Entry[] = Object.entries(exports).flatMap(([path, target]) => {
  if (typeof target === 'string' || !target.default.endsWith('.js')) return []
  const source = `src/${sourceOf(target.default.replace(/^\.\/dist\/(.*)\.js$/, '$1'))}.ts`
  return [{ name: `pith${path.slice(1)}`, source, built: [...new Set(Object.values(target))] }]
})

/** What each entry exports, by its name. */
export const loadEntries = async (): Promise<Record<string, Record<string, unknown>>> =>
  Object.fromEntries(
    await Promise.all(
      entries.map(async ({ name, source }) => [name, await import(/* @vite-ignore */ join(root, source))]),
    ),
  )
