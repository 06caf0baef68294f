import { build } from './built.ts'

const { pack }: { pack(out?: string, name?: string): { path: string } } = await import(
  /* @vite-ignore */ new URL('../../build/pack.mjs', import.meta.url).href
)

/** Packs the built files as they are published, in a folder and under a name. Returns the path of the archive. */
export function packed(out?: string, name?: string): string {
  build()
  return pack(out, name).path
}
