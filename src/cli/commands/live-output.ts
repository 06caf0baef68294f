import { write } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Written, writeOwn } from '../print/output.ts'

const LF = 0x0a
const STANDARD_OUTPUT = 1
const RETRY_MS = 5

const writeTo = promisify(write)

/** Passes a command's output on to the terminal while it comes, unchanged, so that prompts are seen at once. */
export class LiveOutput {
  #isLineOpen = false

  /** Writes to a terminal that is gone do not end the command: its output is still kept. */
  async write(chunk: Uint8Array): Promise<void> {
    if (chunk.length > 0) this.#isLineOpen = chunk[chunk.length - 1] !== LF
    await writeAll(chunk).catch(() => {})
  }

  /** Ends an open line, so that what follows has a line of its own, unless nothing may be added. */
  end(isRaw: boolean): Promise<Written> {
    return writeOwn(this.#isLineOpen && !isRaw ? '\n' : '')
  }
}

/**
 * Writes in another thread. The stream of a terminal would block this one while nobody reads the terminal, and then
 * neither a time-out nor a signal could end the command.
 */
async function writeAll(chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.length; ) {
    try {
      at += (await writeTo(STANDARD_OUTPUT, chunk, at)).bytesWritten
    } catch (error) {
      // The command, or another program on the terminal, may have opened it without blocking.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error
      await sleep(RETRY_MS)
    }
  }
}
