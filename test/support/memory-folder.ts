import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A new folder for very many files, or for files that are written to the disk thousands of times: in memory where that
 * has room for them, because a disk takes minutes. Runs that were killed may have filled it. The CI removes its own part
 * of it at its end.
 */
export function memoryFolder(prefix: string, files: number, bytes = LEAST_FREE_BYTES): string {
  const memory = process.env.PITH_MEMORY_FOLDER ?? '/dev/shm'
  return mkdtempSync(join(hasRoom(memory, files, bytes) ? memory : tmpdir(), prefix))
}

/** Almost all files are empty, and take an entry alone. */
const LEAST_FREE_BYTES = 16 * 1024 * 1024

function hasRoom(folder: string, files: number, bytes: number): boolean {
  try {
    const { bavail, bsize, ffree } = statfsSync(folder)
    return ffree > files && bavail * bsize > bytes
  } catch {
    return false
  }
}
