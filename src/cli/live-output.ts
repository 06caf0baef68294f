import { type Written, writeOwn } from './output.ts'

const LF = 0x0a

/** Passes a command's output on to the terminal while it comes, unchanged, so that prompts are seen at once. */
export class LiveOutput {
  #isLineOpen = false

  /** Writes to a terminal that is gone do not end the command: its output is still kept. */
  async write(chunk: Uint8Array): Promise<void> {
    if (chunk.length > 0) this.#isLineOpen = chunk[chunk.length - 1] !== LF
    await writeOwn(chunk).catch(() => {})
  }

  /** Ends an open line, so that what follows has a line of its own. */
  end(): Promise<Written> {
    return writeOwn(this.#isLineOpen ? '\n' : '')
  }
}
