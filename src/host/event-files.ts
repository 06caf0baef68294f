import { closeSync, fstatSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { Names } from '../check/names.ts'
import { optionsOf } from '../check/values.ts'
import { PithError } from '../errors.ts'
import { type EventFilter, isWanted, parseEvent, type ToolEvent } from '../extra/events/events.ts'
import { CURRENT, type EventsPlace, earlierFiles, eventsPlace, isOwnPlace, runName } from './event-folder.ts'
import { isOwnFile, READ } from './own-file.ts'
import { readAt } from './read-at.ts'

export interface ReadEventsOptions extends EventFilter {
  /** Default: as for `createEventLog`. */
  directory?: string | undefined
}

const readEventsNames = {
  directory: true,
  run: true,
  tool: true,
  since: true,
  until: true,
  truncated: true,
  failed: true,
} as const satisfies Names<ReadEventsOptions>

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
    for (const path of eventFiles(this.#place)) yield* this.#eventsIn(path)
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
 * The files of a log, the oldest first.
 *
 * @throws {PithError} `PITH_FILE_FAILED`
 */
function eventFiles(place: EventsPlace): string[] {
  const { directory } = place
  try {
    if (!isOwnPlace(place)) return []
    return [...earlierFiles(directory), CURRENT].map((name) => join(directory, name))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return []
    throw new PithError('PITH_FILE_FAILED', `The events could not be read: the system reports ${code}.`, {
      cause: error,
    })
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
