import { createHash, randomBytes } from 'node:crypto'
import { lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type Place, stateFolder } from '../store/backends/files/directory.ts'
import { makeFolderNow } from '../store/backends/files/make-folder.ts'
import { isOwn } from './own-file.ts'

/** The file that is written to; those before it have a number in their name, the highest the newest. */
export const CURRENT = 'events.ndjson'
const EARLIER = /^events\.(\d{6})-[0-9a-z]{9}-[0-9a-f]{8}\.ndjson$/
const RUN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
/** Runs whose events are kept. */
const MOST_RUNS = 512
/** So many go at once, so that not every process looks through all of them. */
const ROOM = 32

/** Where runs have their events. */
export type EventsPlace = Place

/**
 * The events directory: as named, else `$PITH_EVENTS_DIRECTORY`, else as `stateFolder` says.
 *
 * @throws {PithError} `PITH_INVALID_OPTION` for a relative path where the working directory is gone.
 */
export const eventsPlace = (directory: string | undefined): EventsPlace =>
  stateFolder('events', directory, process.env.PITH_EVENTS_DIRECTORY)

let own: string | undefined

/** The run that events are put down to: as named, else by `$PITH_RUN`, else one of this process. */
export function runName(named = process.env.PITH_RUN): string {
  own ??= `${Math.floor(performance.timeOrigin).toString(36)}-${process.pid}`
  if (!named) return own
  return RUN.test(named) ? named : `run-${createHash('sha256').update(named).digest('hex').slice(0, 16)}`
}

/** Whether a name is one that `runName` gives. */
const isRunName = (name: string): boolean => RUN.test(name)

/** Makes a run's folder; true when it is new. Throws where it, or a folder above, is not the user's own. */
export function makeRunFolder(place: EventsPlace, run: string): boolean {
  let isNew = false
  // Nothing is made in a folder before it is known whose it is.
  for (const path of foldersOf(place, run)) {
    isNew = makeFolderNow(path, 0o700)
    refuseForeign(path)
  }
  return isNew
}

/** Throws where a run's folder, or one above that is pith's, is not the user's own. */
export function checkRunFolder(place: EventsPlace, run: string): void {
  for (const path of foldersOf(place, run)) refuseForeign(path)
}

function foldersOf({ above, directory }: EventsPlace, run: string): string[] {
  if (directory === '') throw new Error('There is no home directory.')
  return [...above, directory, join(directory, run)]
}

function refuseForeign(path: string): void {
  if (!isOwn(lstatSync(path))) throw new Error(`${path} is not a folder of the user's own.`)
}

/** Whether all folders down to the runs' are the user's own. Throws where there is none. */
export const isOwnPlace = ({ above, directory }: EventsPlace): boolean =>
  [...above, directory].every((path) => isOwn(lstatSync(path)))

/** A run's earlier files, the oldest first. */
export const earlierFiles = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => EARLIER.test(name))
    .sort()

/**
 * A name behind the newest of the earlier files. It is no other process's, also where both take the same number: a file
 * that is renamed to one that is there would take its place.
 */
export function nextName(earlier: readonly string[]): string {
  const last = Number(EARLIER.exec(earlier[earlier.length - 1] ?? '')?.[1] ?? 0)
  const time = Date.now().toString(36).padStart(9, '0')
  return `events.${String(last + 1).padStart(6, '0')}-${time}-${randomBytes(4).toString('hex')}.ndjson`
}

/** When something was last written to a run; undefined where it has no events. */
function lastWritten(directory: string, run: string): number | undefined {
  try {
    return lstatSync(join(directory, run, CURRENT)).mtimeMs
  } catch {
    return undefined
  }
}

/** The runs, the one that was written to last at the end. */
export function runsIn(directory: string): string[] {
  const runs: { run: string; at: number }[] = []
  for (const run of readdirSync(directory)) {
    const at = isRunName(run) ? lastWritten(directory, run) : undefined
    if (at !== undefined) runs.push({ run, at })
  }
  return runs.sort((a, b) => a.at - b.at || (a.run < b.run ? -1 : 1)).map(({ run }) => run)
}

/** Removes the runs that were not written to for longest, where there are more than are kept; nothing but event files. */
export function pruneRuns(directory: string): void {
  if (readdirSync(directory).length <= MOST_RUNS) return
  const runs = runsIn(directory)
  for (const run of runs.slice(0, Math.max(0, runs.length - MOST_RUNS + ROOM))) {
    try {
      const folder = join(directory, run)
      if (!isOwn(lstatSync(folder))) continue
      for (const name of [...earlierFiles(folder), CURRENT]) unlinkSync(join(folder, name))
      rmdirSync(folder)
    } catch {
      // Another process was first, or somebody's own file is there.
    }
  }
}
