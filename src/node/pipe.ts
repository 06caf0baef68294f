import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, openSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type OnReadOpts, Socket, type SocketConstructorOpts } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** Both ends of a pipe, as file descriptors that the caller closes. */
export interface Pipe {
  readFd: number
  writeFd: number
}

/**
 * A true pipe that can be a child's standard output and standard error at once.
 *
 * Node's own `'pipe'` is a pair of sockets: a child can't open `/dev/stderr` on one, as shell scripts do.
 * Undefined where no named pipe can be made: no writable directory, no `mkfifo`.
 */
export async function openPipe(): Promise<Pipe | undefined> {
  for (const parent of [tmpdir(), process.env.XDG_RUNTIME_DIR, '/dev/shm']) {
    if (!parent) continue
    const pipe = await openPipeIn(parent).catch(() => undefined)
    if (pipe) return pipe
  }
  return undefined
}

async function openPipeIn(parent: string): Promise<Pipe> {
  const directory = await mkdtemp(join(parent, 'pith-'))
  try {
    const path = join(directory, 'output')
    await makeFifo(path)
    // The reader first and without blocking: a writer's open waits for a reader.
    const readFd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      return { readFd, writeFd: openSync(path, constants.O_WRONLY) }
    } catch (error) {
      closeSync(readFd)
      throw error
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Without pipes to it: each takes two descriptors, and there may be few. */
async function makeFifo(path: string): Promise<void> {
  const [exitCode] = await once(spawn('mkfifo', ['-m', '600', path], { stdio: 'ignore' }), 'exit')
  if (exitCode !== 0) throw new Error('No FIFO could be made.')
}

/** Takes the next bytes; they may be reused once its promise settles, or at once when there is none. */
export type OnOutput = (chunk: Uint8Array) => Promise<void> | void | undefined

const READ_BYTES = 64 * 1024

/** Hands a pipe's bytes to a consumer, and reads no further while the consumer's promise is pending. */
export class PipeReader {
  /** Settles when nothing more comes and the consumer is done with what came. */
  readonly closed: Promise<void>
  /** Settles when the consumer throws or rejects; `failure` holds what. */
  readonly failed: Promise<void>
  failure: { error: unknown } | undefined
  /** The last writer has closed the pipe. */
  ended = false
  /** As `closed`, for a look in passing. */
  done = false
  /** The consumer's promise is pending. */
  waiting = false
  bytes = 0
  readonly #stream: Readable
  readonly #onOutput: OnOutput
  #taken = Promise.resolve()
  #tellFailure = () => {}
  readonly #resume: () => void

  constructor(source: { readFd: number } | Readable, onOutput: OnOutput) {
    this.#onOutput = onOutput
    this.failed = new Promise((resolve) => {
      this.#tellFailure = resolve
    })
    this.#stream = 'readFd' in source ? this.#open(source.readFd) : source
    this.closed = new Promise<void>((resolve) => {
      this.#stream.once('end', () => {
        this.ended = true
      })
      this.#stream.once('close', resolve)
      // A failed read ends it too, and 'close' follows.
      this.#stream.on('error', () => {})
    })
      .then(() => this.#taken)
      .then(() => {
        this.done = true
      })
    this.#resume = () => this.#stream.resume()
    if (!('readFd' in source)) {
      // Not 'data': when a child exits, Node makes its streams flow, also one that was paused.
      this.#resume = () => this.#pull()
      source.on('readable', this.#resume)
    }
    this.#resume()
  }

  /** Reads no more. */
  destroy(): Promise<void> {
    this.#stream.destroy()
    return this.closed
  }

  /** One buffer for all reads: memory stays flat however much comes. */
  #open(fd: number): Socket {
    const buffer = new Uint8Array(READ_BYTES)
    const callback = (length: number) => this.#take(buffer.subarray(0, length))
    // The types know `onread` for connections only; the constructor takes it too.
    const options: SocketConstructorOpts & { onread: OnReadOpts } = {
      fd,
      readable: true,
      writable: false,
      onread: { buffer, callback },
    }
    return new Socket(options)
  }

  #take(chunk: Uint8Array): boolean {
    if (this.failure) return false
    this.bytes += chunk.length
    try {
      const taken = this.#onOutput(chunk)
      if (!taken) return true
      this.#wait(taken)
    } catch (error) {
      this.#fail(error)
    }
    return false
  }

  #pull(): void {
    while (!this.waiting && !this.failure && !this.#stream.destroyed) {
      const chunk: Uint8Array | null = this.#stream.read()
      if (!chunk) return
      this.#take(chunk)
    }
  }

  #wait(taken: Promise<void>): void {
    this.waiting = true
    this.#taken = taken
      .catch((error: unknown) => this.#fail(error))
      .then(() => {
        this.waiting = false
        if (!this.failure && !this.#stream.destroyed) this.#resume()
      })
  }

  #fail(error: unknown): void {
    this.failure = { error }
    this.#tellFailure()
  }
}
