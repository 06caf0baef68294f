// node bench/sizes.mjs [--docs]: prints the size of the built library.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { places, sizeTable, writeBlock } from './figures.mjs'
import { libraryPath, readModule } from './load.mjs'

const plainPath = join(dirname(libraryPath), 'plain/index.js')

/**
 * Bytes of the module, of the whole core including the module, and of the bundle of an application that only uses
 * `truncate`, and of `pith/plain`.
 */
export async function sizes() {
  const module = readModule()
  return [
    { name: 'the WebAssembly module', bytes: module.length, gzipped: gzippedBytes(module) },
    { name: 'everything that `pith` exports, minified', ...(await bundled('*')) },
    { name: '`truncate` alone, minified', ...(await bundled('{ truncate }')) },
    { name: '`pith/plain`, minified', ...(await bundled('*', plainPath)) },
  ]
}

/** The bundle of an application that uses only these names of an entry. */
async function bundled(names, path = libraryPath) {
  const { outputFiles } = await build({
    stdin: {
      contents: `export ${names} from ${JSON.stringify(path)}`,
      resolveDir: dirname(libraryPath),
    },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    write: false,
  })
  const { contents } = outputFiles[0]
  return { bytes: contents.length, gzipped: gzippedBytes(contents) }
}

const gzippedBytes = (bytes) => gzipSync(bytes, { level: 9 }).length

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { docs } = parseArgs({ options: { docs: { type: 'boolean' } } }).values
  const table = sizeTable(await sizes())
  console.log(table)
  if (docs) writeBlock(places.sizes, table)
}
