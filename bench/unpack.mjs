// Gets published packages without installing them: with `npm pack`, checked against a pinned hash.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Unpacks a package into `directory`. Its files are then under `package/`.
 *
 * @param {{ name: string, version: string, integrity: string }} pinned
 * @throws {Error} with one sentence that says why the package is not available.
 */
export function unpack({ name, version, integrity }, directory) {
  run('npm', ['pack', '--loglevel=error', '--pack-destination', directory, `${name}@${version}`], directory)
  const tarball = join(directory, readdirSync(directory).find((file) => file.endsWith('.tgz')) ?? '')
  const digest = createHash('sha512').update(readFileSync(tarball)).digest('base64')
  if (`sha512-${digest}` !== integrity)
    throw new Error('The package is not the pinned one: its hash differs.')
  run('tar', ['-xzf', tarball], directory)
}

function run(command, words, cwd) {
  const { status, error, stderr } = spawnSync(command, words, { cwd, encoding: 'utf8', timeout: 120_000 })
  if (error) throw new Error(`\`${command}\` could not be run: ${error.message}.`)
  if (status === 0) return
  const line = stderr.split('\n').find((text) => /error/i.test(text)) ?? `It ended with ${status}.`
  throw new Error(`\`${command} ${words[0]}\` failed: ${line.trim()}`)
}
