import { createHash, randomBytes } from 'node:crypto'
import { lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type StateDirectory, stateFolder } from '../store/backends/files/directory.ts'
import { makeFolderNow } from '../store/backends/files/make-folder.ts'
import { isOwnFile } from './own-file.ts'
import { uptimeMs } from './uptime.ts'

/** The current file. Earlier files have a number in their name, the newest the highest. */
export const CURRENT = 'events.ndjson'
const EARLIER = /^events\.(\d{6})-[0-9a-z]{9}-[0-9a-f]{8}\.ndjson$/
const RUN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
/** Most runs whose events are kept. */
const MOST_RUNS = 512
/** Extra runs removed at once, so that not every new run has to search all of them. */
const ROOM = 32

/** The folder that holds one folder of events for each run. */
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
  return RUN.test(named) ? named : `run-${createHash('sha256').update(named).digest('hex').slice(0, 16)}`
}

/** Whether `runName` can return this name. */
const isRunName = (name: string): boolean => RUN.test(name)

/**
 * Makes a run's folder, and returns true if it is new. Throws if the folder, or one of pith's folders above it, belongs
 * to another user.
 */
export function makeRunFolder(place: EventsPlace, run: string): boolean {
  let isNew = false
  // Check the owner of each folder before making the next one inside it.
  for (const path of foldersOf(place, run)) {
    isNew = makeFolderNow(path, 0o700)
    refuseForeign(path)
  }
  return isNew
}

/** Throws if a run's folder, or one of pith's folders above it, belongs to another user. */
export function checkRunFolder(place: EventsPlace, run: string): void {
  for (const path of foldersOf(place, run)) refuseForeign(path)
}

function foldersOf({ above, directory }: EventsPlace, run: string): string[] {
  if (directory === '') throw new Error('There is no home directory.')
  return [...above, directory, join(directory, run)]
}

function refuseForeign(path: string): void {
  if (!isOwnFile(lstatSync(path)))
    throw new Error(`Expected ${path} to be a folder that only the user can write to.`)
}

/** Whether the events directory and pith's folders above it belong to the user. Throws if one does not exist. */
export const isOwnPlace = ({ above, directory }: EventsPlace): boolean =>
  [...above, directory].every((path) => isOwnFile(lstatSync(path)))

/** A run's earlier files, the oldest first. */
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

/** When a run was last written to, in milliseconds since 1970. Undefined if it has no events. */
function lastWritten(directory: string, run: string): number | undefined {
  try {
    return lstatSync(join(directory, run, CURRENT)).mtimeMs
  } catch {
    return undefined
  }
}

/** The names of all runs, the most recently written last. */
export function runsIn(directory: string): string[] {
  const runs: { run: string; at: number }[] = []
  for (const run of readdirSync(directory)) {
    const at = isRunName(run) ? lastWritten(directory, run) : undefined
    if (at !== undefined) runs.push({ run, at })
  }
  return runs.sort((a, b) => a.at - b.at || (a.run < b.run ? -1 : 1)).map(({ run }) => run)
}

/** Removes the least recently written runs if there are more than `MOST_RUNS`. Removes only event files. */
export function pruneRuns(directory: string): void {
  if (readdirSync(directory).length <= MOST_RUNS) return
  const runs = runsIn(directory)
  for (const run of runs.slice(0, Math.max(0, runs.length - MOST_RUNS + ROOM))) {
    try {
      const folder = join(directory, run)
      if (!isOwnFile(lstatSync(folder))) continue
      for (const name of [...earlierFiles(folder), CURRENT]) unlinkSync(join(folder, name))
      rmdirSync(folder)
    } catch {
      // Another process was first, or the folder holds a file that pith did not write.
    }
  }
}
