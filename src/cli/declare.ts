import { appendFileSync, fstatSync, statSync } from 'node:fs'
import { writtenBytes } from './output.ts'

/**
 * Tells the shell for agents, inside which this process runs, how much it has printed, so that the shell does not cut it
 * again. What goes to another program or to a file is not declared.
 *
 * @param path the file in which the shell looks
 */
export function declareOutput(path: string): void {
  if (writtenBytes === 0 || !isOfShell(process.env.PITH_COPIER ?? '')) return
  try {
    appendFileSync(path, `${writtenBytes}\n`, { mode: 0o600 })
  } catch {
    // The output may be cut again.
  }
}

/** Whether standard output is the pipe that the shell reads. Where this cannot be found out, any pipe could be it. */
function isOfShell(pid: string): boolean {
  try {
    const own = fstatSync(1)
    if (!own.isFIFO()) return false
    const folder = `/proc/${Number(pid)}/fd`
    const pipes = [3, 4].map((fd) => statSync(`${folder}/${fd}`, { throwIfNoEntry: false }))
    const known = pipes.filter((pipe) => pipe !== undefined)
    return known.length === 0 || known.some(({ ino, dev }) => ino === own.ino && dev === own.dev)
  } catch {
    return false
  }
}
