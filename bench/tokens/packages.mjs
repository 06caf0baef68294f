// Files of published packages, as texts to count tokens in. Each package is packed once at the pinned version. Only the
// files that its `keep` names stay, in this folder's node_modules/, which is git-ignored.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { unpack } from '../unpack.mjs'

const folder = fileURLToPath(new URL('node_modules/.texts/', import.meta.url))
const { texts: pinned } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))

/** Files stay in memory after reading, because many kinds use the same package. */
const read = new Map()

/**
 * A package's kept files, in the order of their paths.
 *
 * @returns {{ path: string, text: string }[]}
 * @throws {Error} with one sentence that says why the package is not available.
 */
function filesOf(name) {
  if (!read.has(name)) read.set(name, load(name))
  return read.get(name)
}

/** The files of a package whose path matches. */
export const filesLike = (name, pattern) => filesOf(name).filter(({ path }) => pattern.test(path))

function load(name) {
  const { keep } = pinned[name]
  const key = createHash('sha256').update(keep).digest('hex').slice(0, 8)
  const file = join(folder, `${name.replaceAll('/', '+')}-${pinned[name].version}-${key}.json`)
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  const directory = mkdtempSync(join(tmpdir(), 'pith-texts-'))
  try {
    unpack({ name, ...pinned[name] }, directory)
    const files = filesUnder(join(directory, 'package'), new RegExp(keep))
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, JSON.stringify(files))
    return files
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function filesUnder(root, pattern) {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => ({ path: path.slice(root.length).replace(/^\//, ''), full: path }))
    .filter(({ path }) => pattern.test(path))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, full }) => ({ path, text: readFileSync(full, 'utf8') }))
}
