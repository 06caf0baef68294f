// One file for each entry of package.json's exports, and the command. Nothing but node:* is left outside.
import { readFileSync } from 'node:fs'
import { build } from 'esbuild'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

const shared = {
  bundle: true,
  format: 'esm',
  target: 'es2022',
  sourcemap: true,
  legalComments: 'none',
  logLevel: 'warning',
}

await build({
  ...shared,
  platform: 'neutral',
  outdir: 'dist',
  entryPoints: { index: 'src/index.ts', 'profiles/index': 'src/profiles/index.ts' },
})
await build({
  ...shared,
  platform: 'node',
  outdir: 'dist',
  entryPoints: { 'artifacts/files': 'src/artifacts/files.ts', 'node/index': 'src/node/index.ts' },
})
await build({
  ...shared,
  platform: 'node',
  outdir: 'dist',
  define: { PITH_VERSION: JSON.stringify(version) },
  entryPoints: { 'cli/main': 'src/cli/main.ts' },
})
