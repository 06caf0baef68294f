import { randomBytes } from 'node:crypto'
import { lstatSync, readdirSync } from 'node:fs'
import { type StateDirectory, stateFolder } from '../store/backends/files/directory.ts'
import { makeFolderNow } from '../store/backends/files/make-folder.ts'
import { digestOf } from './digest.ts'
import { isOwnFile } from './own-file.ts'
import { uptimeMs } from './uptime.ts'

/** The current file. Earlier files have a number in their name, the newest the highest. */
export const CURRENT = 'events.ndjson'
const EARLIER = /^events\.(\d{6})-[0-9a-z]{9}-[0-9a-f]{8}\.ndjson$/
const RUN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

/** The folder that holds the files of events. */
export type EventsPlace = StateDirectory

/**
 * The events directory: the named one, else `$PITH_EVENTS_DIRECTORY`, else the default of `stateFolder`.
 *
 * @throws {PithError} `PITH_INVALID_OPTION` for a relative path if the working directory is gone.
 */
export const eventsPlace = (directory: string | undefined): EventsPlace =>
  stateFolder('events', directory, process.env.PITH_EVENTS_DIRECTORY)

let own: string | undefined

/**
 * Name of the run that new events belong to: the given name, else `$PITH_RUN`, else one made for this process. A name
 * that cannot be a folder name is replaced by a digest.
 */
export function runName(named = process.env.PITH_RUN): string {
  own ??= `${Math.floor(Date.now() - uptimeMs()).toString(36)}-${process.pid}`
  if (!named) return own
  return RUN.test(named) ? named : `run-${digestOf(named)}`
}

/** Makes the events directory. Throws if it, or one of pith's folders above it, belongs to another user. */
export function makeEventsFolder(place: EventsPlace): void {
  // Check the owner of each folder before making the next one inside it.
  for (const path of foldersOf(place)) {
    makeFolderNow(path, 0o700)
    refuseForeign(path)
  }
}

/** Throws if the events directory, or one of pith's folders above it, is missing or belongs to another user. */
export function checkEventsFolder(place: EventsPlace): void {
  for (const path of foldersOf(place)) refuseForeign(path)
}

function foldersOf({ above, directory }: EventsPlace): string[] {
  if (directory === '') throw new Error('There is no home directory.')
  return [...above, directory]
}

function refuseForeign(path: string): void {
  if (!isOwnFile(lstatSync(path)))
    throw new Error(`Expected ${path} to be a folder that only the user can write to.`)
}

/** Whether the events directory and pith's folders above it belong to the user. Throws if one does not exist. */
export const isOwnPlace = ({ above, directory }: EventsPlace): boolean =>
  [...above, directory].every((path) => isOwnFile(lstatSync(path)))

/** The files that were set aside, the oldest first. */
export const earlierFiles = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => EARLIER.test(name))
    .sort()

/**
 * Name for the next earlier file, sorted after the newest one. The random part keeps it unique when two processes take
 * the same number, because a rename would replace the other file.
 */
export function nextName(earlier: readonly string[]): string {
  const last = Number(EARLIER.exec(earlier[earlier.length - 1] ?? '')?.[1] ?? 0)
  const time = Date.now().toString(36).padStart(9, '0')
  return `events.${String(last + 1).padStart(6, '0')}-${time}-${randomBytes(4).toString('hex')}.ndjson`
}
