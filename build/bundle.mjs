// Writes one file for each entry of package.json's exports, one for the command, one for the second thread, and one for
// each plugin of an agent. All but the thread and the plugins share code in dist/chunks, so that a process has one copy
// of each table and cache, whatever entries it imports. The code of the main entry is one chunk, because each additional
// file makes a process start more slowly.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, relative, resolve } from 'node:path'
import { build } from 'esbuild'
import { PLUGINS, sources, THREAD } from './entries.mjs'
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
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  outdir: 'dist',
}

/**
 * esbuild puts code into chunks by which entries reach it. So the other entries, and the commands that the command line
 * loads on demand, are made to reach everything that the main entry reaches.
 */
const CORE = 'src/index.ts'
const COMMAND = ['src/cli/main.ts', 'src/cli/commands.ts']
const withCore = {
  name: 'with core',
  setup({ onResolve, onLoad }) {
    const reaching = new Set(
      [...sources, ...commands()].filter((path) => path !== CORE && !COMMAND.includes(path)),
    )
    onResolve({ filter: /^core$/ }, () => ({ path: resolve(CORE), sideEffects: true }))
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const source = relative('.', path).replaceAll('\\', '/')
      if (!reaching.has(source)) return undefined
      return { contents: `import 'core'\n${readFileSync(path, 'utf8')}`, loader: 'ts' }
    })
  },
}

/** Files that the command line loads on demand. */
function commands() {
  const files = readdirSync('src/cli').map((name) => readFileSync(`src/cli/${name}`, 'utf8'))
  return files.flatMap((text) =>
    Array.from(text.matchAll(/\bimport\('(\.\/|\.\.\/mcp\/)([^']+)'\)/g), ([, folder, name]) =>
      folder === './' ? `src/cli/${name}` : `src/mcp/${name}`,
    ),
  )
}

const { metafile } = await build({
  ...shared,
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  define: { PITH_VERSION: JSON.stringify(version) },
  // The import of the core only has to be seen, not run.
  logOverride: { 'ignored-bare-import': 'silent' },
  alias: { '@modelcontextprotocol/server/_shims': './src/mcp/sdk-shims.ts' },
  plugins: [withCore, compiledRules()],
  entryPoints: sources,
  outbase: 'src',
})
writeLicences(metafile, 'dist/third-party-licences.txt')
await build({ ...shared, entryPoints: [THREAD], outbase: 'src' })
await build({
  ...shared,
  define: { PITH_VERSION: JSON.stringify(version) },
  plugins: [compiledRules()],
  sourcemap: false,
  entryPoints: PLUGINS,
  outbase: 'src',
})

// A chunk that is imported only for its side effects has none. Blanks replace such imports, so that the columns of the
// source maps stay right.
for (const path of Object.keys(metafile.outputs).filter((name) => name.endsWith('.js'))) {
  const code = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    code.replaceAll(/\bimport"[^"]*chunk-\w+\.js";/g, (text) => ' '.repeat(text.length)),
  )
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

// Removes chunks of an earlier build.
const current = new Set(Object.keys(metafile.outputs).map((path) => basename(path)))
for (const file of readdirSync('dist/chunks')) {
  if (!current.has(file)) rmSync(`dist/chunks/${file}`)
}
