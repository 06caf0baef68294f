import {
  closeSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { APPEND, isOwnFile, READ } from '../../host/own-file.ts'
import { writtenBytes } from '../print/output.ts'

/**
 * Tells the shell for agents, inside which this process runs, how much it has printed, so that the shell does not cut it
 * again. What goes to another program or to a file is not declared.
 *
 * @param path the file in which the shell looks
 */
export function declareOutput(path: string): void {
  if (writtenBytes === 0 || readerInShell() !== 'shell') return
  try {
    withOwn(path, APPEND, (fd) => writeSync(fd, `${writtenBytes}\n`))
  } catch {
    // The output may be cut again.
  }
}

/** How many bytes calls of pith have declared in a file, which is removed. */
export function declaredBytes(path: string): number {
  try {
    const numbers = withOwn(path, READ, (fd) => readFileSync(fd, 'latin1')).split('\n')
    rmSync(path, { force: true })
    return numbers.reduce((sum, number) => sum + (Number(number) || 0), 0)
  } catch {
    return 0
  }
}

/** Opens a file for a function, unless somebody else could have made it: it lies in a folder that others may write to. */
function withOwn<Result>(path: string, flags: number, use: (fd: number) => Result): Result {
  const fd = openSync(path, flags, 0o600)
  try {
    const stat = fstatSync(fd)
    if (!stat.isFile() || stat.nlink !== 1 || !isOwnFile(stat))
      throw new Error(`${path} is not a file of this user alone.`)
    return use(fd)
  } finally {
    closeSync(fd)
  }
}

/** What an open file leads to. Undefined once it is closed. */
function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

/**
 * Whether another `pith run` reads standard output, as behind a Makefile. It cuts the output once. Only Linux tells it.
 *
 * @param pid the number of its process
 */
export function isReadByRun(pid: string): boolean {
  try {
    // A pipe, or a file that was removed, where a runtime has no pipe for both streams.
    const own = readlinkSync('/proc/self/fd/1')
    const folder = `/proc/${Number(pid)}/fd`
    return readdirSync(folder).some((fd) => linkOf(`${folder}/${fd}`) === own)
  } catch {
    return false
  }
}

/**
 * Who reads what this process prints inside the shell for agents: the shell, or another program or a file. Where this
 * cannot be found out, any pipe could be the one that the shell reads.
 */
export function readerInShell(): 'shell' | 'other' | undefined {
  try {
    const own = fstatSync(1)
    const folder = `/proc/${Number(process.env.PITH_COPIER)}/fd`
    const pipes = [3, 4].map((fd) => statSync(`${folder}/${fd}`, { throwIfNoEntry: false }))
    const known = pipes.filter((pipe) => pipe !== undefined)
    if (known.length === 0) return own.isFIFO() ? 'shell' : undefined
    if (known.some(({ ino, dev }) => ino === own.ino && dev === own.dev)) return 'shell'
    return process.stdout.isTTY ? undefined : 'other'
  } catch {
    return undefined
  }
}
