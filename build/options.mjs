// Writes docs/options.md, the options of each command, from the tables of commands and options. A test compares.
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const outfile = 'build/out/options.mjs'
await build({
  entryPoints: ['src/cli/options-page.ts'],
  bundle: true,
  format: 'esm',
  platform: 'node',
  outfile,
  logLevel: 'warning',
})
const { optionsPage } = await import(pathToFileURL(resolve(outfile)).href)
writeFileSync('docs/options.md', optionsPage())
