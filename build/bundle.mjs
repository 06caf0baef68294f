// One file for each entry of package.json's exports, the command, and the second thread. All but the thread have their
// common code in dist/chunks, so that a process has one of each table and cache, whatever entries it imports. What the
// main entry needs is one chunk: each file more costs a process that starts.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { build } from 'esbuild'
import { compiledRules } from './rules.mjs'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

const shared = {
  bundle: true,
  minify: true,
  // The line of an error that nobody caught is printed whole.
  lineLimit: 400,
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  external: ['node:*', 'aws4fetch', 'gpt-tokenizer', '@huggingface/tokenizers'],
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  outdir: 'dist',
}

/**
 * Code is shared in chunks by which entries reach it, so the entries here, and the commands that the command line loads
 * when they are asked for, are made to reach all that the main entry does.
 */
const CORE = 'src/index.ts'
const withCore = {
  name: 'with core',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^core$/ }, () => ({ path: resolve(CORE), sideEffects: true }))
    onLoad(
      {
        filter:
          /src.(cli.(artifacts|bench|budget|config|events|gc|filter|read|run|s3-store|show|profile|print-config|write-events)|(node|profiles).index|node.profiles|artifacts.(files|opfs|s3)|tokens.(gpt|hugging-face))\.ts$/,
      },
      ({ path }) => ({
        contents: `import 'core'\n${readFileSync(path, 'utf8')}`,
        loader: 'ts',
      }),
    )
  },
}

const { metafile } = await build({
  ...shared,
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  define: { PITH_VERSION: JSON.stringify(version) },
  // The import of the core is there to be seen, not to be run.
  logOverride: { 'ignored-bare-import': 'silent' },
  plugins: [withCore, compiledRules()],
  entryPoints: {
    index: CORE,
    'profiles/index': 'src/profiles/index.ts',
    'node/profiles': 'src/node/profiles.ts',
    'artifacts/files': 'src/artifacts/files.ts',
    'artifacts/opfs': 'src/artifacts/opfs.ts',
    'artifacts/s3': 'src/artifacts/s3.ts',
    'node/index': 'src/node/index.ts',
    'tokens/gpt': 'src/tokens/gpt.ts',
    'tokens/hugging-face': 'src/tokens/hugging-face.ts',
    'cli/main': 'src/cli/main.ts',
  },
})
await build({ ...shared, entryPoints: { 'node/scan-thread': 'src/node/scan-thread.ts' } })

// A chunk that is imported for its side effects alone has none. Blanks keep the columns of the source maps right.
for (const path of Object.keys(metafile.outputs).filter((name) => name.endsWith('.js'))) {
  const code = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    code.replaceAll(/\bimport"[^"]*chunk-\w+\.js";/g, (text) => ' '.repeat(text.length)),
  )
}

/** The chunks that a file needs before it runs. */
const chunksOf = (path) =>
  Array.from(readFileSync(path, 'utf8').matchAll(/\bfrom"[^"]*(chunk-\w+\.js)"/g), ([, name]) => name)
const core = chunksOf('dist/index.js')
if (core.length !== 1 || chunksOf(`dist/chunks/${core[0]}`).length > 0) {
  throw new Error(`Expected the main entry to need one chunk, got ${core.join(', ') || 'none'}.`)
}
if (chunksOf('dist/cli/main.js').includes(core[0])) {
  throw new Error('Expected the command line to know what for before it loads the core.')
}

// Those of an earlier build.
const current = new Set(Object.keys(metafile.outputs).map((path) => basename(path)))
for (const file of readdirSync('dist/chunks')) {
  if (!current.has(file)) rmSync(`dist/chunks/${file}`)
}
