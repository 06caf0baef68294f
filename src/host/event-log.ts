import {
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Names } from '../check/names.ts'
import { optionsOf, wholeNumber } from '../check/values.ts'
import { invalidOption } from '../errors.ts'
import { type NewEvent, writeEvent } from '../extra/events/events.ts'
import { eventDefaults, LEAST_EVENT_BYTES } from './event-defaults.ts'
import {
  CURRENT,
  checkRunFolder,
  type EventsPlace,
  earlierFiles,
  eventsPlace,
  makeRunFolder,
  nextName,
  pruneRuns,
  runName,
} from './event-folder.ts'
import { saltedEvent, saltIn } from './event-salt.ts'
import { APPEND, isOwnFile } from './own-file.ts'

export interface EventLogOptions {
  /** Default: `$PITH_EVENTS_DIRECTORY`, else `pith/events` in the user's state directory. */
  directory?: string | undefined
  /** Name of the run; several processes can share one. Default: `$PITH_RUN`, else one name for each process. */
  run?: string | undefined
  /**
   * Size at which a new file begins, from 4096 bytes. Default: 4 MiB. Each log that shares a run may write one event
   * past it.
   */
  maxBytes?: number | undefined
  /** Most files kept for a run, from 1. Default: 4. */
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

const LF = 0x0a
/** After a failed write, events are dropped for this long before the next attempt. */
const REST_MS = 5000

/**
 * Creates a log of tool calls, with one line of JSON for each, in a folder of the run. Only its owner can read it.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 * @example
 * const events = createEventLog({ run: 'nightly' })
 * const { text } = await readFile('build.log', { events })
 */
export function createEventLog(options: EventLogOptions = {}): EventLog {
  const given = optionsOf(options, eventLogNames)
  const { directory, run, maxBytes = eventDefaults.maxBytes } = given
  if (typeof maxBytes !== 'number' || !(maxBytes >= LEAST_EVENT_BYTES)) {
    throw invalidOption('maxBytes', `a number from ${LEAST_EVENT_BYTES}`, maxBytes)
  }
  const maxFiles = wholeNumber('maxFiles', given.maxFiles, eventDefaults.maxFiles, 1)
  return new FileEventLog(eventsPlace(directory), runName(run), maxBytes, maxFiles)
}

class FileEventLog implements EventLog {
  readonly run: string
  dropped = 0
  readonly #place: EventsPlace
  readonly #folder: string
  readonly #path: string
  readonly #maxBytes: number
  readonly #maxFiles: number
  #descriptor: number | undefined
  #inode = 0
  #bytes = 0
  #salt: Uint8Array | undefined
  /** True when the file ends inside a record. */
  #isTorn = false
  #restUntil = 0

  constructor(place: EventsPlace, run: string, maxBytes: number, maxFiles: number) {
    this.run = run
    this.#place = place
    this.#folder = join(place.directory, run)
    this.#path = join(this.#folder, CURRENT)
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
      this.#append(time, event)
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
    // Another process may have renamed the file or written to it.
    if (this.#descriptor !== undefined && !this.#isCurrent()) this.close()
    let descriptor = this.#descriptor ?? this.#open()
    const salted = saltedEvent(event, this.#salt)
    const line = Buffer.from(writeEvent({ version: 1, time, run: this.run, ...salted }))
    if (this.#bytes > 0 && this.#bytes + line.length > this.#maxBytes) {
      this.#setAside()
      descriptor = this.#open()
    }
    // Ends an incomplete record's line, so that it does not spoil the next record.
    const record = this.#isTorn ? Buffer.concat([Buffer.of(LF), line]) : line
    const written = writeSync(descriptor, record)
    this.#bytes += written
    this.#isTorn = written < record.length
    if (this.#isTorn) throw new Error('Only a part of the record could be written.')
  }

  #open(): number {
    let isNewRun = false
    let descriptor: number
    try {
      descriptor = openOwn(this.#place, this.run)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      isNewRun = makeRunFolder(this.#place, this.run)
      descriptor = openOwn(this.#place, this.run)
    }
    this.#descriptor = descriptor
    this.#salt = saltIn(this.#place.directory)
    const { ino, size } = fstatSync(descriptor)
    this.#inode = ino
    this.#bytes = size
    this.#isTorn = size > 0 && lastByte(descriptor, size) !== LF
    if (isNewRun) pruneRuns(this.#place.directory)
    return descriptor
  }

  #isCurrent(): boolean {
    try {
      const found = lstatSync(this.#path, { throwIfNoEntry: false })
      this.#bytes = found?.size ?? 0
      return found?.ino === this.#inode
    } catch {
      return false
    }
  }

  #setAside(): void {
    this.close()
    const earlier = earlierFiles(this.#folder)
    earlier.push(nextName(earlier))
    unlessGone(() => renameSync(this.#path, join(this.#folder, earlier[earlier.length - 1])))
    for (const name of earlier.slice(0, Math.max(0, earlier.length + 1 - this.#maxFiles))) {
      unlessGone(() => unlinkSync(join(this.#folder, name)))
    }
  }
}

/** Ignores a missing file, because another process may have renamed or removed it first. */
function unlessGone(act: () => void): void {
  try {
    act()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** Opens the current file, and throws if it does not belong to the user. */
function openOwn(place: EventsPlace, run: string): number {
  checkRunFolder(place, run)
  const path = join(place.directory, run, CURRENT)
  const descriptor = openSync(path, APPEND, 0o600)
  const stat = fstatSync(descriptor)
  if (stat.isFile() && isOwnFile(stat)) return descriptor
  closeSync(descriptor)
  throw new Error(`Expected ${path} to be a regular file that only the user can write to.`)
}

function lastByte(descriptor: number, size: number): number {
  const byte = new Uint8Array(1)
  return readSync(descriptor, byte, 0, 1, size - 1) === 1 ? byte[0] : LF
}
