// The recorded terminal sessions of test/fold/sessions, and their index.
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'

const folder = new URL('../../test/fold/sessions/', import.meta.url)
const index = new URL('sessions.json', folder)
const fileOf = (name) => new URL(`${name}.gz`, folder)

/**
 * @typedef {object} Session
 * @property {string} name
 * @property {string} tool
 * @property {string} version
 * @property {string} command
 * @property {number} columns of the terminal; 0 stands for a pipe
 * @property {number} rows of the terminal; 0 stands for a pipe
 * @property {'recorded' | 'generated'} made
 * @property {'success' | 'failure'} outcome
 * @property {string[]} decisive strings that say why it failed; none for a success
 */

/** @returns {Session[]} */
export const sessionList = () => JSON.parse(readFileSync(index, 'utf8'))

/** Every session with its bytes. @returns {(Session & { bytes: Uint8Array })[]} */
export const loadSessions = () =>
  sessionList().map((session) => ({ ...session, bytes: gunzipSync(readFileSync(fileOf(session.name))) }))

/** Stores a session, and replaces the older one of the same name. */
export function saveSession(session, bytes) {
  writeFileSync(fileOf(session.name), gzipSync(bytes, { level: 9 }))
  const others = sessionList().filter(({ name }) => name !== session.name)
  const sorted = [...others, session].sort((a, b) => (a.name < b.name ? -1 : 1))
  writeFileSync(index, `${JSON.stringify(sorted, null, 2)}\n`)
}
