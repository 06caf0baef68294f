import { closeSync, fstatSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { names } from '../check/names.ts'
import { optionsOf } from '../check/values.ts'
import { fileFailed } from '../errors.ts'
import { type EventFilter, isWanted, parseEvent, type ToolEvent } from '../extra/events/events.ts'
import { linkOf } from './event-chain.ts'
import { CURRENT, type EventsPlace, earlierFiles, eventsPlace, isOwnPlace, runName } from './event-folder.ts'
import { isOwnFile, READ } from './own-file.ts'
import { readAt } from './read-at.ts'

export interface ReadEventsOptions extends EventFilter {
  /** Default: as for `createEventLog`. */
  directory?: string | undefined
}

const readEventsNames = names<ReadEventsOptions>()('directory run tool since until truncated failed')

/** Reads events from the files during iteration. */
export interface EventReading extends AsyncIterable<ToolEvent> {
  /** Lines so far that are not events: incomplete records, or lines that pith did not write. */
  readonly badLines: number
}

const READ_BYTES = 64 * 1024
/** Longer than any record. The longest records list the ranges of a page with very many lines. */
const MOST_LINE_BYTES = 512 * 1024
const LF = 0x0a

/**
 * Reads the events that match a filter. They come in the order in which they were written. Needs one pass and the memory
 * of one record.
 *
 * @throws {PithError} `PITH_FILE_FAILED` during iteration, if the directory exists and cannot be read.
 * @example
 * for await (const event of readEvents({ tool: 'bash', truncated: true })) console.log(event.omittedBytes)
 */
export function readEvents(options: ReadEventsOptions = {}): EventReading {
  const { directory, ...filter } = optionsOf(options, readEventsNames)
  if (filter.run !== undefined) filter.run = runName(filter.run)
  return new Reading(eventsPlace(directory), filter)
}

class Reading implements EventReading {
  badLines = 0
  readonly #place: EventsPlace
  readonly #filter: EventFilter

  constructor(place: EventsPlace, filter: EventFilter) {
    this.#place = place
    this.#filter = filter
  }

  async *[Symbol.asyncIterator](): AsyncIterator<ToolEvent> {
    for (const { path } of eventFiles(this.#place)) yield* this.#eventsIn(path)
  }

  async *#eventsIn(path: string): AsyncIterable<ToolEvent> {
    for (const line of linesIn(path)) {
      if (line === '') continue
      const event = parseEvent(line)
      if (event === undefined) this.badLines++
      else if (isWanted(event, this.#filter)) yield event
    }
  }
}

/**
 * The files of a log, the oldest first, with names to show.
 *
 * @throws {PithError} `PITH_FILE_FAILED`
 */
function eventFiles(place: EventsPlace): { path: string; name: string }[] {
  const { directory } = place
  try {
    if (!isOwnPlace(place)) return []
    return [...earlierFiles(directory), CURRENT].map((name) => ({ path: join(directory, name), name }))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return []
    throw fileFailed(`The events could not be read: the system reports ${code}.`, { cause: error })
  }
}

/** The state of a log's chain of hashes. */
export interface EventChain {
  /** Records in the chain. */
  records: number
  /** The hash of the last one. Whoever notes it can tell later whether records were removed from the end. */
  last: string
  /** Records that were cut off, as a crash leaves them. */
  incomplete: number
  /** True if the last record was cut off. */
  endsIncomplete: boolean
  /** Where the chain is broken. At most 100. */
  problems: { file: string; line: number; what: 'changed' | 'out of place' | 'no record' }[]
}

const MOST_PROBLEMS = 100

/**
 * Verifies that no record of a log was changed, removed or inserted since it was written.
 *
 * @throws {PithError} `PITH_FILE_FAILED`, if the directory exists and cannot be read.
 */
export function verifyEvents(directory?: string): EventChain {
  const chain: EventChain = { records: 0, last: '', incomplete: 0, endsIncomplete: false, problems: [] }
  for (const { path, name } of eventFiles(eventsPlace(directory))) {
    let at = 0
    for (const line of linesIn(path)) {
      at++
      if (line === '') continue
      const what = follow(chain, line, at === 1)
      if (what && chain.problems.length < MOST_PROBLEMS) chain.problems.push({ file: name, line: at, what })
    }
  }
  return chain
}

/** Takes a line into the chain, and tells what is wrong with it. */
function follow(
  chain: EventChain,
  line: string,
  isFirstLine: boolean,
): EventChain['problems'][number]['what'] | undefined {
  const link = linkOf(line)
  const event = link && parseEvent(line)
  chain.endsIncomplete = !event && line.startsWith('{')
  if (!link || !event) {
    if (!chain.endsIncomplete || isJson(line)) return 'no record'
    chain.incomplete++
    return undefined
  }
  // The files before the first one are gone, once the log is larger than it may be.
  const isBegin = chain.records === 0 && isFirstLine && event.isFirst === true
  const isNext = isBegin || (link.previous === chain.last && (event.isFirst === true) === isFirstLine)
  chain.records++
  chain.last = link.hash
  if (!link.isTrue()) return 'changed'
  return isNext ? undefined : 'out of place'
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}

/** The lines of a file, including a last line without LF. A line that is too long loses its middle. */
function* linesIn(path: string): Iterable<string> {
  const descriptor = openOwn(path)
  if (descriptor === undefined) return
  try {
    const piece = Buffer.allocUnsafe(READ_BYTES)
    let held = Buffer.alloc(0)
    for (let at = 0; ; ) {
      const filled = readAt(descriptor, piece, 0, piece.length, at)
      if (filled === 0) break
      at += filled
      const bytes = Buffer.concat([held, piece.subarray(0, filled)])
      let start = 0
      for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, start)) {
        yield bytes.toString('utf8', start, end)
        start = end + 1
      }
      held = bytes.subarray(start, start + MOST_LINE_BYTES)
    }
    yield held.toString()
  } catch {
    // The file became unreadable. The lines read so far are returned.
  } finally {
    closeSync(descriptor)
  }
}

function openOwn(path: string): number | undefined {
  try {
    const descriptor = openSync(path, READ)
    const stat = fstatSync(descriptor)
    if (stat.isFile() && isOwnFile(stat)) return descriptor
    closeSync(descriptor)
  } catch {
    // Another process has renamed or removed the file.
  }
  return undefined
}
