import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { PithError } from '../errors.ts'

// Neither a FIFO without a writer nor a terminal holds up the opening. Windows has no such flags.
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)

/** A regular file that is open, and its size at that moment. */
export interface OpenFile {
  handle: FileHandle
  sizeBytes: number
}

/**
 * Opens a regular file for reading; anything else is refused at once.
 *
 * @throws {PithError} `PITH_NOT_A_REGULAR_FILE`, `PITH_FILE_FAILED`
 */
export async function openRegular(path: string): Promise<OpenFile> {
  let handle: FileHandle
  try {
    handle = await open(path, FLAGS)
  } catch (error) {
    throw openError(path, error)
  }
  try {
    const stat = await handle.stat()
    if (stat.isFile()) return { handle, sizeBytes: stat.size }
    const kind = stat.isDirectory()
      ? 'a directory'
      : stat.isFIFO()
        ? 'a FIFO'
        : stat.isSocket()
          ? 'a socket'
          : 'a device'
    throw notRegular(path, kind)
  } catch (error) {
    await handle.close()
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
  // What open(2) says of a socket, and of a device without a driver.
  if (code === 'ENXIO' || code === 'ENODEV' || code === 'EOPNOTSUPP')
    return notRegular(path, 'a socket or a device')
  return fileError(path, error)
}

const reasons: Record<string, string> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of the path is no directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ELOOP: 'its symbolic links go in a circle',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EAGAIN: 'it has nothing to read yet',
  EIO: 'input/output error',
  ESTALE: 'the file is gone',
  ERR_INVALID_ARG_VALUE: 'the path holds a NUL',
}

/** One sentence for what the system said. */
export function fileError(path: string, error: unknown): PithError {
  const { code = '', message } = error as NodeJS.ErrnoException
  const reason = Object.hasOwn(reasons, code) ? reasons[code] : message
  const words = code === '' ? reason : `${reason} (${code})`
  return new PithError('PITH_FILE_FAILED', `The file ${JSON.stringify(path)} could not be read: ${words}.`, {
    cause: error,
  })
}
