import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, fstatSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { isOwnFile } from './own-file.ts'
import { PolledPipe } from './polled-pipe.ts'

/** The read end of a pipe: a descriptor that a socket of this runtime can read, or a stream. */
export type OutputSource = { readFd: number } | Readable

/** A pipe whose ends the caller closes. */
export interface Pipe {
  source: OutputSource
  writeFd: number
}

/** Sockets of Node read pipes. Those of Bun never give a byte, and those of Deno throw. */
const socketsReadPipes = !('bun' in process.versions || 'deno' in process.versions)

/** Pipes that a later call asks for. */
let ahead: { count: number; opening: Promise<Pipe[] | undefined> } | undefined

/**
 * Opens named pipes that a child can have as its standard output and standard error.
 *
 * Node's own `'pipe'` is a pair of sockets. A child cannot open `/dev/stderr` on a socket, as shell scripts do.
 *
 * @returns `undefined` if no named pipe can be made, because there is no writable directory or no `mkfifo`.
 */
export function openPipes(count: number): Promise<Pipe[] | undefined> {
  const begun = ahead
  if (begun?.count !== count) return openNow(count)
  ahead = undefined
  return begun.opening
}

/**
 * Opens the pipes that a later call of `openPipes` asks for, so that `mkfifo` runs while this process does other work.
 * They are open until the process ends if no such call comes.
 */
export function openPipesAhead(count: number): void {
  ahead ??= { count, opening: openNow(count) }
}

/** The folders in which pipes can be made. */
const parents = () => [tmpdir(), process.env.XDG_RUNTIME_DIR, '/dev/shm'].flatMap((parent) => parent || [])

async function openNow(count: number): Promise<Pipe[] | undefined> {
  for (const parent of new Set(parents())) {
    const pipes = await openPipesIn(parent, count).catch(() => undefined)
    if (pipes) return pipes
  }
  return undefined
}

export function closeSources(pipes: readonly Pick<Pipe, 'source'>[]): void {
  for (const { source } of pipes) {
    if ('readFd' in source) closeSync(source.readFd)
    else source.destroy()
  }
}

export function closeWriteEnds(pipes: readonly Pick<Pipe, 'writeFd'>[]): void {
  for (const { writeFd } of pipes) closeSync(writeFd)
}

// Makes and removes folders synchronously, because waiting for another thread takes longer than the call itself.
async function openPipesIn(parent: string, count: number): Promise<Pipe[]> {
  const directory = mkdtempSync(join(parent, 'pith-'))
  try {
    const paths = Array.from({ length: count }, (_, at) => join(directory, `output-${at}`))
    await makeNamedPipes(paths)
    return openEnds(paths).map(({ readFd, writeFd }) => {
      return { source: socketsReadPipes ? { readFd } : new PolledPipe(readFd), writeFd }
    })
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Opens both ends of each pipe. Throws when a path is not the pipe that was made there. */
export function openEnds(paths: readonly string[]): { readFd: number; writeFd: number }[] {
  const opened: number[] = []
  const open = (path: string, flags: number) => {
    const fd = openSync(path, flags | constants.O_NOFOLLOW)
    opened.push(fd)
    const found = fstatSync(fd)
    if (!found.isFIFO() || !isOwnFile(found)) throw new Error(`${path} is not a pipe of this user.`)
    return { fd, ino: found.ino }
  }
  try {
    return paths.map((path) => {
      // The reader comes first and does not block, because opening a pipe for writing waits for a reader.
      const read = open(path, constants.O_RDONLY | constants.O_NONBLOCK)
      const write = open(path, constants.O_WRONLY)
      if (read.ino !== write.ino) throw new Error(`${path} was replaced.`)
      return { readFd: read.fd, writeFd: write.fd }
    })
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
