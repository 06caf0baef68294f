import type { UnreadDetails } from '../../host/list/unread.ts'
import type { FilesOptions } from '../../host/walk/walk-options.ts'
import type { TruncateOptions } from '../../options.ts'
import type { Redactor } from '../../redact/redactor.ts'
import { createSecretRedactor } from '../../redact/secrets.ts'
import type { ArtifactStore } from '../../store/store.ts'
import type { ToolOutput } from '../../tools/output.ts'
import type { FailedDetails } from '../../tools/safe-list.ts'
import type { StoredDetails } from '../../tools/tool-output-async.ts'
import { listFigures } from '../events/list-figures.ts'
import { queueEvent } from '../events/queue-event.ts'
import type { Parsed } from '../options/arguments.ts'
import { listOf, numberOption, onlyOperand } from '../options/options.ts'
import { countedOptions, notedOutput } from '../options/tokenizer.ts'
import { warn, writeToolOutput } from '../print/output.ts'
import { storeFor, warnIfNotStored } from '../settings/store.ts'

type Values = Parsed['values']

/** Paths that a warning names. */
const MOST_NAMED = 5

/** The options that all lists share, and why tokens are estimated, if they are. */
export async function listOptions(values: Values): Promise<{
  options: TruncateOptions & { store: ArtifactStore | false; limit?: number; redact?: Redactor }
  note: string | undefined
}> {
  const { options, note } = await countedOptions(values)
  const { errors: _, ...limits } = options
  const store = values['no-artifact'] ? false : await storeFor(values)
  const limit = numberOption(values, 'limit')
  const redact = values.redact === true ? { redact: createSecretRedactor() } : {}
  return { options: { ...limits, store, ...(limit !== undefined && { limit }), ...redact }, note }
}

/** Where a command looks, as options of the library. */
export function filesOptions(values: Values, paths: readonly string[]): FilesOptions {
  const depth = numberOption(values, 'depth')
  return {
    ...(paths.length > 0 && { paths }),
    globs: listOf(values.glob),
    hidden: values.hidden === true,
    ignore: values['no-ignore'] !== true,
    ...(values.follow === true && { follow: true }),
    ...(depth !== undefined && { depth }),
  }
}

/** The one folder of a command. */
export const folderOperand = (command: string, paths: readonly string[]): string =>
  paths.length === 0 ? '.' : onlyOperand(command, 'folder', paths)

type ListOutput = ToolOutput<
  StoredDetails &
    FailedDetails &
    UnreadDetails & { total: number; shown: number; fullBytes: number; fullLines: number }
>

/** The exit code where nothing is shown because secrets could not be hidden. */
const NOT_SHOWN = 2

/**
 * Prints a list, warns of what could not be read and of what failed in pith, and queues the events.
 *
 * @returns the exit code for a list that found something
 */
export async function writeList(
  tool: string,
  output: ListOutput,
  note: string | undefined,
  values: Values,
): Promise<number> {
  const { details } = output
  warnIfNotStored(details.artifact)
  warnOfUnread(details)
  const call = { tool, strategy: 'list', artifact: details.artifact?.ref?.id, status: 'ok' } as const
  const whole = { bytes: details.fullBytes, lines: details.fullLines }
  queueEvent(call, undefined, listFigures(output, whole), details.failures)
  await writeToolOutput(notedOutput(output, note), values.json === true)
  return details.failures?.some(({ what }) => what === 'redaction') ? NOT_SHOWN : 0
}

function warnOfUnread({ unread = [], unreadTotal = 0 }: UnreadDetails): void {
  for (const { path, reason } of unread.slice(0, MOST_NAMED)) warn(`${path}: ${reason}.`)
  const more = unreadTotal - MOST_NAMED
  if (more > 0) warn(`${more} more ${more === 1 ? 'path' : 'paths'} could not be read.`)
}
