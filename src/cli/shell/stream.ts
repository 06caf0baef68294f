import { readSync } from 'node:fs'
import { PipeReader } from '../../host/pipe-reader.ts'

const NOTHING = new Uint8Array()

/** One stream of a command, up to its end or to the text with which the shell marks the end of the command. */
export class ShellStream {
  /** What came behind the mark, with the same chunk. */
  after: Uint8Array = NOTHING
  /** True when nothing more can come from the command. */
  isDone = false
  readonly #fd: number
  readonly #mark: Buffer
  /** The end of what came that may be the beginning of the mark. */
  #rest: Uint8Array = NOTHING
  #reader: PipeReader | undefined
  #write: (bytes: Uint8Array) => Promise<void> = async () => {}

  constructor(fd: number, mark: string) {
    this.#fd = fd
    this.#mark = Buffer.from(mark)
  }

  /** True when nobody has the stream open any more. */
  get isEnded(): boolean {
    return this.#reader?.ended === true
  }

  /** Takes bytes that the shell has read already. */
  take(count: number): Uint8Array {
    const bytes = Buffer.alloc(count)
    for (let at = 0; at < count; ) {
      const length = readSync(this.#fd, bytes, at, count - at, null)
      if (length === 0) throw new Error('The shell ended while it passed on its output.')
      at += length
    }
    return bytes
  }

  /** Passes on what comes from now on. `onFailure`: nothing more is read, because an error was thrown. */
  read(write: (bytes: Uint8Array) => Promise<void>, onFailure: (error: unknown) => void): void {
    this.#write = write
    const reader = new PipeReader({ readFd: this.#fd }, (bytes) => this.#pass(bytes))
    this.#reader = reader
    void reader.failed.then(() => onFailure(reader.failure?.error))
    void reader.closed.then(() => {
      this.isDone = true
    })
  }

  /** Stops reading. What may have been the beginning of the mark was none. */
  async stop(): Promise<void> {
    const failure = this.#reader?.failure
    await this.#reader?.destroy()
    if (failure) throw failure.error
    if (this.#rest.length > 0) await this.#write(this.#rest)
  }

  #pass(chunk: Uint8Array): Promise<void> | undefined {
    if (this.isDone) {
      this.after = Buffer.concat([this.after, chunk])
      return undefined
    }
    const { buffer, byteOffset, length } = chunk
    const bytes =
      this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : Buffer.from(buffer, byteOffset, length)
    const at = bytes.indexOf(this.#mark)
    if (at >= 0) {
      this.isDone = true
      this.#rest = NOTHING
      this.after = Buffer.from(bytes.subarray(at + this.#mark.length))
      return this.#write(bytes.subarray(0, at))
    }
    const end = bytes.length - this.#sharedLength(bytes)
    // The chunk may be overwritten.
    this.#rest = Buffer.from(bytes.subarray(end))
    return this.#write(bytes.subarray(0, end))
  }

  /** How many bytes at the end are the beginning of the mark. */
  #sharedLength(bytes: Buffer): number {
    for (let length = Math.min(this.#mark.length - 1, bytes.length); length > 0; length--)
      if (bytes.subarray(bytes.length - length).equals(this.#mark.subarray(0, length))) return length
    return 0
  }
}
