import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** What Linux tells about a process. */
export interface ProcessState {
  parent: number
  group: number
  session: number
  /** In clock ticks since the system started. No two processes have the same number and the same start time. */
  startTime: number
}

/** Only Linux lists processes. Deno hides them there unless everything is allowed. */
export const listsProcesses = process.platform === 'linux' && contentOf('/proc/self/stat') !== undefined

/** The state of a process. Undefined when it has ended, even if its parent has not reaped it yet. */
export function processState(pid: number): ProcessState | undefined {
  const stat = contentOf(`/proc/${pid}/stat`)
  if (stat === undefined) return undefined
  // Skips the process name, which is in parentheses and may contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined
  const [, parent, group, session] = fields.map(Number)
  return { parent, group, session, startTime: Number(fields[19]) }
}

/** All processes that can be seen. None where the system does not list them, or no more files can be opened. */
export function allProcesses(): number[] {
  if (!listsProcesses) return []
  try {
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0)
  } catch {
    return []
  }
}

/** Whether the environment that a process was started with contains a text. */
export const environmentHolds = (pid: number, text: string): boolean =>
  contentOf(`/proc/${pid}/environ`)?.includes(text) ?? false

/**
 * The path of an open file. A pipe of `openPipes` has a random path that no other file ever has. Its inode number would
 * not do, because a pipe of another run may get the number once this one is closed.
 */
export const pathOfDescriptor = (fd: number): string | undefined => linkOf(`/proc/self/fd/${fd}`)

/** Whether the standard output or standard error of a process is the file with this path. */
export const writesTo = (pid: number, path: string): boolean =>
  [1, 2].some((fd) => linkOf(`/proc/${pid}/fd/${fd}`) === path)

function linkOf(link: string): string | undefined {
  try {
    return readlinkSync(link)
  } catch {
    return undefined
  }
}

/** Undefined when the process has ended, or belongs to another user. */
function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return undefined
  }
}
