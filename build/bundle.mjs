// Writes one file for each entry of package.json's exports, one for the second thread, one for each plugin of an agent,
// and the command. The entries share code in dist/chunks, so that a process has one copy of each table and cache,
// whatever entries it imports. The code of the main entry is one chunk, because each additional file makes a process
// start more slowly. For the same reason the commands that agents call most are one CommonJS file, whose compiled code
// Node can cache. The other commands share the chunks of the entries.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { build } from 'esbuild'
import { ALONE, chunkedSources, entryOf, PLUGINS, THREADS } from './entries.mjs'
import { layersOf } from './layers.mjs'
import { writeLicences } from './licences.mjs'
import { builtinsLater, divided } from './on-demand.mjs'
import { sourceOfRules } from './rules.mjs'

const { version, engines } = JSON.parse(readFileSync('package.json', 'utf8'))

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
  external: ['node:*', './pith.wasm', 'aws4fetch', 'gpt-tokenizer', '@huggingface/tokenizers'],
  // Maps would be as large as the code, and the sources that they name are not packed.
  sourcemap: false,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  outdir: 'dist',
  outbase: 'src',
  define: { PITH_VERSION: JSON.stringify(version) },
}

const CORE = 'src/index.ts'
const COMMANDS = 'src/cli/commands.ts'
/** Files that the quick commands load on demand. */
const QUICK = filesOf(
  'commands/run commands/run-ahead commands/read commands/show commands/hook commands/filter',
  'shell/shell shell/rest shell/declare settings/config help/hint options/page-call events/write-events',
)
/** What `pith run` needs only for an output that is cut, and the other quick commands: a second file, loaded on demand. */
const BEHIND = wordsOf(
  'core/truncate core/fit/fit core/fit/whole core/fit/verdict core/scan/backend core/scan/encode kinds/index',
  'core/hold/ends-facts core/hold/plain-lines core/hold/scanned-text core/hold/rendering core/hold/signal',
  'core/hold/statements core/hold/structure-feed host/command-search redact/secrets tools/page/page tools/entries tools/safe-list tools/grep-rows',
  'cli/settings/s3-store cli/commands/since core/tokens/gpt core/tokens/hugging-face core/fit/last-resort cli/help/hint',
  'cli/commands/filter cli/commands/hook cli/commands/read cli/commands/show cli/shell/rest cli/shell/shell',
).map((path) => `src/${path}.ts`)
/** The modules of Node that `pith run` needs only for an output that is kept. */
const LATER = builtinsLater('node:crypto', 'node:fs/promises', 'node:readline')
/** Commands that need much more than others. */
const APART = filesOf('commands/mcp commands/install commands/doctor help/help')
const onDemand = [...commands(), 'others:others']
/** The other commands are one file, but for those that need much more. */
const JOINED = 'others'
const joined = Array.from(
  readFileSync(COMMANDS, 'utf8').matchAll(/\bimport\('(\.\/[^']+\.ts)'\)/g),
  ([, path]) => (QUICK.has(path) || APART.has(path) ? [] : [path]),
)
  .flat()
  .filter((path, at, all) => all.indexOf(path) === at)

/**
 * esbuild puts code into chunks by which entries reach it. So the other entries, and the commands that the command line
 * loads on demand, are made to reach everything that the main entry reaches, and commands all of a layer that they need.
 */
const reaching = (layers) => ({
  name: 'layers',
  setup({ onResolve, onLoad }) {
    const withCore = new Set([...chunkedSources, ...onDemand].filter((path) => path !== CORE))
    const layered = new Set([CORE, ...layers.flatMap(({ modules }) => modules)].map((path) => resolve(path)))
    // Only imports of modules with side effects count, and a module has to have them wherever it is imported.
    onResolve({ filter: /\.ts$/ }, ({ path, resolveDir }) => {
      const whole = resolve(resolveDir, path)
      return layered.has(whole) ? { path: whole, sideEffects: true } : undefined
    })
    const importsFor = (source) =>
      [
        ...(withCore.has(source) ? [CORE] : []),
        ...layers.flatMap((layer) => (layer.commands.has(source) ? layer.modules : [])),
      ]
        .filter((name) => name !== source)
        .map((name) => `import ${JSON.stringify(resolve(name))}\n`)
        .join('')
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const source = relative('.', path).replaceAll('\\', '/')
      const imports = importsFor(source)
      if (imports === '') return undefined
      return { contents: `${imports}${readFileSync(path, 'utf8')}`, loader: 'ts' }
    })
    onResolve({ filter: /^\.\// }, ({ path, kind, importer }) => {
      const isJoined =
        kind === 'dynamic-import' && relative('.', importer) === COMMANDS && joined.includes(path)
      return isJoined ? { path: JOINED, namespace: JOINED } : undefined
    })
    onLoad({ filter: /^/, namespace: JOINED }, () => ({
      contents:
        importsFor(`${JOINED}:${JOINED}`) + joined.map((path) => `export * from '${path}'\n`).join(''),
      resolveDir: dirname(COMMANDS),
      loader: 'ts',
    }))
  },
})

/** Files that the command line loads on demand. */
function commands() {
  const files = readdirSync('src/cli', { recursive: true }).filter((name) => name.endsWith('.ts'))
  return files
    .map((name) => join('src/cli', name))
    .flatMap((file) =>
      Array.from(readFileSync(file, 'utf8').matchAll(/\bimport\('(\.[^']+)'\)/g), ([, path]) =>
        join(dirname(file), path).replaceAll('\\', '/'),
      ),
    )
    .filter((path) => /^src\/(cli|agents\/mcp)\//.test(path))
}

/** The paths by which `src/cli/commands.ts` names files. */
function filesOf(...lines) {
  return new Set(wordsOf(...lines).map((name) => `./${name}.ts`))
}

function wordsOf(...lines) {
  return lines.flatMap((line) => line.split(' '))
}

const bundled = (layers, write) =>
  build({
    ...shared,
    splitting: true,
    write,
    chunkNames: 'chunks/[name]-[hash]',
    // The imports of layers only have to be seen, not run.
    logOverride: { 'ignored-bare-import': 'silent' },
    alias: { '@modelcontextprotocol/server/_shims': './src/agents/mcp/sdk-shims.ts' },
    plugins: [reaching(layers), sourceOfRules()],
    entryPoints: [...chunkedSources.map(entryOf), { in: COMMANDS, out: 'chunks/commands' }],
  })

const { metafile: apart } = await bundled([], false)
const { metafile } = await bundled(
  layersOf(apart, { core: CORE, alone: [COMMANDS], commands: onDemand }),
  true,
)
const { metafile: thread } = await build({ ...shared, entryPoints: THREADS.map(entryOf) })
writeLicences({ outputs: { ...metafile.outputs, ...thread.outputs } }, 'dist/third-party-licences.txt')
const { metafile: alone } = await build({ ...shared, entryPoints: ALONE })
const { metafile: plugins } = await build({
  ...shared,
  splitting: true,
  chunkNames: 'plugins/[name]-[hash]',
  plugins: [sourceOfRules()],
  entryPoints: PLUGINS.map(entryOf),
})

const outputsOf = ({ outputs }) => Object.keys(outputs).filter((name) => name.endsWith('.js'))

/** Without what the quick commands never load (src/cli/quick.ts). */
const quickOnly = {
  name: 'quick commands',
  setup({ onResolve }) {
    onResolve({ filter: /^\.{1,2}\// }, ({ path, kind, importer }) => {
      if (kind !== 'dynamic-import') return undefined
      const isApart = relative('.', importer) === COMMANDS ? !QUICK.has(path) : /profile/.test(path)
      return isApart ? { path, external: true } : undefined
    })
  },
}
/** The kernels are read from the module that the package has in any case. */
const kernelsApart = {
  name: 'kernels apart',
  setup({ onLoad }) {
    onLoad({ filter: /scan.binary\.ts$/ }, () => ({
      contents:
        "export const binaryHex = () => require('node:fs').readFileSync(__dirname + '/../pith.wasm', 'hex')",
      loader: 'js',
    }))
  },
}
const commonJs = { ...shared, format: 'cjs', define: { ...shared.define, 'import.meta.url': 'ownUrl' } }
const { metafile: quick } = await divided(
  {
    ...commonJs,
    // Node warns of an import in a script of `vm`.
    supported: { 'dynamic-import': false },
    banner: { js: "const ownUrl=require('node:url').pathToFileURL(__filename).href;" },
    plugins: [quickOnly, kernelsApart, sourceOfRules(), LATER],
  },
  COMMANDS,
  BEHIND,
  { first: 'cli/quick.js', second: 'cli/rest.js' },
)
const [, oldest, major] = /((\d+)\.\d+)/.exec(engines.node)
const { metafile: main } = await build({
  ...commonJs,
  // An older Node could not read newer syntax, and so not say that it is too old.
  target: 'es2018',
  banner: {
    js: `"use strict";if(parseInt(process.versions.node)<${major}){console.error("pith: Node "+process.versions.node+" is too old. pith needs Node ${oldest} or later.");process.exit(process.argv[2]==="run"?125:1)}`,
  },
  plugins: [LATER],
  entryPoints: ['src/cli/main.ts'],
})
writeFileSync('dist/cli/package.json', '{ "type": "commonjs" }\n')

/**
 * With one letter beyond ASCII in it, a file takes twice the memory and longer to read. esbuild leaves such letters in
 * regular expressions alone.
 */
function asciiOf(code, path) {
  if (/String\.raw`[^`]*[^\0-\x7f]/.test(code))
    throw new Error(
      `Expected String.raw to hold ASCII in ${path}: the build writes other letters as escapes.`,
    )
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

// A chunk that is imported only for its side effects has none.
for (const path of outputsOf(metafile)) {
  writeFileSync(
    path,
    asciiOf(readFileSync(path, 'utf8').replaceAll(/\bimport"[^"]*chunk-\w+\.js";/g, ''), path),
  )
}
for (const path of [thread, alone, plugins, quick, main].flatMap(outputsOf))
  writeFileSync(path, asciiOf(readFileSync(path, 'utf8'), path))

/** The chunks that a file imports statically. */
const chunksOf = (path) =>
  Array.from(readFileSync(path, 'utf8').matchAll(/\bfrom"[^"]*(chunk-\w+\.js)"/g), ([, name]) => name)
const core = chunksOf('dist/index.js')
if (core.length !== 1 || chunksOf(`dist/chunks/${core[0]}`).length > 0) {
  throw new Error(`Expected the main entry to need one chunk, got ${core.join(', ') || 'none'}.`)
}
if (chunksOf('dist/chunks/commands.js').includes(core[0])) {
  throw new Error('Expected the commands to load the core only on demand.')
}

// Removes code of an earlier build, because it would be published.
const current = [metafile, thread, alone, plugins, quick, main].flatMap(({ outputs }) => Object.keys(outputs))
for (const name of readdirSync('dist', { recursive: true, encoding: 'utf8' })) {
  const path = `dist/${name.replaceAll('\\', '/')}`
  if (/\.(js|map|pack)$/.test(name) && !current.includes(path)) rmSync(path)
}
