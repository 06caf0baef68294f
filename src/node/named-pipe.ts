import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, openSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Both ends of a pipe, as file descriptors that the caller closes. */
export interface Pipe {
  readFd: number
  writeFd: number
}

/**
 * Opens named pipes that a child can have as its standard output and standard error.
 *
 * Node's own `'pipe'` is a pair of sockets. A child cannot open `/dev/stderr` on a socket, as shell scripts do.
 *
 * @returns `undefined` if no named pipe can be made, because there is no writable directory or no `mkfifo`.
 */
export async function openPipes(count: number): Promise<Pipe[] | undefined> {
  for (const parent of [tmpdir(), process.env.XDG_RUNTIME_DIR, '/dev/shm']) {
    if (!parent) continue
    const pipes = await openPipesIn(parent, count).catch(() => undefined)
    if (pipes) return pipes
  }
  return undefined
}

export function closePipes(pipes: readonly Pipe[], end: keyof Pipe): void {
  for (const pipe of pipes) closeSync(pipe[end])
}

async function openPipesIn(parent: string, count: number): Promise<Pipe[]> {
  const directory = await mkdtemp(join(parent, 'pith-'))
  try {
    const paths = Array.from({ length: count }, (_, at) => join(directory, `output-${at}`))
    await makeNamedPipes(paths)
    return openAll(paths)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

function openAll(paths: readonly string[]): Pipe[] {
  const opened: number[] = []
  const open = (path: string, flags: number) => {
    const fd = openSync(path, flags)
    opened.push(fd)
    return fd
  }
  try {
    return paths.map((path) => ({
      // The reader comes first and does not block, because opening a pipe for writing waits for a reader.
      readFd: open(path, constants.O_RDONLY | constants.O_NONBLOCK),
      writeFd: open(path, constants.O_WRONLY),
    }))
  } catch (error) {
    for (const fd of opened) closeSync(fd)
    throw error
  }
}

/** Ignores the output of `mkfifo`: a pipe for it would take two descriptors, and there may be few. */
async function makeNamedPipes(paths: readonly string[]): Promise<void> {
  const [exitCode] = await once(spawn('mkfifo', ['-m', '600', ...paths], { stdio: 'ignore' }), 'exit')
  if (exitCode !== 0) throw new Error(`mkfifo failed with exit code ${exitCode}.`)
}
