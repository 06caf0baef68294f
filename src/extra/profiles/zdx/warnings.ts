import { names } from '../../../check/names.ts'
import { optionsOf, record, wholeNumber } from '../../../check/values.ts'
import type { BashOutput } from './bash.ts'
import type { Envelope } from './envelope.ts'
import type { ReadOutput } from './read.ts'

type Output = ReadOutput | BashOutput

export interface WarningOptions {
  /** Wraps each line in the terminal codes of zdx's `ToolTruncation` style: yellow and dim. Default: false. */
  color?: boolean
}

const warningNames = names<WarningOptions>()('color')

const KB = 1024
const MB = 1024 * KB

/**
 * The lines that a person sees below a truncated output. Empty when nothing was truncated.
 *
 * @throws {PithError} `PITH_INVALID_OPTION` when the output is not an object.
 * @example
 * zdx.warnings(zdx.read('a\nb\n', { limit: 1 })) // ['[⚠ file truncated: showing 1 of 2 lines]']
 */
export function warnings(output: Output | Envelope<Output>, options: WarningOptions = {}): string[] {
  record('the output', output)
  const { color } = optionsOf(options, warningNames)
  const data = 'ok' in output ? (output.ok ? output.data : undefined) : output
  const lines = data === undefined ? [] : sentences(data).map((sentence) => `[⚠ ${sentence}]`)
  return color ? lines.map((line) => `\x1b[2;33m${line}\x1b[0m`) : lines
}

function sentences(data: Output): string[] {
  if ('truncated' in data) {
    return data.truncated ? [`file truncated: showing ${data.lines_shown} of ${data.total_lines} lines`] : []
  }
  const total = (stream: string, bytes: number) => `${stream} truncated: ${formatByteTruncation(bytes)} total`
  return [
    ...(data.stdout_truncated ? [total('stdout', data.stdout_total_bytes)] : []),
    ...(data.stderr_truncated ? [total('stderr', data.stderr_total_bytes)] : []),
  ]
}

/**
 * Formats a number of bytes for people: `512 bytes`, `50.0 KB`, `1.0 MB`. 1 KB is 1024 bytes.
 *
 * @throws {PithError} `PITH_INVALID_OPTION` unless it is a whole number from 0.
 */
export function formatByteTruncation(totalBytes: number): string {
  wholeNumber('totalBytes', totalBytes)
  if (totalBytes >= MB) return `${(totalBytes / MB).toFixed(1)} MB`
  return totalBytes >= KB ? `${(totalBytes / KB).toFixed(1)} KB` : `${totalBytes} bytes`
}
