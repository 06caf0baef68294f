import { join } from 'node:path'
import { build, root } from './built.ts'

const { pack }: { pack(): object } = await import(
  /* @vite-ignore */ new URL('../../build/pack.mjs', import.meta.url).href
)

/** Packs the built files as they are published, and returns the path of the archive. */
export function packed(): string {
  build()
  pack()
  return join(root, 'build/out/pith.tgz')
}
