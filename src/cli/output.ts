import { printable } from './columns.ts'

/** How writing ended: all written, or the reader is gone. */
export type Written = 'written' | 'closed'

/** A failure to write that is not the reader's going. */
class OutputError extends Error {
  override readonly name = 'OutputError'
}

const reasons: Record<string, string> = {
  ENOSPC: 'no space left on the device',
  EIO: 'input/output error',
  EBADF: 'it is closed',
}

/**
 * Writes to standard output, and waits until it is taken.
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

/** The text; on a terminal with a line end, which is not part of it. */
export function writeResult(text: string): Promise<Written> {
  const end = process.stdout.isTTY && text !== '' && !text.endsWith('\n') ? '\n' : ''
  return writeOut(text + end)
}

/** A result as one line of JSON; Infinity, which JSON has no number for, is the word that options take for it. */
export const jsonLine = (result: object): string =>
  `${JSON.stringify(result, (_, value: unknown) => (value === Infinity ? 'Infinity' : value))}\n`

/** A tool's output: its text, or with `json` all of it as one line. */
export function writeToolOutput(output: { text: string }, json: boolean): Promise<Written> {
  return json ? writeOut(jsonLine(output)) : writeResult(output.text)
}

/** One line for people. What it quotes, of a file or a command line, does nothing to their terminal. */
export function warn(sentence: string): void {
  try {
    process.stderr.write(`pith: ${printable(sentence.replaceAll('\n', ' '))}\n`)
  } catch {
    // Nobody is left to be told.
  }
}
