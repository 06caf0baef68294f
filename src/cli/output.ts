import { printable } from './columns.ts'

/** How writing ended: everything was written, or the reader has closed the pipe. */
export type Written = 'written' | 'closed'

/** A write failed for another reason than a closed pipe. */
class OutputError extends Error {
  override readonly name = 'OutputError'
}

const reasons: Record<string, string> = {
  ENOSPC: 'no space left on the device',
  EIO: 'input/output error',
  EBADF: 'it is closed',
}

/**
 * Writes to standard output, and waits until the data is taken.
 *
 * @throws {OutputError} with one sentence for people.
 */
export function writeOut(data: string | Uint8Array): Promise<Written> {
  return new Promise((resolve, reject) => {
    const { stdout } = process
    const onError = (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED') resolve('closed')
      else
        reject(
          new OutputError(
            `Standard output could not be written: ${reasons[error.code ?? ''] ?? error.message} (${error.code}).`,
          ),
        )
    }
    stdout.once('error', onError)
    stdout.write(data, (error) => {
      if (error) return onError(error)
      stdout.removeListener('error', onError)
      resolve('written')
    })
  })
}

/** Prints a text. On a terminal, adds a final line end if there is none. */
export function writeResult(text: string): Promise<Written> {
  const end = process.stdout.isTTY && text !== '' && !text.endsWith('\n') ? '\n' : ''
  return writeOut(text + end)
}

/** A result as one line of JSON. JSON has no Infinity, so it becomes the string that options accept. */
export const jsonLine = (result: object): string =>
  `${JSON.stringify(result, (_, value: unknown) => (value === Infinity ? 'Infinity' : value))}\n`

/** Prints a tool's output: its text, or with `json` the whole result as one line. */
export function writeToolOutput(output: { text: string }, json: boolean): Promise<Written> {
  return json ? writeOut(jsonLine(output)) : writeResult(output.text)
}

/** Prints one line for people on standard error. Text that it quotes cannot control their terminal. */
export function warn(sentence: string): void {
  try {
    process.stderr.write(`pith: ${printable(sentence.replaceAll('\n', ' '))}\n`)
  } catch {
    // Standard error is closed, so nobody can read the warning.
  }
}
