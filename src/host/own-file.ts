import { constants, type Stats } from 'node:fs'

/** Opens a file for reading. Follows no link, and does not wait for the writer of a pipe. */
export const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Opens a file to append and to read, and makes it if it is missing. The same holds for links and pipes. */
export const APPEND =
  constants.O_RDWR |
  constants.O_CREAT |
  constants.O_APPEND |
  (constants.O_NOFOLLOW ?? 0) |
  (constants.O_NONBLOCK ?? 0)

/** Whether a file or folder belongs to the user, is not a symbolic link, and cannot be written to by others. */
export const isOwnFile = (stat: Stats): boolean =>
  stat.uid === (process.getuid?.() ?? stat.uid) && (stat.mode & 0o022) === 0 && !stat.isSymbolicLink()
