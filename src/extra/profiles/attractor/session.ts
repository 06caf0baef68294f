import { names } from '../../../check/names.ts'
import { record as checkRecord, optionsOf } from '../../../check/values.ts'
import { invalidOption, PithError, shown } from '../../../errors.ts'
import type { Input } from '../../../options.ts'
import { createMemoryStore } from '../../../store/backends/memory.ts'
import type { ArtifactStore, LineRange } from '../../../store/store.ts'
import { createEventLog, type EventLog, type EventQuery, type ToolEvent } from './event-log.ts'
import { createRunDirectory, type RunArtifact, type RunDirectory } from './run-directory.ts'
import { wellFormedText } from './text.ts'
import { cutOutput, limitsOf, TOOL_LIMITS, type Tool, type ToolLimits, truncateTool } from './tools.ts'

export interface SessionOptions {
  /** Replace single limits of the tools. */
  limits?: Partial<Record<Tool, Partial<ToolLimits>>>
  /**
   * Keeps the full output of each truncated call. Default: `createFileStore()` in `pith/profiles` on Node, else
   * `createMemoryStore()`. False keeps it only in the event log.
   */
  store?: ArtifactStore | false
  /** Most UTF-8 bytes of full outputs in the event log, from 0 to Infinity; 256 MiB by default. */
  maxLogBytes?: number
}

const sessionNames = names<SessionOptions>()('limits store maxLogBytes')

/** The result of one tool call. */
export interface ToolResult {
  /** The text for the model. */
  text: string
  truncated: boolean
  /** The number of the event that has the full output. */
  sequence: number
  /** The name of the full output in the run directory. */
  artifact?: string
}

/** A run of an agent, with its limits, its event log and its run directory. */
export interface Session {
  /** Cuts a tool's output for the model, and records all of it. Throws the errors of `truncateTool`. */
  record(tool: Tool, output: Input): Promise<ToolResult>
  events(query?: EventQuery): ToolEvent[]
  artifacts(): RunArtifact[]
  /** The full output of an event, byte for byte. Throws `PITH_NOT_RETAINED` when neither log nor artifact has it. */
  output(sequence: number): Promise<Uint8Array>
  /**
   * Reads an artifact within the limits of `read_file`. A line range is 1-indexed and inclusive. Markers count within
   * that range. The result is not recorded again. Throws `PITH_UNKNOWN_ARTIFACT`, `PITH_OFFSET_OUT_OF_RANGE`,
   * `PITH_INVALID_OPTION`.
   */
  readArtifact(name: string, lines?: LineRange): Promise<string>
}

/**
 * Starts a run. `record` cuts the output of a tool, and keeps all of it in the event log and as an artifact.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 * @example
 * const session = createSession({ limits: { run_command: { maxLines: 50 } } })
 * const { text } = await session.record('run_command', output)
 */
export function createSession(options: SessionOptions = {}): Session {
  const { limits = {}, store = createMemoryStore(), maxLogBytes } = optionsOf(options, sessionNames)
  checkRecord('limits', limits)
  const settled = settle(limits)
  const log = createEventLog(maxLogBytes === undefined ? {} : { maxBytes: maxLogBytes })
  const run = store === false ? undefined : createRunDirectory(checkStore(store))
  const unknown = (name: string) =>
    new PithError('PITH_UNKNOWN_ARTIFACT', `There is no artifact ${shown(name)}.`)
  return {
    record: (tool, output) => record(tool, output, settled[tool], log, run),
    events: (query) => log.find(query),
    artifacts: () => run?.list() ?? [],
    output: (sequence) => outputOf(sequence, log, run),
    async readArtifact(name, lines) {
      if (!run) throw unknown(name)
      return truncateTool('read_file', await run.read(name, lines), settled.read_file, { artifact: true })
    },
  }
}

function checkStore(store: ArtifactStore): ArtifactStore {
  if (typeof store === 'object' && store !== null && typeof store.open === 'function') return store
  throw invalidOption('store', 'an artifact store, or false', store)
}

/** Checks every limit when the session begins, so that none fails in the middle of a run. */
function settle(limits: Partial<Record<Tool, Partial<ToolLimits>>>): Record<Tool, ToolLimits> {
  const settled: Partial<Record<Tool, ToolLimits>> = {}
  for (const tool of [...Object.keys(TOOL_LIMITS), ...Object.keys(limits)] as Tool[]) {
    settled[tool] = limitsOf(tool, limits[tool])
  }
  return settled as Record<Tool, ToolLimits>
}

async function record(
  tool: Tool,
  output: Input,
  limits: ToolLimits,
  log: EventLog,
  run: RunDirectory | undefined,
): Promise<ToolResult> {
  const settled = limitsOf(tool, limits)
  const truncated = cutOutput(wellFormedText(output), settled) !== undefined
  // Copy bytes before the first `await`, because the caller may reuse them.
  // Not `slice()`, because that of a Buffer does not copy.
  const whole = typeof output === 'string' ? output : new Uint8Array(output)
  const kept = truncated && run ? await run.write(tool, whole) : undefined
  const artifact = kept && 'name' in kept ? kept.name : undefined
  const text = truncateTool(tool, whole, settled, { artifact: artifact !== undefined })
  const event = log.append({
    tool,
    output: whole,
    text,
    truncated,
    ...(artifact === undefined ? {} : { artifact }),
    ...(kept && 'code' in kept ? { artifactFailure: kept } : {}),
  })
  return { text, truncated, sequence: event.sequence, ...(artifact === undefined ? {} : { artifact }) }
}

async function outputOf(sequence: number, log: EventLog, run: RunDirectory | undefined): Promise<Uint8Array> {
  const event = log.get(sequence)
  if (event?.output !== undefined) {
    return typeof event.output === 'string' ? new TextEncoder().encode(event.output) : event.output.slice()
  }
  if (event?.artifact !== undefined && run) return run.read(event.artifact)
  const why = event ? 'its output is no longer kept' : 'there is no such event'
  throw new PithError('PITH_NOT_RETAINED', `The output of event ${sequence} is not available: ${why}.`)
}
