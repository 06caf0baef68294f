import { closeSync, lstatSync, openSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'

const NAME = '.lock'
const STEP_MS = 1
/** Writing a record takes less than a millisecond, so whoever holds the lock for so long was ended. */
const STALE_MS = 500

const never = /* @__PURE__ */ new Int32Array(/* @__PURE__ */ new SharedArrayBuffer(4))

/** Runs work while no other process does so in this directory. Throws the system's error if the lock cannot be made. */
export function locked<Value>(directory: string, work: () => Value): Value {
  const path = join(directory, NAME)
  take(path)
  try {
    return work()
  } finally {
    unlinkIfThere(path)
  }
}

function take(path: string): void {
  let holder: string | undefined
  for (let waitedMs = 0; !isMade(path); waitedMs += STEP_MS) {
    const found = identityOf(path)
    if (found !== holder) waitedMs = 0
    else if (waitedMs >= STALE_MS) unlinkIfThere(path)
    holder = found
    Atomics.wait(never, 0, 0, STEP_MS)
  }
}

function isMade(path: string): boolean {
  try {
    closeSync(openSync(path, 'wx', 0o600))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function identityOf(path: string): string | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found && `${found.ino} ${found.ctimeMs}`
}

function unlinkIfThere(path: string): void {
  try {
    unlinkSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
