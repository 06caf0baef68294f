// Writes the reference of the public API as static pages into build/out/api, from the docstrings of the entries of
// package.json. typedoc needs an older TypeScript than the build, so both are installed in .ci/api-pages.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { publicSources } from './entries.mjs'

const TOOL = '.ci/api-pages'
const OUT = 'build/out/api'
const typedoc = `${TOOL}/node_modules/typedoc/bin/typedoc`

if (!existsSync(typedoc)) run('npm', ['ci', '--prefix', TOOL])
const entries = publicSources.map((path) => resolve(path))
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
mkdirSync('build/out', { recursive: true })
writeJson('build/out/api-tsconfig.json', {
  extends: resolve('tsconfig.json'),
  files: entries,
  include: [],
  exclude: [],
})
writeJson('build/out/api-options.json', {
  tsconfig: resolve('build/out/api-tsconfig.json'),
  entryPoints: entries,
  out: resolve(OUT),
  name: `pith ${version}`,
  readme: 'none',
  // The owner of the package fills in where its sources are.
  disableSources: true,
  githubPages: false,
  excludeInternal: true,
  excludePrivate: true,
  treatWarningsAsErrors: true,
  validation: { notExported: false, invalidLink: true, rewrittenLink: true, notDocumented: false },
})
run(process.execPath, [typedoc, '--options', 'build/out/api-options.json'])
process.stdout.write(`${OUT}/index.html has the reference of ${entries.length} entries.\n`)

function writeJson(path, value) {
  writeFileSync(path, JSON.stringify(value))
}

function run(program, words) {
  const { status } = spawnSync(program, words, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
