import { PithError } from '../errors.ts'
import { noted } from '../fit/counted.ts'
import type { TokenCounter, TruncateOptions } from '../options.ts'
import type { ToolOutput } from '../tools/output.ts'
import type { Truncation } from '../truncation.ts'
import type { Parsed } from './arguments.ts'
import { configured } from './config.ts'
import { truncateOptions } from './options.ts'
import { warn } from './output.ts'

/** Why tokens are estimated though a counter was asked for. */
type Note = string | undefined

/**
 * Limits and choices from the command line, with the counter that --tokenizer names.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 */
export async function countedOptions(
  values: Parsed['values'],
): Promise<{ options: TruncateOptions; note: Note }> {
  const limits = truncateOptions(values)
  const { counter, note } = await counterOption(values)
  const key = configured('notice.key')?.value
  const notice = typeof key === 'string' ? { notice: { key } } : {}
  return { options: { ...limits, ...counter, ...notice }, note }
}

/** The counter that --tokenizer names. Where its package is missing tokens are estimated, and people are told so. */
export async function counterOption(
  values: Parsed['values'],
): Promise<{ counter: { tokens?: TokenCounter }; note?: string }> {
  const { tokenizer } = values
  if (typeof tokenizer !== 'string') return { counter: {} }
  const { counterFor } = await import('../tokens/gpt.ts')
  try {
    return { counter: { tokens: await counterFor(tokenizer) } }
  } catch (error) {
    if (!(error instanceof PithError) || error.code !== 'PITH_MISSING_PACKAGE') throw error
    const note = `--tokenizer ${tokenizer} needs a package that is not installed; tokens are estimated. ${error.message}`
    warn(note)
    return { counter: {}, note }
  }
}

/** A tool's output with a note in its truncation, or beside its other details where it has none. */
export function notedOutput(output: ToolOutput, note: Note): ToolOutput {
  if (note === undefined) return output
  const details = output.details as { truncation?: Truncation }
  const { truncation } = details
  const more = truncation ? { truncation: noted(truncation, note) } : { notes: [note] }
  return { ...output, details: { ...details, ...more } }
}
