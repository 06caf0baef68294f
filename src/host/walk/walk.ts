import { type BigIntStats, lstatSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileFailed, PithError, shown, wrongOption } from '../../errors.ts'
import { type EntryKind, type FolderEntry, folderEntries } from './folder-entries.ts'
import { compileGlob } from './globs.ts'
import { IGNORE_NAMES, IgnoreLevel } from './ignore-levels.ts'
import { IgnoreRules } from './ignore-rules.ts'
import { slashed } from './slashes.ts'

export interface WalkOptions {
  /** Where relative paths begin. */
  cwd: string
  /** Globs as in `.gitignore`, relative to `cwd`; with `!` before one, what matches it is left out. */
  globs: readonly string[]
  /** Globs of names, of which a file must match one. None: every file. */
  names: readonly string[]
  /** True: also what begins with a dot. `.git` is always left out. */
  hidden: boolean
  /** True: `.gitignore`, `.ignore` and `.rgignore` have a say. */
  ignore: boolean
  /** True: links are followed. */
  follow: boolean
  /** Levels below a path; 1 is what is directly in it. */
  depth: number
}

export interface WalkedEntry {
  /** The path as it is shown: that of the walk, and the names below it. */
  path: string
  name: string
  /** The path to open. Bytes for a name that is not UTF-8. */
  real: string | Buffer
  kind: EntryKind
  /** Levels below the path of the walk, from 1. 0 for that path itself. */
  depth: number
}

/** A path that could not be read, with the reason in words. */
export interface WalkFailure {
  path: string
  reason: string
}

interface Folder {
  path: string
  real: string | Buffer
  /** The absolute path, as text. */
  absolute: string
  depth: number
  level: IgnoreLevel | undefined
  /** Identities of the folders above, if links are followed. */
  above: readonly string[]
}

/** A folder that is walked, and its entries that are still to come. */
interface Opened {
  folder: Folder
  level: IgnoreLevel | undefined
  entries: Iterator<FolderEntry>
}

/**
 * What is below paths, in the order of names, folder by folder. A folder comes before what is in it. Reads one folder at
 * a time, and holds the names of the folders that are open.
 *
 * Ignores what ripgrep ignores, apart from rules of the machine: the global ignore file of git and `.git/info/exclude`.
 *
 * @param onFailure is called for each path that cannot be read. The walk goes on.
 * @throws {PithError} `PITH_FILE_FAILED` for a path of the walk that is not there
 */
export function* walk(
  paths: readonly string[],
  options: WalkOptions,
  onFailure: (failure: WalkFailure) => void,
): Generator<WalkedEntry, void, undefined> {
  const walker = new Walker(options, onFailure)
  for (const path of paths) yield* walker.from(path)
}

class Walker {
  readonly #options: WalkOptions
  readonly #overrides = new IgnoreRules(compileGlob)
  readonly #names = new IgnoreRules(compileGlob)
  readonly #onFailure: (failure: WalkFailure) => void
  readonly #compiled = new Map<string, ReturnType<typeof compileGlob>>()

  constructor(options: WalkOptions, onFailure: (failure: WalkFailure) => void) {
    this.#options = options
    this.#onFailure = onFailure
    for (const glob of options.globs) this.#overrides.add(glob)
    for (const glob of options.names) this.#names.add(glob)
  }

  *from(path: string): Generator<WalkedEntry, void, undefined> {
    const { cwd, ignore, follow } = this.#options
    const absolute = resolve(cwd, path)
    const stat = statOfRoot(absolute, path)
    const shown = path.length > 1 ? path.replace(/\/+$/, '') : path
    const kind = stat.isDirectory() ? 'folder' : stat.isFile() ? 'file' : 'other'
    yield { path: shown, name: shown, real: absolute, kind, depth: 0 }
    if (kind !== 'folder') return
    const level = ignore ? IgnoreLevel.above(absolute, this.#compile) : undefined
    yield* this.#in({
      ...{ path: shown === '.' ? '' : shown, real: absolute, absolute },
      ...{ depth: 1, level, above: follow ? [identityOf(stat)] : [] },
    })
  }

  /** One stack of iterators instead of nested generators, so that an entry costs the same at every depth. */
  *#in(root: Folder): Generator<WalkedEntry, void, undefined> {
    const open = [this.#list(root)]
    for (let top = open.at(-1); top; top = open.at(-1)) {
      const entry = top.entries.next()
      if (entry.done) {
        open.pop()
        continue
      }
      const below = this.#open(entry.value, top.folder, top.level)
      if (!below) continue
      yield below.entry
      if (below.inner) open.push(this.#list(below.inner))
    }
  }

  /** The entry as it is walked, and the folder to enter. Undefined for what is left out. */
  #open(
    { name, real, kind: found }: FolderEntry,
    folder: Folder,
    level: IgnoreLevel | undefined,
  ): { entry: WalkedEntry; inner?: Folder } | undefined {
    const { follow, depth: most } = this.#options
    const { depth } = folder
    const absolute = folder.absolute.endsWith('/') ? folder.absolute + name : `${folder.absolute}/${name}`
    const path = joined(folder.path, name)
    let kind = found
    let identity: string | undefined
    if (follow && (kind === 'link' || kind === 'folder')) {
      const stat = this.#stat(real, path)
      if (!stat) return undefined
      kind = stat.isDirectory() ? 'folder' : stat.isFile() ? 'file' : 'other'
      identity = identityOf(stat)
    }
    if (this.#isLeftOut(absolute, name, kind === 'folder', level)) return undefined
    const entry: WalkedEntry = { path, name, real, kind, depth }
    if (kind !== 'folder' || depth >= most) return { entry }
    if (identity !== undefined && folder.above.includes(identity)) {
      this.#onFailure({ path, reason: 'the link leads back to a folder above it' })
      return undefined
    }
    const above = identity === undefined ? folder.above : [...folder.above, identity]
    return { entry, inner: { path, real, absolute, depth: depth + 1, level, above } }
  }

  #isLeftOut(absolute: string, name: string, isFolder: boolean, level: IgnoreLevel | undefined): boolean {
    if (name === '.git') return true
    const override = this.#override(absolute, name, isFolder)
    if (override !== undefined) return override === 'ignored'
    const ignored = level?.verdict(absolute, name, isFolder)
    if (ignored === 'ignored') return true
    const hasType = !isFolder && this.#names.size > 0
    const ofType = hasType && this.#names.verdict(name, name, false) !== undefined
    if (hasType && !ofType) return true
    return !this.#options.hidden && name.startsWith('.') && ignored === undefined && !ofType
  }

  /** What the globs of the call say, which have the first word. */
  #override(absolute: string, name: string, isFolder: boolean): 'ignored' | 'included' | undefined {
    if (this.#overrides.size === 0) return undefined
    const cwd = slashed(this.#options.cwd)
    const whole = slashed(absolute)
    const path = whole.startsWith(`${cwd}/`) ? whole.slice(cwd.length + 1) : whole.slice(1)
    const verdict = this.#overrides.verdict(path, name, isFolder)
    // A rule of an ignore file excludes; a glob of a call includes.
    if (verdict !== undefined) return verdict === 'ignored' ? 'included' : 'ignored'
    return this.#overrides.hasPlain && !isFolder ? 'ignored' : undefined
  }

  #list(folder: Folder): Opened {
    const fail = (error: unknown) =>
      this.#onFailure({ path: folder.path === '' ? '.' : folder.path, reason: unreadReason(error) })
    const { entries, has } = folderEntries(folder.real, IGNORE_NAMES, fail)
    const level = this.#options.ignore
      ? IgnoreLevel.of(folder.absolute, folder.level, (name) => has.has(name), this.#compile)
      : undefined
    return { folder, level, entries }
  }

  #stat(real: string | Buffer, path: string): BigIntStats | undefined {
    try {
      return statSync(real, { bigint: true })
    } catch (error) {
      this.#onFailure({ path, reason: unreadReason(error) })
      return undefined
    }
  }

  /** Many ignore files have the same rules. */
  readonly #compile = (glob: string) => {
    let compiled = this.#compiled.get(glob)
    if (!compiled) {
      compiled = compileGlob(glob)
      if (this.#compiled.size < 10_000) this.#compiled.set(glob, compiled)
    }
    return compiled
  }
}

const joined = (folder: string, name: string): string =>
  folder === '' ? name : folder.endsWith('/') ? folder + name : `${folder}/${name}`

const identityOf = ({ dev, ino }: BigIntStats): string => `${dev}:${ino}`

/**
 * Checks that a path of a walk is there.
 *
 * @throws {PithError} `PITH_FILE_FAILED`, `PITH_INVALID_OPTION`, `PITH_NOT_A_REGULAR_FILE`
 */
export function checkRoot(path: string, cwd: string): void {
  const stat = statOfRoot(resolve(cwd, path), path)
  if (stat.isDirectory() || stat.isFile()) return
  throw new PithError(
    'PITH_NOT_A_REGULAR_FILE',
    `Expected ${shown(path)} to be a file or a folder; it is a device, a FIFO or a socket.`,
  )
}

function statOfRoot(absolute: string, path: string): BigIntStats {
  if (path === '' || path.includes('\0')) {
    throw wrongOption(`Expected a file or a folder, got ${shown(path)}.`)
  }
  try {
    return statSync(absolute, { bigint: true })
  } catch (cause) {
    const isBroken = lstatSync(absolute, { throwIfNoEntry: false }) !== undefined
    const { code } = cause as NodeJS.ErrnoException
    throw fileFailed(
      code === 'ENOENT' && !isBroken
        ? `There is no file or folder ${shown(path)}.`
        : `${shown(path)} could not be read: ${unreadReason(cause)}.`,
      { cause },
    )
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOENT: 'it is not there',
  ELOOP: 'its links form a circle',
  ENAMETOOLONG: 'its name is too long',
  EIO: 'input/output error',
}

/** Why a path could not be read, in words. */
export function unreadReason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return reasons[code ?? ''] ?? code ?? message
}
