import {
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
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
const HEAD = '(function(exports,require,module,__filename,__dirname){'
const TAIL = '\n})'
/** Of the second code, which are compared at a time. */
const PIECE_BYTES = 64 * 1024
/** A byte in front of the code holds the bits of reach.ts for all calls that the code serves. */
const REACH_BYTES = 1
/** The second file of the quick commands, as the first one names it. */
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
 * code twice: a damaged one shows two codes. (`node:crypto` takes four times as long to load as that takes to read.)
 * Whatever is wrong with the cache costs time only.
 */
export function loadCached(path: string, name: string): unknown {
  const require = createRequire(path)
  if ('bun' in process.versions || 'deno' in process.versions || process.env.NODE_DISABLE_COMPILE_CACHE)
    return require(path)
  const folder = safely(() => ownFolder(path))
  if (folder === undefined) return require(path)
  const loaded = new Map<string, unknown>()
  const load = (file: string, cache: string): unknown => loadWith(file, join(folder, cache), take, loaded)
  // The build divides the quick commands: what not every call needs is a second file, which takes modules of the first.
  const take = (id: string): unknown => {
    if (id !== REST && id !== `./${basename(path)}`) return require(id)
    const file = join(dirname(path), id)
    return loaded.get(file) ?? load(file, `${name}-rest`)
  }
  return load(path, name)
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
  files: Map<string, unknown>,
): unknown {
  const kept = safely(() => readCache(cache))
  const script = new Script(wrapped(path), { filename: path, ...(kept && { cachedData: kept.code }) })
  const loaded: { exports: unknown } = { exports: {} }
  files.set(path, loaded.exports)
  script.runInThisContext()(loaded.exports, require, loaded, path, dirname(path))
  files.set(path, loaded.exports)
  const known = script.cachedDataRejected ? undefined : kept?.reach
  // When the process ends, V8 has compiled the functions that ran. If this call needed paths that no earlier call needed,
  // some of them are not in the kept code yet.
  process.once('exit', () =>
    safely(() => {
      const reach = (known ?? 0) | reachOf(files.values())
      if (reach !== known) writeCache(cache, { code: script.createCachedData(), reach })
    }),
  )
  return loaded.exports
}

/**
 * The text of a CommonJS file as a function. Joined as bytes, which the build writes in ASCII: strings would leave a copy
 * on the heap, which ends above the 8 MiB from which V8 marks it.
 */
function wrapped(path: string): string {
  const descriptor = openSync(path, 'r')
  try {
    const { size } = fstatSync(descriptor)
    const bytes = Buffer.allocUnsafeSlow(HEAD.length + size + TAIL.length)
    bytes.write(HEAD, 'latin1')
    readSync(descriptor, bytes, HEAD.length, size, 0)
    bytes.write(TAIL, HEAD.length + size, 'latin1')
    return bytes.toString('latin1')
  } finally {
    closeSync(descriptor)
  }
}

/** The first file tells it for all. */
function reachOf([first]: Iterable<unknown>): number {
  const { reachedSoFar } = first as { reachedSoFar?: () => number }
  return reachedSoFar?.() ?? 0
}

/** The code in a file that is as it was written. */
function readCache(cache: string): Kept | undefined {
  const descriptor = openSync(cache, READ)
  try {
    const stat = fstatSync(descriptor)
    if (!stat.isFile() || !isOwnFile(stat) || stat.size > MOST_BYTES || stat.size < 2) return undefined
    const content = Buffer.allocUnsafeSlow(stat.size / 2)
    readSync(descriptor, content)
    return isRepeated(descriptor, content)
      ? { code: content.subarray(REACH_BYTES), reach: content[0] }
      : undefined
  } finally {
    closeSync(descriptor)
  }
}

/** Whether a file goes on with the same bytes, and ends. In pieces: a second large buffer would call the collector. */
function isRepeated(descriptor: number, content: Buffer): boolean {
  const piece = Buffer.allocUnsafeSlow(PIECE_BYTES)
  let at = 0
  for (let length = -1; length !== 0; at += length) {
    length = readSync(descriptor, piece)
    if (!content.subarray(at, at + length).equals(piece.subarray(0, length))) return false
  }
  return at === content.length
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
