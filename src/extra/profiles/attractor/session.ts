import { names } from '../../../check/names.ts'
import { record as checkRecord, optionsOf, wholeOrInfinity } from '../../../check/values.ts'
import { invalidOption, PithError, shown } from '../../../errors.ts'
import type { Input } from '../../../options.ts'
import { createMemoryStore } from '../../../store/backends/memory.ts'
import { storeWhole } from '../../../store/guarded-writer.ts'
import type { ArtifactStore, LineRange } from '../../../store/store.ts'
import { inputText } from '../text.ts'
import { cutOutput, limitsOf, TOOL_LIMITS, type Tool, type ToolLimits, truncateTool } from './tools.ts'

export interface SessionOptions {
  /** Replace single limits of the tools. */
  limits?: Partial<Record<Tool, Partial<ToolLimits>>>
  /**
   * Keeps the full output of each truncated call. Default: `createFileStore()` in `pith/profiles` on Node, else
   * `createMemoryStore()`. False keeps it only in the event log.
   */
  store?: ArtifactStore | false
  /**
   * Most UTF-8 bytes of full outputs in the event log, from 0 to Infinity; 256 MiB by default. Above it, the log drops
   * the oldest outputs but keeps their events.
   */
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

/** The outcome of a tool call: everything it printed, and what the model saw of it. */
export interface ToolEvent extends ToolResult {
  tool: Tool
  /** The unchanged full output; absent once the log has dropped it. */
  output?: Input
  /** UTF-8 bytes of the full output. */
  outputBytes: number
  /** Why there is no artifact although one was wanted. */
  artifactFailure?: { code: string; message: string }
}

export interface EventQuery {
  tool?: Tool
  truncated?: boolean
  /** Only events after this one. Default: 0, which means all. */
  afterSequence?: number
}

const queryNames = names<EventQuery>()('tool truncated afterSequence')

/** A full output kept under a name that a model can ask for. */
export interface RunArtifact {
  /** `artifacts/0001-run_command.txt` */
  name: string
  /** The store's id. Equal outputs have the same id. */
  id: string
  bytes: number
  tool: Tool
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
  const maxBytes = wholeOrInfinity('maxLogBytes', maxLogBytes, 256 * 1024 * 1024)
  checkStore(store)
  const events: ToolEvent[] = []
  /** Of the outputs in `events`, and where the oldest one may be. */
  let usedBytes = 0
  let oldest = 0
  const artifacts = new Map<string, RunArtifact>()
  let count = 0

  async function keep(tool: Tool, output: Input) {
    if (store === false) return {}
    // Take the name before the first `await`, because calls may overlap.
    const name = `artifacts/${String(++count).padStart(4, '0')}-${tool}.txt`
    const end = await storeWhole(store, { tool }, output)
    if (!end.complete) return { artifactFailure: { code: end.code, message: end.message } }
    artifacts.set(name, { name, id: end.ref.id, bytes: end.ref.bytes, tool })
    return { artifact: name }
  }

  function log(event: ToolEvent): void {
    events.push(event)
    usedBytes += event.outputBytes
    for (; usedBytes > maxBytes; oldest++) {
      usedBytes -= events[oldest].outputBytes
      delete events[oldest].output
    }
  }

  function read(name: string, lines?: LineRange): Promise<Uint8Array> {
    const artifact = artifacts.get(name)
    if (!artifact || !store)
      throw new PithError('PITH_UNKNOWN_ARTIFACT', `There is no artifact ${shown(name)} in this run.`)
    const { id, bytes } = artifact
    return joined(lines ? store.lines(id, lines) : store.read(id, { startByte: 0, endByte: bytes }))
  }

  return {
    async record(tool, output) {
      const truncated = cutOutput(inputText(output), limitsOf(tool, settled[tool])) !== undefined
      // Copy bytes before the first `await`, because the caller may reuse them.
      // Not `slice()`, because that of a Buffer does not copy.
      const whole = typeof output === 'string' ? output : new Uint8Array(output)
      const kept = truncated ? await keep(tool, whole) : {}
      const { artifact } = kept
      const text = truncateTool(tool, whole, settled[tool], { artifact: artifact !== undefined })
      const result = {
        text,
        truncated,
        sequence: events.length + 1,
        ...(artifact !== undefined && { artifact }),
      }
      log({ ...result, tool, output: whole, outputBytes: bytesOf(whole).length, ...kept })
      return result
    },
    events: (query = {}) => found(events, query),
    artifacts: () => Array.from(artifacts.values(), (artifact) => ({ ...artifact })),
    async output(sequence) {
      const event = events[sequence - 1]
      if (event?.output !== undefined) return bytesOf(event.output).slice()
      if (event?.artifact !== undefined) return read(event.artifact)
      const why = event ? 'its output is no longer kept' : 'there is no such event'
      throw new PithError('PITH_NOT_RETAINED', `The output of event ${sequence} is not available: ${why}.`)
    },
    async readArtifact(name, lines) {
      return truncateTool('read_file', await read(name, lines), settled.read_file, { artifact: true })
    },
  }
}

function checkStore(store: ArtifactStore | false): void {
  if (store === false || (typeof store === 'object' && typeof store?.open === 'function')) return
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

function found(events: readonly ToolEvent[], query: EventQuery): ToolEvent[] {
  const { tool, truncated, afterSequence = 0 } = optionsOf(query, queryNames, 'query')
  if (typeof afterSequence !== 'number' || !(afterSequence >= 0))
    throw invalidOption('afterSequence', 'a number from 0', afterSequence)
  return events
    .filter((event) => event.sequence > afterSequence)
    .filter((event) => tool === undefined || event.tool === tool)
    .filter((event) => truncated === undefined || event.truncated === truncated)
    .map((event) => ({ ...event }))
}

const bytesOf = (output: Input): Uint8Array =>
  typeof output === 'string' ? new TextEncoder().encode(output) : output

async function joined(parts: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array<ArrayBuffer>[] = []
  for await (const part of parts) all.push(part as Uint8Array<ArrayBuffer>)
  return new Uint8Array(await new Blob(all).arrayBuffer())
}
