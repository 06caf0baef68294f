import {
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { Script } from 'node:vm'
import { isOwnFile, READ } from '../host/own-file.ts'
import { makeFolderNow } from '../store/backends/files/make-folder.ts'
import { cacheFolder } from './cache.ts'

/** Larger files are not read: the code of the commands is a twentieth of this. */
const MOST_BYTES = 32 * 1024 * 1024
const HEAD = Buffer.from('(function(exports,require,module,__filename,__dirname){')
const TAIL = Buffer.from('\n})')
/** A byte in front of the code holds the bits of reach.ts for all calls that the code serves. */
const REACH_BYTES = 1
/** The name by which the first file of the quick commands requires the second one. */
const REST = './rest.js'
/** Folders of other versions that are kept: other versions of Node and of pith may be in use. */
const MOST_FOLDERS = 4

/** Compiled code, and the bits of reach.ts for all calls that it serves. */
interface Kept {
  code: Buffer
  reach: number
}

/**
 * Loads a CommonJS file. V8's compiled code is kept in the user's cache, so that the next process need not compile it.
 * Code from a cache is run, so only a folder and a file that nobody else can write to are trusted. The file holds the
 * code twice, and both must be equal: a digest would need `node:crypto`, which takes four times as long to load as the
 * second code takes to read. Whatever is wrong with the cache costs time only.
 */
export function loadCached(path: string, name: string): unknown {
  const require = createRequire(path)
  if ('bun' in process.versions || 'deno' in process.versions || process.env.NODE_DISABLE_COMPILE_CACHE)
    return require(path)
  const folder = safely(() => ownFolder(path))
  if (folder === undefined) return require(path)
  // The build divides the quick commands: what not every call needs is a second file, which takes modules of the first.
  let first: unknown
  let rest: unknown
  const load = (file: string, cache: string): unknown =>
    loadWith(file, join(folder, cache), take, () => reachOf(first))
  const take = (id: string): unknown => {
    if (id === `./${basename(path)}`) return first
    if (id !== REST) return require(id)
    rest ??= load(join(dirname(path), id), `${name}-rest`)
    return rest
  }
  first = load(path, name)
  return first
}

function safely<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}

/** The folder for this build and this Node, which only the user can write to. Undefined when there is none. */
function ownFolder(path: string): string | undefined {
  const all = cacheFolder('code')
  if (all === undefined || !isBelowOwn(all)) return undefined
  const { size, mtimeMs } = lstatSync(path)
  // Flags change what V8 compiles.
  const parts = [path, size, mtimeMs, process.env.NODE_OPTIONS, ...process.execArgv].join('\0')
  const folder = join(
    all,
    `${hashOf(parts, 0x811c9dc5)}${hashOf(parts, 0x01000193)}-${process.version}-${process.arch}`,
  )
  if (makeFolderNow(folder, 0o700)) prune(all)
  for (const part of [dirname(all), all, folder]) {
    const stat = lstatSync(part)
    if (!stat.isDirectory() || !isOwnFile(stat)) return undefined
  }
  return folder
}

/** FNV-1a from a start, as eight digits. */
function hashOf(text: string, start: number): string {
  let hash = start
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** False in the home of another user, as under `sudo`: there, the folder would get the wrong owner. */
function isBelowOwn(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat ? isOwnFile(stat) : isBelowOwn(dirname(path))
}

/** Removes the folders that were made first. */
function prune(all: string): void {
  const folders = readdirSync(all).map((name) => join(all, name))
  const byAge = folders
    .map((path) => ({ path, made: lstatSync(path).mtimeMs }))
    .sort((a, b) => b.made - a.made)
  for (const { path } of byAge.slice(MOST_FOLDERS)) rmSync(path, { recursive: true, force: true })
}

/**
 * `enableCompileCache` of Node 22 and later would keep only what is compiled at first: with it, `pith run` takes 20 to
 * 30 ms more of a processor's time (`npm run bench:cold`).
 */
function loadWith(
  path: string,
  cache: string,
  require: (id: string) => unknown,
  reachSoFar: () => number,
): unknown {
  const kept = safely(() => readCache(cache))
  const script = new Script(wrapped(path), { filename: path, ...(kept && { cachedData: kept.code }) })
  const loaded: { exports: unknown } = { exports: {} }
  script.runInThisContext()(loaded.exports, require, loaded, path, dirname(path))
  const known = script.cachedDataRejected ? undefined : kept?.reach
  // When the process ends, V8 has compiled the functions that ran. If this call needed paths that no earlier call needed,
  // some of them are not in the kept code yet.
  process.once('exit', () =>
    safely(() => {
      const reach = (known ?? 0) | reachSoFar()
      if (reach !== known) writeCache(cache, { code: script.createCachedData(), reach })
    }),
  )
  return loaded.exports
}

/**
 * A CommonJS file as the text of a function. Its parts, which the build writes in ASCII, are joined as bytes: joined as
 * strings, they would leave a copy of 0.9 MB on the heap.
 */
const wrapped = (path: string): string => Buffer.concat([HEAD, readFileSync(path), TAIL]).toString('latin1')

function reachOf(loaded: unknown): number {
  const { reachedSoFar } = loaded as { reachedSoFar?: () => number }
  return reachedSoFar?.() ?? 0
}

/** The code in a file that is as it was written. */
function readCache(cache: string): Kept | undefined {
  const descriptor = openSync(cache, READ)
  try {
    const stat = fstatSync(descriptor)
    if (!stat.isFile() || !isOwnFile(stat) || stat.size > MOST_BYTES) return undefined
    const bytes = readFileSync(descriptor)
    const content = bytes.subarray(0, bytes.length / 2)
    if (content.length === 0 || !content.equals(bytes.subarray(content.length))) return undefined
    return { code: content.subarray(REACH_BYTES), reach: content[0] }
  } finally {
    closeSync(descriptor)
  }
}

/** Writes the file aside, so that no process reads a part of it. */
function writeCache(cache: string, { code, reach }: Kept): void {
  const content = Buffer.concat([Buffer.of(reach), code])
  const aside = `${cache}.${process.pid}`
  try {
    writeFileSync(aside, Buffer.concat([content, content]), { flag: 'wx', mode: 0o600 })
    renameSync(aside, cache)
  } catch (error) {
    safely(() => unlinkSync(aside))
    throw error
  }
}
