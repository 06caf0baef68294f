import { realpathSync } from 'node:fs'
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { fileFailed, shown, wrongOption } from '../../errors.ts'

/** Folders that files may be read in. Links are followed before a path is judged. */
export interface Roots {
  /** The folder that relative paths begin at. */
  first: string
  all: readonly string[]
}

/** @throws {PithError} `PITH_INVALID_OPTION` for a folder that is not there. */
export function rootsOf(folders: readonly string[]): Roots {
  const all = folders.map((folder) => {
    try {
      return realpathSync(folder)
    } catch (cause) {
      throw wrongOption(`Expected --root to be a folder, got ${shown(folder)}.`, {
        cause,
      })
    }
  })
  return { first: all[0] ?? realpathSync('.'), all: all.length > 0 ? all : [realpathSync('.')] }
}

/**
 * The real path of a file or folder inside the roots. Its words are taken as they are: `%2f` is no slash.
 *
 * @throws {PithError} `PITH_INVALID_OPTION` for a path outside of the roots, whether or not it exists; `PITH_FILE_FAILED`
 *   for a missing one inside.
 */
export function pathWithin({ first, all }: Roots, path: string): string {
  if (path.includes('\0')) throw wrongOption('Expected a path, got one with a NUL.')
  const wanted = resolve(first, path)
  const { real, isMissing } = nearestReal(wanted)
  if (!all.some((root) => isWithin(root, real))) {
    throw wrongOption(
      `${shown(path)} is outside the folders that may be read. Use a path inside ${all.map((root) => shown(root)).join(' or ')}.`,
    )
  }
  if (isMissing) throw fileFailed(`There is no file ${shown(path)}.`)
  return real
}

function isWithin(root: string, path: string): boolean {
  const way = relative(root, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

/** The real path, or for a missing file that of the nearest folder above it, so that a refusal does not tell what exists. */
function nearestReal(path: string): { real: string; isMissing: boolean } {
  let at = path
  for (let isMissing = false; ; isMissing = true) {
    try {
      return { real: realpathSync(at), isMissing }
    } catch {
      const above = dirname(at)
      if (above === at) return { real: at, isMissing: true }
      at = above
    }
  }
}
