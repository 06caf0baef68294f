// node bench/noise/record.mjs [NAME …]: records terminal sessions of real tools into test/fold/sessions, all or those
// named. A tool that is missing here is left out. Without `--keep`, a session that is there already is recorded again.
import { stripVTControlCharacters } from 'node:util'
import { recipes } from './recipes.mjs'
import { saveSession, sessionList } from './sessions.mjs'
import { freshPlace, record, sh } from './terminal.mjs'

const names = process.argv.slice(2).filter((name) => name !== '--keep')
const known = new Set(process.argv.includes('--keep') ? sessionList().map(({ name }) => name) : [])

/** Folders of a machine that no session may name. */
const PRIVATE = /\/(tmp|root|home|work)\//

async function recordOne({ name, tool, version, command, files = {}, prepare, ...recipe }) {
  freshPlace(files)
  if (prepare) {
    const { status, text } = sh(prepare)
    if (status !== 0) throw new Error(`its preparation failed: ${text.slice(-400)}`)
  }
  const { columns = 80, rows = 24, pipe = false, decisive = [] } = recipe
  const { bytes, status } = await record({ command, ...recipe })
  const outcome = decisive.length > 0 ? 'failure' : 'success'
  check(bytes.toString(), status, decisive)
  const session = {
    name,
    tool,
    version: versionIn(sh(version).text),
    command,
    columns: pipe ? 0 : columns,
    rows: pipe ? 0 : rows,
    made: 'recorded',
    outcome,
    decisive,
  }
  saveSession(session, bytes)
  return `${name}: ${bytes.length} bytes, status ${status}`
}

function check(text, status, decisive) {
  if ((status !== 0) !== decisive.length > 0)
    throw new Error(`status ${status}, not expected: ${text.slice(-600)}`)
  const shown = stripVTControlCharacters(text)
  const missing = decisive.find((part) => !shown.includes(part))
  if (missing !== undefined)
    throw new Error(`it does not say ${JSON.stringify(missing)}: ${text.slice(-600)}`)
  const place = PRIVATE.exec(text)
  if (place)
    throw new Error(`it names a place of this machine: ${text.slice(place.index - 40, place.index + 60)}`)
}

/** The first thing in a text that looks like a version. */
const versionIn = (text) => /\d+\.\d+[\w.+-]*/.exec(text)?.[0] ?? '-'

for (const recipe of recipes) {
  if ((names.length > 0 && !names.includes(recipe.name)) || known.has(recipe.name)) continue
  console.log(await recordOne(recipe).catch((error) => `${recipe.name}: left out, ${error.message}`))
}
