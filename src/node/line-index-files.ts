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
import { isOwn } from './own-file.ts'
import { readAt } from './read-at.ts'

/** Smaller files are read as fast as their index. */
const LEAST_FILE_BYTES = 16 * 1024 * 1024
const MAX_INDEX_BYTES = 1024 * 1024
const MAX_FILES = 64

const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)
const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)

/**
 * The index that another process left of a file, in a folder that only its owner can write to. Undefined where there is
 * none, and where it is damaged, of an older version, or of a file that has changed since.
 */
export function loadIndex(folder: string, identity: FileIdentity): LineIndex | undefined {
  if (identity.size < LEAST_FILE_BYTES) return undefined
  try {
    if (!isOwn(lstatSync(folder))) return undefined
    const sizeBytes = Number(identity.size)
    const bytes = readOwn(join(folder, nameOf(identity)), indexBytes(entryCount(sizeBytes)))
    const index = bytes && decodeIndex(bytes, keyOf(identity))
    const isWhole = index?.strideBytes === STRIDE_BYTES && index.head.length === entryCount(sizeBytes)
    return isWhole ? { sizeBytes, entries: index.head } : undefined
  } catch {
    return undefined
  }
}

/** Leaves a whole index for other processes. Does nothing where the folder can't be written to. */
export function saveIndex(folder: string, identity: FileIdentity, { entries }: LineIndex): void {
  if (identity.size < LEAST_FILE_BYTES || entries.byteLength > MAX_INDEX_BYTES || entries.includes(UNKNOWN))
    return
  const path = join(folder, nameOf(identity))
  const part = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`
  try {
    makeFolderNow(folder, 0o700)
    if (!isOwn(lstatSync(folder))) return
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
    // It is pruned once it is among the oldest.
  }
}

/** What tells that the file is the same, as words of 32 bits. A time before 1970 is stored modulo 2 to the 64. */
const keyOf = ({ dev, ino, size, mtimeNs, ctimeNs }: FileIdentity): IndexKey =>
  [dev, ino, size, mtimeNs, ctimeNs].flatMap((value) => [
    Number(BigInt.asUintN(32, value)),
    Number(BigInt.asUintN(32, value >> 32n)),
  ])

const nameOf = ({ dev, ino }: FileIdentity): string => `${dev.toString(16)}-${ino.toString(16)}.pith-lines`
/** Such a name, or that of one still being written. Ignores files that pith did not write. */
const NAME = /^[0-9a-f]+-[0-9a-f]+\.pith-lines(\.|$)/

/** Reads a whole file of the user's own: nobody else may say what a file's lines are. */
function readOwn(path: string, length: number): Uint8Array | undefined {
  const descriptor = openSync(path, READ)
  try {
    const stat = fstatSync(descriptor)
    if (!stat.isFile() || !isOwn(stat) || stat.size !== length) return undefined
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

/** Removes the oldest, among them what killed processes left unfinished. */
function prune(folder: string): void {
  const names = readdirSync(folder).filter((name) => NAME.test(name))
  if (names.length <= MAX_FILES) return
  const files = names.map((name) => ({ name, modifiedAt: lstatSync(join(folder, name)).mtimeMs }))
  files.sort((a, b) => a.modifiedAt - b.modifiedAt)
  for (const { name } of files.slice(0, names.length - MAX_FILES)) rmSync(join(folder, name), { force: true })
}
