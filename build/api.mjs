// node build/api.mjs [--write]: compares the types that are published with the reports in build/api, so that a change of
// the public API is seen in a diff. A report is a file of types without comments. Needs a fresh build.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const published = fileURLToPath(new URL('../dist', import.meta.url))
const folder = fileURLToPath(new URL('api', import.meta.url))

const typesIn = (parent) =>
  readdirSync(parent, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.d.ts'))

/** The reports as they are now, by their paths below the folder. */
const apiReports = () =>
  Object.fromEntries(typesIn(published).map((name) => [name, reportOf(join(published, name))]))

/** Types without comments. Each exported name is on its own line, so that a diff names it. */
const reportOf = (path) =>
  readFileSync(path, 'utf8')
    .replaceAll(/^ *\/\*\*.*?\*\/\n/gms, '')
    .replaceAll(/^\/\/.*\n/gm, '')
    .replaceAll(
      /^(import|export) \{ (.*) \}/gm,
      (_, word, names) => `${word} {\n  ${names.split(', ').join(',\n  ')}\n}`,
    )

/** The names of reports that are not as the build has them. */
export function staleReports() {
  const reports = apiReports()
  const kept = typesIn(folder)
  const changed = Object.keys(reports).filter(
    (name) => !kept.includes(name) || readFileSync(join(folder, name), 'utf8') !== reports[name],
  )
  return [...changed, ...kept.filter((name) => !(name in reports))]
}

function write() {
  rmSync(folder, { recursive: true, force: true })
  for (const [name, text] of Object.entries(apiReports())) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--write')) write()
  const stale = staleReports()
  if (stale.length > 0) {
    console.error(
      `The public API changed, or the build is stale: ${stale.join(', ')}.\n` +
        'Run `npm run build && node build/api.mjs --write`, and read the diff of build/api.',
    )
    process.exitCode = 1
  }
}
