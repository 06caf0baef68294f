// The benchmarks measure what ships. What is not public is bundled from its sources, with the shipped module.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))

export const libraryPath = fileURLToPath(new URL('../dist/index.js', import.meta.url))

export const loadLibrary = () => import(libraryPath)

export const readModule = () => readFileSync(new URL('../build/out/release.wasm', import.meta.url))

/** Returns the exports of a module with these contents. Its paths are relative to the repository. */
export async function importBundled(contents) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    write: false,
  })
  const base64 = Buffer.from(outputFiles[0].contents).toString('base64')
  return import(`data:text/javascript;base64,${base64}`)
}
