import type { Truncation } from '../../truncation.ts'

/** How a tool call ended. */
export type EventStatus = 'ok' | 'failed' | 'timed-out' | 'aborted'

/** A range that was omitted: first and last line, both inclusive, then first byte and the byte after the last one. */
export type OmittedRange = readonly [firstLine: number, lastLine: number, startByte: number, endByte: number]

/** Which part of an artifact or a file a call showed: lines (from 1, both inclusive), or bytes (the end exclusive). */
export type ShownRanges =
  | { unit: 'lines'; ranges: readonly (readonly [number, number])[] }
  | { unit: 'bytes'; ranges: readonly (readonly [number, number])[] }

/**
 * One tool call in figures and digests. Contains no arguments, no path, and nothing from the output. A program is named
 * only if it is one that pith knows, so that no name of anybody's own is in a log.
 */
export interface ToolEvent {
  /** The version of the record format. Records of version 1 are in no chain. */
  version: 1 | 2
  /** When the call ended, in milliseconds since 1970. */
  time: number
  run: string
  tool: string
  status: EventStatus
  durationMs: number
  /**
   * Milliseconds that pith itself took: the processor time of a process that is pith's own, else the time to cut and
   * to keep. The first event of a process has those of all.
   */
  ownMs?: number
  /** The program that printed the output, such as `git`. */
  program?: string
  /**
   * A digest of the arguments: the first 16 hex digits of their SHA-256. A log of pith replaces it by an HMAC with the
   * salt of its directory. Equal arguments have equal digests there.
   */
  argumentsDigest?: string
  /**
   * Which part is kept: `head`, `tail`, `ends`, `worth` for ends and errors that are worth it, `page` for a requested
   * range, or `list`.
   */
  strategy?: string
  backend?: 'wasm' | 'js'
  truncated: boolean
  /** Size of the input. */
  totalBytes: number
  totalLines: number
  /** Estimated. */
  totalTokens: number
  /** True when the tokens of the input were not estimated themselves, but computed from the tokens of the output. */
  scaled?: true
  /** Size of the text that the model reads, including markers and the notice. */
  outputBytes: number
  outputLines: number
  outputTokens: number
  keptBytes: number
  keptLines: number
  /** For a call that left out or folded something: the bytes that the agent would have shown of it by itself. */
  aloneBytes?: number
  /** How many more these are than the bytes of the text; below 0 if the text has more. The same in tokens. */
  savedBytes?: number
  savedTokens?: number
  /** Omitted from the requested part. */
  omittedBytes: number
  omittedLines: number
  errorsKept: number
  errorsOmitted: number
  /**
   * Where the full output can be read, or both ends of an output that was too long for its store: the id of an
   * artifact, or a digest of a file's path, as in `argumentsDigest`.
   */
  artifact?: string
  file?: string
  /** The omitted ranges, in order. At most 32, the largest ones. */
  omitted?: readonly OmittedRange[]
  /** For a call that requests a part of an artifact or a file: the part that it showed, or requested when it failed. */
  shown?: ShownRanges
  /** True for the first record of a file. */
  isFirst?: true
  /** The hash of the record before, and that of this one. */
  previous?: string
  hash?: string
}

/** The facts about a call that are not in its result. */
export interface ToolCall {
  tool: string
  status: EventStatus
  durationMs: number
  ownMs?: number | undefined
  program?: string | undefined
  argumentsDigest?: string | undefined
  strategy?: string | undefined
  artifact?: string | undefined
  file?: string | undefined
  shown?: ShownRanges | undefined
  host?: HostLimits | undefined
}

/** What an agent shows of an output by itself. */
export interface HostLimits {
  /** Most bytes. Default: 30,000, those of Claude Code. */
  bytes?: number
  /** The bytes that it shows of an output that has more; as many by default. */
  ofMoreBytes?: number
}

/** An event before its log adds the time and the run. */
export type NewEvent = Omit<ToolEvent, 'version' | 'time' | 'run' | 'isFirst' | 'previous' | 'hash'>

const MOST_RANGES = 32
const MOST_CHARACTERS = 64

const NOTHING = {
  truncated: false,
  totalBytes: 0,
  totalLines: 0,
  totalTokens: 0,
  outputBytes: 0,
  outputLines: 0,
  outputTokens: 0,
  keptBytes: 0,
  keptLines: 0,
  omittedBytes: 0,
  omittedLines: 0,
  errorsKept: 0,
  errorsOmitted: 0,
}

/**
 * Makes the event of a call from its result.
 *
 * @param figures figures for a call without a result of the engine, such as `{ outputBytes: 12 }`.
 * @example
 * eventOf({ tool: 'bash', status: 'ok', durationMs: 5 }, truncate('a\n')).keptLines // 1
 */
export function eventOf(
  { host, ...call }: ToolCall,
  result?: Truncation,
  figures: Partial<NewEvent> = {},
): NewEvent {
  const event: Record<string, unknown> = { tool: call.tool.slice(0, MOST_CHARACTERS) }
  for (const [name, value] of Object.entries(call)) {
    if (value !== undefined && name !== 'tool') event[name] = value
  }
  const made = Object.assign(event, NOTHING, result && figuresOf(result), figures) as unknown as NewEvent
  return leftOut(made) ? Object.assign(made, savedBy(made, host)) : made
}

/** The tool of events that are no calls: each counts a failure inside pith. */
export const NET = 'net'

/** An event for each part of pith that failed at a result, which was made without it. `strategy` names the part. */
export const failureEvents = ({ failures = [] }: Pick<Truncation, 'failures'>): NewEvent[] =>
  failures.map(({ what }) => eventOf({ tool: NET, status: 'failed', durationMs: 0, strategy: what }))

/** True for a call that did not show its whole output: it was truncated, or repeated lines were folded. */
export const leftOut = (event: Pick<NewEvent, 'truncated' | 'omittedBytes'>): boolean =>
  event.truncated || event.omittedBytes > 0

type Sized = Pick<NewEvent, 'totalBytes' | 'totalTokens' | 'outputBytes' | 'outputTokens' | 'aloneBytes'>

/** What a call saved: what the agent would have shown by itself, without the text that was shown. */
export function savedBy(event: Sized, host?: HostLimits): Required<Pick<NewEvent, Saving>> {
  const { totalBytes, totalTokens, outputBytes, outputTokens } = event
  const { bytes = 30_000, ofMoreBytes = bytes } = host ?? {}
  const usual = totalBytes > bytes ? ofMoreBytes : totalBytes
  const aloneBytes = host ? usual : (event.aloneBytes ?? usual)
  const aloneTokens = totalBytes > 0 ? Math.round((totalTokens * aloneBytes) / totalBytes) : 0
  return { aloneBytes, savedBytes: aloneBytes - outputBytes, savedTokens: aloneTokens - outputTokens }
}

type Saving = 'aloneBytes' | 'savedBytes' | 'savedTokens'

function figuresOf(result: Truncation): Partial<NewEvent> {
  const { totalBytes, totalLines, outputBytes, outputLines, outputTokens, keptBytes, keptLines } = result
  const { truncated, backend, errors, gaps } = result
  const asked = gaps.filter((gap) => gap.asked)
  const errorsKept = errors.lines.filter(({ kept }) => kept).length
  const figures: Partial<NewEvent> = {
    truncated,
    backend,
    totalBytes,
    totalLines,
    totalTokens: result.totalTokens?.tokens ?? scaledTokens(outputTokens, outputBytes, totalBytes),
    ...(result.totalTokens === undefined && gaps.length > 0 && ({ scaled: true } as const)),
    outputBytes,
    outputLines,
    outputTokens,
    keptBytes,
    keptLines,
    omittedBytes: asked.reduce((sum, { startByte, endByte }) => sum + endByte - startByte, 0),
    omittedLines: linesIn(asked),
    errorsKept,
    errorsOmitted: errors.total - errorsKept,
  }
  return asked.length === 0 ? figures : { ...figures, omitted: largest(asked.map(rangeOf)) }
}

/** Scales the tokens of a text up to the bytes of the whole. */
export const scaledTokens = (tokens: number, bytes: number, totalBytes: number): number =>
  bytes === 0 ? 0 : Math.round((tokens * totalBytes) / bytes)

/** The number of omitted lines. Clipped lines do not count, because a part of them is kept. */
const linesIn = (gaps: Truncation['gaps']): number =>
  gaps.reduce((sum, gap) => sum + (gap.codePoints === undefined ? gap.lastLine - gap.firstLine + 1 : 0), 0)

const rangeOf = ({ firstLine, lastLine, startByte, endByte }: Truncation['gaps'][number]): OmittedRange => [
  firstLine,
  lastLine,
  startByte,
  endByte,
]

function largest(ranges: readonly OmittedRange[]): readonly OmittedRange[] {
  if (ranges.length <= MOST_RANGES) return ranges
  const bySize = ranges.toSorted((a, b) => b[3] - b[2] - (a[3] - a[2]))
  return bySize.slice(0, MOST_RANGES).sort((a, b) => a[2] - b[2])
}

/** An event as one line of a log, including its LF. */
export const writeEvent = (event: ToolEvent): string => `${JSON.stringify(event)}\n`

const STATUSES: readonly unknown[] = ['ok', 'failed', 'timed-out', 'aborted']
const COUNTS = Object.keys(NOTHING).filter((name) => name !== 'truncated')

/** Parses a line of a log. Undefined when it is not an event, or is an event of a later version. */
export function parseEvent(line: string): ToolEvent | undefined {
  let found: unknown
  try {
    found = JSON.parse(line)
  } catch {
    return undefined
  }
  if (typeof found !== 'object' || found === null) return undefined
  const event = found as Record<string, unknown>
  const isEvent =
    (event.version === 1 || event.version === 2) &&
    ['run', 'tool'].every((name) => typeof event[name] === 'string') &&
    STATUSES.includes(event.status) &&
    typeof event.truncated === 'boolean' &&
    (event.scaled === undefined || event.scaled === true) &&
    (event.program === undefined || typeof event.program === 'string') &&
    ['ownMs', 'aloneBytes'].every((name) => event[name] === undefined || isNumber(event[name])) &&
    ['time', 'durationMs', ...COUNTS].every((name) => isNumber(event[name])) &&
    (event.omitted === undefined || isListOf(event.omitted, 4)) &&
    (event.shown === undefined || isShown(event.shown))
  return isEvent ? (found as ToolEvent) : undefined
}

const isNumber = (value: unknown): boolean =>
  typeof value === 'number' && value >= 0 && Number.isFinite(value)

const isListOf = (value: unknown, length: number): boolean =>
  Array.isArray(value) &&
  value.every((item) => Array.isArray(item) && item.length === length && item.every(isNumber))

function isShown(value: unknown): boolean {
  const { unit, ranges } = (value ?? {}) as Record<string, unknown>
  return (unit === 'lines' || unit === 'bytes') && isListOf(ranges, 2)
}

/** Which events are wanted. An absent field does not restrict them. */
export interface EventFilter {
  run?: string | undefined
  tool?: string | undefined
  /** The earliest time, in milliseconds since 1970. */
  since?: number | undefined
  /** The latest time, in milliseconds since 1970. */
  until?: number | undefined
  /** True for calls that left out or folded something, false for the others. */
  truncated?: boolean | undefined
  /** True for calls whose status is not `ok`, false for the others. */
  failed?: boolean | undefined
}

/** Whether an event passes the filter. */
export function isWanted(
  event: ToolEvent,
  { run, tool, since, until, truncated, failed }: EventFilter,
): boolean {
  return (
    (run === undefined || event.run === run) &&
    (tool === undefined || event.tool === tool) &&
    (since === undefined || event.time >= since) &&
    (until === undefined || event.time <= until) &&
    (truncated === undefined || leftOut(event) === truncated) &&
    (failed === undefined || (event.status !== 'ok') === failed)
  )
}
