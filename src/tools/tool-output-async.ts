import { checkSignal } from '../core/fit/abort.ts'
import { withoutCounter } from '../core/fit/counted.ts'
import { checkStore, checkStoreTimeout, sourceOf, type TruncateStreamOptions } from '../core/stream.ts'
import { noteOfFailure } from '../core/tokens/counter.ts'
import { checkNames, checkStatus, forStore, type Settings } from '../settings.ts'
import { storeWhole } from '../store/guarded-writer.ts'
import type { ArtifactEnd, ArtifactStore } from '../store/store.ts'
import type { BashOptions } from './bash.ts'
import { BashStream } from './bash-stream.ts'
import type { PreparedList } from './listing.ts'
import type { ToolOutput } from './output.ts'
import { type BashInput, isPair, streamChunks } from './streams.ts'
import { checkTool, truncateToolOutput } from './tool-output.ts'
import { type Tool, type ToolDetails, type ToolInputs, type ToolOptions, toolRow } from './tools.ts'

/** The options of a tool, and where its full output goes. */
export type ToolStoreOptions = Pick<TruncateStreamOptions, 'store' | 'storeTimeoutMs' | 'signal'>

const storeNames = { store: true, storeTimeoutMs: true, signal: true } as const

export interface StoredDetails {
  /** How the full output was stored, or why it was not. Absent if it was shown in full, or there is no store. */
  artifact?: ArtifactEnd
  /** The same for standard error, if the streams are separate. */
  stderrArtifact?: ArtifactEnd
  /** Of a list: what went wrong around it, as in `Truncation.notes`. */
  notes?: string[]
}

/**
 * Like `truncateToolOutput`, and stores the full output when something of it is left out. The notice then names it. A
 * page of `read` stores nothing, because its notice says how to ask for the rest.
 *
 * A store that fails never loses the result: `notes` say why the output is not kept.
 *
 * @throws {PithError} `PITH_INVALID_OPTION` (also for `bash` and `web` with `maxBytes: Infinity`), `PITH_INVALID_INPUT`,
 *   `PITH_ABORTED`; `PITH_OFFSET_OUT_OF_RANGE` from `read`.
 * @example
 * const store = createMemoryStore()
 * const { details, notice } = await truncateToolOutputAsync('find', ['a.ts', 'b.ts', 'c.ts'], { limit: 2, store })
 * notice.endsWith(`. Full output: artifact ${details.artifact.ref.id}]`) // true
 */
export async function truncateToolOutputAsync<T extends Tool>(
  tool: T,
  input: ToolInputs[T],
  options?: ToolOptions[T] & ToolStoreOptions,
): Promise<ToolOutput<ToolDetails[T] & StoredDetails>> {
  checkTool(tool)
  const { names, list } = toolRow(tool)
  if (options !== undefined) checkNames(options, { ...names, ...storeNames })
  const { store, storeTimeoutMs, signal, ...given } = (options ?? {}) as BashOptions & ToolStoreOptions
  const storing = { store: checkStore(store), timeoutMs: checkStoreTimeout(storeTimeoutMs), signal }
  checkSignal(signal)
  const own = forStore(given, store)
  const output = list
    ? await listed(tool, list(input as never, own as never), storing)
    : toolRow(tool).shows === 'page'
      ? truncateToolOutput(tool, input, own as ToolOptions[T])
      : await streamed(tool, input as BashInput, own, storing)
  checkSignal(signal)
  return output as ToolOutput<ToolDetails[T] & StoredDetails>
}

interface Storing {
  store: ArtifactStore | undefined
  timeoutMs: number
  signal: AbortSignal | undefined
}

const listed = (
  tool: Tool,
  list: PreparedList<object>,
  { store, timeoutMs, signal }: Storing,
): Promise<ToolOutput<StoredDetails>> =>
  showList(list, async (isCut) =>
    isCut && store ? storeWhole(store, { tool }, list.full(), { timeoutMs, signal }) : undefined,
  )

/**
 * Shows a list, and again with the name of its artifact if something is left out.
 *
 * @param keep keeps the full output, if something is left out of the list
 */
export async function showList<Details extends object>(
  list: PreparedList<Details>,
  keep: (isCut: boolean) => Promise<ArtifactEnd | undefined>,
): Promise<ToolOutput<Details & StoredDetails>> {
  const first = counted(list, list.settings)
  const artifact = await keep(first.isCut)
  if (!artifact) return withDetails(first.output, {}, [first.note])
  const source = sourceOf(artifact)
  const failure = artifact.complete ? undefined : artifact.message
  const named = source ? counted(list, { ...first.settings, source }) : first
  return withDetails(named.output, { artifact }, [first.note ?? named.note, failure])
}

/** The list within the limits. If the counter fails, its tokens are estimated, and `note` says so. */
function counted<Details extends object>(list: PreparedList<Details>, settings: Settings) {
  try {
    return { ...list.show(settings), settings, note: undefined }
  } catch (error) {
    const note = noteOfFailure(error)
    if (note === undefined) throw error
    const estimated = withoutCounter(settings)
    return { ...list.show(estimated), settings: estimated, note }
  }
}

function withDetails<Details extends object>(
  output: ToolOutput<Details>,
  stored: StoredDetails,
  notes: readonly (string | undefined)[],
): ToolOutput<Details & StoredDetails> {
  const { notes: own = [] } = output.details as StoredDetails
  const given = [...own, ...notes.filter((note) => note !== undefined)]
  const details = { ...output.details, ...stored, ...(given.length > 0 && { notes: given }) }
  return { ...output, details }
}

/** Cuts an output that has both ends as it is cut when it arrives in pieces. */
async function streamed(
  tool: Tool,
  input: BashInput,
  { status, separate = tool === 'bash' && isPair(input), ...options }: BashOptions,
  { store, timeoutMs, signal }: Storing,
): Promise<ToolOutput<StoredDetails>> {
  if (status !== undefined) checkStatus(status)
  const meta = { tool }
  const stream = new BashStream({
    ...options,
    separate,
    storeTimeoutMs: timeoutMs,
    meta,
    ...(store && { store }),
  })
  const giveUp = () => stream.abort()
  signal?.addEventListener('abort', giveUp, { once: true })
  try {
    for (const chunk of streamChunks(input)) await stream.write(chunk)
    const output = await stream.end(status)
    const { artifact, stderrArtifact } = stream
    return withDetails(
      output,
      { ...(artifact && { artifact }), ...(stderrArtifact && { stderrArtifact }) },
      [],
    )
  } catch (error) {
    stream.abort()
    throw error
  } finally {
    signal?.removeEventListener('abort', giveUp)
  }
}
