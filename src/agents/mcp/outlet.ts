import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'

/** The side of the client. */
export interface ClientStreams {
  input: Readable
  output: Writable
}

/** Writes whole messages, one after another, and waits where the reader is slow. */
export class Outlet {
  readonly #stream: Writable
  onClosed: () => void = () => {}
  isClosed = false

  constructor(stream: Writable) {
    this.#stream = stream
    const close = () => {
      if (this.isClosed) return
      this.isClosed = true
      this.onClosed()
    }
    stream.on('error', close)
    stream.on('close', close)
  }

  async write(bytes: Buffer | string): Promise<void> {
    if (this.isClosed || this.#stream.write(bytes)) return
    const stop = new AbortController()
    const { signal } = stop
    const waits = ['drain', 'close'].map((event) => once(this.#stream, event, { signal }).catch(() => {}))
    await Promise.race(waits)
    stop.abort()
  }
}

/** Waits without keeping the process alive. */
export const delay = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
