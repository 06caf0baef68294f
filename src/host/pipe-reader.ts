import { type OnReadOpts, Socket, type SocketConstructorOpts } from 'node:net'
import type { Readable } from 'node:stream'
import type { OutputSource } from './named-pipe.ts'

/** Takes the next bytes. They may be overwritten once the promise settles, or on return if there is no promise. */
export type OnBytes = (chunk: Uint8Array) => Promise<void> | void | undefined

const READ_BYTES = 64 * 1024

/** Passes a pipe's bytes to a consumer. Reads nothing while the consumer's promise is pending. */
export class PipeReader {
  /** Settles when the pipe is closed and the consumer has taken every byte. */
  readonly closed: Promise<void>
  /** Settles when the consumer throws or rejects. `failure` then holds the error. */
  readonly failed: Promise<void>
  failure: { error: unknown } | undefined
  /** True when the last writer has closed the pipe. */
  ended = false
  /** True once `closed` is settled. */
  done = false
  /** True while the consumer's promise is pending. */
  waiting = false
  bytes = 0
  readonly #stream: Readable
  readonly #onBytes: OnBytes
  #consumed = Promise.resolve()
  #settleFailed = () => {}
  readonly #resume: () => void

  constructor(source: OutputSource, onBytes: OnBytes) {
    this.#onBytes = onBytes
    this.failed = new Promise((resolve) => {
      this.#settleFailed = resolve
    })
    this.#stream = 'readFd' in source ? this.#open(source.readFd) : source
    this.closed = new Promise<void>((resolve) => {
      this.#stream.once('end', () => {
        this.ended = true
      })
      this.#stream.once('close', resolve)
      // After a failed read the stream emits 'close', which ends the wait.
      this.#stream.on('error', () => {})
    })
      .then(() => this.#consumed)
      .then(() => {
        this.done = true
      })
    this.#resume = () => this.#stream.resume()
    if (!('readFd' in source)) {
      // Uses 'readable', not 'data', because Node resumes even paused streams when a child exits.
      this.#resume = () => this.#pull()
      source.on('readable', this.#resume)
    }
    this.#resume()
  }

  /** Stops reading. */
  destroy(): Promise<void> {
    this.#stream.destroy()
    return this.closed
  }

  /** A socket that reads a pipe into one buffer, so memory stays flat. It reads on as long as `callback` returns true. */
  #open(fd: number): Socket {
    const buffer = new Uint8Array(READ_BYTES)
    // The types allow `onread` only for connections, but the constructor accepts it too.
    const options: SocketConstructorOpts & { onread: OnReadOpts } = {
      fd,
      readable: true,
      writable: false,
      onread: { buffer, callback: (length) => this.#deliver(buffer.subarray(0, length)) },
    }
    return new Socket(options)
  }

  #deliver(chunk: Uint8Array): boolean {
    if (this.failure) return false
    this.bytes += chunk.length
    try {
      const consumed = this.#onBytes(chunk)
      if (!consumed) return true
      this.#wait(consumed)
    } catch (error) {
      this.#fail(error)
    }
    return false
  }

  #pull(): void {
    while (!this.waiting && !this.failure && !this.#stream.destroyed) {
      const chunk: Uint8Array | null = this.#stream.read()
      if (!chunk) return
      this.#deliver(chunk)
    }
  }

  #wait(consumed: Promise<void>): void {
    this.waiting = true
    this.#consumed = consumed
      .catch((error: unknown) => this.#fail(error))
      .then(() => {
        this.waiting = false
        if (!this.failure && !this.#stream.destroyed) this.#resume()
      })
  }

  #fail(error: unknown): void {
    this.failure = { error }
    this.#settleFailed()
  }
}
