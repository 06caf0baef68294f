// Loads labelled logs: folders of them, the ones next to the checkout if there are any, else the set that make-logs.mjs
// makes.
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { plainLinesOf } from './labels.mjs'
import { loadLogdx } from './logdx.mjs'
import { madeLogs } from './make-logs.mjs'

const corpus = fileURLToPath(new URL('../../../shared/corpus', import.meta.url))

/**
 * @typedef {object} LabelledLog
 * @property {string} id
 * @property {string} tool the tool that wrote the log, such as `pytest`
 * @property {boolean} hard the cause is in neither the first nor the last 8 KiB
 * @property {string[]} required a result that keeps the log's cause contains all of these
 * @property {Record<string, string[]>} roles strings by role: `cause`, `location`, `header`
 * @property {number[]} decisive 1-indexed lines that say what failed or where
 * @property {Uint8Array} bytes UTF-8; a log in UTF-16 is decoded, as `pith run` does
 */

/**
 * @typedef {object} LabelledSet
 * @property {string} name
 * @property {LabelledLog[]} logs of failures
 * @property {{ id: string, bytes: Uint8Array }[]} successes logs of runs that did not fail
 * @property {{ id: string, bytes: Uint8Array, critical: string[][] }[]} signals logs of LogDx-CI
 */

/**
 * The failure logs of the corpus next to the checkout, or the made ones.
 *
 * @param {{ made?: boolean, fresh?: boolean, tell: (line: string) => void }} options `made` uses the made set even if
 * there is a corpus; `fresh` makes it again.
 * @returns {{ name: string, logs: LabelledLog[] }}
 */
export function loadLogs({ made = false, fresh = false, tell }) {
  const useCorpus = !made && existsSync(join(corpus, 'labels.json'))
  const { logs } = setIn(useCorpus ? corpus : madeLogs({ fresh, tell }))
  return { name: useCorpus ? 'corpus' : 'made', logs }
}

/**
 * The sets in some folders. Without folders: those of the corpus next to the checkout, else the made one.
 *
 * @param {{ dirs?: string[], made?: boolean, fresh?: boolean, tell: (line: string) => void }} options
 * @returns {LabelledSet[]}
 */
export function loadSets({ dirs = [], made = false, fresh = false, tell }) {
  if (made) return [{ ...setIn(madeLogs({ fresh, tell })), name: 'made' }]
  const beside = [corpus, join(corpus, 'found'), join(corpus, 'logdx')].filter(existsSync)
  const folders = dirs.length > 0 ? dirs : beside
  return folders.length > 0 ? folders.map(setIn) : loadSets({ made: true, fresh, tell })
}

/** @returns {LabelledSet} */
function setIn(folder) {
  const listOf = (file, name) =>
    existsSync(join(folder, file)) ? JSON.parse(readFileSync(join(folder, file), 'utf8'))[name] : []
  const set = {
    name: basename(folder),
    logs: listOf('labels.json', 'labels').map((label) => logOf(folder, label)),
    successes: listOf('success.json', 'success').map(({ id, file }) => ({
      id,
      bytes: utf8Of(readFileSync(join(folder, file))),
    })),
    signals: existsSync(join(folder, 'labels.json')) ? [] : loadLogdx(folder),
  }
  if (set.logs.length + set.successes.length + set.signals.length === 0)
    throw new Error(`Expected labels.json, success.json or ground_truth.json in ${folder}, found none.`)
  return set
}

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
    decisive: decisive ? decisive.map(({ line }) => line) : firstLinesWith(required, bytes),
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

function firstLinesWith(required, bytes) {
  const lines = plainLinesOf(new TextDecoder().decode(bytes))
  return required.flatMap((needle) => {
    const index = lines.findIndex((line) => line.includes(needle))
    return index < 0 ? [] : [index + 1]
  })
}

/** Bytes as UTF-8. A BOM tells UTF-16. */
function utf8Of(bytes) {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  return isUtf16 ? Buffer.from(new TextDecoder('utf-16le').decode(bytes)) : bytes
}
