import { checkSignal } from '../../fit/abort.ts'
import type { PreparedList } from '../../tools/listing.ts'
import type { ToolOutput } from '../../tools/output.ts'
import { type StoredDetails, showList } from '../../tools/tool-output-async.ts'
import { type KeepOptions, KeptOutput } from '../kept-output.ts'
import { hidingNames, type RedactNamesOptions, type ShowName } from '../walk/hidden-names.ts'
import { Unread, type UnreadDetails } from './unread.ts'

export interface KeptDetails extends StoredDetails, UnreadDetails {
  /** Bytes and lines of the full output. */
  fullBytes: number
  fullLines: number
}

/**
 * Shows the list that a tool makes, and keeps its full output when something of it is left out.
 *
 * @param list writes all that it finds to the output
 * @throws {PithError} `PITH_ABORTED`, and what `list` throws
 */
export async function keptList<Details extends object>(
  tool: string,
  options: KeepOptions & RedactNamesOptions,
  list: (output: KeptOutput, unread: Unread, show: ShowName) => Promise<PreparedList<Details>>,
): Promise<ToolOutput<Details & KeptDetails>> {
  checkSignal(options.signal)
  const show = hidingNames(options.redact)
  const output = new KeptOutput({ tool }, options)
  const unread = new Unread(show)
  try {
    const shown = await showList(await list(output, unread, show), (isCut) => output.end(isCut))
    const { bytes: fullBytes, lines: fullLines } = output
    return { ...shown, details: { ...shown.details, fullBytes, fullLines, ...unread.details } }
  } catch (error) {
    output.abort()
    checkSignal(options.signal)
    throw error
  }
}
