// Bundles sources that are not public, in memory and with the settings of build/bundle.mjs. The embedded Wasm module is
// the shipped one.
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Returns the exports of a module with these contents. Its paths are relative to the repository. */
export async function importBundled(contents, plugins = []) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    write: false,
    plugins,
  })
  const base64 = Buffer.from(outputFiles[0].contents).toString('base64')
  return import(`data:text/javascript;base64,${base64}`)
}
