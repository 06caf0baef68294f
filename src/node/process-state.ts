import { existsSync, fstatSync, readdirSync, readFileSync, type Stats, statSync } from 'node:fs'

/** What Linux tells of a process. */
export interface ProcessState {
  parent: number
  group: number
  session: number
  /** Clock ticks since the system started. Together with the number of the process it names it for good. */
  startTime: number
}

/** Only Linux lists processes. Deno hides them there unless everything is allowed. */
export const listsProcesses = process.platform === 'linux' && contentOf('/proc/self/stat') !== undefined

const listsChildren = existsSync('/proc/thread-self/children')

/** The state of a process. Undefined when it has ended, or is a zombie, whose parent may not reap it for a long time. */
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

/** A function that gives the children of a process. */
export function childLister(): (pid: number) => readonly number[] {
  if (listsChildren) return listedChildren
  // Other kernels tell only the parent of each process.
  const pairs = allProcesses().map((pid) => ({ pid, parent: processState(pid)?.parent }))
  return (parent) => pairs.filter((pair) => pair.parent === parent).map(({ pid }) => pid)
}

function listedChildren(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
      const children = contentOf(`/proc/${pid}/task/${thread}/children`) ?? ''
      return children.split(' ').filter(Boolean).map(Number)
    })
  } catch {
    return []
  }
}

/** Whether the environment that a process was started with contains a text. */
export const environmentHolds = (pid: number, text: string): boolean =>
  contentOf(`/proc/${pid}/environ`)?.includes(text) ?? false

/** A name for an open file that no other file has. */
export const fileIdentity = (fd: number): string => identityOf(fstatSync(fd))

const identityOf = ({ dev, ino }: Stats): string => `${dev}:${ino}`

/** Whether the standard output or standard error of a process is a file, named by `fileIdentity`. */
export function writesTo(pid: number, identity: string): boolean {
  return [1, 2].some((fd) => {
    const stats = statOf(`/proc/${pid}/fd/${fd}`)
    return stats !== undefined && identityOf(stats) === identity
  })
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path)
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
