// node build/api.mjs [--write]: compares what the entries export with the reports in build/api, so that a change of the
// public API is seen in a diff. A report is the types of one entry in one file, without comments. Needs a fresh build.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleTypes, entryNames } from './types.mjs'

const folder = fileURLToPath(new URL('api', import.meta.url))

/** The reports as they are now, by their file names. */
async function apiReports() {
  const scratch = mkdtempSync(join(tmpdir(), 'pith-api-'))
  try {
    const reports = await Promise.all(
      entryNames.map(async (name) => {
        const [path] = await bundleTypes([name], join(scratch, name.replaceAll('/', '-')))
        return [`${name.replace(/\/index$/, '').replaceAll('/', '-')}.d.ts`, reportOf(path)]
      }),
    )
    return Object.fromEntries(reports)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Types without comments. Each exported name is on its own line, so that a diff names it. */
const reportOf = (path) =>
  readFileSync(path, 'utf8')
    .replaceAll(/^ *\/\*\*.*?\*\/\n/gms, '')
    .replaceAll(/^\/\/.*\n/gm, '')
    .replace(/^export \{ (.*) \};$/m, (_, names) => `export {\n  ${names.split(', ').join(',\n  ')}\n};`)

/** The names of reports that are not as the build has them. */
export async function staleReports() {
  const reports = await apiReports()
  const kept = readdirSync(folder)
  const changed = Object.keys(reports).filter(
    (name) => !kept.includes(name) || readFileSync(join(folder, name), 'utf8') !== reports[name],
  )
  return [...changed, ...kept.filter((name) => !(name in reports))]
}

async function write() {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const [name, text] of Object.entries(await apiReports())) writeFileSync(join(folder, name), text)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--write')) await write()
  const stale = await staleReports()
  if (stale.length > 0) {
    console.error(
      `The public API changed, or the build is stale: ${stale.join(', ')}.\n` +
        'Run `npm run build && node build/api.mjs --write`, and read the diff of build/api.',
    )
    process.exitCode = 1
  }
}
