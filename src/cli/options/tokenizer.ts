import { noted } from '../../core/fit/counted.ts'
import { PithError } from '../../errors.ts'
import type { TokenCounter, TruncateOptions } from '../../options.ts'
import type { ToolOutput } from '../../tools/output.ts'
import type { Truncation } from '../../truncation.ts'
import { warn } from '../print/output.ts'
import { configured } from '../settings/config.ts'
import { surface } from '../settings/surface.ts'
import type { Parsed } from './arguments.ts'
import { truncateOptions } from './options.ts'
import { pageCall } from './page-call.ts'

/** Reason why tokens are estimated although a counter was requested. */
type Note = string | undefined

/**
 * The limits and choices on the command line, with the counter that --tokenizer names.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 */
export async function countedOptions(
  values: Parsed['values'],
): Promise<{ options: TruncateOptions; note: Note }> {
  const limits = truncateOptions(values)
  const { counter, note } = await counterOption(values)
  return { options: { ...limits, ...counter, ...noticeOptions() }, note }
}

/** The words of the notice: those of this command, and the key and the nonce that sign them, if one is set. */
function noticeOptions(): Pick<TruncateOptions, 'notice'> {
  const key = configured('notice.key')?.value
  const nonce = configured('notice.nonce')?.value
  const call = pageCall()
  return {
    notice: {
      surface: surface(),
      lineEnd: true,
      ...(call !== undefined && { call }),
      ...(typeof key === 'string' && { key }),
      ...(typeof nonce === 'string' && { nonce }),
    },
  }
}

/** The counter that --tokenizer names. If its package is missing, warns that tokens are estimated. */
async function counterOption(
  values: Parsed['values'],
): Promise<{ counter: { tokens?: TokenCounter }; note?: string }> {
  const { tokenizer } = values
  if (typeof tokenizer !== 'string') return { counter: {} }
  const { counterFor } = await import('../../core/tokens/gpt.ts')
  try {
    return { counter: { tokens: await counterFor(tokenizer) } }
  } catch (error) {
    if (!(error instanceof PithError) || error.code !== 'PITH_MISSING_PACKAGE') throw error
    const note = `--tokenizer ${tokenizer} needs a package that is not installed; tokens are estimated. ${error.message}`
    warn(note)
    return { counter: {}, note }
  }
}

/** Adds a note to a tool's output: to its truncation, or to its details if it has no truncation. */
export function notedOutput(output: ToolOutput, note: Note): ToolOutput {
  if (note === undefined) return output
  const details = output.details as { truncation?: Truncation }
  const { truncation } = details
  const more = truncation ? { truncation: noted(truncation, note) } : { notes: [note] }
  return { ...output, details: { ...details, ...more } }
}
