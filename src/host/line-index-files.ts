import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { makeFolderNow } from '../store/backends/files/make-folder.ts'
import { STRIDE_BYTES, wholeIndex } from '../store/line-index.ts'
import { decodeIndex, encodeIndex, type IndexKey, indexBytes } from '../store/line-index-format.ts'
import { entryCount, type FileIdentity, type LineIndex, UNKNOWN } from './line-index.ts'
import { isOwnFile } from './own-file.ts'
import { readAt } from './read-at.ts'

/** Reading a smaller file takes no longer than reading its index. */
const LEAST_FILE_BYTES = 16 * 1024 * 1024
const MAX_INDEX_BYTES = 1024 * 1024
const MAX_FILES = 64

const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)
const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)

/**
 * Returns the index that another process stored for a file, if only the user can write to the folder. Undefined if
 * there is none, if it is damaged or of an older version, or if the file has changed since.
 */
export function loadIndex(folder: string, identity: FileIdentity): LineIndex | undefined {
  if (identity.size < LEAST_FILE_BYTES) return undefined
  try {
    if (!isOwnFile(lstatSync(folder))) return undefined
    const sizeBytes = Number(identity.size)
    const bytes = readOwn(join(folder, nameOf(identity)), indexBytes(entryCount(sizeBytes)))
    const index = bytes && decodeIndex(bytes, keyOf(identity))
    const isWhole = index?.strideBytes === STRIDE_BYTES && index.head.length === entryCount(sizeBytes)
    return isWhole ? { sizeBytes, entries: index.head } : undefined
  } catch {
    return undefined
  }
}

/** Stores a complete index for other processes. Does nothing if the folder cannot be written to. */
export function saveIndex(folder: string, identity: FileIdentity, { entries }: LineIndex): void {
  if (identity.size < LEAST_FILE_BYTES || entries.byteLength > MAX_INDEX_BYTES || entries.includes(UNKNOWN))
    return
  const path = join(folder, nameOf(identity))
  const part = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`
  try {
    makeFolderNow(folder, 0o700)
    if (!isOwnFile(lstatSync(folder))) return
    write(part, encodeIndex(keyOf(identity), wholeIndex(entries)))
    renameSync(part, path)
    prune(folder)
  } catch {
    discard(part)
  }
}

function discard(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // `prune` removes it once it is among the oldest.
  }
}

/** The file's identity as words of 32 bits. Times before 1970 are stored modulo 2^64. */
const keyOf = ({ dev, ino, size, mtimeNs, ctimeNs }: FileIdentity): IndexKey =>
  [dev, ino, size, mtimeNs, ctimeNs].flatMap((value) => [
    Number(BigInt.asUintN(32, value)),
    Number(BigInt.asUintN(32, value >> 32n)),
  ])

const nameOf = ({ dev, ino }: FileIdentity): string => `${dev.toString(16)}-${ino.toString(16)}.pith-lines`
/** Matches index files, including unfinished ones. Ignores files that pith did not write. */
const NAME = /^[0-9a-f]+-[0-9a-f]+\.pith-lines(\.|$)/

/**
 * Reads a file of exactly `length` bytes. Undefined if others could have written it, because they could forge an index.
 */
function readOwn(path: string, length: number): Uint8Array | undefined {
  const descriptor = openSync(path, READ)
  try {
    const stat = fstatSync(descriptor)
    if (!stat.isFile() || !isOwnFile(stat) || stat.size !== length) return undefined
    const bytes = new Uint8Array(length)
    return readAt(descriptor, bytes, 0, length, 0) === length ? bytes : undefined
  } finally {
    closeSync(descriptor)
  }
}

function write(path: string, bytes: Uint8Array): void {
  const descriptor = openSync(path, CREATE, 0o600)
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at)
  } finally {
    closeSync(descriptor)
  }
}

/** Removes the oldest files, including those that killed processes left unfinished. */
function prune(folder: string): void {
  const names = readdirSync(folder).filter((name) => NAME.test(name))
  if (names.length <= MAX_FILES) return
  const files = names.map((name) => ({ name, modifiedAt: lstatSync(join(folder, name)).mtimeMs }))
  files.sort((a, b) => a.modifiedAt - b.modifiedAt)
  for (const { name } of files.slice(0, names.length - MAX_FILES)) rmSync(join(folder, name), { force: true })
}
