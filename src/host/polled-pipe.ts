import { close, readSync } from 'node:fs'
import { Readable } from 'node:stream'

const READ_BYTES = 64 * 1024
/** While bytes come, the next ones are looked for in the next turns. */
const EAGER_LOOKS = 8
/** Shorter than the pauses after which a reader gives up on a pipe. */
const LONGEST_PAUSE_MS = 16

/** Reads a pipe that is open without blocking, by looking for bytes again and again. Closes it at the end. */
export class PolledPipe extends Readable {
  readonly #fd: number
  #room: Buffer | undefined
  #emptyLooks = 0
  #timer: NodeJS.Timeout | undefined
  #turn: NodeJS.Immediate | undefined

  constructor(fd: number) {
    super({ highWaterMark: READ_BYTES })
    this.#fd = fd
  }

  override _read(): void {
    this.#room ??= Buffer.allocUnsafe(READ_BYTES)
    try {
      const length = readSync(this.#fd, this.#room)
      const chunk = length > 0 ? this.#room.subarray(0, length) : null
      this.#room = undefined
      this.#emptyLooks = 0
      this.push(chunk)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code === 'EAGAIN') this.#lookAgain()
      else this.destroy(error instanceof Error ? error : new Error(String(error)))
    }
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    clearTimeout(this.#timer)
    clearImmediate(this.#turn)
    close(this.#fd, () => callback(error))
  }

  #lookAgain(): void {
    const pause = ++this.#emptyLooks - EAGER_LOOKS
    const look = () => this._read()
    if (pause <= 0) this.#turn = setImmediate(look)
    else this.#timer = setTimeout(look, Math.min(2 ** pause, LONGEST_PAUSE_MS))
  }
}
