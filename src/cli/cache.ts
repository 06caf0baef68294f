import { lstatSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { homeFolder } from '../store/backends/files/home.ts'

/**
 * A folder for what can be made again: `$XDG_CACHE_HOME/pith/KIND`, else `~/.cache/pith/KIND`. Ignores a relative path in
 * the environment. Undefined for a user without a home, or if the folder is not safe to use.
 */
export function cacheFolder(kind: string): string | undefined {
  const { XDG_CACHE_HOME } = process.env
  try {
    if (XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME)) return below(XDG_CACHE_HOME, kind)
    const home = homeFolder()
    return home === undefined ? undefined : below(join(home, '.cache'), kind)
  } catch {
    return undefined
  }
}

/** Undefined if another user has made pith's folder, or if it is not a folder. Throws if its path cannot be read. */
function below(cacheHome: string, kind: string): string | undefined {
  const own = join(cacheHome, 'pith')
  const stat = lstatSync(own, { throwIfNoEntry: false })
  const isForeign = stat && (!stat.isDirectory() || (process.getuid && stat.uid !== process.getuid()))
  return isForeign ? undefined : join(own, kind)
}
