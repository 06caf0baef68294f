// Writes dist/man/pith.1, the manual page, from the tables of commands and options. Its date is that of the build, or
// SOURCE_DATE_EPOCH in seconds, so that a build can be repeated.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const outfile = 'build/out/manual.mjs'
await build({
  entryPoints: ['src/cli/help/manual.ts'],
  bundle: true,
  format: 'esm',
  platform: 'node',
  outfile,
  logLevel: 'warning',
})
const { manualPage } = await import(pathToFileURL(resolve(outfile)).href)
const { SOURCE_DATE_EPOCH: seconds } = process.env
const date = seconds === undefined ? new Date() : new Date(Number(seconds) * 1000)
mkdirSync('dist/man', { recursive: true })
writeFileSync('dist/man/pith.1', manualPage(version, date.toISOString().slice(0, 10)))
