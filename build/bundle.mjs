// Writes one file for each entry of package.json's exports, one for the command, one for the second thread, and one for
// each plugin of an agent. All but the thread and the plugins share code in dist/chunks, so that a process has one copy
// of each table and cache, whatever entries it imports. The code of the main entry is one chunk, because each additional
// file makes a process start more slowly.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { build } from 'esbuild'
import { PLUGINS, sources, THREAD } from './entries.mjs'
import { layersOf } from './layers.mjs'
import { writeLicences } from './licences.mjs'
import { compiledRules } from './rules.mjs'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

const shared = {
  bundle: true,
  minify: true,
  // Node prints the whole line of an uncaught error, so lines are kept short.
  lineLimit: 400,
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  // Packages that are bundled: jsonc-parser has its modules there.
  mainFields: ['module', 'main'],
  external: ['node:*', 'aws4fetch', 'gpt-tokenizer', '@huggingface/tokenizers'],
  // Maps would be as large as the code, and the sources that they name are not packed.
  sourcemap: false,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  outdir: 'dist',
}

const CORE = 'src/index.ts'
const COMMAND = ['src/cli/main.ts', 'src/cli/commands.ts']
const onDemand = commands()

/**
 * esbuild puts code into chunks by which entries reach it. So the other entries, and the commands that the command line
 * loads on demand, are made to reach everything that the main entry reaches, and commands all of a layer that they need.
 */
const reaching = (layers) => ({
  name: 'layers',
  setup({ onResolve, onLoad }) {
    const withCore = new Set([...sources, ...onDemand].filter((path) => ![CORE, ...COMMAND].includes(path)))
    const layered = new Set([CORE, ...layers.flatMap(({ modules }) => modules)].map((path) => resolve(path)))
    // Only imports of modules with side effects count, and a module has to have them wherever it is imported.
    onResolve({ filter: /\.ts$/ }, ({ path, resolveDir }) => {
      const whole = resolve(resolveDir, path)
      return layered.has(whole) ? { path: whole, sideEffects: true } : undefined
    })
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const source = relative('.', path).replaceAll('\\', '/')
      const wanted = [
        ...(withCore.has(source) ? [CORE] : []),
        ...layers.flatMap((layer) => (layer.commands.has(source) ? layer.modules : [])),
      ].filter((name) => name !== source)
      if (wanted.length === 0) return undefined
      const imports = wanted.map((name) => `import ${JSON.stringify(resolve(name))}\n`)
      return { contents: `${imports.join('')}${readFileSync(path, 'utf8')}`, loader: 'ts' }
    })
  },
})

/** Files that the command line loads on demand. */
function commands() {
  const files = readdirSync('src/cli').map((name) => readFileSync(`src/cli/${name}`, 'utf8'))
  return files.flatMap((text) =>
    Array.from(text.matchAll(/\bimport\('(\.\/|\.\.\/mcp\/)([^']+)'\)/g), ([, folder, name]) =>
      folder === './' ? `src/cli/${name}` : `src/mcp/${name}`,
    ),
  )
}

const bundled = (layers, write) =>
  build({
    ...shared,
    splitting: true,
    write,
    chunkNames: 'chunks/[name]-[hash]',
    define: { PITH_VERSION: JSON.stringify(version) },
    // The imports of layers only have to be seen, not run.
    logOverride: { 'ignored-bare-import': 'silent' },
    alias: { '@modelcontextprotocol/server/_shims': './src/mcp/sdk-shims.ts' },
    plugins: [reaching(layers), compiledRules()],
    entryPoints: sources,
    outbase: 'src',
  })

const { metafile: apart } = await bundled([], false)
const { metafile } = await bundled(layersOf(apart, { core: CORE, alone: COMMAND, commands: onDemand }), true)
writeLicences(metafile, 'dist/third-party-licences.txt')
const { metafile: thread } = await build({ ...shared, entryPoints: [THREAD], outbase: 'src' })
const { metafile: plugins } = await build({
  ...shared,
  define: { PITH_VERSION: JSON.stringify(version) },
  plugins: [compiledRules()],
  entryPoints: PLUGINS,
  outbase: 'src',
})

// A chunk that is imported only for its side effects has none.
for (const path of Object.keys(metafile.outputs).filter((name) => name.endsWith('.js'))) {
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/\bimport"[^"]*chunk-\w+\.js";/g, ''))
}

/** The chunks that a file imports statically. */
const chunksOf = (path) =>
  Array.from(readFileSync(path, 'utf8').matchAll(/\bfrom"[^"]*(chunk-\w+\.js)"/g), ([, name]) => name)
const core = chunksOf('dist/index.js')
if (core.length !== 1 || chunksOf(`dist/chunks/${core[0]}`).length > 0) {
  throw new Error(`Expected the main entry to need one chunk, got ${core.join(', ') || 'none'}.`)
}
for (const source of COMMAND) {
  const [path] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === source)
  if (chunksOf(path).includes(core[0])) {
    throw new Error(`Expected ${path} to load the core only on demand, but it imports it.`)
  }
}

// Removes code of an earlier build, because it would be published.
const current = [metafile, thread, plugins].flatMap(({ outputs }) => Object.keys(outputs))
for (const name of readdirSync('dist', { recursive: true, encoding: 'utf8' })) {
  const path = `dist/${name.replaceAll('\\', '/')}`
  if (/\.(js|map)$/.test(name) && !current.includes(path)) rmSync(path)
}
