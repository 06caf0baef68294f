import { closeSync, constants, lstatSync, openSync, readSync, type Stats, unlinkSync } from 'node:fs'
import { link, lstat, open, readdir, rename, statfs, unlink, utimes } from 'node:fs/promises'
import { makeFolder } from './make-folder.ts'

export type FileStats = Pick<
  Stats,
  'isFile' | 'isDirectory' | 'isSymbolicLink' | 'size' | 'mode' | 'uid' | 'mtimeMs' | 'ino'
>

/** The operations on an open file that the store uses. */
export interface OpenStoreFile {
  write(bytes: Uint8Array, from: number, length: number, position: number): Promise<{ bytesWritten: number }>
  read(bytes: Uint8Array, from: number, length: number, position: number): Promise<{ bytesRead: number }>
  truncate(bytes: number): Promise<void>
  stat(): Promise<FileStats>
  datasync(): Promise<void>
  sync(): Promise<void>
  close(): Promise<void>
}

/** The file operations that the store uses. Nothing else in the store touches a disk. */
export interface FileSystem {
  /** Also creates missing parent folders. */
  mkdir(path: string, mode: number): Promise<void>
  open(path: string, flags: number, mode?: number): Promise<OpenStoreFile>
  lstat(path: string): Promise<FileStats>
  readdir(path: string): Promise<string[]>
  rename(from: string, to: string): Promise<void>
  link(from: string, to: string): Promise<void>
  unlink(path: string): Promise<void>
  /** Sets the file's times, in milliseconds since 1970. */
  touch(path: string, usedAtMs: number): Promise<void>
  space(path: string): Promise<{ freeBytes: number; sizeBytes: number }>
  /** The calls from here on are synchronous. For thousands of small files, this is many times as fast. */
  lstatNow(path: string): FileStats
  unlinkNow(path: string): void
  /** Creates an empty file. Throws `EEXIST` when the name is taken. */
  createNow(path: string, mode: number): void
  /** Reads the file's first bytes. They are valid until the next call. */
  readNow(path: string, maxBytes: number): Uint8Array
}

// Windows has none of these. O_NONBLOCK: a reader must not block when somebody has replaced a file by a pipe.
const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_DIRECTORY = 0 } = constants
export const TO_READ = constants.O_RDONLY | O_NOFOLLOW | O_NONBLOCK
export const READ_DIRECTORY = constants.O_RDONLY | O_DIRECTORY
export const CREATE = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | O_NOFOLLOW

let scratch = new Uint8Array(0)

export const nodeFileSystem: FileSystem = {
  mkdir: makeFolder,
  // Arrow functions: naming Node's own here would load `node:fs/promises` at each start, which takes a millisecond.
  open: (path, flags, mode) => open(path, flags, mode),
  lstat: (path) => lstat(path),
  readdir: (path) => readdir(path),
  rename: (from, to) => rename(from, to),
  link: (from, to) => link(from, to),
  unlink: (path) => unlink(path),
  touch: (path, usedAtMs) => utimes(path, usedAtMs / 1000, usedAtMs / 1000),
  space: async (path) => {
    const { bavail, blocks, bsize } = await statfs(path)
    return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
  },
  lstatNow: lstatSync,
  unlinkNow: unlinkSync,
  createNow: (path, mode) => closeSync(openSync(path, CREATE, mode)),
  readNow(path, maxBytes) {
    const descriptor = openSync(path, TO_READ)
    try {
      if (scratch.length < maxBytes) scratch = new Uint8Array(maxBytes)
      return scratch.subarray(0, readSync(descriptor, scratch, 0, maxBytes, 0))
    } finally {
      closeSync(descriptor)
    }
  },
}
