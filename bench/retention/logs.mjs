// Loads sets of logs: folders that are named, those next to the checkout if there are any, else the set that make-logs.mjs
// makes. A folder has labelled failures, runs that did not fail, or both.
import { existsSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { importBundled } from '../load.mjs'
import { loadSessions } from '../sessions.mjs'
import { plainLinesOf } from './labels.mjs'
import { madeLogs } from './make-logs.mjs'

const { decoderOf, encodingOf } = await importBundled(
  "export { decoderOf, encodingOf } from './src/tools/content-kind.ts'",
)
const corpus = fileURLToPath(new URL('../../../shared/corpus', import.meta.url))

/**
 * Bytes as `pith run` takes the output of a command: UTF-16 becomes UTF-8 without its BOM, all other bytes stay, malformed
 * ones too.
 */
function utf8Of(bytes) {
  const decoder = decoderOf(encodingOf(bytes))
  return decoder ? Buffer.from(decoder.decode(bytes)) : bytes
}

/**
 * @typedef {object} LabelledLog
 * @property {string} id
 * @property {string} tool the tool that wrote the log, such as `pytest`
 * @property {boolean} hard the cause is in neither the first nor the last 8 KiB
 * @property {string[]} required a result that keeps the log's cause contains all of these
 * @property {Record<string, string[]>} roles strings by role: `cause`, `location`, `header`
 * @property {number[]} decisive 1-indexed lines that say what failed or where
 * @property {Uint8Array} bytes UTF-8
 */

/**
 * @typedef {object} LabelledSet
 * @property {string} name
 * @property {LabelledLog[]} logs of failures
 * @property {{ id: string, bytes: Uint8Array }[]} successes logs of runs that did not fail
 */

/** @returns {LabelledSet} */
function readFolder(folder) {
  const set = {
    name: basename(resolve(folder)),
    logs: listIn(folder, 'labels.json', 'labels').map((label) => logOf(folder, label)),
    successes: listIn(folder, 'success.json', 'success').map(({ id, file }) => ({
      id,
      bytes: utf8Of(readFileSync(join(folder, file))),
    })),
  }
  if (set.logs.length + set.successes.length === 0)
    throw new Error(`Expected labels.json or success.json in ${folder}, found none.`)
  return set
}

const listIn = (folder, file, name) =>
  existsSync(join(folder, file)) ? JSON.parse(readFileSync(join(folder, file), 'utf8'))[name] : []

function logOf(folder, { id, file, tool, hard, required, roles, decisive }) {
  const bytes = utf8Of(readFileSync(join(folder, file)))
  return {
    id,
    tool,
    hard,
    required,
    roles: roles
      ? byRole(required.map((needle, i) => ({ needle, role: roles[i] })))
      : rolesOf(required, decisive),
    decisive: decisive ? decisive.map(({ line }) => line) : firstLinesWith(id, required, bytes),
    bytes,
  }
}

/** The required strings are causes. Decisive lines may have other roles. */
const rolesOf = (required, decisive) =>
  byRole([
    ...required.map((needle) => ({ needle, role: 'cause' })),
    ...decisive.filter(({ role }) => role && role !== 'cause'),
  ])

function byRole(needles) {
  const roles = {}
  for (const { needle, role } of needles) {
    roles[role] ??= []
    roles[role].push(needle)
  }
  return roles
}

function firstLinesWith(id, required, bytes) {
  const lines = plainLinesOf(new TextDecoder().decode(bytes))
  return required.map((needle) => {
    const index = lines.findIndex((line) => line.includes(needle))
    if (index < 0) throw new Error(`Expected a line of ${id} with ${JSON.stringify(needle)}, found none.`)
    return index + 1
  })
}

/**
 * The sets in some folders. Without folders: those of the corpus next to the checkout, else the made one.
 *
 * @param {{ dirs?: string[], made?: boolean, fresh?: boolean, tell: (line: string) => void }} options
 * @returns {LabelledSet[]}
 */
export function loadSets({ dirs = [], made = false, fresh = false, tell }) {
  const beside = made ? [] : ['', 'found'].map((name) => join(corpus, name)).filter(existsSync)
  const folders = dirs.length > 0 ? dirs : beside
  return folders.length > 0 ? folders.map(readFolder) : [madeSet({ fresh, tell })]
}

/** The made logs, with the recorded sessions of the repository that did not fail. */
function madeSet(options) {
  const successes = loadSessions().filter(({ outcome }) => outcome === 'success')
  return {
    ...readFolder(madeLogs(options)),
    name: 'made',
    successes: successes.map(({ name, bytes }) => ({ id: name, bytes })),
  }
}
