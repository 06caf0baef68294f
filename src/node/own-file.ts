import type { Stats } from 'node:fs'

/** Whether a file or folder is the user's own: others can neither write to it nor lead elsewhere by a link. */
export const isOwn = (stat: Stats): boolean =>
  stat.uid === (process.getuid?.() ?? stat.uid) && (stat.mode & 0o022) === 0 && !stat.isSymbolicLink()
