// Reads and replaces settings files of other programs. A file is replaced as a whole, or it stays as it is.
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileFailed, invalidInput, PithError } from '../../errors.ts'
import { makeFolderNow } from '../../store/backends/files/make-folder.ts'

/** Larger files are no settings that people write. */
const MOST_BYTES = 64 * 1024 * 1024
/** Settings may hold keys, so nobody else can read a new file. */
const NEW_FILE_MODE = 0o600
const BOM = '\ufeff'
const TEMPORARY = '.pith.tmp'
/** A file that is written has its place within this time. */
const LONGEST_WRITE_MS = 10 * 60 * 1000

export interface SettingsFile {
  /** As the client names it. */
  path: string
  /** With symbolic links resolved. */
  realPath: string
  /** Undefined if there is no file yet. */
  bytes: Buffer | undefined
  /** The text without a byte order mark. Empty if there is no file. */
  text: string
}

/**
 * Reads a settings file.
 *
 * @throws {PithError} `PITH_NOT_A_REGULAR_FILE`, `PITH_FILE_FAILED`, or `PITH_INVALID_INPUT` if it is not UTF-8
 */
export function readSettingsFile(path: string): SettingsFile {
  const realPath = realPathOf(path)
  if (realPath === undefined) return { path, realPath: resolve(path), bytes: undefined, text: '' }
  const stat = attempt(path, 'read', () => statSync(realPath))
  if (!stat.isFile()) throw new PithError('PITH_NOT_A_REGULAR_FILE', `${path} is not a regular file.`)
  if (stat.size > MOST_BYTES) throw invalidInput(`${path} is larger than 64 MiB.`)
  const bytes = attempt(path, 'read', () => readFileSync(realPath))
  return { path, realPath, bytes, text: textOf(path, bytes) }
}

/** Undefined if there is no file. */
function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw failed(path, 'read', error)
  }
  const target = attempt(path, 'read', () =>
    lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : undefined,
  )
  if (target === undefined) return undefined
  throw new PithError(
    'PITH_NOT_A_REGULAR_FILE',
    `${path} is a symbolic link to ${target}, which does not exist.`,
  )
}

function textOf(path: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalidInput(`${path} is not UTF-8. pith leaves it as it is.`)
  }
}

/** The bytes of a file with a new text. A byte order mark stays. */
export function bytesWith(file: SettingsFile, text: string): Buffer {
  const hasBom = file.bytes?.subarray(0, 3).equals(Buffer.from(BOM))
  return Buffer.from(hasBom ? BOM + text : text)
}

/**
 * Replaces a file that still is what was read. Keeps its mode, its owner and links to it.
 *
 * @throws {PithError} `PITH_CONFLICT` if it was changed meanwhile, `PITH_FILE_FAILED` if it cannot be written. The file
 *   is as before then.
 */
export function replaceFile(file: SettingsFile, bytes: Buffer): void {
  const { path, realPath, bytes: before } = file
  const folders = foldersToMake(file)
  const temporary = join(dirname(realPath), `.${randomBytes(8).toString('hex')}${TEMPORARY}`)
  try {
    attempt(path, 'written', () => {
      makeFolderNow(dirname(realPath), 0o700)
      removeStale(dirname(realPath))
    })
    if (before !== undefined) refuseUnwritable(path, realPath)
    attempt(path, 'written', () => {
      writeWhole(temporary, bytes)
      if (before !== undefined) takeOver(realPath, temporary)
    })
    refuseChanged(path, realPath, before)
    attempt(path, 'written', () => put(temporary, realPath, before === undefined))
    syncFolder(dirname(realPath))
  } catch (error) {
    removeIfThere(temporary)
    removeEmptyFolders(folders)
    throw error
  }
}

/** Removes a file that still is what was read, and then the folders if they are empty. */
export function removeFile({ path, realPath, bytes }: SettingsFile, folders: readonly string[]): void {
  refuseChanged(path, realPath, bytes)
  attempt(path, 'removed', () => unlinkSync(realPath))
  removeEmptyFolders(folders)
}

/** A program that ignores the mode, as root does, should not change a file that its owner has locked either. */
function refuseUnwritable(path: string, realPath: string): void {
  const { mode, nlink } = attempt(path, 'read', () => statSync(realPath))
  if ((mode & 0o222) === 0) {
    throw fileFailed(`${path} is read-only. Make it writable, or paste what \`--print\` shows.`)
  }
  if (nlink > 1) {
    throw fileFailed(
      `${path} has ${nlink} hard links, and replacing it would separate them. Paste what \`--print\` shows.`,
    )
  }
}

function refuseChanged(path: string, realPath: string, before: Buffer | undefined): void {
  const now = attempt(path, 'read', () => {
    const isThere = lstatSync(realPath, { throwIfNoEntry: false }) !== undefined
    return isThere ? readFileSync(realPath) : undefined
  })
  const isSame = before === undefined || now === undefined ? before === now : before.equals(now)
  if (isSame) return
  throw new PithError(
    'PITH_CONFLICT',
    `${path} was changed by another program in the meantime, so pith did not change it. Run the command again.`,
  )
}

function writeWhole(path: string, bytes: Buffer): void {
  const descriptor = openSync(path, 'wx', NEW_FILE_MODE)
  try {
    writeFileSync(descriptor, bytes)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function takeOver(from: string, to: string): void {
  const { mode, uid, gid } = statSync(from)
  const own = statSync(to)
  if (uid !== own.uid || gid !== own.gid) chownSync(to, uid, gid)
  chmodSync(to, mode & 0o7777)
}

/** Moves a file to its place. A new file replaces nothing. */
function put(temporary: string, path: string, isNew: boolean): void {
  if (isNew) {
    linkSync(temporary, path)
    removeIfThere(temporary)
  } else renameSync(temporary, path)
}

/** A rename that is not on the disk yet can be lost with the power. Not every system can do this for folders. */
function syncFolder(path: string): void {
  try {
    const descriptor = openSync(path, 'r')
    try {
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  } catch {
    // The file is complete in any case.
  }
}

/** The folders that have to be made for a new file, the outermost first. */
export const foldersToMake = ({ realPath, bytes }: SettingsFile): string[] =>
  bytes === undefined ? missingFolders(dirname(realPath)) : []

function missingFolders(path: string): string[] {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined || dirname(path) === path) return []
  return [...missingFolders(dirname(path)), path]
}

function removeEmptyFolders(folders: readonly string[]): void {
  for (const folder of folders.toReversed()) {
    try {
      rmdirSync(folder)
    } catch {
      // It has other files now, or was never made.
      return
    }
  }
}

/** Removes what killed processes left. What already has its place, as a hard link, is done with. */
function removeStale(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.endsWith(TEMPORARY) || !/^\.[0-9a-f]{16}\./.test(name)) continue
    const path = join(folder, name)
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (stat && (stat.nlink > 1 || stat.mtimeMs < Date.now() - LONGEST_WRITE_MS)) removeIfThere(path)
  }
}

function removeIfThere(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // It was never made, or has its place already.
  }
}

function attempt<T>(path: string, what: 'read' | 'written' | 'removed', act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw error instanceof PithError ? error : failed(path, what, error)
  }
}

const failed = (path: string, what: string, cause: unknown): PithError =>
  fileFailed(
    `${path} could not be ${what}: ${cause instanceof Error ? cause.message : String(cause)}. It was not changed.`,
    { cause },
  )
