import type { Stats } from 'node:fs'

/** Whether a file or folder belongs to the user, is not a symbolic link, and cannot be written to by others. */
export const isOwn = (stat: Stats): boolean =>
  stat.uid === (process.getuid?.() ?? stat.uid) && (stat.mode & 0o022) === 0 && !stat.isSymbolicLink()
