import { CallersError, failureOf, tolerate } from '../../check/failure.ts'
import { checkSignal } from '../../core/fit/abort.ts'
import { isSecretRedactor } from '../../core/redaction.ts'
import { writeFailure } from '../../core/words/notices.ts'
import { PithError } from '../../errors.ts'
import type { Settings } from '../../settings.ts'
import type { PreparedList } from '../../tools/listing.ts'
import type { ToolOutput } from '../../tools/output.ts'
import { type FailedDetails, ruinedList } from '../../tools/safe-list.ts'
import { type StoredDetails, showList } from '../../tools/tool-output-async.ts'
import { type KeepOptions, KeptOutput } from '../kept-output.ts'
import { hidingNames, type RedactNamesOptions, type ShowName } from '../walk/hidden-names.ts'
import { Unread, type UnreadDetails } from './unread.ts'

export interface KeptDetails extends StoredDetails, UnreadDetails {
  /** Bytes and lines of the full output. */
  fullBytes: number
  fullLines: number
}

/** What is common to the lists of all tools. */
interface Counts extends FailedDetails {
  total: number
  shown: number
}

interface Asked {
  tool: string
  options: KeepOptions & RedactNamesOptions
  settings: Settings
  limit: number
}

/**
 * Shows the list that a tool makes, and keeps its full output when something of it is left out.
 *
 * @param list writes all that it finds to the output
 * @throws {PithError} `PITH_ABORTED`, and what `list` throws
 */
export async function keptList<Details extends Counts>(
  { tool, options, settings, limit }: Asked,
  list: (output: KeptOutput, unread: Unread, show: ShowName) => Promise<PreparedList<Details>>,
): Promise<ToolOutput<Details & KeptDetails>> {
  checkSignal(options.signal)
  const show = hidingNames(options.redact)
  const output = new KeptOutput({ tool }, options)
  const unread = new Unread(show)
  const withCounts = <Shown extends object>(shown: ToolOutput<Shown>) => {
    const { bytes: fullBytes, lines: fullLines } = output
    return { ...shown, details: { ...shown.details, fullBytes, fullLines, ...unread.details } }
  }
  try {
    return withCounts(await showList(await list(output, unread, show), (isCut) => output.end(isCut)))
  } catch (error) {
    output.abort()
    checkSignal(options.signal)
    if (error instanceof CallersError) throw error.thrown
    if (isOfCall(error)) throw error
    tolerate(error)
    const { redact } = options
    const made =
      redact && isSecretRedactor(redact) ? refusal(error) : brokenOff(output, settings, limit, error)
    return withCounts(made as ToolOutput<Details>)
  }
}

/** Refusals and errors of the system, which say what is wrong with a call or with the machine. */
function isOfCall(error: unknown): boolean {
  if (error instanceof PithError) return error.code !== 'PITH_INVALID_INPUT'
  return error instanceof Error && 'code' in error
}

/** The first lines that were found before an error inside pith. Nothing is kept then, because it would not be all. */
function brokenOff(
  { first, lines: total }: KeptOutput,
  settings: Settings,
  limit: number,
  error: unknown,
): ToolOutput<Counts> {
  const details = (shown: number) => ({ total, shown })
  return ruinedList<Counts>({ lines: first, most: limit, total: total + 1, details }, settings, error).output
}

/** What is shown if secrets may be in what was found. */
function refusal(error: unknown): ToolOutput<Counts> {
  const notes = [writeFailure('redaction')]
  const text = `[${notes[0]}]`
  const failures = [failureOf('redaction', error)]
  return { text, content: '', notice: text, details: { total: 0, shown: 0, failures, notes } }
}
