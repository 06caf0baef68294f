import { lstatSync, readdirSync, rmdirSync, statSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isOwnFile } from './own-file.ts'

/** What `mkdtemp` adds to `pith-`. */
const FOLDER = /^pith-[A-Za-z0-9]{6}$/
/** The pipes that `openPipes` makes. */
const PIPE = /^(output-\d+|trial)$/
/** A living process has its folder for some milliseconds. */
const LEAST_AGE_MS = 10 * 60 * 1000
/** An empty folder of this name may also belong to another program that has not filled it yet. */
const LEAST_EMPTY_AGE_MS = 24 * 3600 * 1000

/** The folders in which `openPipes` makes its own folder. */
export function pipeParents(): string[] {
  const parents = [tmpdir(), process.env.XDG_RUNTIME_DIR, '/dev/shm']
  return [...new Set(parents.flatMap((parent) => parent || []))]
}

/**
 * Removes the folders of named pipes that killed processes left, and returns their paths. Removes only old folders of
 * the user that hold nothing but pipes. Follows no link. What cannot be removed stays. A dry run removes nothing.
 */
export function removeStalePipes(dryRun: boolean): string[] {
  return pipeParents().flatMap((parent) => {
    try {
      if (!isGuarded(parent)) return []
      const folders = readdirSync(parent).filter((name) => FOLDER.test(name))
      return folders.map((name) => join(parent, name)).filter((folder) => isRemoved(folder, dryRun))
    } catch {
      return []
    }
  })
}

/** Whether nobody else can put another folder in the place of one of the user's. */
function isGuarded(parent: string): boolean {
  const { mode } = statSync(parent)
  return (mode & 0o022) === 0 || (mode & 0o1000) !== 0
}

function isRemoved(folder: string, dryRun: boolean): boolean {
  try {
    const found = lstatSync(folder)
    if (!found.isDirectory() || !isOwnFile(found)) return false
    const paths = readdirSync(folder).map((name) => join(folder, name))
    const leastAgeMs = paths.length > 0 ? LEAST_AGE_MS : LEAST_EMPTY_AGE_MS
    if (Date.now() - found.mtimeMs < leastAgeMs || !paths.every(isPipe)) return false
    if (dryRun) return true
    for (const path of paths) unlinkSync(path)
    rmdirSync(folder)
    return true
  } catch {
    return false
  }
}

const isPipe = (path: string): boolean =>
  PIPE.test(path.slice(path.lastIndexOf('/') + 1)) && lstatSync(path).isFIFO()
