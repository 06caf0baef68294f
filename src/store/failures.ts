import { PithError } from '../errors.ts'
import type { StoreFailure } from './writer.ts'

/** An error that pith raises itself. It has a `code`, as the system's errors do. */
export class StoreError extends Error {
  readonly code: string

  constructor(code: string, reason: string) {
    super(reason)
    this.code = code
  }
}

/** The system's errors of a place that takes no more bytes. */
const NO_ROOM: readonly string[] = ['ENOSPC', 'EDQUOT', 'EFBIG']

/** A place takes no more bytes of a file. `writtenBytes` of those that were to be written are in the file. */
export class NoRoomError extends StoreError {
  readonly writtenBytes: number

  constructor(code: string, reason: string, writtenBytes: number) {
    super(code, reason)
    this.writtenBytes = writtenBytes
  }
}

const REASONS: Record<string, string> = {
  ENOSPC: 'the device has no space left',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'it is larger than a file may be',
  EROFS: 'the file system is read-only',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOTDIR: 'a part of its path is not a directory',
  EEXIST: 'a part of its path is not a directory',
  ENOENT: 'its file or directory is gone',
  ELOOP: 'its file is a symbolic link',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EIO: 'the disk reported an error',
}

export const codeOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : 'UNKNOWN'
}

export const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT'

/** The reason for an error, in words that follow a colon. */
export function reasonOf(error: unknown): string {
  if (error instanceof StoreError) return error.message
  return REASONS[codeOf(error)] ?? `the system reports ${codeOf(error)}`
}

/** Turns the error of a place that takes no more bytes into a `NoRoomError`. Returns other errors as they are. */
export const noRoomOr = (error: unknown, writtenBytes: number): unknown =>
  NO_ROOM.includes(codeOf(error)) ? new NoRoomError(codeOf(error), reasonOf(error), writtenBytes) : error

export const storeFailure = (error: unknown): StoreFailure => ({
  code: codeOf(error),
  message: `The full output could not be kept: ${reasonOf(error)}.`,
})

export const readFailure = (error: unknown): PithError =>
  error instanceof PithError
    ? error
    : new PithError('PITH_STORE_FAILED', `The artifact could not be read: ${reasonOf(error)}.`, {
        cause: error,
      })
