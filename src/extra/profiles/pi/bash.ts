import { names } from '../../../check/names.ts'
import { optionsOf, wholeNumber } from '../../../check/values.ts'
import { shown, wrongOption } from '../../../errors.ts'
import type { Input } from '../../../options.ts'
import { inputText, utf8Bytes } from '../text.ts'
import { type PiDetails, partialLineNotice, tailNotice, withNotice } from './notices.ts'
import type { PiOutput } from './read.ts'
import { pathOf } from './text.ts'
import { cutTail, DEFAULT_MAX_BYTES, DEFAULT_MAX_LINES } from './truncate.ts'

export interface PiBashOptions {
  /** The file that holds the whole output. Named only when something was cut. */
  fullOutputPath?: string
  /** The command's exit code. Reported unless it is 0. */
  exitCode?: number
  /** The time limit in seconds that the command ran into. */
  timedOutAfterSeconds?: number
  aborted?: boolean
}

const bashNames = names<PiBashOptions>()('fullOutputPath exitCode timedOutAfterSeconds aborted')

function statusOf({ exitCode, timedOutAfterSeconds, aborted }: PiBashOptions): string | undefined {
  const code = wholeNumber('exitCode', exitCode, 0, Number.MIN_SAFE_INTEGER)
  if (
    timedOutAfterSeconds !== undefined &&
    !(Number.isFinite(timedOutAfterSeconds) && timedOutAfterSeconds >= 0)
  ) {
    const got = shown(timedOutAfterSeconds)
    throw wrongOption(`Expected \`timedOutAfterSeconds\` to be seconds, got ${got}.`)
  }
  if (aborted === true) return 'Command aborted'
  if (timedOutAfterSeconds !== undefined) return `Command timed out after ${timedOutAfterSeconds} seconds`
  return code === 0 ? undefined : `Command exited with code ${code}`
}

/** UTF-8 bytes of the last line, without its line feed. */
function lastLineBytes(text: string): number {
  const end = text.endsWith('\n') ? text.length - 1 : text.length
  return utf8Bytes(text, text.lastIndexOf('\n', end - 1) + 1, end)
}

/**
 * Cuts a command's output to its last whole lines, at most 2000 lines and 30 KB. If the last line alone is larger,
 * keeps its last 30 KB. A notice follows, and then how the command failed, if it did.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`
 * @example
 * bash('', { exitCode: 2 }).text // '(no output)\n\nCommand exited with code 2'
 */
export function bash(
  input: Input,
  options: PiBashOptions = {},
): PiOutput<Pick<PiDetails, 'truncation' | 'fullOutputPath'>> {
  const given = optionsOf(options, bashNames)
  const path = pathOf('fullOutputPath', given.fullOutputPath)
  const status = statusOf(given)
  const text = inputText(input)
  const ended = (shown: string) => (status === undefined ? shown : `${shown}\n\n${status}`)
  const limits = { maxLines: DEFAULT_MAX_LINES, maxBytes: DEFAULT_MAX_BYTES }
  const truncation = cutTail(text, limits)
  if (!truncation.truncated) return { text: ended(truncation.content || '(no output)'), details: undefined }
  const notice = truncation.lastLinePartial
    ? partialLineNotice(truncation, lastLineBytes(text), path)
    : tailNotice(truncation, path)
  return {
    text: ended(withNotice(truncation, notice)),
    details: path === undefined ? { truncation } : { truncation, fullOutputPath: path },
  }
}
