import { closeSync, fstatSync, lstatSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Names } from '../check/names.ts'
import { optionsOf, wholeNumber } from '../check/values.ts'
import { invalidOption } from '../errors.ts'
import { type NewEvent, writeEvent } from '../extra/events/events.ts'
import {
  CURRENT,
  checkEventsFolder,
  type EventsPlace,
  earlierFiles,
  eventsPlace,
  makeEventsFolder,
  nextName,
  runName,
} from './event-folder.ts'
import { saltedEvent, saltIn } from './event-salt.ts'
import { APPEND, isOwnFile } from './own-file.ts'
import { readAt } from './read-at.ts'

export interface EventLogOptions {
  /** Default: `$PITH_EVENTS_DIRECTORY`, else `pith/events` in the user's state directory. */
  directory?: string | undefined
  /** Name of the run; several processes can share one. Default: `$PITH_RUN`, else one name for each process. */
  run?: string | undefined
  /** Size at which a new file begins, from 4096 bytes. Default: 8 MiB. */
  maxBytes?: number | undefined
  /** Most files kept in the directory, from 1. Default: 4. */
  maxFiles?: number | undefined
}

const eventLogNames = {
  directory: true,
  run: true,
  maxBytes: true,
  maxFiles: true,
} as const satisfies Names<EventLogOptions>

/** Records tool calls. No method throws; events that cannot be written are counted. */
export interface EventLog {
  readonly run: string
  /** Events that could not be written. */
  readonly dropped: number
  /** Writes an event immediately, in one write. Its digests are salted with a random key of the directory. */
  record(event: NewEvent): void
  /** Closes the file. The next event opens it again. */
  close(): void
}

const DEFAULT_BYTES = 8 * 1024 * 1024
const DEFAULT_FILES = 4
/** A smaller file would hold only a few records. */
const LEAST_BYTES = 4096
const LF = 0x0a
/** After a failed write, events are dropped for this long before the next attempt. */
const REST_MS = 5000

/**
 * Creates a log of tool calls, with one line of JSON for each. Only the owner of its directory can read it.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 * @example
 * const events = createEventLog({ run: 'nightly' })
 * const { text } = await readFile('build.log', { events })
 */
export function createEventLog(options: EventLogOptions = {}): EventLog {
  const given = optionsOf(options, eventLogNames)
  const { directory, run, maxBytes = DEFAULT_BYTES } = given
  if (typeof maxBytes !== 'number' || !(maxBytes >= LEAST_BYTES)) {
    throw invalidOption('maxBytes', `a number from ${LEAST_BYTES}`, maxBytes)
  }
  const maxFiles = wholeNumber('maxFiles', given.maxFiles, DEFAULT_FILES, 1)
  return new FileEventLog(eventsPlace(directory), runName(run), maxBytes, maxFiles)
}

class FileEventLog implements EventLog {
  readonly run: string
  dropped = 0
  readonly #place: EventsPlace
  readonly #path: string
  readonly #maxBytes: number
  readonly #maxFiles: number
  #descriptor: number | undefined
  #inode = 0
  #salt: Uint8Array | undefined
  #restUntil = 0

  constructor(place: EventsPlace, run: string, maxBytes: number, maxFiles: number) {
    this.run = run
    this.#place = place
    this.#path = join(place.directory, CURRENT)
    this.#maxBytes = maxBytes
    this.#maxFiles = maxFiles
  }

  record(event: NewEvent): void {
    const time = Date.now()
    if (time < this.#restUntil) {
      this.dropped++
      return
    }
    try {
      try {
        this.#append(time, event)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
        makeEventsFolder(this.#place)
        this.#append(time, event)
      }
    } catch {
      this.dropped++
      this.#restUntil = time + REST_MS
      this.close()
    }
  }

  close(): void {
    if (this.#descriptor === undefined) return
    try {
      closeSync(this.#descriptor)
    } catch {
      // A failed close has no remedy.
    }
    this.#descriptor = undefined
  }

  #append(time: number, event: NewEvent): void {
    checkEventsFolder(this.#place)
    let file = this.#open()
    const line = writeEvent({ version: 2, time, run: this.run, ...saltedEvent(event, this.#salt) })
    if (file.bytes > 0 && file.bytes + line.length > this.#maxBytes) {
      this.#setAside()
      file = this.#open()
    }
    // Ends an incomplete record's line, so that it does not spoil the next record.
    const record = Buffer.from(file.isTorn ? `\n${line}` : line)
    if (writeSync(file.descriptor, record) < record.length)
      throw new Error('Only a part of the record could be written.')
  }

  /** The file, its size, and whether it ends inside a record. Another process may have set the last one aside. */
  #open(): { descriptor: number; bytes: number; isTorn: boolean } {
    const found = lstatSync(this.#path, { throwIfNoEntry: false })
    if (found?.ino !== this.#inode) this.close()
    this.#descriptor ??= openOwn(this.#path)
    this.#salt ??= saltIn(this.#place.directory)
    const { ino, size: bytes } = fstatSync(this.#descriptor)
    this.#inode = ino
    const last = Buffer.of(LF)
    if (bytes > 0) readAt(this.#descriptor, last, 0, 1, bytes - 1)
    return { descriptor: this.#descriptor, bytes, isTorn: last[0] !== LF }
  }

  #setAside(): void {
    this.close()
    const { directory } = this.#place
    const earlier = earlierFiles(directory)
    earlier.push(nextName(earlier))
    try {
      renameSync(this.#path, join(directory, earlier[earlier.length - 1]))
    } catch (error) {
      // Another process was first.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
    const dropped = earlier.slice(0, Math.max(0, earlier.length + 1 - this.#maxFiles))
    for (const name of dropped) rmSync(join(directory, name), { force: true })
  }
}

/** Opens the current file, and throws if it does not belong to the user. */
function openOwn(path: string): number {
  const descriptor = openSync(path, APPEND, 0o600)
  const stat = fstatSync(descriptor)
  if (stat.isFile() && isOwnFile(stat)) return descriptor
  closeSync(descriptor)
  throw new Error(`Expected ${path} to be a regular file that only the user can write to.`)
}
