// Bundles the types that `tsc` wrote to build/out/types: one file for each entry of package.json's exports, and files
// in dist/types for what several entries share, so that a type is the same one in all of them.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'
import { sourceOf } from './entries.mjs'

const TYPES = 'build/out/types'

/** The entries whose types package.json's exports name, without folder and ending: `node/index`. */
const entryNames = Object.values(JSON.parse(readFileSync('package.json', 'utf8')).exports)
  .flatMap(({ types }) => types ?? [])
  .map((path) => path.replace(/^\.\/dist\/(.*)\.d\.ts$/, '$1'))

/** Writes the bundled types of these entries, and returns the paths of all files. */
async function bundleTypes(names, folder) {
  const bundled = await rolldown({
    input: Object.fromEntries(names.map((name) => [name, `./${TYPES}/${sourceOf(name)}.d.ts`])),
    // Node and the optional packages bring their own types.
    external: (id) => !/^[./]/.test(id),
    checks: { pluginTimings: false },
    plugins: [dts({ dtsInput: true, tsconfig: false, oxc: true })],
  })
  const { output } = await bundled.write({
    dir: folder,
    format: 'es',
    entryFileNames: '[name].ts',
    chunkFileNames: 'types/[name].ts',
    // Editors show these names.
    minifyInternalExports: false,
  })
  await bundled.close()
  const written = output.map(({ fileName }) => resolve(folder, fileName))
  // Rolldown adds code for namespaces, which no types import.
  for (const path of written.filter((name) => !name.endsWith('.d.ts'))) rmSync(path)
  return written.filter((name) => name.endsWith('.d.ts'))
}

/** Removes types of an earlier build, because they would be published. */
function removeOthers(folder, written) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = resolve(folder, name)
    if (name.endsWith('.d.ts') && !written.includes(path)) rmSync(path)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  removeOthers('dist', await bundleTypes(entryNames, 'dist'))
}
