import { lstatSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { homeFolder } from '../store/backends/files/home.ts'

/**
 * Where the command remembers the lines of large files: `$XDG_CACHE_HOME/pith/lines`, else `~/.cache/pith/lines`; a
 * relative path in the environment is passed over. Undefined for a user without a home, and where that is not safe.
 */
export function lineIndexFolder(): string | undefined {
  const { XDG_CACHE_HOME } = process.env
  try {
    if (XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME)) return below(XDG_CACHE_HOME)
    const home = homeFolder()
    return home === undefined ? undefined : below(join(home, '.cache'))
  } catch {
    return undefined
  }
}

/** Undefined where somebody else has put something in the place of pith's folder; throws where none can be. */
function below(cacheHome: string): string | undefined {
  const own = join(cacheHome, 'pith')
  const stat = lstatSync(own, { throwIfNoEntry: false })
  const isForeign = stat && (!stat.isDirectory() || (process.getuid && stat.uid !== process.getuid()))
  return isForeign ? undefined : join(own, 'lines')
}
