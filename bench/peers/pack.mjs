// One function of a published package, without the hundreds of megabytes that installing the package takes: `npm pack`,
// then a bundle of the module that exports it. Bundles stay in node_modules/ here, which is git-ignored.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { alone } from './alone.mjs'

const kept = fileURLToPath(new URL('node_modules/.packed/', import.meta.url))
const { peers: pinned } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))

export const versionOf = (name) => pinned[name].version

/**
 * A package's exported function, at the pinned version.
 *
 * @param {{ package: string, exported: string, moduleIn: (directory: string) => string | undefined }} peer
 * @throws {Error} with one sentence why it can't be had.
 */
export async function packedFunction({ package: name, exported, moduleIn }) {
  const file = join(kept, `${name.replaceAll('/', '+')}-${versionOf(name)}-${exported}.mjs`)
  if (!existsSync(file)) {
    const directory = mkdtempSync(join(tmpdir(), 'pith-peer-'))
    try {
      unpack(name, directory)
      const module = moduleIn(join(directory, 'package'))
      if (module === undefined || !existsSync(module)) throw new Error(`It has no module with ${exported}.`)
      const code = await bundle(module, exported)
      mkdirSync(kept, { recursive: true })
      writeFileSync(file, code)
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
  }
  const found = (await import(pathToFileURL(file).href))[exported]
  if (typeof found !== 'function') throw new Error(`${exported} is not a function there.`)
  return found
}

function unpack(name, directory) {
  const { version, integrity } = pinned[name]
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

async function bundle(module, exported) {
  const { outputFiles } = await build({
    stdin: { contents: `export { ${exported} } from ${JSON.stringify(module)}`, resolveDir: tmpdir() },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
    plugins: [alone],
  })
  return outputFiles[0].contents
}
