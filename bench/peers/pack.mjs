// Gets one function of a published package without installing hundreds of megabytes: runs `npm pack`, then bundles the
// module that exports the function. Keeps the bundles in this folder's node_modules/, which is git-ignored.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { unpack } from '../unpack.mjs'
import { alone } from './alone.mjs'

const kept = fileURLToPath(new URL('node_modules/.packed/', import.meta.url))
const { peers: pinned } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))

export const versionOf = (name) => pinned[name].version

/**
 * Returns a function that a package exports, at the pinned version.
 *
 * @param {{ package: string, exported: string, moduleIn: (directory: string) => string | undefined }} peer
 * @throws {Error} with one sentence that says why the package is not available.
 */
export async function packedFunction({ package: name, exported, moduleIn }) {
  const file = join(kept, `${name.replaceAll('/', '+')}-${versionOf(name)}-${exported}.mjs`)
  if (!existsSync(file)) {
    const directory = mkdtempSync(join(tmpdir(), 'pith-peer-'))
    try {
      unpack({ name, ...pinned[name] }, directory)
      const module = moduleIn(join(directory, 'package'))
      if (module === undefined || !existsSync(module)) throw new Error(`It has no module with ${exported}.`)
      const code = await bundle(module, exported)
      mkdirSync(kept, { recursive: true })
      writeFileSync(file, code)
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
  }
  const found = (await import(pathToFileURL(file).href))[exported]
  if (typeof found !== 'function') throw new Error(`${exported} is not a function there.`)
  return found
}

async function bundle(module, exported) {
  const { outputFiles } = await build({
    stdin: { contents: `export { ${exported} } from ${JSON.stringify(module)}`, resolveDir: tmpdir() },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
    plugins: [alone],
  })
  return outputFiles[0].contents
}
