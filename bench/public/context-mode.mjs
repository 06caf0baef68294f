// context-mode, an MCP server: it runs a command, indexes what it prints, and answers questions about it.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { unpack } from '../unpack.mjs'
import { inOwnProcess } from './own-process.mjs'

const ask = fileURLToPath(new URL('ask-context-mode.mjs', import.meta.url))
/** Its SQLite is compiled, which takes a minute, where no built one can be downloaded. */
const INSTALL_MS = 600_000

/**
 * The reducer: what the server says of a log, cut to a number of bytes, because the server has no such limit.
 *
 * @throws {Error} with one sentence that says why it is not here.
 */
export function contextMode(tell) {
  const { directory, version } = installed(tell)
  const cut = inOwnProcess(() => [ask, directory])
  return { name: `context-mode ${version}, five questions`, cut }
}

function installed(tell) {
  const pinned = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')).rivals[
    'context-mode'
  ]
  const directory = fileURLToPath(
    new URL(`node_modules/.packed/context-mode-${pinned.version}/`, import.meta.url),
  )
  if (existsSync(join(directory, 'is-built'))) return { directory, version: pinned.version }
  tell(`context-mode ${pinned.version}`)
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
  unpack({ name: 'context-mode', ...pinned }, directory)
  writeFileSync(join(directory, 'package.json'), '{ "private": true }')
  const [tarball] = readdirSync(directory).filter((name) => name.endsWith('.tgz'))
  npm(directory, 'install', '--ignore-scripts', '--no-audit', '--no-fund', `./${tarball}`)
  npm(directory, 'rebuild', 'better-sqlite3')
  mkdirSync(join(directory, 'is-built'))
  return { directory, version: pinned.version }
}

function npm(cwd, ...words) {
  const headers = resolve(process.execPath, '../..')
  const env = existsSync(join(headers, 'include/node/node.h')) ? { npm_config_nodedir: headers } : {}
  const { status } = spawnSync('npm', words, { cwd, env: { ...process.env, ...env }, timeout: INSTALL_MS })
  if (status !== 0) throw new Error(`\`npm ${words[0]}\` failed in ${cwd}.`)
}
