import { type BigIntStats, closeSync, constants, fstatSync, openSync } from 'node:fs'
import { fileFailed, PithError } from '../errors.ts'

// Opening does not wait for a FIFO's writer and does not adopt a terminal. Windows lacks both flags.
export const READ_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)

/** A regular file that is open. */
export interface OpenFile {
  descriptor: number
  /** The file's state when it was opened. */
  stat: BigIntStats
  sizeBytes: number
}

/**
 * Opens a regular file for reading, and refuses anything else at once. Opening and reading are synchronous, because
 * five calls through the thread pool take longer than a page.
 *
 * @throws {PithError} `PITH_NOT_A_REGULAR_FILE`, `PITH_FILE_FAILED`
 */
export function openRegular(path: string): OpenFile {
  let descriptor: number
  try {
    descriptor = openSync(path, READ_FLAGS)
  } catch (error) {
    throw openError(path, error)
  }
  try {
    const stat = fstatSync(descriptor, { bigint: true })
    if (stat.isFile()) return { descriptor, stat, sizeBytes: Number(stat.size) }
    const kind = stat.isDirectory()
      ? 'a directory'
      : stat.isFIFO()
        ? 'a FIFO'
        : stat.isSocket()
          ? 'a socket'
          : 'a device'
    throw notRegular(path, kind)
  } catch (error) {
    closeSync(descriptor)
    throw error instanceof PithError ? error : fileError(path, error)
  }
}

const notRegular = (path: string, kind: string): PithError =>
  new PithError(
    'PITH_NOT_A_REGULAR_FILE',
    `Expected ${JSON.stringify(path)} to be a regular file; it is ${kind}.`,
  )

function openError(path: string, error: unknown): PithError {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EISDIR') return notRegular(path, 'a directory')
  // open(2) fails with these codes for a socket and for a device without a driver.
  if (code === 'ENXIO' || code === 'ENODEV' || code === 'EOPNOTSUPP')
    return notRegular(path, 'a socket or a device')
  return fileError(path, error)
}

const reasons: Record<string, string> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of the path is not a directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ELOOP: 'its symbolic links form a loop',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EAGAIN: 'it has nothing to read yet',
  EIO: 'input/output error',
  ESTALE: 'the file is gone',
  ERR_INVALID_ARG_VALUE: 'the path contains a NUL character',
}

/** Turns a system error into `PITH_FILE_FAILED`. Returns what a caller's own function threw unchanged. */
export const readingError = (path: string, error: unknown): unknown => {
  const isOfSystem = error instanceof Error && 'code' in error && !(error instanceof PithError)
  return isOfSystem ? fileError(path, error) : error
}

/** A system error as `PITH_FILE_FAILED`, with one sentence for people. */
function fileError(path: string, error: unknown): PithError {
  const { code = '', message } = error as NodeJS.ErrnoException
  const reason = Object.hasOwn(reasons, code) ? reasons[code] : message
  const words = code === '' ? reason : `${reason} (${code})`
  return fileFailed(`The file ${JSON.stringify(path)} could not be read: ${words}.`, {
    cause: error,
  })
}
