import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  type Stats,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { makeFolderNow } from '../store/backends/files/make-folder.ts'
import { entryCount, type FileIdentity, type LineIndex, STRIDE_BYTES, UNKNOWN } from './line-index.ts'
import { readAt } from './read-at.ts'

// One file for each file that was read, in a folder that only its owner can write to. Words of 64 bits: a magic
// number with the stride, then what tells that the file is the same, a checksum, and the index's entries behind it.
const MAGIC = 0x70697468_00000000n + BigInt(STRIDE_BYTES)
const HEADER_WORDS = 7
const HEADER_BYTES = 8 * HEADER_WORDS
const CHECKSUM_WORD = 6

/** Smaller files are read as fast as their index. */
const LEAST_FILE_BYTES = 16 * 1024 * 1024
const MAX_INDEX_BYTES = 1024 * 1024
const MAX_FILES = 64

const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)
const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)

/** What another process left of a file's index; undefined for whatever is not as it should be. */
export function loadIndex(folder: string, identity: FileIdentity): LineIndex | undefined {
  if (identity.size < LEAST_FILE_BYTES) return undefined
  try {
    if (!isOwn(lstatSync(folder))) return undefined
    const bytes = readOwn(
      join(folder, nameOf(identity)),
      HEADER_BYTES + 4 * entryCount(Number(identity.size)),
    )
    return bytes && indexOf(bytes, identity)
  } catch {
    return undefined
  }
}

/** Leaves a whole index for other processes. A folder that can't be written to is none. */
export function saveIndex(folder: string, identity: FileIdentity, { entries }: LineIndex): void {
  if (identity.size < LEAST_FILE_BYTES || entries.byteLength > MAX_INDEX_BYTES || entries.includes(UNKNOWN))
    return
  const path = join(folder, nameOf(identity))
  const part = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`
  try {
    makeFolderNow(folder, 0o700)
    if (!isOwn(lstatSync(folder))) return
    write(part, bytesOf(identity, entries))
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
    // What is left grows old and is pruned.
  }
}

const nameOf = ({ dev, ino }: FileIdentity): string => `${dev.toString(16)}-${ino.toString(16)}.pith-lines`
/** Such a name, or that of one still being written: whatever else is in the folder is not pith's. */
const NAME = /^[0-9a-f]+-[0-9a-f]+\.pith-lines(\.|$)/

/** Another user must not be able to say what a file's lines are. */
function isOwn(stat: Stats): boolean {
  return stat.uid === (process.getuid?.() ?? stat.uid) && (stat.mode & 0o022) === 0 && !stat.isSymbolicLink()
}

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

function bytesOf(identity: FileIdentity, entries: Uint32Array): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + entries.byteLength)
  bytes.set(headerOf(identity))
  bytes.set(new Uint8Array(entries.slice().buffer), HEADER_BYTES)
  new BigUint64Array(bytes.buffer, 0, HEADER_WORDS)[CHECKSUM_WORD] = checksumOf(bytes)
  return bytes
}

function headerOf({ dev, ino, size, mtimeNs, ctimeNs }: FileIdentity): Uint8Array {
  const words = new BigUint64Array(HEADER_WORDS)
  // A time before 1970 is negative; it is stored as what it comes to in 64 bits.
  words.set([MAGIC, dev, ino, size, BigInt.asUintN(64, mtimeNs), BigInt.asUintN(64, ctimeNs), 0n])
  return new Uint8Array(words.buffer)
}

function indexOf(bytes: Uint8Array, identity: FileIdentity): LineIndex | undefined {
  const header = headerOf(identity)
  for (let at = 0; at < 8 * CHECKSUM_WORD; at++) if (bytes[at] !== header[at]) return undefined
  const checksums = new BigUint64Array(bytes.buffer, 8 * CHECKSUM_WORD, 1)
  const [checksum] = checksums
  checksums[0] = 0n
  if (checksum !== checksumOf(bytes)) return undefined
  return { sizeBytes: Number(identity.size), entries: new Uint32Array(bytes.buffer, HEADER_BYTES) }
}

/** Of a file whose checksum is 0. It finds what was cut short or overwritten, not what was forged. */
function checksumOf(bytes: Uint8Array): bigint {
  let low = 0x811c9dc5
  let high = 0x01000193
  for (const word of new Uint32Array(bytes.buffer)) {
    low = Math.imul(low ^ word, 0x9e3779b1)
    high = Math.imul(high ^ (low >>> 15) ^ word, 0x85ebca6b)
  }
  return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)
}

/** The oldest go first; what a killed process left of its writing grows old like the others. */
function prune(folder: string): void {
  const names = readdirSync(folder).filter((name) => NAME.test(name))
  if (names.length <= MAX_FILES) return
  const files = names.map((name) => ({ name, modifiedAt: lstatSync(join(folder, name)).mtimeMs }))
  files.sort((a, b) => a.modifiedAt - b.modifiedAt)
  for (const { name } of files.slice(0, names.length - MAX_FILES)) rmSync(join(folder, name), { force: true })
}
