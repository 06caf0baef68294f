import { lstatSync, mkdirSync } from 'node:fs'
import { lstat, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf } from '../../failures.ts'

// One by one: Node's `recursive` never ends where a folder that is there answers that it is not, as `/proc` does, and
// says of whatever else keeps a folder above from being made that it is not there.

/** Makes a folder with those above it, where they are not there. Throws the system's error. */
export async function makeFolder(path: string, mode: number): Promise<void> {
  if (await lstat(path).catch(() => undefined)) return
  const above = dirname(path)
  if (above !== path) await makeFolder(above, mode)
  await mkdir(path, { mode }).catch(passOverExisting)
}

/** The same at once; true where it was made. */
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

/** Another process was first. */
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
