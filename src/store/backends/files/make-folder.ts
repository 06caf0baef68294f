import { lstatSync, mkdirSync } from 'node:fs'
import { lstat, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf } from '../../failures.ts'

// Creates one folder at a time. Node's `recursive` never ends in `/proc`, where existing folders answer ENOENT. It also
// reports other failures of a parent folder as ENOENT.

/** Creates a folder and its missing parents. Throws the system's error. */
export async function makeFolder(path: string, mode: number): Promise<void> {
  if (await lstat(path).catch(() => undefined)) return
  const above = dirname(path)
  if (above !== path) await makeFolder(above, mode)
  await mkdir(path, { mode }).catch(passOverExisting)
}

/** The synchronous form. Returns whether the folder was created. */
export function makeFolderNow(path: string, mode: number): boolean {
  if (isThere(path)) return false
  const above = dirname(path)
  if (above !== path) makeFolderNow(above, mode)
  try {
    mkdirSync(path, { mode })
    return true
  } catch (error) {
    passOverExisting(error)
    return false
  }
}

/** Another process may have created the folder first. */
function passOverExisting(error: unknown): void {
  if (codeOf(error) !== 'EEXIST') throw error
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}
