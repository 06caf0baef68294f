// Reads a folder of logs: labelled failures, runs that did not fail, or the cases of LogDx-CI.
import { existsSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { plainLinesOf } from './labels.mjs'
import { loadLogdx } from './logdx.mjs'
import { utf8Of } from './utf8.mjs'

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
 * @property {{ id: string, bytes: Uint8Array, critical: string[][] }[]} signals logs of LogDx-CI
 */

/** @returns {LabelledSet} */
export function readFolder(folder) {
  const isLabelled = existsSync(join(folder, 'labels.json'))
  const set = {
    name: basename(resolve(folder)),
    logs: isLabelled ? listIn(folder, 'labels.json', 'labels').map((label) => logOf(folder, label)) : [],
    successes: readSuccesses(folder),
    signals: isLabelled ? [] : loadLogdx(folder),
  }
  if (set.logs.length + set.successes.length + set.signals.length === 0)
    throw new Error(`Expected labels.json, success.json or ground_truth.json in ${folder}, found none.`)
  return set
}

/** The runs of a folder that did not fail. There may be none. */
export function readSuccesses(folder) {
  const success = existsSync(join(folder, 'success.json')) ? listIn(folder, 'success.json', 'success') : []
  return success.map(({ id, file }) => ({ id, bytes: utf8Of(readFileSync(join(folder, file))) }))
}

const listIn = (folder, file, name) => JSON.parse(readFileSync(join(folder, file), 'utf8'))[name]

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
