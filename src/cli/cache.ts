import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/**
 * Where the command remembers the lines of large files: `$XDG_CACHE_HOME/pith/lines`, else `~/.cache/pith/lines`; a
 * relative path in the environment is passed over. Undefined for a user without a home.
 */
export function lineIndexFolder(): string | undefined {
  const { XDG_CACHE_HOME } = process.env
  if (XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME)) return join(XDG_CACHE_HOME, 'pith', 'lines')
  try {
    return join(homedir(), '.cache', 'pith', 'lines')
  } catch {
    return undefined
  }
}
