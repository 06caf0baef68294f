import { closeSync, fstatSync, lstatSync, openSync, renameSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { names } from '../check/names.ts'
import { optionsOf, wholeNumber } from '../check/values.ts'
import { invalidOption } from '../errors.ts'
import type { NewEvent, ToolEvent } from '../extra/events/events.ts'
import { chainedLine, linkOf } from './event-chain.ts'
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
import { locked } from './event-lock.ts'
import { saltedEvent, saltIn } from './event-salt.ts'
import { APPEND, isOwnFile, READ } from './own-file.ts'
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

const eventLogNames = names<EventLogOptions>()('directory run maxBytes maxFiles')

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
 * Creates a log of tool calls, with one line of JSON for each. Only the owner of its directory can read it. The lines of
 * all logs of a directory are one chain: each holds the hash of the one before.
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

/** Where a file ends: its size, the hash of its last record, and whether it ends inside one. */
interface FileEnd {
  bytes: number
  hash: string
  isTorn: boolean
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
  #end: FileEnd = { bytes: 0, hash: '', isTorn: false }
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
    locked(this.#place.directory, () => {
      let descriptor = this.#open()
      const record: ToolEvent = { version: 2, time, run: this.run, ...saltedEvent(event, this.#salt) }
      let next = chainedLine(record, this.#end.hash)
      if (this.#end.bytes > 0 && this.#end.bytes + next.line.length > this.#maxBytes) {
        this.#setAside()
        descriptor = this.#open()
      }
      // Whoever removes the first records of a file does not find a later one that begins it.
      if (this.#end.bytes === 0) next = chainedLine({ ...record, isFirst: true }, this.#end.hash)
      this.#write(descriptor, next)
    })
  }

  #write(descriptor: number, { line, hash }: ReturnType<typeof chainedLine>): void {
    const { bytes, isTorn } = this.#end
    // Ends an incomplete record's line, so that it does not spoil the next record.
    const record = Buffer.from(isTorn ? `\n${line}` : line)
    const written = writeSync(descriptor, record)
    const isPart = written < record.length
    this.#end = { bytes: bytes + written, hash, isTorn: isPart }
    if (isPart) throw new Error('Only a part of the record could be written.')
  }

  /** The file, and in `#end` where it ends: other processes may have written to it, or set it aside. */
  #open(): number {
    const found = lstatSync(this.#path, { throwIfNoEntry: false })
    if (this.#descriptor !== undefined && found?.ino !== this.#inode) this.close()
    if (this.#descriptor !== undefined && found?.size === this.#end.bytes) return this.#descriptor
    this.#descriptor ??= openOwn(this.#path)
    this.#salt ??= saltIn(this.#place.directory)
    const { ino, size } = fstatSync(this.#descriptor)
    this.#inode = ino
    this.#end = endOf(this.#descriptor, size)
    if (this.#end.hash === '') this.#end.hash = hashBefore(this.#place.directory)
    return this.#descriptor
  }

  #setAside(): void {
    this.close()
    const { directory } = this.#place
    const earlier = earlierFiles(directory)
    earlier.push(nextName(earlier))
    renameSync(this.#path, join(directory, earlier[earlier.length - 1]))
    const dropped = earlier.slice(0, Math.max(0, earlier.length + 1 - this.#maxFiles))
    for (const name of dropped) unlinkSync(join(directory, name))
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

/** Bytes that hold the last record of a file nearly always, and always. */
const END_BYTES = [4096, 1024 * 1024] as const

function endOf(descriptor: number, size: number): FileEnd {
  let isTorn = false
  for (const most of END_BYTES) {
    const bytes = Buffer.alloc(Math.min(most, size))
    readAt(descriptor, bytes, 0, bytes.length, size - bytes.length)
    isTorn = size > 0 && bytes[bytes.length - 1] !== LF
    for (const line of bytes.toString().split('\n').reverse()) {
      const link = linkOf(line)
      if (link) return { bytes: size, hash: link.hash, isTorn }
    }
  }
  return { bytes: size, hash: '', isTorn }
}

/** The hash of the last record in the file that was set aside last. */
function hashBefore(directory: string): string {
  const last = earlierFiles(directory).at(-1)
  if (last === undefined) return ''
  const descriptor = openSync(join(directory, last), READ)
  try {
    return endOf(descriptor, fstatSync(descriptor).size).hash
  } finally {
    closeSync(descriptor)
  }
}
